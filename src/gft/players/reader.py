"""Players of words: one that speaks the oracle's actions, and one that reads what it sees.

Path of the data: text → **player** → action. They need no model: together they show that the text and the actions suffice.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from gft.players.player import Array, Choice, State
from gft.players.remembering import Memory
from gft.players.rules import TURN_RIGHT, next_action
from xworld import DEFAULT_ACTION, SPOKEN_ACTIONS, grammar, read_action


class Speaker:
    """Says what the oracle would do, and does what was understood: the channel of the actions alone."""

    def __init__(self, envs: Any):  # xworld's vector environment
        self.envs = envs

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        """Nothing is random."""

    def begin(self, which: Array, tokens: Array) -> None:
        """It needs no command."""

    def choose(self, images: Array) -> Choice:
        spoken = [f"I take this one: {SPOKEN_ACTIONS[max(0, action)]}." for action in self.envs.oracle().tolist()]
        read = [read_action(answer) for answer in spoken]
        return Choice(np.array([DEFAULT_ACTION if action is None else action for action in read]))

    def remember(self, actions: Array, acting: Array) -> None:
        """It looks anew at every step."""

    def moment(self, which: Array, images: Array) -> None: ...

    def state(self) -> State:
        return {}

    def restore(self, state: State) -> None: ...


class Reader:
    """Reads the text of what is seen and of the command, remembers where things are, and explores. It never looks at
    pictures, and knows nothing of the map."""

    def __init__(self, envs: Any):  # xworld's vector environment
        self.envs, self.world = envs, envs.world
        self.memories = [Memory(self.world) for _ in range(envs.num_envs)]
        self.commands = [""] * envs.num_envs
        self.pending: list[list[int]] = [[] for _ in range(envs.num_envs)]  # the rest of an action by cells, in 3D
        self.waiting = np.zeros(envs.num_envs, np.bool_)  # nothing was done there last time: no session

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        """Nothing is random."""

    def begin(self, which: Array, tokens: Array) -> None:
        for i, command in zip(which.tolist(), tokens):
            self.memories[i], self.pending[i] = Memory(self.world), []
            self.commands[i] = self.envs.vocabulary.decode(command)
            self.waiting[i] = False

    def choose(self, images: Array) -> Choice:
        chosen, playing = np.full(len(self.memories), TURN_RIGHT), np.flatnonzero(~self.waiting)
        for i, text in zip(playing.tolist(), self.envs.texts(playing)):
            chosen[i] = self._choose(i, text)
        return Choice(chosen)

    def _choose(self, i: int, text: str) -> int:
        memory = self.memories[i]
        memory.look(text)
        if self.pending[i]:
            return self.pending[i][0]
        if memory.heading % 2 or not memory.oriented:
            return TURN_RIGHT
        action = next_action(grammar(self.world).parse(self.commands[i]), memory)
        self.pending[i] = [action] * (2 if self.world == "3d" else 1)
        return action

    def remember(self, actions: Array, acting: Array) -> None:
        for i, action in enumerate(actions.tolist()):
            self.waiting[i] = not acting[i]
            if acting[i]:
                self.memories[i].moved(action)
                self.pending[i] = self.pending[i][1:] if self.pending[i][:1] == [action] else []

    def moment(self, which: Array, images: Array) -> None: ...

    def state(self) -> State:
        plain = [
            json.dumps([memory.to_dict(), command, pending])
            for memory, command, pending in zip(self.memories, self.commands, self.pending)
        ]
        return {"remembered": np.array(plain), "waiting": self.waiting.copy()}

    def restore(self, state: State) -> None:
        for i, plain in enumerate(state["remembered"].tolist()):
            memory, self.commands[i], self.pending[i] = json.loads(plain)
            self.memories[i] = Memory.from_dict(memory)
        self.waiting = np.array(state["waiting"])
