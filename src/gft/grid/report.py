"""What comes out of a grid: GRID/report, from the runs of its cells.

Path of the data: cells' runs → tables, order, curves, cost → **files**.
"""

from collections.abc import Sequence
from pathlib import Path

from gft.grid.manifest import Cell, budget_in_words, path_of
from gft.grid.overview import in_a_line
from gft.grid.state import state_of
from gft.runs.results import FILE as RESULTS
from gft.runs.results import unique


def write_grid_report(grid: Path, cells: Sequence[Cell]) -> Path | None:
    """Write the report of all cells that have results; returns its folder, None if there are none."""
    from gft.report.write import write_report

    folders = [path_of(grid, cell) for cell in cells if (path_of(grid, cell) / RESULTS).is_file()]
    if not folders:
        return None
    notes = [in_a_line(cells, [state_of(grid, cell) for cell in cells])]
    notes += [words[0].upper() + words[1:] for words in unique(budget_in_words(cell) for cell in cells)]
    write_report(folders, grid / "report", title="The comparison", notes=notes)
    return grid / "report"
