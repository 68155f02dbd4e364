"""Test sessions: an agent, or another player, plays them, many side by side.

Path of the data: checkpoint → **test sessions** → counts. They have numbers: session s starts random streams of its own,
for its world and for the actions drawn in it, at seed FIRST_SEED + s, beyond every seed of training. So every agent,
checkpoint and policy meets the very same sessions, and how one goes depends neither on how many are played nor on how many
side by side. Which ones count is settled before the first is played, and each is played to its end: an agent that ends
sessions soon does not get more of them. The last ones can be long: as they end, the rest go on in fewer environments.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gft.evaluation.contenders import Contender, acting, as_player
from gft.runs.build import make_environments
from gft.runs.config import FIRST_TEST_SEED, Config
from gft.runs.results import HEARD
from gft.training.actor import Actor, rows_of
from gft.training.hearing import next_command
from gft.training.rollout import Session
from xworld import Level

FIRST_SEED = FIRST_TEST_SEED  # training environments start below
ENVIRONMENTS = 128  # sessions played side by side; the results do not depend on it
FEW = 8  # below, a step costs about the same
Watch = Callable[[Any, NDArray[np.int64]], None]  # is shown the environments, and which of them are being played


def play_sessions(*arguments: Any, **more: Any) -> Iterator[Session]:
    """The sessions of `numbered_sessions` without their numbers."""
    for _, session in numbered_sessions(*arguments, **more):
        yield session


def numbered_sessions(
    agent: Contender,
    config: Config,
    level: Level,
    sessions: int,
    policy: str = "greedy",
    commands: str = HEARD,
    *,
    environments: int = ENVIRONMENTS,
    side: str | None = None,
    watch: Watch | None = None,
) -> Iterator[tuple[int, Session]]:
    """Play test sessions 0, 1, … on a level, on a side of the run's split; each is handed out, with its number, when it has
    ended. Who watches looks before every step."""
    n, done = min(environments, sessions), 0
    where: dict[str, Any] = {"level": level, "side": side}
    hear = None if commands == HEARD else next_command(make_environments(config, n, **where), FIRST_SEED, sessions)
    optimal: dict[str, Any] = {"optimal": True} if config.world == "3d" else {}  # for SPL; 2D knows it anyway

    def actor_of(count: int) -> Actor:
        envs = make_environments(config, count, autoreset=False, **where, **optimal)
        return Actor(as_player(agent, envs, config, greedy=policy == "greedy"), envs, hear=hear)

    actor = actor_of(n)
    numbers = list(range(n))  # of the sessions in the environments
    following = iter(range(n, sessions))
    with acting(actor.player):
        actor.begin([FIRST_SEED + number for number in numbers])
        while done < sessions:
            if watch is not None:
                watch(actor.envs, np.flatnonzero(~actor.waiting))
            ended = actor.step().sessions
            done += len(ended)
            yield from [(numbers[session.environment], session) for session in ended]
            begun = [number for _, number in zip(range(int(actor.waiting.sum())), following)]
            for environment, number in zip(np.flatnonzero(actor.waiting), begun):  # as `begin_waiting` shares them out
                numbers[environment] = number
            actor.begin_waiting([FIRST_SEED + number for number in begun])
            playing = np.flatnonzero(~actor.waiting)
            # Who watches knows sessions by their environments.
            if watch is None and actor.n > FEW and 0 < len(playing) <= actor.n // 2:
                before, actor = actor, actor_of(len(playing))
                actor.restore(rows_of(before.state(), playing))
                numbers = [numbers[environment] for environment in playing]
