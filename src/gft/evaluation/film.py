"""Sessions of an agent as an animated picture.

Path of the data: checkpoint → agent, world → **film**. Test sessions 0, 1, … with the greedy policy, as they come:
nothing is picked.
"""

from gft.agent import Agent
from gft.evaluation.playing import FIRST_SEED
from gft.players import AgentPlayer
from gft.runs.build import make_environments
from gft.runs.config import Config
from gft.training.actor import Actor
from xworld import Film, Level

LONGEST = 60  # frames of a session; of a longer one the rest is left out, but for its end


def film_sessions(agent: Agent, config: Config, level: Level, sessions: int) -> list[Film]:
    """Play test sessions and keep what a person would see of them."""
    mode = {"2d": "rgb_array", "3d": "both"}[config.world]
    envs = make_environments(config, 1, level=level, autoreset=False, render_mode=mode)
    actor = Actor(AgentPlayer(agent, 1, greedy=True, precision=config.precision), envs)
    films = []
    for number in range(sessions):
        actor.begin([FIRST_SEED + number])
        frames = [envs.render()[0]]
        while not (ended := actor.step().sessions):
            frames += [envs.render()[0]] if len(frames) < LONGEST else []
        frames.append(envs.render()[0])
        films.append(Film(ended[0].task, envs.session(0).command, ended[0].steps, ended[0].outcome, frames))
    return films
