"""Rollouts: some steps of N agents, collected to be learned from.

Path of the data: acting loop → **rollout** → learner.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from gft.agent import FIRST
from gft.players import AgentPlayer, Moment, Thought
from gft.training.actor import Actor
from gft.training.rollout import HOLD, Rollout

FROM_THE_WORLD = ("images", "actions", "rewards", "terminated", "truncated")  # of a step


def collect(actor: Actor, agents: AgentPlayer, steps: int, *, oracle: bool = False) -> Rollout:
    """T steps of the actor's players, these agents, with the weights as they are now; with `oracle`, and what a shortest
    solution would have done at each."""
    with agents.acting():  # entered once: under autocast, weights are converted once
        return _collect(actor, agents, steps, oracle)


def _collect(actor: Actor, agents: AgentPlayer, steps: int, oracle: bool) -> Rollout:
    actor.begin_waiting()
    agents.forget_conditions()
    start, rows, targets = agents.memory, [], []
    for _ in range(steps):
        if oracle:
            with actor.clock("world"):
                targets.append(actor.envs.oracle())
        rows.append(actor.step())
    thoughts = [row.thought for row in rows if row.thought is not None]
    world = {name: agents.tensor(np.stack([getattr(row, name) for row in rows])) for name in FROM_THE_WORLD}
    with actor.clock("forward"):
        bootstrap = _bootstrap(actor, agents, [row.cut_off for row in rows])
    return Rollout(
        **world,
        **{name: torch.stack([getattr(thought, name) for thought in thoughts]) for name in Thought._fields},
        bootstrap=bootstrap,
        mask=world["actions"] != HOLD,
        targets=agents.tensor(np.stack(targets)) if oracle else None,
        memory=start,
        sessions=[session for row in rows for session in row.sessions],
    )


def _bootstrap(actor: Actor, agents: AgentPlayer, cut_off: Sequence[Moment | None]) -> Tensor:
    """The value of what follows where the next row of a rollout does not tell: after sessions that were cut off, and after
    the last row for agents in the middle of one. [T, B], 0 elsewhere."""
    values = torch.zeros(len(cut_off), actor.n, device=agents.device)
    running = np.flatnonzero(~actor.waiting & (agents.previous != FIRST))
    moments = [(t, moment) for t, moment in enumerate(cut_off) if moment is not None]
    if len(running):
        moments.append((len(cut_off) - 1, agents.moment(running, actor.images[running])))
    if moments:
        for (t, moment), worth in zip(moments, agents.worth([moment for _, moment in moments])):
            values[t, moment.agents] = worth
    return values
