"""Cells from nothing to their end: once, twice, killed in between, and with a method of a user's own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gft.grid.cell import work
from gft.grid.local import run_here
from gft.grid.manifest import add_cells, make_cells, path_of
from gft.grid.overview import in_a_line, in_full, seconds_left
from gft.grid.planning import Asked, more_cells
from gft.grid.report import write_grid_report
from gft.grid.state import State, note_failure, state_of
from gft.grounding import METHODS
from gft.runs import checkpoint as files
from gft.runs.folder import checkpoints
from gft.runs.results import read_results
from tests.gft.grid.cells import tiny_grid
from xworld import XWorldError

DRIVER = """
import sys
from pathlib import Path
from gft.grid.local import run_here
from gft.grid.manifest import read_manifest
grid = Path(sys.argv[1])
raise SystemExit(run_here(grid, read_manifest(grid), 1, (), print, lambda: None))
"""


def weights(run: Path) -> dict:
    return files.flatten(files.read(files.latest(run)).tensors)


def weights_of_agent(run: Path) -> list:
    return [array for name, array in weights(run).items() if name.startswith("agent.")]


def outcomes(run: Path) -> dict:
    return {result.key: result.played for result in read_results(run)}


def alive(grid: Path) -> list[int]:
    """The processes that work on a grid."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"gft.grid.cell" in words and str(grid).encode() in words:
            found.append(int(folder.name))
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """A grid of one cell that is done."""
    grid = tmp_path_factory.mktemp("grid")
    (cell,) = tiny_grid(grid)
    assert not state_of(grid, cell).done
    assert work(grid, cell) == 0
    return grid, cell


def test_a_cell_is_trained_and_evaluated_and_not_a_second_time(undisturbed, capsys):
    grid, cell = undisturbed
    run = path_of(grid, cell)
    state = state_of(grid, cell)
    assert state.done
    assert (state.tested, state.steps) == (2 * 2 + 2, 320)
    assert len(checkpoints(run)) == 3
    for result in read_results(run):
        assert len(result.played) == result.sessions
        assert sum(letter.isupper() for letter in result.played) == result.total.successes
    before = {file: file.stat().st_mtime_ns for file in run.rglob("*") if file.is_file() and "lock" not in file.name}
    assert work(grid, cell) == 0
    assert before == {file: file.stat().st_mtime_ns for file in run.rglob("*") if file.is_file() and "lock" not in file.name}
    assert in_full(grid, [cell]).splitlines() == ["2d gft-2 seed 0  done", "1 cells: 1 done"]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes where Linux tells them")
def test_a_driver_killed_leaves_no_orphan_and_the_grid_goes_on_to_the_same_end(undisturbed, tmp_path):
    before, cell = undisturbed
    tiny_grid(tmp_path)
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(tmp_path)], stdout=subprocess.DEVNULL)
    while not checkpoints(path_of(tmp_path, cell)):
        assert driver.poll() is None
        time.sleep(0.005)
    os.kill(driver.pid, signal.SIGKILL)
    driver.wait()
    deadline = time.monotonic() + 10
    while (alive(tmp_path) or state_of(tmp_path, cell).working) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(tmp_path)
    state = state_of(tmp_path, cell)
    assert not state.done
    assert not state.working
    assert not state.failures
    assert work(tmp_path, cell) == 0
    ours, theirs = (weights(path_of(grid, cell)) for grid in (tmp_path, before))
    assert all(np.array_equal(ours[name], theirs[name]) for name in theirs)
    assert outcomes(path_of(tmp_path, cell)) == outcomes(path_of(before, cell))


def test_a_cell_that_fails_is_tried_twice_more_and_marked_and_the_others_go_on(tmp_path, monkeypatch):
    cells = tiny_grid(tmp_path, methods=("gft-2", "film"))
    started: list[str] = []

    def start(grid, cell, own, cores):
        started.append(cell.place[1])
        if cell.place[1] == "gft-2":  # the cell's process notes why by itself, unless it is killed
            script = "raise SystemExit(1)" if len(started) < 3 else "import os; os.kill(os.getpid(), 9)"
            if len(started) < 3:
                note_failure(path_of(grid, cell), "no luck")
            return subprocess.Popen([sys.executable, "-c", script])
        return subprocess.Popen([sys.executable, "-c", ""])

    monkeypatch.setattr("gft.grid.local.start_cell", start)
    said: list[str] = []
    assert run_here(tmp_path, cells, 1, (), said.append, lambda: None) == 1
    assert started == ["gft-2", "film", "gft-2", "gft-2"]
    state = state_of(tmp_path, cells[0])
    assert state.failed
    assert str(state) == "failed 3 times; the last reason: its process ended with signal 9"
    assert "2d film seed 0: done" in said


OWN = """
import torch
from gft.grounding import Grounding

class Mine(Grounding):
    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, bias: bool = True):
        super().__init__()
        self.out_features = channels * cells
        self.gate = torch.nn.Linear(sentence, channels, bias=bias)

    def condition(self, sentence):
        return self.gate(sentence)

    def forward(self, features, condition):
        return (features.flatten(2) * condition.unsqueeze(2)).flatten(1)

class Other: ...
"""


def test_a_method_of_ones_own_joins_by_its_file_and_the_report_has_all_of_it(undisturbed, tmp_path):
    before, cell = undisturbed
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    try:
        old, new = more_cells(before, Asked(methods=f"{file}:Mine:bias=no"))
        assert old == [cell]
        (mine,) = new
        name = mine.place[1]
        assert name.startswith("Mine@")
        assert name.endswith(":bias=no")
        cells = add_cells(before, new)
        for known in [known for known in METHODS if known.startswith("Mine@")]:
            del METHODS[known]  # as in a new process: only its file brings it back
        with pytest.raises(XWorldError, match=r"name it anew, FILE\.py:Mine"):
            more_cells(before, Asked())
        assert work(before, mine, [f"{file}:Mine"]) == 0
    finally:
        for known in [known for known in METHODS if known.startswith("Mine@")]:
            del METHODS[known]
    assert state_of(before, mine).done
    report = write_grid_report(before, cells)
    order = (report / "order.md").read_text()
    assert f"| {name} |" in order
    assert "GFT-2" in order
    assert "nothing tells a better method from a luckier seed" in order
    costs = (report / "cost.md").read_text().splitlines()
    counted = {row.split(" | ")[0].strip("| "): float(row.split(" | ")[1]) for row in costs[4:6]}
    assert counted["GFT-2"] == pytest.approx(sum(w.size for w in weights_of_agent(path_of(before, cell))) / 1e6, abs=1e-3)
    assert counted[name] < counted["GFT-2"]
    assert "Order of the methods" in (report / "index.html").read_text()


def test_an_overview_counts_and_tells_the_time_left(tmp_path):
    cells = make_cells("smoke", ["2d"], ["gft-2", "film", "gated", "concat"], [0], {}, None)
    usual = {"steps": 0, "total": 1000, "tested": 0, "tests": 4, "working": False, "failures": (), "rate": None}
    states = [
        State(**usual | {"steps": 1000, "tested": 4, "rate": 10.0}),
        State(**usual | {"steps": 500, "working": True, "rate": 10.0}),
        State(**usual | {"failures": ("a", "b", "c")}),
        State(**usual),
    ]
    line = in_a_line(cells, states)
    assert line == (
        "4 cells: 1 done, 1 running, 1 failed, 1 waiting: 2d film seed 0 50%; about 3 min left"
    )  # (0.75 + 1.25) × 1,000 steps at 10 a second
    assert State(**usual | {"steps": 1000, "tested": 3}).testing_left == 0.25 * 1000 / 4
    assert str(states[2]) == "failed 3 times; the last reason: c"
    assert str(states[1]) == "training at step 500 of 1,000"


def test_what_has_not_begun_is_expected_to_be_as_fast_as_the_others_of_its_world():
    cells = make_cells("smoke", ["2d", "3d"], ["gft-2", "film"], [0], {}, None)
    usual = {"steps": 0, "total": 800, "tested": 0, "tests": 4, "working": False, "failures": (), "rate": None}
    rates = {"2d gft-2 seed 0": 100.0, "3d gft-2 seed 0": 10.0}
    states = [State(**usual | {"rate": rates.get(cell.name), "working": cell.name in rates}) for cell in cells]
    assert seconds_left(cells, states) == pytest.approx((2 * 1000 / 100 + 2 * 1000 / 10) / 2)
    assert seconds_left(cells, [state._replace(working=False) for state in states]) is None


def test_a_dry_run_measures_each_world_and_tells_training_from_testing(tmp_path, monkeypatch, capsys):
    from gft.cli import main
    from gft.grid.rates import Pace

    paces = {"2d": Pace(2, 1000.0, "fast"), "3d": Pace(1, 100.0, "slow")}
    monkeypatch.setattr("gft.grid.rates.measured", lambda cells, own, given: paces[cells[0].place[0]])
    words = [
        "--budget",
        "smoke",
        "--worlds",
        "2d,3d",
        "--methods",
        "gft-2,film",
        "--seeds",
        "1",
        "--out",
        str(tmp_path / "a"),
    ]
    assert main(["reproduce", *words, "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "budget smoke in XWORLD2D, 40,960 steps a cell: it tells" in said
    assert "4 of 4 cells to do, 163,840 training steps in all" in said
    assert "2d gft-2 seed 0: fast\n3d gft-2 seed 0: slow\n" in said
    # 2 × 40,960 steps at 2,000 a second, as many at 100, and a quarter of that
    assert "about 14 min of training here if all methods are as fast, and at most 3 min of testing" in said
    assert not (tmp_path / "a").exists()
