"""How fast cells are on this machine, alone and side by side: a measurement of seconds.

    python -m gft.grid.rates --cores 0 --seconds 5 [--own FILE.py:CLASS] < config.json

Path of the data: beside it: cells → **rates** → how many go side by side, how long it will take. The processes make ready,
say so, and begin when they are told to, so that they are measured at the same time.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from gft.grid.local import sets_of_cores
from gft.grid.manifest import Cell
from gft.runs.machine import end_with_parent, keep_to, usable_cores
from xworld import XWorldError

SECONDS = 6.0  # of each measurement
WORTH = 1.1  # so many times as much together as one alone, or it is not worth the memory


class Pace(NamedTuple):
    """How many cells go side by side, and the steps a second of each of them."""

    side_by_side: int
    rate: float
    why: str  # in words


def most_side_by_side(cells: Sequence[Cell]) -> int:
    """How many cells there are cores for, each with one for each of its processes."""
    return max(1, min(len(cells), len(usable_cores()) // max(cell.config["processes"] for cell in cells)))


def measured(cells: Sequence[Cell], own: Sequence[str], given: int | None = None) -> Pace:
    """The pace of cells like the first: by as many side by side as do not slow each other down, or as are given."""
    cell, most = cells[0], given or most_side_by_side(cells)
    together = rates(cell, most, own)
    if most == 1 or given:
        why = "as asked" if given else f"there are cores for one: it has {cell.config['processes']} processes"
        return Pace(most, sum(together) / most, f"{most} side by side ({why}), measured {_in_words(together)}")
    alone = rates(cell, 1, own)
    better = sum(together) > WORTH * alone[0]
    number, rate = (most, sum(together) / most) if better else (1, alone[0])
    return Pace(number, rate, f"{number} side by side: measured {_in_words(together)} together, {_in_words(alone)} alone")


def _in_words(rates: Sequence[float]) -> str:
    return " + ".join(f"{rate:,.0f}" for rate in rates) + " steps/s"


def rates(cell: Cell, side_by_side: int, own: Sequence[str], seconds: float = SECONDS) -> list[float]:
    """Steps a second of some processes that train a cell's config at the same time, each on cores of its own."""
    words = [sys.executable, "-m", "gft.grid.rates", "--seconds", str(seconds)]
    words += [word for text in own for word in ("--own", text)]
    processes = []
    try:
        for cores in sets_of_cores(side_by_side):
            kept = [*words, "--cores", ",".join(map(str, cores))] if cores else words
            processes.append(subprocess.Popen(kept, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        for process in processes:
            _tell(process, json.dumps(cell.config))
        for process in processes:
            _hear(process)  # ready
        for process in processes:
            _tell(process, "go")
        return [float(_hear(process)) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def _tell(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
    except BrokenPipeError:
        raise _ended() from None


def _hear(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    while line := process.stdout.readline():
        if line.startswith("= "):  # the worlds may say that they compile
            return line[2:].strip()
    raise _ended()


def _ended() -> XWorldError:
    return XWorldError("a measurement of the speed of training has ended early; what it said stands above.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m gft.grid.rates")
    parser.add_argument("--cores", default="")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--own", action="append", default=[])
    options = parser.parse_args()
    if options.cores:
        keep_to(int(core) for core in options.cores.split(","))
    config = json.loads(sys.stdin.readline())

    from gft.grounding import registered
    from gft.runs.config import Config
    from gft.training import Trainer
    from gft.training.memory import keep_memory
    from gft.training.processes import Group

    for text in options.own:
        registered(text)
    keep_memory()
    # One process with its share of the environments stands for all of the cell's; that they wait for each other is left out.
    processes = config["processes"]
    share = config["environments"] // processes
    trainer = Trainer(Config.from_dict(config | {"processes": 1, "environments": share}), Group())
    trainer.round()  # warm
    print("= ready", flush=True)
    sys.stdin.readline()
    end_with_parent(lambda: os.read(sys.stdin.fileno(), 1))
    began, steps = time.perf_counter(), trainer.steps
    while time.perf_counter() - began < options.seconds:
        trainer.round()
    print(f"= {processes * (trainer.steps - steps) / (time.perf_counter() - began)}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
