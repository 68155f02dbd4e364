"""What the benchmarks of both worlds share: windows of random play, and the time that they took.

Two clocks: frames per second on the wall, which is what a user gets, and frames per second of CPU time, which other jobs
on the machine disturb less. On an idle core they agree.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np

import xworld

START = """
import time; began = time.perf_counter()
import gymnasium, xworld
gymnasium.make("{world}").reset(seed=0)
print(time.perf_counter() - began, time.process_time())
"""
MEMORY = """
import resource, gymnasium, xworld
envs = gymnasium.make_vec("{world}", num_envs=1024)
envs.reset(seed=0)
for _ in range(20):
    observation, *_ = envs.step(envs.action_space.sample())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


class Rate(NamedTuple):
    """Frames per second of one window."""

    wall: float
    cpu: float


class Player:
    """Something that can be played for a while."""

    children: tuple[int, ...] = ()  # processes that work for it

    def step(self) -> int:
        """Act once at random; the number of frames that were made."""
        raise NotImplementedError

    def window(self, seconds: float) -> Rate:
        """Play for so long."""
        frames, began, used = 0, time.perf_counter(), self.cpu_time()
        while (passed := time.perf_counter() - began) < seconds:
            frames += self.step()
        return Rate(frames / passed, frames / max(self.cpu_time() - used, 1e-9))

    def cpu_time(self) -> float:
        """Seconds that all threads of this process and of the children have computed so far."""
        ticks = 0
        for child in self.children:
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])  # user and system
        return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


class Ours(Player):
    """Random play in a batch of one of our worlds: steps include pixels, teacher, autoreset and infos."""

    def __init__(self, world: str, n: int, **options: Any):
        self.n = n
        self.envs = gym.make_vec(world, num_envs=n, **options)
        self.envs.reset(seed=0)
        self.simulation: Any = self.envs.unwrapped.simulation  # type: ignore[attr-defined]
        self.actions = np.random.default_rng(0).integers(0, 6, (512, n))
        self.sessions = 0
        self.steps = 0
        self.window(0.2)

    def step(self) -> int:
        _, _, terminated, truncated, _ = self.envs.step(self.actions[self.steps // self.n % 512])
        self.sessions += int((terminated | truncated).sum())
        self.steps += self.n
        return self.n

    @property
    def session_length(self) -> float:
        """Mean steps of a session."""
        return self.steps / max(1, self.sessions)


def in_turns(players: Sequence[Player], seconds: float, rounds: int) -> list[list[Rate]]:
    """The windows of each player, all players taking turns so that a busy machine slows all of them."""
    turns = [[player.window(seconds) for player in players] for _ in range(rounds)]
    return [list(rates) for rates in zip(*turns)]


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the windows' ratios."""
    return statistics.median(a / b for a, b in zip(ours, theirs))


def summary(rates: Sequence[Rate], unit: str = "steps") -> str:
    walls = [rate.wall for rate in rates]
    return f"{statistics.median(walls):>9,.0f} {unit}/s   (best {max(walls):,.0f})"


def timed(call: Callable[[], object], repeats: int) -> float:
    """Median CPU seconds of a call."""
    times = []
    for _ in range(repeats):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return statistics.median(times)


def fresh_process(script: str, **environment: str) -> list[float]:
    """The numbers that a script prints."""
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return [float(number) for number in result.stdout.split()]


def print_start(world: str) -> None:
    """How long the first start on a machine takes, a later one, and the memory of many environments."""
    with tempfile.TemporaryDirectory() as cache:
        for name in ("first use (compiling)", "later starts, first reset done"):
            wall, cpu = fresh_process(START.format(world=world), NUMBA_CACHE_DIR=cache)
            print(f"{name:32} {wall:9.2f} s   ({cpu:.2f} s of CPU time)", flush=True)
    print(f"{'memory of 1,024 environments':32} {fresh_process(MEMORY.format(world=world))[0]:9.0f} MiB\n", flush=True)


def begin(description: str | None) -> bool:
    """Read the command line, pin to one core and say what runs; True if a quick look is enough."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="short windows: a look, not a measurement")
    quick: bool = parser.parse_args().quick
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"xworld {xworld.__version__}, Python {platform.python_version()}, numpy {np.__version__}, one core\n", flush=True)
    return quick
