"""A grid whose driver is killed ten times at random moments: nobody trains on, and it ends as one that was left alone.

    python -m tests.gft.grid.kills [--kills 10] [--steps 20480] [--processes 1] [--longest 12] [--seed 0]

It takes a few minutes; `make grid-kills` runs it. What CI runs is one kill, in test_cell.py.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from gft.grid.manifest import Cell, path_of
from gft.grid.state import state_of
from tests.gft.grid.cells import tiny_grid
from tests.gft.grid.test_cell import alive, outcomes, weights


def driver(grid: Path) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "gft", "reproduce", "--resume", str(grid), "--side-by-side", "2"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)


def steps(grid: Path, cells: list[Cell]) -> str:
    return ", ".join(f"{cell.place[1]} {state_of(grid, cell)}" for cell in cells)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--processes", type=int, default=1, help="of a cell")
    parser.add_argument("--steps", type=int, default=20_480, help="of a cell")
    parser.add_argument("--longest", type=float, default=12.0, help="seconds until a kill")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    changes = {
        "methods": ("gft-2", "film"),
        "steps": options.steps,
        "checkpoint_every": options.steps // 16,
        "processes": options.processes,
    }
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole", Path(folder) / "killed"
        cells = tiny_grid(whole, **changes)
        assert tiny_grid(killed, **changes) == cells
        assert driver(whole).wait() == 0
        for number in range(1, options.kills + 1):
            process, wait = driver(killed), chance.uniform(0.5, options.longest)
            time.sleep(wait)
            ended = process.poll()
            os.kill(process.pid, signal.SIGKILL) if ended is None else None
            process.wait()
            began = time.monotonic()
            while alive(killed):
                assert time.monotonic() - began < 5, "a cell goes on without its driver"
                time.sleep(0.01)
            gone = time.monotonic() - began
            how = "killed" if ended is None else f"had ended with {ended}"
            print(
                f"{number:2}: {how} after {wait:.1f} s, nobody left {gone:.2f} s later; {steps(killed, cells)}", flush=True
            )
        assert driver(killed).wait() == 0
        for cell in cells:
            ours, theirs = (weights(path_of(grid, cell)) for grid in (killed, whole))
            assert all(np.array_equal(ours[name], theirs[name]) for name in theirs), cell.name
            assert outcomes(path_of(killed, cell)) == outcomes(path_of(whole, cell)), cell.name
            assert not state_of(killed, cell).failures, cell.name
        print(f"{options.kills} kills: {len(cells)} cells ended with the weights and outcomes of those left alone")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
