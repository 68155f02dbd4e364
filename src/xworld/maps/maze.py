"""Random mazes: a spanning tree by Prim's algorithm, of whose walls a random subset is kept."""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel, subkernel
from xworld.maps.grid import EAST, FREE, NORTH, OBSTACLE, SOUTH, STEP_COLUMN, STEP_ROW, WEST
from xworld.streams import Stream, below, shuffle_head


def most_obstacles(rows: int, columns: int) -> int:
    """The number of walls of a full maze: all cells but the nodes (even cells) and the edges of a tree over them."""
    nodes = ((rows + 1) // 2) * ((columns + 1) // 2)
    return rows * columns - (2 * nodes - 1)


@subkernel
def _fill(grid: NDArray[np.int16], rows: int, columns: int, content: int) -> None:
    for r in range(rows):
        for c in range(columns):
            grid[r, c] = content


@subkernel
def carve_tree(grid: NDArray[np.int16], rows: int, columns: int, stream: Stream) -> None:
    """Fill the grid with obstacles, then free a random spanning tree over its even cells."""
    _fill(grid, rows, columns, OBSTACLE)
    node_rows, node_columns = (rows + 1) // 2, (columns + 1) // 2
    frontier = np.empty((4 * node_rows * node_columns, 3), np.int64)  # edges: from row, from column, direction
    row, column = 2 * below(stream, node_rows), 2 * below(stream, node_columns)
    grid[row, column] = FREE
    edges = 0
    while True:
        for direction in (NORTH, EAST, SOUTH, WEST):
            r, c = row + 2 * STEP_ROW[direction], column + 2 * STEP_COLUMN[direction]
            if 0 <= r < rows and 0 <= c < columns and grid[r, c] != FREE:
                frontier[edges, 0], frontier[edges, 1], frontier[edges, 2] = row, column, direction
                edges += 1
        while edges > 0:  # the next random edge that leads out of the tree
            pick = below(stream, edges)
            row, column, direction = frontier[pick, 0], frontier[pick, 1], frontier[pick, 2]
            edges -= 1
            for n in range(3):
                frontier[pick, n] = frontier[edges, n]
            r, c = row + 2 * STEP_ROW[direction], column + 2 * STEP_COLUMN[direction]
            if grid[r, c] != FREE:
                grid[row + STEP_ROW[direction], column + STEP_COLUMN[direction]] = FREE
                grid[r, c] = FREE
                row, column = r, c
                break
        else:
            return


@kernel
def build_maze(grid: NDArray[np.int16], rows: int, columns: int, obstacles: int, stream: Stream) -> None:
    """A maze with `obstacles` walls, a random subset of those of a full maze."""
    if obstacles == 0:
        _fill(grid, rows, columns, FREE)
        return
    carve_tree(grid, rows, columns, stream)
    walls = np.empty(rows * columns, np.int64)
    count = 0
    for cell in range(rows * columns):
        if grid[cell // columns, cell % columns] == OBSTACLE:
            walls[count] = cell
            count += 1
    shuffle_head(stream, walls, count, obstacles)
    for i in range(obstacles, count):
        grid[walls[i] // columns, walls[i] % columns] = FREE
