"""TorchRL: one environment by its name, and a native batch; its own check passes on both.

    python examples/torchrl_env.py [--frames 4000]

GymEnv takes pictures and tokens as they are and leaves text out by itself. A batch begins its next sessions when TorchRL
says so: autoreset=False, which TorchRL prefers.
"""

import argparse
import time

import gymnasium as gym
from torchrl.envs import GymEnv, GymWrapper
from torchrl.envs.utils import check_env_specs

import xworld  # noqa: F401
from xworld.wrappers import VectorWords, Words


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=4000)
    parser.add_argument("--environments", type=int, default=16)
    options = parser.parse_args(arguments)

    named = GymEnv("XWorld2D-v0", size=3, categorical_action_encoding=True)  # by its name; text stays behind
    check_env_specs(named)
    one = GymWrapper(Words(gym.make("XWorld2D-v0", size=3), "counts"), categorical_action_encoding=True)
    check_env_specs(one)

    envs = gym.make_vec("XWorld2D-v0", num_envs=options.environments, size=3, autoreset=False)
    batch = GymWrapper(VectorWords(envs, "counts"), categorical_action_encoding=True)
    check_env_specs(batch)
    batch.set_seed(0)
    began = time.perf_counter()
    played = batch.rollout(options.frames // options.environments, break_when_any_done=False)
    speed = played.numel() / (time.perf_counter() - began)
    ended = played["next", "done"].sum().item()
    print(f"{tuple(played.shape)} frames at {speed:,.0f} a second, {ended} sessions ended")
    print(f"mean reward of a random agent: {played['next', 'reward'].mean():.4f}")
    return float(played["next", "reward"].mean())


if __name__ == "__main__":
    main()
