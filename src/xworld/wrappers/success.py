"""Success where learners look for a metric to log."""

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs


class Success(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """One environment whose last `info` of a session has "is_success": Stable-Baselines3 logs it as success_rate."""

    def __init__(self, env: gym.Env[Any, Any]):
        RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            info["is_success"] = info["success"]
        return observation, reward, terminated, truncated, info
