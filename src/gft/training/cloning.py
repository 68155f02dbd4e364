"""Rollouts out of a data set: somebody else has acted, and is followed.

Path of the data: data set → **rollout** → learner. `Demonstrations` takes the place of the acting loop: every lane goes
through sessions one after the other, as an environment would, and the agent's memory goes along. Which session comes next in
a lane depends on the run's seed alone, so that a run can be stopped and gone on with, in any number of processes.
"""

import zlib
from typing import NamedTuple

import numpy as np
import torch

from gft.agent import FIRST
from gft.players import AgentPlayer
from gft.players.player import Array, State
from gft.training.rollout import Rollout
from xworld import Dataset, Episode, XWorldError

PACKING = 1  # zlib's level: pictures are unpacked far more often than packed


class Packed(NamedTuple):
    """A session in memory: a data set of pictures as they are would not fit."""

    images: bytes  # compressed
    shape: tuple[int, ...]  # [T + 1, H, W, 3]
    tokens: Array  # [L]
    actions: Array  # [T]
    rewards: Array  # [T]
    returns: Array  # [T + 1]: what is to come is worth, as it went; 0 after the last step, however it ended
    cut_off: bool

    @classmethod
    def of(cls, episode: Episode, gamma: float) -> "Packed":
        returns = np.zeros(len(episode.rewards) + 1)
        for t in range(len(episode.rewards) - 1, -1, -1):
            returns[t] = episode.rewards[t] + gamma * returns[t + 1]
        packed = zlib.compress(episode.images.tobytes(), PACKING)
        actions, tokens = episode.actions.astype(np.int64), episode.tokens.astype(np.int64)
        return cls(packed, episode.images.shape, tokens, actions, episode.rewards, returns, episode.cut_off)

    def unpacked(self) -> Array:
        return np.frombuffer(zlib.decompress(self.images), np.uint8).reshape(self.shape)


class Demonstrations:
    """Lanes first, first + 1, … of all, each going through the sessions of a data set."""

    def __init__(self, data: str, world: str, agents: AgentPlayer, *, lanes: int, first: int, seed: int, gamma: float):
        dataset = Dataset(data)
        if dataset.recipe.world != world:
            raise XWorldError(f"{data!r} is of XWORLD{dataset.recipe.world.upper()}, and the run of XWORLD{world.upper()}.")
        self.episodes = [Packed.of(episode, gamma) for episode in dataset]
        self.mark = np.frombuffer(zlib.crc32(dataset.recipe.to_json().encode()).to_bytes(4, "big"), np.uint8)
        self.agents, self.lanes, self.first, self.seed, self.n = agents, lanes, first, seed, agents.n
        self.rounds = np.zeros(self.n, np.int64)  # sessions that a lane has gone through
        self.steps = np.zeros(self.n, np.int64)  # in the session in hand
        self.orders: dict[int, Array] = {}
        self.images: list[Array] = []
        self.tracks, self.levels = np.full(self.n, "main", object), np.ones(self.n, np.int64)
        self._take_up()

    def collect(self, steps: int) -> Rollout:
        """The next T steps of every lane, and what the agent makes of them now."""
        rows = self._rows(steps)
        tensors = {name: self.agents.tensor(array) for name, array in rows.items()}
        images, tokens, previous = (tensors[name] for name in ("images", "tokens", "previous"))
        start = self.agents.memory
        with self.agents.acting():
            logits, values, self.agents.memory = self.agents.agent.rollout(images, tokens, previous, start)
        return Rollout(
            **tensors,
            logits=logits,
            values=values,
            mask=torch.ones_like(previous, dtype=torch.bool),
            targets=tensors["actions"],
            memory=start,
            sessions=[],
        )

    def state(self) -> State:
        """Where every lane is; "world" says in which data set."""
        return {"world": self.mark, "rounds": self.rounds.copy(), "steps": self.steps.copy(), "player": self.agents.state()}

    def restore(self, state: State) -> None:
        """Put a state back; what follows is what would have followed."""
        if not np.array_equal(state["world"], self.mark):
            raise XWorldError("the run was learning from another data set; give it back, or start a new run.")
        self.rounds, self.steps = np.array(state["rounds"]), np.array(state["steps"])
        self.agents.restore(state["player"])
        self._take_up()

    # ----

    def _rows(self, steps: int) -> dict[str, Array]:
        """Arrays [T, B, …] of the next steps, lane by lane."""
        shape = steps, self.n
        rows: dict[str, Array] = {
            "images": np.empty((*shape, *self.episodes[0].shape[1:]), np.uint8),
            "tokens": np.empty((*shape, len(self.episodes[0].tokens)), np.int64),
            "bootstrap": np.zeros(shape, np.float32),
            "rewards": np.empty(shape, np.float32),
            "terminated": np.zeros(shape, np.bool_),
            "truncated": np.zeros(shape, np.bool_),
            "previous": np.empty(shape, np.int64),
            "actions": np.empty(shape, np.int64),
        }
        for lane in range(self.n):
            row = 0
            while row < steps:
                row = self._fill(rows, lane, row, steps)
        return rows

    def _fill(self, rows: dict[str, Array], lane: int, row: int, steps: int) -> int:
        """Put the rest of a lane's session into its column from a row on; returns the row after."""
        episode, begin = self._session(lane), int(self.steps[lane])
        end = min(len(episode.actions), begin + steps - row)
        here, there = slice(row, row + end - begin), slice(begin, end)
        rows["images"][here, lane] = self.images[lane][there]
        rows["tokens"][here, lane] = episode.tokens
        rows["actions"][here, lane], rows["rewards"][here, lane] = episode.actions[there], episode.rewards[there]
        rows["previous"][here, lane] = np.concatenate([[FIRST], episode.actions])[there]
        if end < len(episode.actions):
            rows["bootstrap"][-1, lane] = episode.returns[end]
            self.steps[lane] = end
            return steps
        rows["truncated" if episode.cut_off else "terminated"][here.stop - 1, lane] = True
        self.rounds[lane] += 1
        self.steps[lane] = 0
        self.images[lane] = self._session(lane).unpacked()
        return here.stop

    def _session(self, lane: int) -> Packed:
        """The session in hand in a lane: all lanes together go through all sessions, in a new order every time."""
        number = int(self.rounds[lane]) * self.lanes + self.first + lane
        time, place = divmod(number, len(self.episodes))
        if time not in self.orders:
            self.orders[time] = np.random.default_rng((self.seed, time)).permutation(len(self.episodes))
            self.orders.pop(time - 3, None)
        return self.episodes[self.orders[time][place]]

    def _take_up(self) -> None:
        """Unpack the sessions in hand."""
        self.images = [self._session(lane).unpacked() for lane in range(self.n)]
        tokens = np.stack([self._session(lane).tokens for lane in range(self.n)])
        if not self.agents.heard.shape[1]:
            self.agents.begin(np.arange(self.n), tokens)
