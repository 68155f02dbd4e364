"""The driver on one machine: cells as processes of their own, side by side on disjoint sets of cores.

Path of the data: cells → **processes** → runs. A cell that fails is tried twice more, then left alone; the others go on.
When the driver ends, however it ends, its cells end: each waits for the end of a pipe that the driver holds.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gft.grid.cell import STOPPED
from gft.grid.manifest import Cell, path_of
from gft.grid.state import ATTEMPTS, note_failure, state_of
from gft.runs.machine import usable_cores

LOOK = 0.2  # seconds between two looks at the cells
PATIENCE = 60.0  # seconds that cells get to save when the driver is stopped

Show = Callable[[], None]


class Running(NamedTuple):
    """A cell at work."""

    cell: Cell
    process: "subprocess.Popen[bytes]"
    cores: list[int]


def sets_of_cores(side_by_side: int) -> list[list[int]]:
    """So many sets of cores, as large as each other and without a core in common; empty ones if there are not enough."""
    cores = usable_cores()
    each = len(cores) // side_by_side
    return [cores[number * each : (number + 1) * each] for number in range(side_by_side)]


def start_cell(grid: Path, cell: Cell, own: Sequence[str], cores: Sequence[int] = ()) -> "subprocess.Popen[bytes]":
    """A process that works on a cell; what it says goes into cell.log in the cell's folder."""
    words = [sys.executable, "-m", "gft.grid.cell", str(grid), cell.folder, "--watched"]
    words += ["--cores", ",".join(map(str, cores))] if cores else []
    words += [word for text in own for word in ("--own", text)]
    run = path_of(grid, cell)
    run.mkdir(parents=True, exist_ok=True)
    with open(run / "cell.log", "ab") as log:
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT)


def run_here(
    grid: Path, cells: Sequence[Cell], side_by_side: int, own: Sequence[str], say: Callable[[str], None], show: Show
) -> int:
    """Work on cells until each is done or has failed too often; returns 0, 1 if some failed, or STOPPED."""
    waiting = [cell for cell in cells if not state_of(grid, cell).done]
    free, failed = sets_of_cores(side_by_side), dict.fromkeys((cell.folder for cell in cells), 0)
    running: list[Running] = []
    try:
        with _stopped_by_terminate():
            while waiting or running:
                while waiting and free:
                    cell, cores = waiting.pop(0), free.pop(0)
                    running.append(Running(cell, start_cell(grid, cell, own, cores), cores))
                for each in [each for each in running if each.process.poll() is not None]:
                    running.remove(each)
                    free.append(each.cores)
                    if not has_ended_well(grid, each.cell, each.process.returncode, say):
                        failed[each.cell.folder] += 1
                        if failed[each.cell.folder] < ATTEMPTS:
                            waiting.append(each.cell)
                show()
                time.sleep(LOOK)
    except KeyboardInterrupt:
        say(f"stopping; cells save where they are. Go on with: gft reproduce --resume {grid}")
        return STOPPED
    finally:
        _stop(running)
    return 1 if any(count >= ATTEMPTS for count in failed.values()) else 0


def has_ended_well(grid: Path, cell: Cell, code: int, say: Callable[[str], None]) -> bool:
    """Whether a cell's process has done its work; if not, it is said, and noted where the process could not."""
    if code == 0:
        say(f"{cell.name}: done")
        return True
    if code != 1:  # killed, or asked to stop by somebody else
        note_failure(path_of(grid, cell), f"its process ended with {_code_in_words(code)}")
    say(f"{cell.name}: {state_of(grid, cell)}")
    return False


def _code_in_words(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _stop(running: Sequence[Running]) -> None:
    """Ask cells to save and end, and end those that do not."""
    for each in running:
        if each.process.poll() is None:
            each.process.terminate()
    deadline = time.monotonic() + PATIENCE
    for each in running:
        try:
            each.process.wait(max(0.1, deadline - time.monotonic()))
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            each.process.kill()
            each.process.wait()


@contextmanager
def _stopped_by_terminate() -> Iterator[None]:
    """Within: SIGTERM is a Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
