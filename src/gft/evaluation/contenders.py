"""Whoever can be tested: the agent of a run, one that comes with the package, or a player that needs no weights, by name.

Path of the data: checkpoint, name → **contender** → test sessions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

from gft.agent import Agent
from gft.players import AgentPlayer, Player, make_player, named_player
from gft.runs.checkpoint import load_agent
from gft.runs.config import Config

Contender = Agent | str  # an agent, or the kind of a player without weights


def load_contender(source: Path | str) -> tuple[Contender, Config]:
    """Who is meant by a run's folder, a checkpoint or a name, and the world that it plays in."""
    named = named_player(source)
    if named is None:
        return load_agent(source)
    kind, world = named
    return kind, Config(world=world, method=kind, curriculum=None)


def as_player(contender: Contender, envs: Any, config: Config, *, greedy: bool) -> Player:
    """A contender as a player of a batch of environments."""
    if isinstance(contender, str):
        return make_player(contender, envs)
    return AgentPlayer(contender, int(envs.num_envs), greedy=greedy, precision=config.precision)


@contextmanager
def acting(player: Player) -> Iterator[None]:
    """Around its steps: an agent's need no gradients, and no more than one thread. On a busy machine several would wait for
    each other for longer than they work, by tens of times."""
    if not isinstance(player, AgentPlayer):
        yield
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with player.acting():
            yield
    finally:
        torch.set_num_threads(threads)
