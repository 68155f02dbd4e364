"""Infos of numbers alone: Gymnasium's NumpyToTorch makes a tensor of everything, and stumbles over text."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper


class Numbers(VectorWrapper):  # type: ignore[type-arg]  # without types before Gymnasium 1.4
    """A batch whose infos tell what numbers can: success, level, steps; tasks, outcomes and last observations are gone."""

    def __init__(self, env: VectorEnv[Any, Any, Any]):
        super().__init__(env)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """Where TorchRL looks for it."""
        return AutoresetMode(self.metadata["autoreset_mode"])

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, numbers_of(info)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, rewards, terminated, truncated, info = self.env.step(actions)
        return observation, rewards, terminated, truncated, numbers_of(info)


def numbers_of(info: dict[str, Any]) -> dict[str, Any]:
    """The arrays of an info that hold numbers, each with the mask that says where it counts."""
    inner = {name: numbers_of(value) for name, value in info.items() if isinstance(value, dict)}
    plain = {name for name, value in info.items() if isinstance(value, np.ndarray) and value.dtype.kind in "biuf"}
    told = {name for name in plain | inner.keys() if name.removeprefix("_") in plain | inner.keys()}
    return {name: inner.get(name, value) for name, value in info.items() if name in told}
