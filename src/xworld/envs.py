"""XWORLD for Gymnasium: one environment, or a batch of them that is stepped as one.

Path of the data: observation → agent → action. The options are those of `xworld.options.Options`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of, whole
from xworld.language import Vocabulary
from xworld.maps.grid import ACTIONS
from xworld.options import Options
from xworld.simulation import WORLDS, Simulation
from xworld.world2d.world import World2D
from xworld.world3d.world import World3D

CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789 .?!'_-"
RENDER_FPS = 6


def observation_space(simulation: Simulation) -> spaces.Dict:
    """One environment's observation."""
    longest = max(map(len, simulation.vocabulary.words))
    extras = simulation.world.extra_spaces()
    return spaces.Dict(
        {
            "image": spaces.Box(0, 255, simulation.world.image_shape, np.uint8),
            **{name: spaces.Box(low, high, shape, kind) for name, (low, high, shape, kind) in extras.items()},
            "tokens": spaces.Box(0, len(simulation.vocabulary), (simulation.teacher.tokens,), np.int64),
            "mission": spaces.Text(simulation.teacher.tokens * (longest + 1), min_length=0, charset=CHARACTERS),
        }
    )


def check_render_mode(mode: str | None, known: Sequence[str]) -> str | None:
    if mode is not None and mode not in known:
        raise one_of("render_mode", mode, known)
    return mode


class XWorld(gym.Env[dict[str, Any], np.int64]):
    """One environment of any world."""

    world: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]  # type: ignore[misc]

    def __init__(self, render_mode: str | None = None, **options: Any):
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.simulation = Simulation(1, Options.of(options, self.world), self.world)
        self.observation_space = observation_space(self.simulation)
        self.action_space = spaces.Discrete(len(ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next session; with a seed, start the stream, the level and the history anew."""
        if seed is not None:
            whole("seed", seed, 0)
        super().reset(seed=seed)
        if seed is not None or not self.simulation.begun:
            self.simulation.seed(0, seed if seed is not None else int(self.np_random.integers(2**63)))
        self.simulation.begin(self.simulation.everyone)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        rewards, terminated, truncated, _ = self.simulation.step(np.asarray([action]))
        return self._observation(), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info()

    def render(self) -> NDArray[np.uint8]:  # type: ignore[override]
        """A picture for people, with the command: of the map in 2D, through the agent's eyes or from above in 3D."""
        return self.simulation.render(0, self.render_mode)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of this environment, those of its own tasks and objects included."""
        return self.simulation.vocabulary

    def oracle(self) -> int:
        """The next action of a shortest (3D: short) solution, −1 if none is left."""
        return int(self.simulation.oracle()[0])

    def solution(self) -> list[int]:
        """All actions of a shortest (3D: short) solution from here; empty if there is none."""
        return self.simulation.solution(0)

    def save(self) -> dict[str, NDArray[Any]]:
        """The whole state, as arrays."""
        return self.simulation.save()

    def restore(self, state: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """Put a saved state back; returns the observation there."""
        self.simulation.restore(state)
        return self._observation()

    def _observation(self) -> dict[str, Any]:
        return {key: value[0] for key, value in self.simulation.observe().items()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {}
        for key, values in self.simulation.info().items():
            value = values[0]
            info[key] = value.item() if isinstance(value, np.generic) else value
        return info


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
        modes = list(WORLDS[self.world].render_modes)
        self.render_mode = check_render_mode(render_mode, modes)
        if not isinstance(autoreset, bool):
            raise XWorldError(f"autoreset={autoreset!r} is not usable; give True or False.")
        self.simulation = Simulation(num_envs, Options.of(options, self.world), self.world)
        self.num_envs = num_envs = self.simulation.n
        self.autoreset = autoreset
        mode = AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        self.metadata = {"render_modes": modes, "render_fps": RENDER_FPS, "autoreset_mode": mode}
        self.single_observation_space = observation_space(self.simulation)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._all.setflags(write=False)  # it is handed out with every info

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a session in every environment, or in those of `options["reset_mask"]`.

        With a seed, environment i is seeded with seed + i; a list gives each its own, None leaving a stream as it is.
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
        for i in which:
            number = None if seeds is None else seeds[i]
            if number is None and fresh is not None:
                number = int(fresh[i])
            if number is not None:
                self.simulation.seed(int(i), number)
        self.simulation.begin(which)
        return self.simulation.observe(), self._info(self.simulation.info(), self._all)

    def step(
        self, actions: Any
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        simulation = self.simulation
        rewards, terminated, truncated, ended = simulation.step(actions)
        final: dict[str, Any] = {}
        if len(ended) and self.autoreset:
            final = self._final(ended, terminated | truncated)
            simulation.begin(ended)
        info = self._info(simulation.info(), self._all)
        info.update(final)
        return simulation.observe(), rewards, terminated, truncated, info

    def render(self) -> tuple[NDArray[np.uint8], ...]:
        """A picture of every environment, as `XWorld.render`."""
        return tuple(self.simulation.render(i, self.render_mode) for i in range(self.num_envs))

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of these environments, those of their own tasks and objects included."""
        return self.simulation.vocabulary

    def oracle(self) -> NDArray[np.int64]:
        """The next action of a shortest (3D: short) solution in every environment, −1 where none is left."""
        return self.simulation.oracle()

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
        info = self._info(self.simulation.info(), mask)
        return {"final_obs": observations, "_final_obs": mask, "final_info": info, "_final_info": mask}

    @staticmethod
    def _info(values: dict[str, NDArray[Any]], mask: NDArray[np.bool_]) -> dict[str, Any]:
        info: dict[str, Any] = {}
        for key, value in values.items():
            info[key], info[f"_{key}"] = value, mask
        return info


class XWorld2D(XWorld):
    """One XWORLD2D environment: `gym.make("XWorld2D-v0", …)`."""

    world = "2d"
    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(World2D.render_modes), "render_fps": RENDER_FPS}  # type: ignore[misc]


class XWorld3D(XWorld):
    """One XWORLD3D environment: `gym.make("XWorld3D-v0", …)`."""

    world = "3d"
    segmentation_classes = property(lambda self: self.simulation.world.segmentation_classes)
    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(World3D.render_modes), "render_fps": RENDER_FPS}  # type: ignore[misc]


class XWorld2DVector(XWorldVector):
    """A batch of XWORLD2D environments: `gym.make_vec("XWorld2D-v0", num_envs=N, …)`."""

    world = "2d"


class XWorld3DVector(XWorldVector):
    """A batch of XWORLD3D environments: `gym.make_vec("XWorld3D-v0", num_envs=N, …)`."""

    world = "3d"
    segmentation_classes = property(lambda self: self.simulation.world.segmentation_classes)
