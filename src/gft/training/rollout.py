"""What acting leaves behind: steps, rollouts, and sessions that have ended.

Path of the data: acting loop → **rollout** → returns, learner, metrics.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from torch import Tensor

from gft.agent import Memory
from gft.players.player import Array, Moment, Thought
from gft.runs.metrics import Where
from gft.runs.results import Tally

HOLD = -1  # the action that leaves an environment as it is


class Session(NamedTuple):
    """What there is to know of a session that has ended."""

    environment: int
    task: str
    success: bool
    outcome: str  # success, failure or timeout
    steps: int
    optimal_steps: int
    spl: float
    track: str  # of the curriculum
    level: int
    relation: str | None  # which of its task's, say left; None if it has but one
    objects: tuple[str, ...]  # the classes that its command named
    reached: str | None  # the class of the object that was run into at its end
    reason: str  # why it failed: wrong object, named object, wrong side or time up; empty if it did not

    def tally(self) -> Tally:
        """This session as a count."""
        failed, late = self.outcome == "failure", self.outcome == "timeout"
        return Tally(1, int(self.success), int(failed), int(late), self.steps, self.spl)


class Step(NamedTuple):
    """One step of B sessions: what was seen, what was done, what came of it."""

    images: Array  # [B, H, W, 3] bytes
    actions: Array  # [B]; HOLD where nobody acted
    rewards: Array  # [B]
    terminated: Array  # [B]
    truncated: Array  # [B]
    thought: Thought | None  # what an agent made of it
    cut_off: Moment | None  # the agents whose time ran out, at the observation that they did not act on any more
    sessions: list[Session]  # those that this step has ended


class Rollout(NamedTuple):
    """T steps of B agents, stacked, and what learning needs beside them."""

    images: Tensor  # [T, B, H, W, 3] bytes
    tokens: Tensor  # [T, B, L]
    previous: Tensor  # [T, B]
    logits: Tensor  # [T, B, A]
    values: Tensor  # [T, B]
    actions: Tensor  # [T, B]
    rewards: Tensor  # [T, B]
    terminated: Tensor  # [T, B]
    truncated: Tensor  # [T, B]
    bootstrap: Tensor  # [T, B]: value of what follows where the next row does not tell: at time-outs and after the last row
    mask: Tensor  # [T, B]: steps that count; False where an agent waited
    targets: Tensor | None  # [T, B]: the oracle's actions, −1 where it has none
    memory: Memory  # before the first row
    sessions: list[Session]

    def of(self, which: Any) -> "Rollout":
        """The part of some environments: an index or slice over B. The sessions stay with the whole."""
        parts = {name: part[:, which] for name, part in self._asdict().items() if isinstance(part, Tensor)}
        memory = Memory(*(part[which] for part in self.memory))
        return self._replace(**parts, memory=memory, sessions=[])


def tallied(sessions: Iterable[Session]) -> dict[Where, Tally]:
    """How sessions went, by track, level and task."""
    tallies: dict[Where, Tally] = {}
    for session in sessions:
        key = (session.track, session.level, session.task)
        tallies[key] = tallies.get(key, Tally()) + session.tally()
    return tallies
