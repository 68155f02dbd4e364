"""The one acting loop: a player in N environments, step by step.

Path of the data: agent → action → world → observation → **rollout** → learner. Training, evaluation, films and the studio
all act through `Actor`, whoever plays.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gft.players.player import Array, Moment, Player, State
from gft.training.clock import Clock
from gft.training.hearing import Hear
from gft.training.rollout import HOLD, Session, Step


class Actor:
    """A player, and the environments of its sessions.

    The environments are a batch of `xworld`'s. With their autoreset a session is followed by the next at once; without
    (`autoreset=False`) the player waits there, as in the paper, until `begin_waiting`.
    """

    def __init__(
        self,
        player: Player,
        envs: Any,  # xworld's vector environment
        *,
        hear: Hear | None = None,  # what is heard instead of the commands
        clock: Clock | None = None,
    ):
        self.player, self.envs, self.hear = player, envs, hear
        self.n = int(envs.num_envs)
        self.clock = clock or Clock()
        self.waiting = np.zeros(self.n, np.bool_)  # its session has ended and the next not begun
        self.images: Array = np.empty(0)
        self.tracks: Array = np.empty(0)  # of the curriculum, and levels of these
        self.levels: Array = np.empty(0)

    # ---- the loop

    def begin(self, seeds: Sequence[int], options: Mapping[str, Any] | None = None) -> None:
        """Begin a session in every environment; its random stream, and that of its player, start at its seed. `options` are
        those of the environments' reset."""
        observation, _ = self.envs.reset(seed=list(seeds), options=options)
        self.player.seed(np.arange(self.n), seeds)
        self._begun(observation, np.arange(self.n))

    def begin_waiting(self, seeds: Sequence[int] | None = None) -> None:
        """Begin the next session wherever one is waited for; with seeds, as many as there are, each at its seed."""
        which = np.flatnonzero(self.waiting)[: None if seeds is None else len(seeds)]
        if len(which):
            starts: list[int | None] = [None] * self.n
            if seeds is not None:
                self.player.seed(which, seeds)
                for i, seed in zip(which, seeds):
                    starts[i] = seed
            mask = np.isin(np.arange(self.n), which)
            observation, _ = self.envs.reset(seed=starts, options={"reset_mask": mask})
            self._begun(observation, which)

    def step(self, override: Mapping[int, int] | None = None) -> Step:
        """One action everywhere, but for those that wait; `override` has those of some sessions, by number: the player then
        does that instead, and remembers it."""
        acting = ~self.waiting
        images = self.images
        with self.clock("forward"):
            choice = self.player.choose(images)
        chosen = choice.actions
        for i, action in (override or {}).items():
            chosen[i] = action
        actions = np.where(acting, chosen, HOLD)
        with self.clock("world"):
            observation, rewards, terminated, truncated, info = self.envs.step(actions)
        terminated, truncated = terminated & acting, truncated & acting
        ended = np.flatnonzero(terminated | truncated)
        self.player.remember(actions, acting)
        cut_off = self._cut_off(np.flatnonzero(truncated), observation, info)
        sessions = self._sessions(ended, info)
        self.images, self.tracks, self.levels = observation["image"], info["track"], info["level"]
        if not self.envs.autoreset:
            self.waiting[ended] = True
        elif len(ended):
            self._begun(observation, ended)
        rewards = rewards.astype(np.float32)
        return Step(images, actions, rewards, terminated, truncated, choice.thought, cut_off, sessions)

    # ---- taking the state out and putting it back

    def state(self) -> State:
        """Everything that decides how it goes on, but for the weights: arrays with a row for each environment, but for
        "world", which says whose state it is."""
        environments = self.envs.save()
        return {
            "world": environments.pop("world"),
            "environments": environments,
            "waiting": self.waiting.copy(),
            "player": self.player.state(),
        }

    def restore(self, state: State) -> None:
        """Put a state back; what follows is what would have followed."""
        self.images = self.envs.restore(state["environments"] | {"world": state["world"]})["image"]
        self.waiting = np.array(state["waiting"])
        self.player.restore(state.get("player", {}))

    # ----

    def _begun(self, observation: Mapping[str, Any], which: Array) -> None:
        """Sessions have begun in these environments."""
        tokens = observation["tokens"]
        self.images = observation["image"]
        self.waiting[which] = False
        self.player.begin(which, tokens[which] if self.hear is None else self.hear(tokens, which))

    def _cut_off(self, which: Array, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Moment | None:
        """The sessions that the clock has cut off: these would have gone on."""
        if not len(which):
            return None
        last = [info["final_obs"][i]["image"] if self.envs.autoreset else observation["image"][i] for i in which]
        return self.player.moment(which, np.stack(last))

    def _sessions(self, ended: Array, info: Mapping[str, Any]) -> list[Session]:
        if not len(ended):
            return []
        known = info["final_info"] if self.envs.autoreset else info
        fields = [known[name][ended].tolist() for name in Session._fields[1:]]
        return [Session(*row) for row in zip(ended.tolist(), *fields)]


def rows_of(state: State, which: slice | Array) -> State:
    """The state of some of its environments alone."""
    return {
        name: rows_of(value, which) if isinstance(value, dict) else value if name == "world" else value[which]
        for name, value in state.items()
    }
