"""Which cells a command asks for: those of a new grid, or more of one that is there.

Path of the data: command line → **cells** → manifest.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from gft.grid.budgets import BUDGETS, budget_of
from gft.grid.manifest import ALL, WORLDS, Cell, make_cells, numbered, read_manifest, split_methods
from gft.runs.folder import is_taken
from gft.runs.results import unique
from xworld import XWorldError, one_of


class Asked(NamedTuple):
    """What a user asks for; None where nothing is said."""

    budget: str | None = None
    worlds: str | None = None
    methods: str | None = None
    seeds: int | None = None
    sessions: int | None = None
    steps: int | None = None
    processes: int | None = None
    precision: str | None = None

    @property
    def own(self) -> list[str]:
        """The methods of the user's own: files and classes."""
        return [text for text in split_methods(self.methods or "") if ".py:" in text]

    @property
    def changes(self) -> dict[str, Any]:
        """Options of a run in place of the budget's."""
        given = {"steps": self.steps, "processes": self.processes, "precision": self.precision}
        return {name: value for name, value in given.items() if value is not None}


def new_grid(grid: Path, asked: Asked) -> list[Cell]:
    """The cells of a new grid."""
    if is_taken(grid):
        raise XWorldError(f"{str(grid)!r} exists already; go on with it by --resume {grid}, or use another one: --out.")
    if asked.budget is None:
        raise XWorldError(f"give --budget: {', '.join(BUDGETS)}.")
    budget_of(asked.budget)
    worlds, seeds = _worlds(asked.worlds or "2d"), numbered(2 if asked.seeds is None else asked.seeds)
    return make_cells(asked.budget, worlds, _methods(asked.methods or "all"), seeds, asked.changes, asked.sessions)


def more_cells(grid: Path, asked: Asked) -> tuple[list[Cell], list[Cell]]:
    """The cells of a grid, and those that are asked for and that it does not have. What is not said is as in the grid, and
    what the grid has in place of its budget's options and tests they have too."""
    old = read_manifest(grid)
    settled = asked._replace(worlds=None, methods=None, seeds=None)
    for name, value in settled._asdict().items():
        if value is not None:
            raise XWorldError(
                f"--{name} cannot change when a grid goes on; --worlds, --methods and --seeds can. Or make a new one."
            )
    if asked == Asked():
        check_methods(old)
        return old, []
    worlds = _worlds(asked.worlds) if asked.worlds else unique(cell.place[0] for cell in old)
    methods = _methods(asked.methods) if asked.methods else unique(cell.place[1] for cell in old)
    seeds = numbered(asked.seeds) if asked.seeds is not None else unique(cell.place[2] for cell in old)
    check_methods(old)
    first, there = old[0], {cell.place for cell in old}
    world, method, seed = first.place
    (usual,) = make_cells(first.budget, [world], [method], [seed], {}, None)
    changes = {name: value for name, value in first.config.items() if value != usual.config.get(name)}
    cells = [cell for cell in make_cells(first.budget, worlds, methods, seeds, changes, None) if cell.place not in there]
    return old, cells if first.tests == usual.tests else [replace(cell, tests=first.tests) for cell in cells]


def check_methods(cells: Sequence[Cell]) -> None:
    """Refuse, before anything runs, cells of a method whose file was not given."""
    for method in unique(cell.place[1] for cell in cells):
        if method not in ALL:  # which needs no PyTorch
            from gft.grounding import find_method

            find_method(method)


def _worlds(text: str) -> list[str]:
    for world in text.split(","):
        if world not in WORLDS:
            raise one_of("world", world, WORLDS)
    return unique(text.split(","))


def _methods(text: str) -> list[str]:
    """The names of methods; a file that is among them is executed, because the user names it."""
    from gft.grounding import registered

    return unique(registered(method) for method in split_methods(text))
