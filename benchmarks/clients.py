"""Other people's libraries on XWORLD: what works, the line to write, and steps a second through that door.

    python benchmarks/clients.py [--seconds 3] [--environments 16]

Prints the table of docs/clients.md. A door's line is run as it stands, with random actions on 8×8 maps; no learner is timed.
What is not installed is said so; `make clients` installs it.
"""

import argparse
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np

import xworld
from xworld import wrappers

ONE = 'gym.make("XWorld2D-v0")'
BATCH = 'gym.make_vec("XWorld2D-v0", num_envs=N)'
HELD = 'gym.make_vec("XWorld2D-v0", num_envs=N, autoreset=False)'


class Door(NamedTuple):
    """A way in: what to write, and how a step is taken there."""

    library: str
    package: str  # as pip knows it
    works: str
    line: str
    play: Callable[[Any, float], float]  # environments, seconds → steps a second


def _timed(step: Callable[[], int], seconds: float) -> float:
    """Steps a second of something that says how many steps it has made; the first call is not counted."""
    step()
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        steps += step()
    return steps / (time.perf_counter() - began)


def one(env: Any, seconds: float) -> float:
    env.reset(seed=0)

    def step() -> int:
        *_, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
        return 1

    return _timed(step, seconds)


def batch(envs: Any, seconds: float) -> float:
    envs.reset(seed=0)
    random = np.random.default_rng(0)

    def step() -> int:
        envs.step(random.integers(6, size=envs.num_envs))
        return int(envs.num_envs)

    speed = _timed(step, seconds)
    envs.close()
    return speed


def sb3(envs: Any, seconds: float) -> float:
    envs.reset()
    random = np.random.default_rng(0)

    def step() -> int:
        envs.step(random.integers(6, size=envs.num_envs))
        return int(envs.num_envs)

    return _timed(step, seconds)


def torchrl(env: Any, seconds: float) -> float:
    env.set_seed(0)
    return _timed(lambda: int(env.rollout(25, break_when_any_done=False).numel()), seconds)


RLLIB = (
    "PPOConfig().environment('xworld').env_runners(num_env_runners=0, create_env_on_local_worker=True).build_algo()"
    ".env_runner"
)


def rllib(runner: Any, seconds: float) -> float:
    return _timed(lambda: sum(len(episode) for episode in runner.sample(num_timesteps=200, random_actions=True)), seconds)


DOORS = [
    Door("Gymnasium, one environment", "gymnasium", "its checker passes", ONE, one),
    Door("Gymnasium, native batch", "gymnasium", "RecordEpisodeStatistics, wrappers of rewards and actions", BATCH, batch),
    Door("Gymnasium, NEXT_STEP", "gymnasium", "all of its vector wrappers", f"NextStep({HELD})", batch),
    Door(
        "Gymnasium, AsyncVectorEnv",
        "gymnasium",
        "tokens instead of text, which it garbles",
        'gym.make_vec("XWorld2D-v0", num_envs=N, vectorization_mode="async", wrappers=[Words])',
        batch,
    ),
    Door(
        "Stable-Baselines3",
        "stable-baselines3",
        "PPO; logs success_rate; its checker passes",
        f'SB3VecEnv({BATCH}, "counts")',
        sb3,
    ),
    Door("TorchRL, by name", "torchrl", "check_env_specs passes", 'GymEnv("XWorld2D-v0")', torchrl),
    Door("TorchRL, native batch", "torchrl", "check_env_specs passes", f"GymWrapper(VectorWords({HELD}))", torchrl),
    Door("Ray RLlib", "ray", "PPO, iterations", RLLIB, rllib),
]


def names(count: int) -> dict[str, Any]:
    """What the lines refer to."""
    known: dict[str, Any] = {"gym": gym, "xworld": xworld, "N": count, "Words": wrappers.Words}
    known |= {"NextStep": wrappers.NextStep, "VectorWords": wrappers.VectorWords}
    if _version("stable-baselines3"):
        known["SB3VecEnv"] = wrappers.SB3VecEnv
    if _version("torchrl"):
        from torchrl.envs import GymEnv, GymWrapper

        known |= {"GymEnv": GymEnv, "GymWrapper": GymWrapper}
    if _version("ray"):
        import ray
        from gymnasium.wrappers import FlattenObservation
        from ray.rllib.algorithms.ppo import PPOConfig
        from ray.tune.registry import register_env

        ray.init(address="local", include_dashboard=False, log_to_driver=False)  # else it joins a cluster that runs here
        register_env("xworld", lambda _: FlattenObservation(wrappers.Words(gym.make("XWorld2D-v0"), "counts")))
        known["PPOConfig"] = PPOConfig
    return known


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each row (default: %(default)s)")
    parser.add_argument("--environments", type=int, default=16, help="N of the lines (default: %(default)s)")
    options = parser.parse_args()
    known = names(options.environments)
    print(f"N = {options.environments}, Gymnasium {_version('gymnasium')}\n")
    print("| library | version | what works | the line to write | steps/s |\n|---|---|---|---|--:|")
    for door in DOORS:
        there = _version(door.package)
        if there is None:
            print(f"| {door.library} | – | {door.works} | `{door.line}` | not installed here |")
            continue
        speed = door.play(eval(door.line, known), options.seconds)  # the line as it stands in the table
        print(f"| {door.library} | {there} | {door.works} | `{door.line}` | {speed:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
