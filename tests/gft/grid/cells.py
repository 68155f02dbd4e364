"""Small cells and grids for the tests."""

from dataclasses import replace
from pathlib import Path

from gft.grid.manifest import Cell, add_cells, make_cells
from tests.gft.rollouts import TINY

TESTS = [
    {"sizes": [3], "sessions": 6, "checkpoints": "2", "shuffled": False},
    {"sizes": [3], "sessions": 6, "checkpoints": "last", "shuffled": True},
]


def tiny_cells(methods=("gft-2",), seeds=(0,), **changes) -> list[Cell]:
    """Cells of a second or two."""
    options = TINY | {"steps": 320, "checkpoint_every": 64, "log_every": 64, "curriculum": None, "minibatches": 4} | changes
    cells = make_cells("smoke", ["2d"], methods, seeds, options, None)
    return [replace(cell, tests=TESTS) for cell in cells]


def tiny_grid(grid: Path, **changes) -> list[Cell]:
    """A grid of such cells."""
    return add_cells(grid, tiny_cells(**changes))
