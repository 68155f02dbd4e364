import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xworld.maps.grid import FREE, OBSTACLE
from xworld.maps.layout import flood
from xworld.maps.maze import build_maze, most_obstacles
from xworld.state import new_batch, record_type

SIZES = st.tuples(st.integers(3, 16), st.integers(3, 16))


def maze(rows: int, columns: int, obstacles: int, seed: int):
    grid = np.zeros((16, 16), np.int16)
    build_maze(grid, rows, columns, obstacles, np.array([seed], np.uint64))
    return grid[:rows, :columns]


@given(SIZES, st.integers(0, 2**63))
def test_a_full_maze_is_a_spanning_tree_over_the_even_cells(size, seed):
    rows, columns = size
    grid = maze(rows, columns, most_obstacles(rows, columns), seed)
    free = grid == FREE
    nodes = ((rows + 1) // 2) * ((columns + 1) // 2)
    assert free[::2, ::2].all()
    assert free.sum() == 2 * nodes - 1  # the nodes, and one cell for each edge of a tree
    env = new_batch(1, record_type(16, 1, 1, 1, 3))[0]
    env.rows, env.columns = rows, columns
    env.grid[:rows, :columns] = grid
    flood(env)
    assert (env.reachable[:rows, :columns] == free).all()  # so there is exactly one way from cell to cell


@given(SIZES, st.integers(0, 2**63), st.floats(0, 1))
def test_a_maze_has_as_many_obstacles_as_asked_for_and_never_on_a_node(size, seed, share):
    rows, columns = size
    obstacles = int(share * most_obstacles(rows, columns))
    grid = maze(rows, columns, obstacles, seed)
    assert (grid == OBSTACLE).sum() == obstacles
    assert (grid == FREE).sum() == rows * columns - obstacles
    assert (grid[::2, ::2] == FREE).all()


@pytest.mark.parametrize(("size", "most"), [(3, 2), (4, 9), (5, 8), (8, 33), (11, 50)])
def test_most_obstacles(size, most):
    assert most_obstacles(size, size) == most


def test_mazes_differ_and_every_wall_cell_is_used():
    walls = sum((maze(8, 8, 16, seed) == OBSTACLE).astype(int) for seed in range(500))
    assert (walls[1::2, :] > 0).all()
    assert (walls[:, 1::2] > 0).all()
