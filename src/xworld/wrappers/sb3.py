"""A native batch as Stable-Baselines3's VecEnv: one process, all environments stepped at once.

Path of the data: observation → **SB3** → action. Stable-Baselines3 wants one `info` a session instead of arrays, and looks
in it for the last observation, for the return and length of the session and for its success.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from xworld.errors import XWorldError, one_of
from xworld.vector_env import XWorldVector
from xworld.wrappers.words import wordy, wordy_space

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise XWorldError(f"SB3VecEnv needs {error.name}; pip install stable-baselines3 brings it.") from None

BY_NUMBER = ("ask", "command", "picture", "scene", "session")  # methods of a batch that take the environment's number


class SB3VecEnv(VecEnv):
    """`SB3VecEnv(gym.make_vec("XWorld2D-v0", num_envs=16), "counts")`, ready for PPO, A2C and RecurrentPPO.

    `words` is the form of the command: see `xworld.wrappers.words`. Returns, lengths and success rates are logged without a
    monitor around it; where a session ends, its info has all that the environment tells of it.
    """

    def __init__(self, envs: Any, words: str = "counts"):
        if not isinstance(envs, XWorldVector) or not envs.autoreset:
            raise XWorldError(
                "SB3VecEnv takes a batch as gym.make_vec(…) gives it, with autoreset and no wrapper around it."
            )
        self.envs = envs
        self.actions: Any = None
        self._returns, self._lengths = np.zeros(envs.num_envs), np.zeros(envs.num_envs, np.int64)
        self._began = time.time()
        super().__init__(envs.num_envs, wordy_space(envs.single_observation_space, words), envs.single_action_space)

    def reset(self) -> dict[str, Any]:
        options: dict[str, dict[int, Any]] = {}
        for i, mine in enumerate(self._options):
            for name, value in mine.items():
                options.setdefault(name, {})[i] = value
        observation, info = self.envs.reset(seed=self._seeds, options=options or None)
        self.reset_infos = [_of_one(info, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        return wordy(observation, self.observation_space)  # type: ignore[arg-type]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        observation, rewards, terminated, truncated, info = self.envs.step(self.actions)
        self._returns += rewards
        self._lengths += 1
        done = terminated | truncated
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done).tolist():
            infos[i] = self._ending(i, info, bool(truncated[i] and not terminated[i]))
            self.reset_infos[i] = _of_one(info, i)
        self._returns[done], self._lengths[done] = 0, 0
        return wordy(observation, self.observation_space), rewards.astype(np.float32), done, infos  # type: ignore[arg-type]

    def _ending(self, i: int, info: dict[str, Any], cut_off: bool) -> dict[str, Any]:
        """What there is to tell of environment i's session, which has just ended."""
        told = _of_one(info["final_info"], i)
        played = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": round(time.time() - self._began, 6)}
        return told | {
            "is_success": told["success"],
            "episode": played,
            "TimeLimit.truncated": cut_off,
            "terminal_observation": wordy(info["final_obs"][i], self.observation_space),  # type: ignore[arg-type]
        }

    # ---- what Stable-Baselines3 asks an environment for by name

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise XWorldError(f"{attr_name} cannot be set for some of a batch; give the option to gym.make_vec.")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """A method of some environments, say `env_method("session", indices=[0])`."""
        if method_name not in BY_NUMBER:
            raise one_of("method of one environment", method_name, BY_NUMBER)
        method = getattr(self.envs, method_name)
        return [method(i, *method_args, **method_kwargs) for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped; but returns and lengths are as a Monitor tells them."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        return self.envs.render()

    def close(self) -> None:
        self.envs.close()


def _of_one(info: dict[str, Any], i: int) -> dict[str, Any]:
    """What arrays over the environments tell of one."""
    own = {name: values[i] for name, values in info.items() if not name.startswith(("_", "final_"))}
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in own.items()}
