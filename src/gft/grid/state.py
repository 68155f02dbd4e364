"""How far a cell is, from its files alone: checkpoints, metrics, results; nothing is stored a second time but failures.

Path of the data: a run's folder → **state** → overview, drivers. It needs no PyTorch.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gft.grid.manifest import Cell, path_of
from gft.grid.owner import is_owned
from gft.runs.folder import append_line, checkpoints, read_lines, steps_of
from gft.runs.metrics import FILE as METRICS
from gft.runs.results import FILE as RESULTS
from gft.runs.results import HEARD, SHUFFLED

FAILURES = "failures.jsonl"
ATTEMPTS = 3  # of a cell: the first, and two more
POLICIES = ("greedy", "sampled")
TESTING = 0.25  # of the time of training, at most
Wanted = tuple[int, int, str, str, int]  # a test: checkpoint, size, policy, commands, sessions


class State(NamedTuple):
    """How far a cell is."""

    steps: int  # trained
    total: int
    tested: int  # tests done, of so many
    tests: int
    working: bool  # somebody is at it now
    failures: tuple[str, ...]  # reasons, the latest last
    rate: float | None  # steps a second of training, of late

    @property
    def done(self) -> bool:
        return self.steps >= self.total and self.tested >= self.tests

    @property
    def failed(self) -> bool:
        """Whether it has failed so often that it is left alone."""
        return not self.done and not self.working and len(self.failures) >= ATTEMPTS

    @property
    def testing_left(self) -> float:
        """What is left of its tests, in steps of training that may take as long."""
        return TESTING * self.total * (1 - self.tested / self.tests)

    @property
    def left(self) -> float:
        """All that is left of its work, in steps of training that may take as long."""
        return self.total - self.steps + self.testing_left

    @property
    def share(self) -> float:
        """Of all its work, what is done: testing counts as much as it may cost."""
        return 1 - self.left / ((1 + TESTING) * self.total)

    def __str__(self) -> str:
        if self.done:
            return "done"
        far = f"evaluating, test {self.tested + 1} of {self.tests}" if self.steps >= self.total else self._training()
        if self.working:
            return far
        reason = f"; the last reason: {self.failures[-1]}" if self.failures else ""
        times = f"{len(self.failures)} time{'s' if len(self.failures) > 1 else ''}"
        if self.failed:
            return f"failed {times}{reason}"
        return "waiting" + (f", {far}" if self.steps else "") + (f", failed {times}{reason}" if self.failures else "")

    def _training(self) -> str:
        return f"training at step {self.steps:,} of {self.total:,}"


def state_of(grid: Path, cell: Cell) -> State:
    """The state of a cell."""
    run = path_of(grid, cell)
    files = checkpoints(run)
    lines = [line for _, line in read_lines(run / METRICS)] if run.is_dir() else []
    at_checkpoint = steps_of(files[-1]) if files else 0
    trained = at_checkpoint >= cell.steps
    working = is_owned(run)
    # Metrics may be ahead of the checkpoint: what is being trained counts, what would have to be trained again does not.
    steps = max([at_checkpoint, *(line["steps"] for line in lines[-1:])]) if working and not trained else at_checkpoint
    wanted = set(wanted_tests(cell, [steps_of(file) for file in files]))
    return State(
        steps=min(steps, cell.steps if trained else cell.steps - 1),
        total=cell.steps,
        tested=len(wanted & tested(run)) if trained else 0,
        tests=len(wanted) if trained else count_of_tests(cell),
        working=working,
        failures=failures_of(run),
        rate=lines[-1]["time"]["steps_per_second"] if lines else None,
    )


def wanted_tests(cell: Cell, steps: list[int]) -> Iterator[Wanted]:
    """The tests that a cell needs, of the checkpoints that there are."""
    for test in cell.tests:
        latest = steps[-1:] if test["checkpoints"] == "last" else steps[-int(test["checkpoints"]) :]
        for step in latest:
            for size in test["sizes"]:
                for policy in POLICIES:
                    yield step, size, policy, HEARD, test["sessions"]
                    if test["shuffled"]:
                        yield step, size, policy, SHUFFLED, test["sessions"]


def count_of_tests(cell: Cell) -> int:
    """How many tests a cell needs in the end."""
    made = -(-cell.steps // max(cell.batch, int(cell.config["checkpoint_every"])))
    return len(set(wanted_tests(cell, list(range(min(made, int(cell.config["keep"])))))))


def tested(run: Path) -> set[Wanted]:
    """The tests that a run has done, with what became of each session."""
    results = [line for _, line in read_lines(run / RESULTS) if line.get("played")]
    return {(r["step"], r["setting"]["rows"], r["policy"], r["commands"], r["sessions"]) for r in results}


def failures_of(run: Path) -> tuple[str, ...]:
    """Why a cell has failed, each time."""
    return tuple(line["reason"] for _, line in read_lines(run / FAILURES)) if run.is_dir() else ()


def note_failure(run: Path, reason: str) -> None:
    """Note that a cell has failed."""
    run.mkdir(parents=True, exist_ok=True)
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    append_line(run / FAILURES, {"when": when, "reason": " ".join(reason.split())})
