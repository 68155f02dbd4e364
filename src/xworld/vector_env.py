"""A batch of environments of any world, stepped as one, for Gymnasium.

Path of the data: observation → agent → action. The options are those of `xworld.options.Options`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from xworld.errors import XWorldError, whole
from xworld.intervention import begin_sessions, draw_command, give_command, scene_of
from xworld.language import Vocabulary
from xworld.options import Options
from xworld.session import Session
from xworld.simulation import Simulation
from xworld.spaces import action_space, check_render_mode, metadata, observation_space


class XWorldVector(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """A batch of environments of any world.

    Environment i does exactly what it would do alone with its seed, whatever N is. Autoreset is SAME_STEP: when a session
    ends, the same step returns the first observation of the next one, and `info` keeps the last observation of the
    old in "final_obs" and what there is to know of it in "final_info". With `autoreset=False` a session that has ended
    waits for `reset(options={"reset_mask": …})`.

    The action −1 leaves an environment as it is: no step, no reward. ParallelA2C uses it for agents that wait for the next
    minibatch.
    """

    world: ClassVar[str]

    def __init__(self, num_envs: int = 1, render_mode: str | None = None, autoreset: bool = True, **options: Any):
        self.render_mode = check_render_mode(render_mode, self.world)
        if not isinstance(autoreset, bool):
            raise XWorldError(f"autoreset={autoreset!r} is not usable; give True or False.")
        self.simulation = Simulation(num_envs, Options.of(options, self.world), self.world)
        self.num_envs = num_envs = self.simulation.n
        self.autoreset = autoreset
        self.autoreset_mode = AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED  # TorchRL looks here
        self.metadata = {**metadata(self.world), "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.simulation)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._all.setflags(write=False)  # it is handed out with every info
        self._masks: dict[str, NDArray[np.bool_]] = {}

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a session in every environment, or in those of `options["reset_mask"]`.

        With a seed, environment i is seeded with seed + i; a list gives each its own, None leaving a stream as it is.
        Other options say how the sessions are, as for a single environment: for all that begin, or a dictionary by number.
        """
        which = self._masked(options)
        seeds = [int(seed) + i for i in range(self.num_envs)] if isinstance(seed, (int, np.integer)) else seed
        if seeds is not None and not isinstance(seeds, Sequence):
            raise XWorldError(f"seed={seed!r} is not usable; give a whole number, at least 0, or one for each environment.")
        if seeds is not None and len(seeds) != self.num_envs:
            raise XWorldError(
                f"seed has {len(seeds)} entries for {self.num_envs} environments; give one each, or one number."
            )
        fresh = None if self.simulation.begun else np.random.SeedSequence().generate_state(self.num_envs, np.uint64)
        starts: dict[int, int] = {}
        for i in which.tolist():
            number = None if seeds is None else seeds[i]
            if number is None and fresh is not None:
                number = int(fresh[i])
            if number is not None:
                starts[i] = number
        begin_sessions(self.simulation, which.tolist(), options, starts)
        return self.simulation.observe(), self._info()

    def command(self, i: int, sentence: str) -> None:
        """Give environment i another command on its present map, nothing moved: a new session from there."""
        give_command(self.simulation, self._number(i), sentence)

    def ask(self, i: int, task: str | None = None) -> None:
        """The same, but the teacher chooses what to ask: of one task, or of any."""
        draw_command(self.simulation, self._number(i), task)

    def observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Observations and infos as they are now, say after a command."""
        return self.simulation.observe(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        simulation = self.simulation
        rewards, terminated, truncated, ended = simulation.step(actions)
        final: dict[str, Any] = {}
        if len(ended) and self.autoreset:
            final = self._final(ended, terminated | truncated)
            simulation.begin(ended)
        return simulation.observe(), rewards, terminated, truncated, {**self._info(), **final}

    def render(self) -> tuple[Any, ...]:
        """A picture or a text of every environment, as `XWorld.render`."""
        return tuple(self.simulation.render(i, self.render_mode) for i in range(self.num_envs))

    def session(self, i: int) -> Session:
        """The session of environment i as data, up to where it is."""
        return self.simulation.session(self._number(i))

    def scene(self, i: int) -> dict[str, Any]:
        """The session of environment i as plain data and how it stands: see `XWorld.scene`."""
        return scene_of(self.simulation, self._number(i))

    def picture(self, i: int, side: int = 336, samples: int = 1) -> NDArray[np.uint8]:
        """What the agent of environment i sees, for people: see `XWorld.picture`."""
        return self.simulation.picture(self._number(i), side, samples)

    def texts(self, which: NDArray[np.int64] | None = None) -> list[str]:
        """What every agent sees, or those of some environments, in words: see `XWorld.text`."""
        return self.simulation.describe(which)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of these environments, those of their own tasks and objects included."""
        return self.simulation.vocabulary

    def oracle(self) -> NDArray[np.int64]:
        """The next action of a shortest (3D: short) solution in every environment, −1 where none is left."""
        return self.simulation.oracle()

    def solution(self, i: int) -> list[int]:
        """All actions of a shortest (3D: short) solution in environment i, from where it is; empty if there is none."""
        return self.simulation.solution(self._number(i))

    def set_levels(self, levels: Any) -> None:
        """Put every environment on a level (one number, or one each) from its next session on."""
        self.simulation.set_levels(levels)

    def save(self) -> dict[str, NDArray[Any]]:
        """The whole state, as arrays: streams, levels, histories and running sessions."""
        return self.simulation.save()

    def restore(self, state: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """Put a saved state back; returns the observations there. What follows is what would have followed."""
        self.simulation.restore(state)
        return self.simulation.observe()

    def _number(self, i: int) -> int:
        return whole("environment", i, 0, self.num_envs - 1)

    def _masked(self, options: dict[str, Any] | None) -> NDArray[np.int64]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self.simulation.everyone
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not self.simulation.begun:
            raise XWorldError(f"reset_mask must be {self.num_envs} booleans, after a first reset of all environments.")
        return np.flatnonzero(mask)

    def _final(self, ended: NDArray[np.int64], mask: NDArray[np.bool_]) -> dict[str, Any]:
        """What Gymnasium's vector environments keep of a session that ends."""
        last = self.simulation.observe(ended)
        observations = np.full(self.num_envs, None, object)
        for n, i in enumerate(ended):
            observations[i] = {key: value[n] for key, value in last.items()}
        info = self.simulation.info()
        info.update({f"_{key}": mask for key in tuple(info)})
        return {"final_obs": observations, "_final_obs": mask, "final_info": info, "_final_info": mask}

    def _info(self) -> dict[str, Any]:
        """What is known of every environment, and, as Gymnasium wants it, for whom: for all."""
        info = self.simulation.info()
        if not self._masks:
            self._masks = {f"_{key}": self._all for key in info}
        return {**info, **self._masks}
