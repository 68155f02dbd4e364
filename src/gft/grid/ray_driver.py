"""The driver on a Ray cluster: each cell is a task that takes as many cores as it has processes.

Path of the data: cells → **tasks** → runs. The grid's folder is on a path that all nodes share. A task starts the same
process as the driver on one machine does, and holds the pipe that it ends with: when Ray ends the task's worker, or the
node is lost, the cell's process ends. Ray then gives the task to another worker, at most twice, which waits until the former
owner of the cell is surely gone (`owner.py`) and goes on from the last checkpoint.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gft.grid.cell import STOPPED
from gft.grid.local import has_ended_well, start_cell
from gft.grid.manifest import Cell, path_of
from gft.grid.state import ATTEMPTS, failures_of, note_failure, state_of
from xworld import XWorldError

LOOK = 0.5  # seconds between two looks


def connect(address: str) -> Any:
    """Ray, connected to a cluster: "auto" for the one that runs here, or its address."""
    try:
        import ray
    except ModuleNotFoundError:
        raise XWorldError("--ray needs Ray; pip install 'gft-xworld[cluster]' brings it.") from None
    try:
        ray.init(address=address, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise XWorldError(f"no Ray cluster at {address!r} ({reason}); start one with: ray start --head.") from None
    return ray


class CellError(Exception):
    """A cell's process has not ended well; why is noted in its folder."""


def run_task(grid: str, cell: Cell, own: Sequence[str]) -> None:
    """The task: a process for the cell, until it ends."""
    folder = Path(grid)
    if state_of(folder, cell).done:
        return
    process = start_cell(folder, cell, own)
    try:
        if not has_ended_well(folder, cell, process.wait(), print):
            raise CellError(cell.name)
    finally:
        process.kill()


def run_on_ray(
    grid: Path, cells: Sequence[Cell], address: str, own: Sequence[str], say: Callable[[str], None], show: Callable[[], None]
) -> int:
    """Work on cells until each is done or has failed too often; returns 0, 1 if some failed, or STOPPED."""
    ray = connect(address)
    # Own files may stand beside this program alone: every path is written out, and must be the same on all nodes.
    files = [str(Path(text.rpartition(".py:")[0] + ".py").resolve()) + ":" + text.rpartition(".py:")[2] for text in own]
    task = ray.remote(max_retries=ATTEMPTS - 1, retry_exceptions=True)(run_task)
    asked = {
        task.options(num_cpus=cell.config["processes"], name=cell.name).remote(str(grid.resolve()), cell, files): cell
        for cell in cells
        if not state_of(grid, cell).done
    }
    failed = 0
    try:
        while asked:
            ended, _ = ray.wait(list(asked), timeout=LOOK)
            for reference in ended:
                cell = asked.pop(reference)
                try:
                    ray.get(reference)
                    say(f"{cell.name}: done")
                except Exception as error:  # Ray has many, and all mean that the cell was given up
                    failed += 1
                    if not failures_of(path_of(grid, cell)):
                        note_failure(path_of(grid, cell), f"Ray has given it up: {type(error).__name__}")
                    say(f"{cell.name}: {state_of(grid, cell)}")
            show()
            time.sleep(LOOK)
    except KeyboardInterrupt:
        say(f"stopping. Go on with: gft reproduce --resume {grid} --ray {address}")
        return STOPPED
    finally:
        ray.shutdown()  # its workers end, and their cells with them
    return 1 if failed else 0
