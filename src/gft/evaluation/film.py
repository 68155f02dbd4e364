"""Sessions of an agent, or of another player, as an animated picture.

Path of the data: checkpoint → agent, world → **film**. Test sessions 0, 1, … with the greedy policy, as they come:
nothing is picked.
"""

from collections.abc import Iterator
from itertools import count, islice

from gft.evaluation.contenders import Contender, as_player
from gft.evaluation.playing import FIRST_SEED
from gft.runs.build import make_environments
from gft.runs.config import Config
from gft.training.actor import Actor
from xworld import PAPER_TASKS, Film, Level

LONGEST = 60  # frames of a session; of a longer one the rest is left out, but for its end


def film_sessions(agent: Contender, config: Config, level: Level, sessions: int) -> list[Film]:
    """The first test sessions, as a person would see them."""
    return list(islice(films(agent, config, level), sessions))


def film_tasks(agent: Contender, config: Config, level: Level) -> list[Film]:
    """The first test session of each task that the level asks for."""
    asked = level.tasks or config.tasks or tuple(task.name for task in PAPER_TASKS)
    first: dict[str, Film] = {}
    for film in films(agent, config, level):
        first.setdefault(film.task, film)
        if len(first) == len(asked):
            break
    return [first[task] for task in asked]


def films(agent: Contender, config: Config, level: Level) -> Iterator[Film]:
    """Test sessions 0, 1, … without end."""
    mode = {"2d": "rgb_array", "3d": "both"}[config.world]
    envs = make_environments(config, 1, level=level, autoreset=False, render_mode=mode)
    actor = Actor(as_player(agent, envs, config, greedy=True), envs)
    for number in count():
        actor.begin([FIRST_SEED + number])
        frames = [envs.render()[0]]
        while not (ended := actor.step().sessions):
            frames += [envs.render()[0]] if len(frames) < LONGEST else []
        frames.append(envs.render()[0])
        yield Film(ended[0].task, envs.session(0).command, ended[0].steps, ended[0].outcome, frames)
