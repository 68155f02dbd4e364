"""The one acting loop: N agents with one model in N environments, step by step.

Path of the data: agent → action → world → observation → **rollout** → learner. Training, evaluation and film all act
through `Actor`; it is where what the worlds give (numpy) becomes what agents take (PyTorch), and actions go back.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gft.agent import FIRST, Agent, Memory
from gft.training.clock import Clock
from gft.training.hearing import Array, Hear
from gft.training.precision import computing_in
from gft.training.rollout import HOLD, Moment, Rollout, Session, Step
from gft.training.streams import Streams

State = dict[str, Any]  # arrays by name, nested


class Actor:
    """N agents with one model, each in its environment, remembering its session.

    The environments are a batch of `xworld`'s. With their autoreset an agent goes straight on with its next session;
    without (`autoreset=False`) it waits, as in the paper, until `begin_waiting`.
    """

    def __init__(
        self,
        agent: Agent,
        envs: Any,  # xworld's vector environment
        *,
        greedy: bool = False,
        hear: Hear | None = None,  # what agents hear instead of their commands
        precision: str = "float32",
        clock: Clock | None = None,
    ):
        self.agent, self.envs, self.greedy, self.hear, self.precision = agent, envs, greedy, hear, precision
        self.n = int(envs.num_envs)
        self.streams = Streams(self.n)
        self.clock = clock or Clock()
        self.device = agent.action_embedding.weight.device
        self.memory = agent.start(self.n)
        self.previous = np.full(self.n, FIRST)
        self.waiting = np.zeros(self.n, np.bool_)  # its session has ended and the next not begun
        self.condition: Tensor | None = None
        self.images: Array = np.empty(0)
        self.heard: Array = np.empty(0)
        self.tracks: Array = np.empty(0)  # of the curriculum, and levels of these
        self.levels: Array = np.empty(0)

    # ---- the loop

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Around steps that nothing is learned from by themselves: no gradients, and the agent's precision."""
        with torch.no_grad(), computing_in(self.precision, self.agent):
            yield

    def begin(self, seeds: Sequence[int]) -> None:
        """Begin a session in every environment; its random stream, and that of its agent's actions, start at its seed."""
        observation, _ = self.envs.reset(seed=list(seeds))
        self.streams.seed(np.arange(self.n), seeds)
        self.heard = np.empty_like(observation["tokens"])
        self._begun(observation, np.arange(self.n))

    def begin_waiting(self, seeds: Sequence[int] | None = None) -> None:
        """Begin the next session of all agents that wait for one; with seeds, of as many as there are, each at its seed."""
        which = np.flatnonzero(self.waiting)[: None if seeds is None else len(seeds)]
        if len(which):
            starts: list[int | None] = [None] * self.n
            if seeds is not None:
                self.streams.seed(which, seeds)
                for i, seed in zip(which, seeds):
                    starts[i] = seed
            mask = np.isin(np.arange(self.n), which)
            observation, _ = self.envs.reset(seed=starts, options={"reset_mask": mask})
            self._begun(observation, which)

    def step(self) -> Step:
        """Every agent acts once, but for those that wait."""
        acting = ~self.waiting
        images, tokens, previous = self._tensor(self.images), self._tensor(self.heard), self._tensor(self.previous)
        with self.clock("forward"):
            condition = self._conditions()
            logits, values, memory = self.agent.step(images, condition, previous, self.memory)
            actions = np.where(acting, self._choose(logits), HOLD)
        with self.clock("world"):
            observation, rewards, terminated, truncated, info = self.envs.step(actions)
        terminated, truncated = terminated & acting, truncated & acting
        ended = np.flatnonzero(terminated | truncated)
        self._remember(memory, actions, acting)
        cut_off = self._cut_off(np.flatnonzero(truncated), observation, info, condition)
        sessions = self._sessions(ended, info)
        self.images, self.tracks, self.levels = observation["image"], info["track"], info["level"]
        if not self.envs.autoreset:
            self.waiting[ended] = True
        elif len(ended):
            self._begun(observation, ended)
        return Step(
            images,
            tokens,
            previous,
            logits,
            values,
            self._tensor(actions),
            self._tensor(rewards.astype(np.float32)),
            self._tensor(terminated),
            self._tensor(truncated),
            cut_off,
            sessions,
        )

    def collect(self, steps: int, *, oracle: bool = False) -> Rollout:
        """T steps with the model as it is now; with `oracle`, and what a shortest solution would have done at each."""
        with self.acting():
            return self._collect(steps, oracle)

    def _collect(self, steps: int, oracle: bool) -> Rollout:
        self.begin_waiting()
        self.forget_conditions()
        start, rows, targets = self.memory, [], []
        for _ in range(steps):
            if oracle:
                with self.clock("world"):
                    targets.append(self._tensor(self.envs.oracle()))
            rows.append(self.step())
        names = [name for name in Step._fields if name not in ("cut_off", "sessions")]
        stacked = {name: torch.stack([getattr(row, name) for row in rows]) for name in names}
        return Rollout(
            **stacked,
            bootstrap=self._bootstrap([row.cut_off for row in rows]),
            mask=stacked["actions"] != HOLD,
            targets=torch.stack(targets) if oracle else None,
            memory=start,
            sessions=[session for row in rows for session in row.sessions],
        )

    def forget_conditions(self) -> None:
        """The weights have changed, or gradients are to flow anew: what depends on the commands is computed again."""
        self.condition = None

    # ---- taking the state out and putting it back

    def state(self) -> State:
        """Everything that decides how acting goes on, but for the weights: arrays with a row for each environment, but for
        "world", which says whose state it is."""
        environments = self.envs.save()
        return {
            "world": environments.pop("world"),
            "environments": environments,
            "memory": {name: part.detach().cpu().numpy() for name, part in self.memory._asdict().items()},
            "previous": self.previous,
            "waiting": self.waiting,
            "heard": self.heard,
            "streams": self.streams.state,
        }

    def restore(self, state: State) -> None:
        """Put a state back; what follows is what would have followed."""
        self.images = self.envs.restore(state["environments"] | {"world": state["world"]})["image"]
        self.memory = Memory(*(self._tensor(state["memory"][name]) for name in Memory._fields))
        self.previous, self.waiting, self.heard = (np.array(state[name]) for name in ("previous", "waiting", "heard"))
        self.streams.state = np.array(state["streams"])
        self.forget_conditions()

    # ----

    def _begun(self, observation: Mapping[str, Any], which: Array) -> None:
        """Sessions have begun in these environments."""
        tokens = observation["tokens"]
        self.images, self.heard = observation["image"], self.heard.copy()  # earlier steps keep theirs
        self.heard[which] = tokens[which] if self.hear is None else self.hear(tokens, which)
        self.previous[which] = FIRST
        self.waiting[which] = False
        if self.condition is not None:
            new = self.agent.condition(self._tensor(self.heard[which]))
            self.condition[self._tensor(which)] = new

    def _conditions(self) -> Tensor:
        """What depends on the commands alone, computed once a session."""
        if self.condition is None:
            self.condition = self.agent.condition(self._tensor(self.heard))
        return self.condition

    def _choose(self, logits: Tensor) -> NDArray[np.int64]:
        """Actions [B]: the likeliest, or drawn with one uniform number each by the inverse of the distribution function."""
        if self.greedy:
            return cast(NDArray[np.int64], logits.detach().argmax(dim=1).cpu().numpy())
        cumulative = logits.detach().double().softmax(dim=1).cumsum(dim=1).cpu().numpy()[:, :-1]  # [B, A−1]
        return cast(NDArray[np.int64], (cumulative <= self.streams.uniform()[:, None]).sum(axis=1))

    def _remember(self, memory: Memory, actions: Array, acting: NDArray[np.bool_]) -> None:
        if acting.all():
            self.memory, self.previous = memory, actions.copy()
            return
        moved = self._tensor(acting).unsqueeze(1)
        self.memory = Memory(*(torch.where(moved, new, old) for new, old in zip(memory, self.memory)))
        self.previous = np.where(acting, actions, self.previous)

    def _cut_off(
        self, which: Array, observation: Mapping[str, Any], info: Mapping[str, Any], condition: Tensor
    ) -> Moment | None:
        """The agents whose sessions the clock has cut off: these would have gone on."""
        if not len(which):
            return None
        last = [info["final_obs"][i]["image"] if self.envs.autoreset else observation["image"][i] for i in which]
        return self._moment(which, np.stack(last), condition)

    def _moment(self, which: Array, images: Array, condition: Tensor) -> Moment:
        agents = self._tensor(which)
        memory = Memory(*(part[agents] for part in self.memory))
        return Moment(agents, self._tensor(images), condition[agents], self._tensor(self.previous)[agents], memory)

    def _bootstrap(self, cut_off: Sequence[Moment | None]) -> Tensor:
        """The value of what follows where the next row of a rollout does not tell: after sessions that were cut off, and
        after the last row for agents in the middle of one. [T, B], 0 elsewhere; all of them are valued at once."""
        values = torch.zeros(len(cut_off), self.n, device=self.device)
        running = np.flatnonzero(~self.waiting & (self.previous != FIRST))
        moments = [(t, moment) for t, moment in enumerate(cut_off) if moment is not None]
        if len(running):
            moments.append((len(cut_off) - 1, self._moment(running, self.images[running], self._conditions())))
        if moments:
            images, condition, previous = (
                torch.cat([getattr(moment, name) for _, moment in moments]) for name in ("images", "condition", "previous")
            )
            memory = Memory(*(torch.cat(parts) for parts in zip(*(moment.memory for _, moment in moments))))
            with self.clock("forward"):
                worth = self.agent.step(images, condition, previous, memory)[1]
            for (t, moment), part in zip(moments, worth.split([len(moment.agents) for _, moment in moments])):
                values[t, moment.agents] = part
        return values

    def _sessions(self, ended: Array, info: Mapping[str, Any]) -> list[Session]:
        if not len(ended):
            return []
        known = info["final_info"] if self.envs.autoreset else info
        fields = [known[name][ended].tolist() for name in Session._fields]
        return [Session(*row) for row in zip(*fields)]

    def _tensor(self, array: Array) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)
