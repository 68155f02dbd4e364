"""What a player is: it hears commands, sees pictures and chooses actions, in N sessions side by side.

Path of the data: observation → **player** → action. The acting loop (`gft.training.actor`) plays any of them: in training,
evaluation, films and the studio alike. Everything that decides how a player goes on is in its state, its random streams
included; so a played session can be gone back into, and gone on with.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray
from torch import Tensor

from gft.agent import Memory

Array = NDArray[Any]
State = dict[str, Any]  # arrays by name, nested, each with a row for every session


class Thought(NamedTuple):
    """What an agent makes of a step, in each session."""

    tokens: Tensor  # [B, L]: the command, as heard
    previous: Tensor  # [B]: the action before
    logits: Tensor  # [B, A]
    values: Tensor  # [B]


class Moment(NamedTuple):
    """Some agents in the middle of their sessions: all it takes to tell what is to come is worth."""

    agents: Tensor  # [K]: their numbers
    images: Tensor  # [K, H, W, 3] bytes
    condition: Tensor  # [K, …]
    previous: Tensor  # [K]
    memory: Memory


class Choice(NamedTuple):
    """What a player wants to do in each session, and if it is an agent, why."""

    actions: Array  # [B]
    thought: Thought | None = None


class Player(Protocol):
    """A player of N sessions."""

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        """Start the random streams of some sessions, each at its seed."""

    def begin(self, which: Array, tokens: Array) -> None:
        """Sessions have begun here, with these commands [K, L]: what was is forgotten."""

    def choose(self, images: Array) -> Choice:
        """An action for each session, from what is seen there [B, H, W, 3]."""
        ...

    def remember(self, actions: Array, acting: Array) -> None:
        """What was done: mostly what was chosen, but somebody may have overridden it; nothing where `acting` is False."""

    def moment(self, which: Array, images: Array) -> Moment | None:
        """Of an agent: some of its sessions as they stand, at these pictures."""
        ...

    def state(self) -> State:
        """Everything that decides how it goes on."""
        ...

    def restore(self, state: State) -> None:
        """Put a state back."""
