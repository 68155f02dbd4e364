"""Test sessions: an agent plays them, many side by side.

Path of the data: checkpoint → **test sessions** → counts. They have numbers: session s starts random streams of its own,
for its world and for the actions drawn in it, at seed FIRST_SEED + s, beyond every seed of training. So every agent,
checkpoint and policy meets the very same sessions, and how one goes depends neither on how many are played nor on how many
side by side. Which ones count is settled before the first is played, and each is played to its end: an agent that ends
sessions soon does not get more of them.
"""

from collections.abc import Iterator
from typing import Any

from gft.agent import Agent
from gft.players import AgentPlayer
from gft.runs.build import make_environments
from gft.runs.config import MOST_SEEDS, Config
from gft.runs.results import HEARD
from gft.training.actor import Actor
from gft.training.hearing import next_command
from gft.training.rollout import Session
from xworld import Level

FIRST_SEED = MOST_SEEDS**2  # training environments start below
ENVIRONMENTS = 128  # sessions played side by side; the results do not depend on it


def play_sessions(
    agent: Agent,
    config: Config,
    level: Level,
    sessions: int,
    policy: str = "greedy",
    commands: str = HEARD,
    *,
    environments: int = ENVIRONMENTS,
    side: str | None = None,
) -> Iterator[Session]:
    """Play test sessions 0, 1, … on a level, on a side of the run's split; each is handed out when it has ended."""
    n, done = min(environments, sessions), 0
    where: dict[str, Any] = {"level": level, "side": side}
    hear = None if commands == HEARD else next_command(make_environments(config, n, **where), FIRST_SEED, sessions)
    optimal: dict[str, Any] = {"optimal": True} if config.world == "3d" else {}  # for SPL; 2D knows it anyway
    envs = make_environments(config, n, autoreset=False, **where, **optimal)
    players = AgentPlayer(agent, n, greedy=policy == "greedy", precision=config.precision)
    actor = Actor(players, envs, hear=hear)
    seeds = iter(range(FIRST_SEED, FIRST_SEED + sessions))
    with players.acting():
        actor.begin([next(seeds) for _ in range(n)])
        while done < sessions:
            ended = actor.step().sessions
            done += len(ended)
            yield from ended
            actor.begin_waiting([seed for _, seed in zip(range(int(actor.waiting.sum())), seeds)])
