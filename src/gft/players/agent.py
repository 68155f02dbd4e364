"""A trained agent as a player: one model, N sessions, each with its memory and its command.

Path of the data: observation → **agent** → action. Here what the worlds give (numpy) becomes what agents take (PyTorch), and
actions go back.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gft.agent import FIRST, Agent, Memory
from gft.agent.precision import computing_in
from gft.players.player import Array, Choice, Moment, State, Thought
from gft.players.streams import Streams


class Present(NamedTuple):
    """What the agents make of what they see now, before anything is done."""

    images: Array  # [B, H, W, 3] bytes
    features: Tensor  # [B, D, h, w]: of the CNN
    previous: Tensor  # [B]
    logits: Tensor  # [B, A]
    values: Tensor  # [B]
    following: Memory  # once it is done


class AgentPlayer:
    """N agents with one model, each remembering its session."""

    def __init__(self, agent: Agent, n: int, *, greedy: bool = False, precision: str = "float32"):
        self.agent, self.n, self.greedy, self.precision = agent, n, greedy, precision
        self.streams = Streams(n)
        self.device = agent.action_embedding.weight.device
        self.memory = agent.start(n)
        self.present: Present | None = None  # of the step in hand
        self.previous = np.full(n, FIRST)
        self.heard: Array = np.empty((n, 0), np.int64)
        self.condition: Tensor | None = None

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Around steps that nothing is learned from by themselves: no gradients, and the agent's precision."""
        with torch.no_grad(), computing_in(self.precision, self.agent):
            yield

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        self.streams.seed(which, seeds)

    def begin(self, which: Array, tokens: Array) -> None:
        if self.heard.shape[1] != tokens.shape[1]:
            self.heard = np.zeros((self.n, tokens.shape[1]), tokens.dtype)
        self.heard = self.heard.copy()  # earlier steps keep theirs
        self.heard[which] = tokens
        self.previous[which] = FIRST
        self.present = None
        if self.condition is not None:
            with self.acting():
                self.condition[self.tensor(which)] = self.agent.condition(self.tensor(tokens))

    def choose(self, images: Array) -> Choice:
        present = self.look(images)
        thought = Thought(self.tensor(self.heard), present.previous, present.logits, present.values)
        return Choice(self._draw(present.logits), thought)

    def remember(self, actions: Array, acting: Array) -> None:
        assert self.present is not None, "nothing was chosen"
        following, self.present = self.present.following, None
        if acting.all():
            self.memory, self.previous = following, actions.copy()
            return
        moved = self.tensor(acting).unsqueeze(1)
        self.memory = Memory(*(torch.where(moved, new, old) for new, old in zip(following, self.memory)))
        self.previous = np.where(acting, actions, self.previous)

    def moment(self, which: Array, images: Array) -> Moment:
        agents = self.tensor(which)
        memory, condition = Memory(*(part[agents] for part in self.memory)), self.conditions()[agents]
        return Moment(agents, self.tensor(images), condition, self.tensor(self.previous)[agents], memory)

    def state(self) -> State:
        return {
            "memory": {name: part.detach().cpu().numpy() for name, part in self.memory._asdict().items()},
            "previous": self.previous.copy(),
            "heard": self.heard.copy(),
            "streams": self.streams.state.copy(),
        }

    def restore(self, state: State) -> None:
        self.memory = Memory(*(self.tensor(state["memory"][name]) for name in Memory._fields))
        self.previous, self.heard = np.array(state["previous"]), np.array(state["heard"])
        self.streams.state = np.array(state["streams"])
        self.forget_conditions()

    # ---- what learning and explaining ask for

    def look(self, images: Array) -> Present:
        """What the agents make of these pictures: once a step, for acting and for whoever asks why. It draws nothing."""
        if self.present is None or self.present.images is not images:
            previous = self.tensor(self.previous)
            with self.acting():
                features = self.agent.cnn(self.tensor(images))
                made = self.agent.step_on(features, self.conditions(), previous, self.memory)
            self.present = Present(images, features, previous, *made)
        return self.present

    def response(self, images: Array) -> Tensor | None:
        """How strongly each cell of these pictures answers to the commands, [B, h, w]: see `Agent.response`."""
        present = self.look(images)
        with self.acting():
            return self.agent.grounding.response(present.features, self.conditions())

    def forget_conditions(self) -> None:
        """The weights have changed: what depends on the commands alone is computed again."""
        self.condition = self.present = None

    def conditions(self) -> Tensor:
        """What depends on the commands alone, computed once a session."""
        if self.condition is None:
            with self.acting():
                self.condition = self.agent.condition(self.tensor(self.heard))
        return self.condition

    def worth(self, moments: Sequence[Moment]) -> Sequence[Tensor]:
        """What is to come is worth, [K] for each moment; all of them are valued at once."""
        images, condition, previous = (
            torch.cat([getattr(moment, name) for moment in moments]) for name in ("images", "condition", "previous")
        )
        memory = Memory(*(torch.cat(parts) for parts in zip(*(moment.memory for moment in moments))))
        with self.acting():
            values = self.agent.step(images, condition, previous, memory)[1]
        return values.split([len(moment.agents) for moment in moments])

    def tensor(self, array: Array) -> Tensor:
        """An array where the agent computes."""
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _draw(self, logits: Tensor) -> NDArray[np.int64]:
        """Actions [B]: the likeliest, or drawn with one uniform number each by the inverse of the distribution function."""
        if self.greedy:
            return cast(NDArray[np.int64], logits.argmax(dim=1).cpu().numpy())
        cumulative = logits.double().softmax(dim=1).cumsum(dim=1).cpu().numpy()[:, :-1]  # [B, A−1]
        return cast(NDArray[np.int64], (cumulative <= self.streams.uniform()[:, None]).sum(axis=1))
