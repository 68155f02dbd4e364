"""Players without weights: the oracle, chance, and a person's keys."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gft.players.player import Array, Choice, State
from gft.players.streams import Streams
from xworld import ACTIONS, XWorldError

STAY = 0  # what is chosen where there is nothing left to choose


class OraclePlayer:
    """Knows the map and the verdicts, and takes a shortest (3D: short) way to success."""

    def __init__(self, envs: Any):  # xworld's vector environment
        self.envs = envs

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        """Nothing is random."""

    def begin(self, which: Array, tokens: Array) -> None:
        """It needs no command."""

    def choose(self, images: Array) -> Choice:
        return Choice(np.maximum(self.envs.oracle(), STAY))

    def remember(self, actions: Array, acting: Array) -> None:
        """It looks anew at every step."""

    def moment(self, which: Array, images: Array) -> None: ...

    def state(self) -> State:
        return {}

    def restore(self, state: State) -> None: ...


class Chance:
    """Takes any action, each as likely as the other."""

    def __init__(self, n: int):
        self.streams = Streams(n)

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        self.streams.seed(which, seeds)

    def begin(self, which: Array, tokens: Array) -> None:
        """It needs no command."""

    def choose(self, images: Array) -> Choice:
        return Choice((self.streams.uniform() * len(ACTIONS)).astype(np.int64))

    def remember(self, actions: Array, acting: Array) -> None:
        """It remembers nothing."""

    def moment(self, which: Array, images: Array) -> None: ...

    def state(self) -> State:
        return {"streams": self.streams.state.copy()}

    def restore(self, state: State) -> None:
        self.streams.state = np.array(state["streams"])


class Keys:
    """Somebody else decides: each session does what was pressed for it last, once."""

    def __init__(self, n: int):
        self.pressed = np.full(n, -1)

    def press(self, session: int, action: int | str) -> None:
        """The next action of a session, by number or name."""
        number = ACTIONS.index(action) if action in ACTIONS else action
        if not isinstance(number, int) or not 0 <= number < len(ACTIONS):
            raise XWorldError(f"action {action!r} does not exist; there are {', '.join(ACTIONS)}.")
        self.pressed[session] = number

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        """Nothing is random."""

    def begin(self, which: Array, tokens: Array) -> None:
        self.pressed[which] = -1

    def choose(self, images: Array) -> Choice:
        if (self.pressed < 0).any():
            session = int(np.argmax(self.pressed < 0))
            raise XWorldError(f"no key was pressed for session {session}; call press(session, action).")
        return Choice(self.pressed.copy())

    def remember(self, actions: Array, acting: Array) -> None:
        self.pressed[:] = -1

    def moment(self, which: Array, images: Array) -> None: ...

    def state(self) -> State:
        return {"pressed": self.pressed.copy()}

    def restore(self, state: State) -> None:
        self.pressed = np.array(state["pressed"])
