"""A grid whose driver is killed ten times at random moments: nobody trains on, and it ends as one that was left alone.

    python -m tests.gft.grid.kills [--kills 10] [--steps 8192] [--sessions 500] [--processes 1] [--seed 0]

The grid that is left alone is watched: how far it was when. A moment is drawn in each tenth of the time that it took, so
some fall into its tests; the other grid is killed when it is as far, and up to a second later. It takes a few minutes;
`make grid-kills` runs it. What CI runs is one kill, in test_cell.py.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np

from gft.grid.manifest import Cell, add_cells, path_of
from gft.grid.state import State, state_of
from tests.gft.grid.cells import tiny_cells
from tests.gft.grid.test_cell import alive, outcomes, weights

LOOK = 0.05  # seconds between two looks
LATER = 1.0  # seconds at most between such a look and a kill
TESTED = 2  # kills at least that must have fallen into tests


def driver(grid: Path) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "gft", "reproduce", "--resume", str(grid), "--side-by-side", "2"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)


def cells_of(steps: int, sessions: int, processes: int) -> list[Cell]:
    """Two cells with tests long enough to be killed in."""
    options = {"steps": steps, "checkpoint_every": steps // 16, "processes": processes}
    tests = [
        {"sizes": [3], "sessions": sessions, "checkpoints": "3", "shuffled": False},
        {"sizes": [3, 4], "sessions": sessions, "checkpoints": "last", "shuffled": True},
    ]
    return [replace(cell, tests=tests) for cell in tiny_cells(("gft-2", "film"), **options)]


def states(grid: Path, cells: list[Cell]) -> list[State]:
    return [state_of(grid, cell) for cell in cells]


def far(now: list[State]) -> float:
    """How much of a grid is done, from 0 to 1; 0 while nobody is at work."""
    return fmean(state.share for state in now) if any(state.working for state in now) else 0.0


def is_testing(state: State) -> bool:
    return state.steps >= state.total and not state.done


def left_alone(grid: Path, cells: list[Cell]) -> list[float]:
    """Work on a grid to its end; returns how far it was at each look, from the first step to the last test."""
    process, seen = driver(grid), []
    while process.poll() is None:
        seen.append(far(states(grid, cells)))
        time.sleep(LOOK)
    assert process.returncode == 0
    return [share for share in seen if 0 < share < 1]


def kill_at(grid: Path, cells: list[Cell], share: float, later: float) -> bool:
    """Start a driver and kill it when the grid is so far and a moment later; returns whether it was alive until then."""
    process = driver(grid)
    while process.poll() is None and far(states(grid, cells)) < share:
        time.sleep(LOOK)
    time.sleep(later)
    was_alive = process.poll() is None
    process.kill()
    process.wait()
    return was_alive


def seconds_until_nobody_works_on(grid: Path, cells: list[Cell]) -> float:
    """Until no process is left, and none that is ending holds a cell."""
    began = time.monotonic()
    while alive(grid) or any(state.working for state in states(grid, cells)):
        assert time.monotonic() - began < 5, "a cell goes on without its driver"
        time.sleep(0.01)
    return time.monotonic() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--processes", type=int, default=1, help="of a cell")
    parser.add_argument("--steps", type=int, default=8_192, help="of a cell")
    parser.add_argument("--sessions", type=int, default=500, help="of a test")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    cells = cells_of(options.steps, options.sessions, options.processes)
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole", Path(folder) / "killed"
        assert add_cells(whole, cells) == add_cells(killed, cells)
        began = time.monotonic()
        seen = left_alone(whole, cells)
        print(f"left alone: {time.monotonic() - began:.0f} s, {len(seen)} looks while it was at work", flush=True)
        tested = 0
        for number in range(options.kills):
            moment = (number + chance.random()) / options.kills
            was_alive = kill_at(killed, cells, seen[int(moment * len(seen))], chance.uniform(0, LATER))
            gone, now = seconds_until_nobody_works_on(killed, cells), states(killed, cells)
            tested += was_alive and any(map(is_testing, now))
            how = "killed" if was_alive else "it had ended"
            where = ", ".join(f"{cell.place[1]} {state}" for cell, state in zip(cells, now))
            print(f"{number + 1:2}: {how} at {moment:.0%} of the time, nobody left {gone:.2f} s later; {where}", flush=True)
        assert tested >= TESTED, "too few kills fell into tests: give more --sessions"
        assert driver(killed).wait() == 0
        for cell in cells:
            ours, theirs = (weights(path_of(grid, cell)) for grid in (killed, whole))
            assert all(np.array_equal(ours[name], theirs[name]) for name in theirs), cell.name
            assert outcomes(path_of(killed, cell)) == outcomes(path_of(whole, cell)), cell.name
            assert not state_of(killed, cell).failures, cell.name
        print(
            f"{options.kills} kills, {tested} of them in tests: {len(cells)} cells ended with the weights and outcomes of "
            "those left alone"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
