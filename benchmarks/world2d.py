"""How fast XWORLD2D is, next to MiniGrid in the same run, on one core.

    python benchmarks/world2d.py [--quick]        (needs the extra "bench")

Steps include pixels, teacher, autoreset and infos; actions are random. Both worlds are measured in turns, window by
window, so that a busy machine slows both; medians are reported, the best window in brackets.
"""

import argparse
import contextlib
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

import xworld

START = """
import time; began = time.perf_counter()
import gymnasium, xworld
gymnasium.make("XWorld2D-v0").reset(seed=0)
print(time.perf_counter() - began)
"""
MEMORY = """
import resource, gymnasium, numpy, xworld
envs = gymnasium.make_vec("XWorld2D-v0", num_envs=1024)
envs.reset(seed=0)
for _ in range(20):
    observation, *_ = envs.step(envs.action_space.sample())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


class Ours:
    """Random play in a batch, in windows of a given time."""

    def __init__(self, n: int, **options: Any):
        self.n = n
        self.envs = gym.make_vec("XWorld2D-v0", num_envs=n, **options)
        self.envs.reset(seed=0)
        self.actions = np.random.default_rng(0).integers(0, 6, (512, n))
        self.sessions = 0
        self.steps = 0
        self.window(0.2)

    def window(self, seconds: float) -> float:
        """Steps per second."""
        steps, began = 0, time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            _, _, terminated, truncated, _ = self.envs.step(self.actions[steps % 512])
            self.sessions += int((terminated | truncated).sum())
            steps += 1
        self.steps += steps * self.n
        return steps * self.n / passed


class MiniGrid:
    """The peer: a language world with pixels, one environment, as its users run it."""

    def __init__(self) -> None:
        import minigrid
        from minigrid.wrappers import RGBImgPartialObsWrapper

        self.version = getattr(minigrid, "__version__", "?")
        wrap: Any = RGBImgPartialObsWrapper
        self.env = wrap(gym.make("BabyAI-GoToLocal-v0"), tile_size=16)
        self.env.reset(seed=0)
        self.actions = np.random.default_rng(0).integers(0, self.env.action_space.n, 4096)

    def window(self, seconds: float) -> float:
        steps, began = 0, time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            _, _, terminated, truncated, _ = self.env.step(self.actions[steps % 4096])
            if terminated or truncated:
                with contextlib.redirect_stdout(None):  # it prints what it rejects
                    self.env.reset()
            steps += 1
        return steps / passed


def summary(rates: list[float]) -> str:
    return f"{statistics.median(rates):>9,.0f} steps/s   (best {max(rates):,.0f})"


def fresh_process(script: str, **environment: str) -> float:
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return float(result.stdout)


def timed(call: Callable[[], object], repeats: int) -> float:
    """Median seconds of a call."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="short windows: a look, not a measurement")
    quick = parser.parse_args().quick
    seconds, rounds = (0.3, 3) if quick else (2.0, 9)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"xworld {xworld.__version__}, Python {platform.python_version()}, numpy {np.__version__}, one core\n")

    with tempfile.TemporaryDirectory() as cache:
        first = fresh_process(START, NUMBA_CACHE_DIR=cache)
        later = fresh_process(START, NUMBA_CACHE_DIR=cache)
    print(f"first use (compiling)            {first:9.1f} s\nlater starts, first reset done   {later:9.2f} s")
    print(f"memory of 1,024 environments     {fresh_process(MEMORY):9.0f} MiB\n")

    ours, peer = Ours(32), MiniGrid()
    pairs = [(ours.window(seconds), peer.window(seconds)) for _ in range(rounds)]
    mine, theirs = [a for a, _ in pairs], [b for _, b in pairs]
    print(f"XWORLD2D, 8×8, 32 environments   {summary(mine)}   sessions of {ours.steps / ours.sessions:.0f} steps")
    print(f"MiniGrid {peer.version:6} BabyAI-GoToLocal  {summary(theirs)}")
    print(f"ratio                            {statistics.median(a / b for a, b in pairs):9.0f} ×\n")

    simulation = ours.envs.unwrapped.simulation  # type: ignore[attr-defined]
    reset = timed(lambda: simulation.begin(simulation.everyone), 50 if quick else 400) / 32
    print(f"reset of one environment         {1e6 * reset:9.1f} µs")
    oracle = timed(simulation.oracle, 50 if quick else 400) / 32
    print(f"oracle's next action             {1e6 * oracle:9.1f} µs\n")

    print("cost of a step of one environment, measured in turns")
    sweep = [(n, 8) for n in (32, 64, 128, 256, 512, 1024)] + [(32, size) for size in (9, 10, 11)]
    batches = [Ours(n, size=size) for n, size in sweep]
    turns = [[batch.window(seconds / 2) for batch in batches] for _ in range(rounds)]
    for (n, size), rates in zip(sweep, zip(*turns)):
        name = f"{n:5} environments, {size}×{size}"
        print(f"  {name:30} {1e6 / statistics.median(rates):9.2f} µs   {summary(list(rates))}")
    print(f"\npeak memory of this run          {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:9.0f} MiB")


if __name__ == "__main__":
    main()
