"""One cell, from whatever there is of it to its end: train or go on, evaluate, end. Done a second time, it does nothing.

    python -m gft.grid.cell GRID FOLDER [--cores 0,1] [--own FILE.py:CLASS] [--watched]

Path of the data: the whole of it, once for each cell. Every driver runs this, as a process of its own; with `--watched` it
ends when its standard input is closed, that is when its driver has ended.
"""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from gft.grid.manifest import Cell, path_of, read_manifest
from gft.grid.owner import owned
from gft.grid.state import note_failure
from gft.runs.folder import LOCK, checkpoints, steps_of
from gft.runs.machine import end_with_parent, keep_to
from xworld import XWorldError

STOPPED = 130  # exit code of a cell that was asked to stop
PATIENCE = 60.0  # seconds that processes of a trainer that was killed get to be gone


def work(grid: Path, cell: Cell, own: Sequence[str] = ()) -> int:
    """Train a cell or go on with it, and evaluate it; returns 0, or STOPPED. `own` are the files and classes of methods of
    the user's own."""
    from gft.grounding import registered

    run = path_of(grid, cell)
    with owned(run):
        names = {registered(text): text for text in own}
        if not is_trained(run, cell):
            code = train(run, cell, names.get(cell.config["method"]))
            if code:
                return code
        evaluate(run, cell)
    return 0


def is_trained(run: Path, cell: Cell) -> bool:
    """Whether the last checkpoint is there, and can be read."""
    from gft.runs import checkpoint

    return bool(checkpoints(run)) and steps_of(checkpoint.latest(run)) >= cell.steps


def train(run: Path, cell: Cell, own: str | None) -> int:
    """Train a cell's run to its end, from its newest checkpoint if it has one; returns 0, or STOPPED."""
    from filelock import FileLock, Timeout

    from gft.commands.progress import TrainingProgress
    from gft.runs.config import Config
    from gft.training import train as train_here
    from gft.training.processes import launch

    config = Config.from_dict(cell.config)
    lock = FileLock(run / LOCK)
    try:
        lock.acquire(timeout=PATIENCE)
    except Timeout:
        raise XWorldError(f"{str(run)!r} is being trained by a process that no driver has started; stop it.") from None
    lock.release()
    if config.processes == 1:
        return train_here(config, run, resume=True, progress=TrainingProgress(config.steps))
    from gft.commands.train import work as one_process

    code = launch(one_process, config.processes or 1, config, run, True, own)
    if code not in (0, STOPPED):
        raise XWorldError(f"training ended with exit code {code}; {run / 'cell.log'} says why.")
    return code


def evaluate(run: Path, cell: Cell) -> None:
    """Play a cell's test sessions; those that were played are not played again."""
    import torch

    from gft.evaluation import Plan
    from gft.evaluation import evaluate as results_of

    torch.set_num_threads(cell.config["processes"] * (cell.config["threads"] or 1))
    for test in cell.tests:
        plan = Plan(**test | {"sizes": tuple(test["sizes"])}, command="gft reproduce", outcomes=True)
        for result in results_of(run, plan, device=cell.config["device"]):
            where = f"{result.setting.rows}×{result.setting.columns}, {result.policy}, {result.commands}"
            print(f"step {result.step:,}, {where}: {result.total.success:.1%} of {result.sessions:,}", flush=True)


def find_cell(grid: Path, folder: str) -> Cell:
    """A cell by the name of its folder."""
    for cell in read_manifest(grid):
        if cell.folder == folder:
            return cell
    raise XWorldError(f"there is no cell {folder!r} in {str(grid)!r}.")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m gft.grid.cell", description="Work on one cell of a grid until it is done."
    )
    parser.add_argument("grid", type=Path)
    parser.add_argument("folder", help="name of the cell's folder")
    parser.add_argument("--cores", default="", help="cores to keep to, say 0,1")
    parser.add_argument("--own", action="append", default=[], metavar="FILE.py:CLASS", help="a method of your own")
    parser.add_argument("--watched", action="store_true", help="end when standard input is closed")
    options = parser.parse_args()
    if options.watched:
        end_with_parent(lambda: os.read(sys.stdin.fileno(), 1))
    if options.cores:
        keep_to(int(core) for core in options.cores.split(","))
    cell = find_cell(options.grid, options.folder)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # while training, `Stopping` takes its place
    try:
        return work(options.grid, cell, options.own)
    except KeyboardInterrupt:
        return STOPPED
    except Exception as error:
        traceback.print_exc()
        note_failure(path_of(options.grid, cell), str(error) if isinstance(error, XWorldError) else _named(error))
        return 1


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    raise SystemExit(main())
