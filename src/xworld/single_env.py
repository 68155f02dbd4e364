"""One environment of any world, for Gymnasium.

Path of the data: observation → agent → action. The options are those of `xworld.options.Options`.
"""

from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from xworld.errors import whole
from xworld.intervention import begin_sessions, draw_command, give_command, scene_of
from xworld.language import Vocabulary
from xworld.options import Options
from xworld.session import Session
from xworld.simulation import Simulation
from xworld.spaces import action_space, check_render_mode, observation_space


class XWorld(gym.Env[dict[str, Any], np.int64]):
    """One environment of any world."""

    world: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]  # type: ignore[misc]

    def __init__(self, render_mode: str | None = None, **options: Any):
        self.render_mode = check_render_mode(render_mode, self.world)
        self.simulation = Simulation(1, Options.of(options, self.world), self.world)
        self.observation_space = observation_space(self.simulation)
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next session; with a seed, start the stream, the level and the history anew.

        Options say how the session is: "map" (with "legend"), "command", "task" and "pose", alone or together, the rest is
        drawn; or "session", one as data. What cannot be is refused, and everything stays as it was.
        """
        if seed is not None:
            whole("seed", seed, 0)
        super().reset(seed=seed)
        seeds = {} if seed is None else {0: seed}
        if seed is None and not self.simulation.begun:
            seeds = {0: int(self.np_random.integers(2**63))}
        begin_sessions(self.simulation, [0], options, seeds)
        return self._observation(), self._info()

    def command(self, sentence: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Another command on the present map, nothing moved: a new session from here. Returns observation and info."""
        give_command(self.simulation, 0, sentence)
        return self._observation(), self._info()

    def ask(self, task: str | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """The same, but the teacher chooses what to ask: of one task, or of any."""
        draw_command(self.simulation, 0, task)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        rewards, terminated, truncated, _ = self.simulation.step(np.asarray([action]))
        return self._observation(), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info()

    def render(self) -> Any:
        """For people: with render_mode="ansi" map, legend and command as text; else a picture [height, width, 3], in 2D of
        the map, in 3D through the agent's eyes or from above."""
        return self.simulation.render(0, self.render_mode)

    def session(self) -> Session:
        """The session as data, up to here; `reset(options={"session": …})` makes it again."""
        return self.simulation.session(0)

    def scene(self) -> dict[str, Any]:
        """The session as plain data and how it stands: the agent, the cells it sees, what it reached."""
        return scene_of(self.simulation, 0)

    def picture(self, side: int = 336, samples: int = 1) -> NDArray[np.uint8]:
        """What the agent sees, for people: [side, side, 3], in 2D as near to it as whole cells allow. In 3D so many samples
        a pixel and axis: one for speed, three for beauty."""
        return self.simulation.picture(0, side, samples)

    def text(self) -> str:
        """What the agent sees, in words and from its picture alone: see `xworld.text`."""
        return self.simulation.describe()[0]

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
