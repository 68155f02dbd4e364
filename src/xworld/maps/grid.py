"""Cells, headings and the one rule of walking on a grid.

Rows run down (south), columns run right (east). A heading counts eighths of a turn clockwise from north; the 2D
world turns by two of them. `walk` is the whole physics of the 2D world, and what the oracle searches with.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import subkernel

# What a cell of the grid holds: an object's number (0, 1, …) or one of these.
FREE = -1
OBSTACLE = -2

HEADINGS = 8
NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6
STEP_ROW = np.array([-1, -1, 0, 1, 1, 1, 0, -1])
STEP_COLUMN = np.array([0, 1, 1, 1, 0, -1, -1, -1])

ACTIONS = ("move_forward", "move_backward", "move_left", "move_right", "turn_left", "turn_right")
FORWARD, BACKWARD, LEFT, RIGHT, TURN_LEFT, TURN_RIGHT = range(6)
# For each move: how the direction of motion is turned against the heading.
MOTION = np.array([0, 4, 6, 2])


@subkernel
def walk(
    grid: NDArray[np.int16], rows: int, columns: int, row: int, column: int, heading: int, action: int
) -> tuple[int, int, int, int]:
    """One action from a pose: (row, column, heading, reached), where `reached` is the object run into face on, or −1.

    Whatever stands in the way, nothing moves; only a forward move into an object reaches it.
    """
    if action == TURN_LEFT:
        return row, column, (heading + 6) % 8, -1
    if action == TURN_RIGHT:
        return row, column, (heading + 2) % 8, -1
    direction = (heading + MOTION[action]) % 8
    next_row = row + STEP_ROW[direction]
    next_column = column + STEP_COLUMN[direction]
    if not (0 <= next_row < rows and 0 <= next_column < columns):
        return row, column, heading, -1
    content = grid[next_row, next_column]
    if content == FREE:
        return next_row, next_column, heading, -1
    if content >= 0 and action == FORWARD:
        return row, column, heading, content
    return row, column, heading, -1
