"""A batch that begins the next session one step later, as Gymnasium's own batches do.

Path of the data: beside it. Gymnasium's vector wrappers that change observations want this: with SAME_STEP the last
observation of a session stands in `info`, where they do not look.
"""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper

from xworld.errors import XWorldError
from xworld.events import HOLD
from xworld.vector_env import XWorldVector


class NextStep(VectorWrapper):  # type: ignore[type-arg]  # without types before Gymnasium 1.4
    """The step after a session's end begins the next one: its action is ignored, its reward is 0, nothing ends."""

    def __init__(self, env: VectorEnv[Any, Any, Any]):
        super().__init__(env)
        if not isinstance(env, XWorldVector) or env.autoreset:
            raise XWorldError("NextStep is put right around a batch that was made with autoreset=False.")
        self.batch = env
        self.metadata = {**env.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self._over = np.zeros(self.num_envs, np.bool_)  # its session has ended, and the next not begun

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """Where TorchRL looks for it."""
        return AutoresetMode.NEXT_STEP

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        begun = self.batch.reset(seed=seed, options=options)
        mask = (options or {}).get("reset_mask")
        self._over[... if mask is None else mask] = False
        return begun

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        simulation, begins = self.batch.simulation, self._over
        rewards, terminated, truncated, _ = simulation.step(np.where(begins, HOLD, actions))
        terminated, truncated = terminated & ~begins, truncated & ~begins
        if begins.any():
            simulation.begin(np.flatnonzero(begins))
        self._over = terminated | truncated
        observation, info = self.batch.observe()
        return observation, np.where(begins, 0.0, rewards), terminated, truncated, info
