"""The worlds in words, for Gymnasium: "XWorldText2D-v0" and "XWorldText3D-v0".

Path of the data: observation → **text** → whoever reads it → action. The sessions are those of "XWorld2D-v0" and
"XWorld3D-v0" with the same options and seed.
"""

from typing import Any, ClassVar

import gymnasium as gym
import numpy as np

from xworld import spaces
from xworld.envs import XWorld2D, XWorld3D
from xworld.errors import XWorldError
from xworld.maps.ascii import MORE_LETTERS
from xworld.single_env import XWorld
from xworld.text.actions import DEFAULT_ACTION, read_action

CHARACTERS = "".join(map(chr, range(32, 127))) + "\n" + MORE_LETTERS
LONGEST_LINE = 120  # characters


class XWorldText(gym.Env[dict[str, Any], Any]):
    """One environment in words. `inner` is the one with pictures: it has the oracle, the session as data, and so on.

    An observation has "text" and "mission", the command; with `image=True` also "image". An action is a name ("turn left"),
    an answer that names one, or a number; what cannot be read counts as "turn right", and `info["unreadable"]` says so.
    """

    kind: ClassVar[type[XWorld]]
    metadata: ClassVar[dict[str, Any]]  # type: ignore[misc]

    def __init__(self, render_mode: str | None = None, image: bool = False, **options: Any):
        if not isinstance(image, bool):
            raise XWorldError(f"image={image!r} is not usable; give True or False.")
        self.inner = self.kind(render_mode, **options)
        self.render_mode, self.image = render_mode, image
        self.action_space = self.inner.action_space
        simulation, known = self.inner.simulation, self.inner.observation_space
        # A sentence for every cell is more than any picture shows.
        longest = LONGEST_LINE * (16 + simulation.batch.dtype["grid"].shape[0] * simulation.batch.dtype["grid"].shape[1])
        parts = {"text": gym.spaces.Text(longest, min_length=0, charset=CHARACTERS), "mission": known["mission"]}  # type: ignore[index]
        self.observation_space = gym.spaces.Dict(parts | ({"image": known["image"]} if image else {}))  # type: ignore[index]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next session: see `XWorld.reset`."""
        super().reset(seed=seed)
        observation, info = self.inner.reset(seed=seed, options=options)
        return self._observation(observation), info | {"unreadable": False}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        number = read_action(action)
        taken = np.int64(DEFAULT_ACTION if number is None else number)
        observation, reward, terminated, truncated, info = self.inner.step(taken)
        return self._observation(observation), reward, terminated, truncated, info | {"unreadable": number is None}

    def render(self) -> Any:
        """For people: see `XWorld.render`."""
        return self.inner.render()

    @property
    def max_steps(self) -> int:
        """After so many steps the time of this session is up."""
        self.inner.simulation.check_begun()
        return int(self.inner.simulation.batch["limit"][0])

    def _observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        picture = {"image": observation["image"]} if self.image else {}
        return {"text": self.inner.text(), "mission": observation["mission"], **picture}


class XWorldText2D(XWorldText):
    """XWORLD2D in words: `gym.make("XWorldText2D-v0", …)`."""

    kind = XWorld2D
    metadata: ClassVar[dict[str, Any]] = spaces.metadata("2d")  # type: ignore[misc]


class XWorldText3D(XWorldText):
    """XWORLD3D in words: `gym.make("XWorldText3D-v0", …)`."""

    kind = XWorld3D
    metadata: ClassVar[dict[str, Any]] = spaces.metadata("3d")  # type: ignore[misc]
