"""`gft reproduce`: the paper's comparison, from the cells of a grid to its tables and figures."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gft.grid.budgets import BUDGETS
from gft.grid.manifest import Cell, add_cells, budget_in_words, read_manifest
from gft.grid.planning import Asked, more_cells, new_grid
from gft.grid.state import State, state_of
from gft.runs.results import unique
from xworld import XWorldError, whole


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "reproduce",
        help="the paper's comparison: all methods, tables and figures, with one command",
        usage="gft reproduce --budget NAME --out GRID [--worlds 2d,3d] [--methods all] [--seeds 2] [OPTION VALUE …]\n"
        "       gft reproduce --resume GRID [--seeds 4] [--methods film,mine.py:Mine]\n"
        "       gft reproduce --status GRID",
    )
    add, folder = parser.add_argument, {"type": Path, "metavar": "GRID"}
    number: dict[str, Any] = {"type": int, "metavar": "N"}
    add("--budget", metavar="NAME", help=f"what a cell may cost: {', '.join(BUDGETS)}")
    add("--worlds", metavar="NAMES", help="2d, 3d or 2d,3d (default: 2d)")
    add(
        "--methods",
        metavar="NAMES",
        help="by commas; paper: its eight; all: two more; your own: file.py:Class (default: all)",
    )
    add("--seeds", **number, help="how many seeds of each method (default: 2)")
    add("--steps", **number, help="training steps of a cell, in place of the budget's")
    add("--sessions", **number, help="sessions of a test on 8×8, twice as many as on other sizes, in place of the budget's")
    add("--processes", **number, help="processes of a cell, each on a core of its own (default: 1)")
    add("--precision", metavar="NAME", help="auto, bf16 or float32, in place of the budget's")
    add("--out", **folder, help="a new folder for the grid")
    add("--resume", **folder, help="go on with a grid; more seeds, methods or worlds add cells")
    add("--status", **folder, help="say how far a grid is, from its files alone")
    add("--dry-run", action="store_true", help="say what would run and about how long it takes here, and do nothing")
    add("--side-by-side", **number, help="cells at a time (default: measured)")
    add("--ray", metavar="ADDRESS", help="on a Ray cluster: auto, or its address; GRID on a path that all nodes share")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    if options.status is not None:
        from gft.grid.overview import in_full

        print(in_full(options.status, read_manifest(options.status)))
        return 0
    if (options.out is None) == (options.resume is None):
        raise XWorldError(
            "give --out GRID for a new grid, --resume GRID to go on with one, or --status GRID to look at one."
        )
    if options.side_by_side is not None:
        whole("side-by-side", options.side_by_side, 1)
    asked = Asked(*(getattr(options, name) for name in Asked._fields))
    grid = options.out or options.resume
    old, new = ([], new_grid(grid, asked)) if options.resume is None else more_cells(grid, asked)
    if options.dry_run:
        return dry_run(grid, old, new, asked.own, options)

    from gft.commands.report import check_installed
    from gft.runs.folder import locked

    check_installed()  # before hours of training
    with locked(grid):
        return work_on(grid, add_cells(grid, new), asked.own, options)


def work_on(grid: Path, cells: list[Cell], own: Sequence[str], options: argparse.Namespace) -> int:
    """Run what is not done, and write the report."""
    from gft.grid.cell import STOPPED
    from gft.grid.local import run_here
    from gft.grid.overview import Overview, in_full
    from gft.grid.ray_driver import run_on_ray
    from gft.grid.report import write_grid_report

    print(f"{grid}: {len(cells)} cells, {'; '.join(unique(map(budget_in_words, cells)))}", flush=True)
    overview, code = Overview(grid, cells), 0
    left = [cell for cell in cells if not state_of(grid, cell).done]
    try:
        if left and options.ray is not None:
            code = run_on_ray(grid, left, options.ray, own, overview.line.say, overview.show)
        elif left:
            side_by_side = options.side_by_side or chosen(left, own)
            code = run_here(grid, left, side_by_side, own, overview.line.say, overview.show)
    finally:
        overview.line.close()
    print(in_full(grid, cells))
    report = None if code == STOPPED else write_grid_report(grid, cells)
    if report is not None:
        print(f"report {report / 'index.html'}, tables and figures beside it")
    return code


def chosen(cells: Sequence[Cell], own: Sequence[str]) -> int:
    """How many cells go side by side; it is said why."""
    from gft.grid.rates import measured, most_side_by_side

    if most_side_by_side(cells) == 1:
        print("one cell at a time: there is one left, or cores for one")
        return 1
    pace = measured(cells, own)
    print(pace.why)
    return pace.side_by_side


def dry_run(grid: Path, old: list[Cell], new: list[Cell], own: Sequence[str], options: argparse.Namespace) -> int:
    """Say what would run, how many steps, and about how long here."""
    cells = [*old, *new]
    states = [state_of(grid, cell) for cell in cells]
    for cell, state in zip(cells, states):
        print(f"{cell.name}: {'new' if cell in new else state}, {cell.steps:,} steps")
    left = [(cell, state) for cell, state in zip(cells, states) if not state.done]
    steps = sum(state.total - state.steps for state in states)
    print(f"\n{len(left)} of {len(cells)} cells to do, {steps:,} training steps in all")
    for cell in {budget_in_words(cell): cell for cell in cells}.values():
        tests = ", ".join(f"{size}×{size} {test['sessions']:,}" for test in cell.tests[1:] for size in test["sizes"])
        print(budget_in_words(cell))
        print(f"sessions of a test, greedy and sampled, with and without their own commands: {tests}", flush=True)
    if left and options.ray is None:
        print(how_long(left, own, options.side_by_side))
    return 0


def how_long(left: Sequence[tuple[Cell, State]], own: Sequence[str], side_by_side: int | None) -> str:
    """About how long cells would take here, by a measurement of the first of each world."""
    from gft.commands.progress import span
    from gft.grid.rates import measured

    training = testing = 0.0
    for world in unique(cell.place[0] for cell, _ in left):
        mine = [(cell, state) for cell, state in left if cell.place[0] == world]
        pace = measured([cell for cell, _ in mine], own, side_by_side)
        print(f"{mine[0][0].name}: {pace.why}", flush=True)
        together = pace.rate * pace.side_by_side
        training += sum(state.total - state.steps for _, state in mine) / together
        testing += sum(state.testing_left for _, state in mine) / together
    return f"about {span(training)} of training here if all methods are as fast, and at most {span(testing)} of testing"
