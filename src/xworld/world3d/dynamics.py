"""XWORLD3D's physics: a disc that walks half cells along eight headings and stops at what it runs into.

Path of the data: action → world. Obstacles, and the footprints of objects, are boxes in the middle of their cells.
Positions are in rows and columns, whole numbers being the middles of cells; only + − × ÷ and √ are used, so that the
same actions lead to the same place, bit for bit, on every machine.
"""

from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from xworld.events import Flags, Rewards, conclude, flag, unknown_action, waits
from xworld.kernels import kernel, subkernel
from xworld.maps.grid import FREE, HEADINGS, MOTION, STEP_COLUMN, STEP_ROW, TURN_LEFT, TURN_RIGHT
from xworld.state import RUNNING, Batch, Env
from xworld.world3d.solids import Solids, half_sides

RADIUS = 0.25  # of the agent
STRIDE = 0.5  # of a move
SKIN = 1e-6  # so far from contact the disc stops, and rounding can never put it inside
NEAR_ENOUGH = 0.5  # to the middle of a cell, to stand in it
DIAGONAL = 0.7071067811865476
LENGTH = np.array([1.0, DIAGONAL] * 4)  # that makes a step in each of the headings one long


@subkernel
def cell(at: float) -> int:
    """The row or column that a position lies in."""
    return int(np.floor(at + 0.5))


@subkernel
def _into_box(row: float, column: float, down: float, right: float, rows: float, columns: float) -> float:
    """How far from (row, column) along (down, right) to the box of half sides (rows, columns) around 0, inf if never."""
    enter, leave = -inf, inf
    if down != 0.0:
        a, b = (-rows - row) / down, (rows - row) / down
        enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
    elif abs(row) >= rows:
        return inf
    if right != 0.0:
        a, b = (-columns - column) / right, (columns - column) / right
        enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
    elif abs(column) >= columns:
        return inf
    return max(enter, 0.0) if -SKIN < enter < leave and leave > SKIN else inf


@subkernel
def _into_disc(row: float, column: float, down: float, right: float) -> float:
    """The same for a disc of the agent's radius around 0."""
    along = row * down + column * right
    inside = along * along - (row * row + column * column - RADIUS * RADIUS)
    if inside <= 0.0:
        return inf
    enter, leave = -along - sqrt(inside), -along + sqrt(inside)
    return max(enter, 0.0) if enter > -SKIN and leave > SKIN else inf


@subkernel
def room(row: float, column: float, down: float, right: float, rows: float, columns: float) -> float:
    """How far the agent can go along the unit vector (down, right) until it touches the box of half sides (rows, columns)
    around 0. Its middle must stay out of the box grown by its radius: two boxes, and a disc at each corner."""
    nearest = min(
        _into_box(row, column, down, right, rows + RADIUS, columns),
        _into_box(row, column, down, right, rows, columns + RADIUS),
    )
    for corner_row in (-rows, rows):
        for corner_column in (-columns, columns):
            nearest = min(nearest, _into_disc(row - corner_row, column - corner_column, down, right))
    return nearest


@subkernel
def _room_to_border(at: float, direction: float, cells: int) -> float:
    if direction > 0.0:
        return max(0.0, (cells - 0.5 - RADIUS - at) / direction)
    if direction < 0.0:
        return max(0.0, (-0.5 + RADIUS - at) / direction)
    return inf


@subkernel
def _faces(heading: int, down: float, right: float) -> bool:
    """Does (down, right) lie within 45° of the heading?"""
    along = down * STEP_ROW[heading] + right * STEP_COLUMN[heading]
    square = STEP_ROW[heading] ** 2 + STEP_COLUMN[heading] ** 2
    return along > 0.0 and 2.0 * along * along >= (down * down + right * right) * square


@subkernel
def stride(env: Env, solids: Solids, row: float, column: float, heading: int, action: int) -> tuple[float, float, int, int]:
    """One action from a pose: (row, column, heading, reached), where `reached` is the object run into face on, or −1."""
    if action == TURN_LEFT:
        return row, column, (heading + HEADINGS - 1) % HEADINGS, -1
    if action == TURN_RIGHT:
        return row, column, (heading + 1) % HEADINGS, -1
    way = (heading + MOTION[action]) % HEADINGS
    down, right = STEP_ROW[way] * LENGTH[way], STEP_COLUMN[way] * LENGTH[way]
    free = min(_room_to_border(row, down, env.rows), _room_to_border(column, right, env.columns))
    reach = STRIDE + RADIUS  # what is farther than this is not in the way; a box may stretch over its whole cell
    top, bottom = max(0, cell(row - reach)), min(env.rows - 1, cell(row + reach))
    left, last = max(0, cell(column - reach)), min(env.columns - 1, cell(column + reach))
    for r in range(top, bottom + 1):
        for c in range(left, last + 1):
            if env.grid[r, c] != FREE:
                rows, columns = half_sides(env, solids, r, c)
                free = min(free, room(row - r, column - c, down, right, rows, columns))
    if free - SKIN >= STRIDE:
        return row + STRIDE * down, column + STRIDE * right, heading, -1
    far = max(0.0, free - SKIN)
    reached, best = -1, 0.0
    row_after, column_after = row + far * down, column + far * right
    for r in range(top, bottom + 1):
        for c in range(left, last + 1):
            if env.grid[r, c] >= 0 and _faces(heading, r - row_after, c - column_after):
                rows, columns = half_sides(env, solids, r, c)
                if room(row - r, column - c, down, right, rows, columns) <= free + SKIN:
                    # Of two that are touched at once, the one that is more straight ahead.
                    aside, ahead = r - row_after, c - column_after
                    straight = (aside * STEP_ROW[heading] + ahead * STEP_COLUMN[heading]) / sqrt(aside**2 + ahead**2)
                    if straight > best:
                        reached, best = env.grid[r, c], straight
    return row_after, column_after, heading, reached


@subkernel
def is_clear(env: Env, solids: Solids, row: float, column: float) -> bool:
    """Can the agent stand here: inside the border, its disc outside every box?"""
    if not (RADIUS - 0.5 <= row <= env.rows - 0.5 - RADIUS and RADIUS - 0.5 <= column <= env.columns - 0.5 - RADIUS):
        return False
    for r in range(max(0, cell(row) - 1), min(env.rows, cell(row) + 2)):
        for c in range(max(0, cell(column) - 1), min(env.columns, cell(column) + 2)):
            if env.grid[r, c] != FREE:
                rows, columns = half_sides(env, solids, r, c)
                down, right = max(0.0, abs(row - r) - rows), max(0.0, abs(column - c) - columns)
                if down * down + right * right < (RADIUS - SKIN) ** 2:
                    return False
    return True


@subkernel
def verdict(env: Env, moved: bool, row: float, column: float, heading: int, reached: int) -> int:
    """What reaching an object, or else a move to this place, leads to."""
    if reached >= 0:
        return env.reach[reached, heading]
    if not moved:
        return RUNNING
    r, c = cell(row), cell(column)
    if (row - r) ** 2 + (column - c) ** 2 <= NEAR_ENOUGH**2:
        return env.stand[r, c]
    return RUNNING


@kernel
def advance(
    batch: Batch, solids: Solids, actions: NDArray[np.int64], rewards: Rewards, terminated: Flags, truncated: Flags
) -> int:
    """Take one action in every environment; returns how many sessions ended by it.

    If an action does not exist nothing is done, and −1 minus its place is returned.
    """
    unknown = unknown_action(actions)
    if unknown >= 0:
        return -1 - unknown
    ended = 0
    for i in range(len(batch)):
        env = batch[i]
        rewards[i] = 0.0
        if not waits(env, actions[i]):
            row, column, heading, reached = stride(env, solids, env.position[0], env.position[1], env.agent[2], actions[i])
            moved = row != env.position[0] or column != env.position[1]
            env.position[0], env.position[1] = row, column
            env.agent[0], env.agent[1], env.agent[2] = cell(row), cell(column), heading
            outcome = verdict(env, moved, row, column, heading, reached)
            rewards[i] = conclude(env, actions[i], reached, outcome)
            ended += env.outcome != RUNNING
        flag(env, i, terminated, truncated)
    return ended


@kernel
def enter(batch: Batch, which: NDArray[np.int64]) -> None:
    """Put the agents of new sessions where these start."""
    for i in which:
        batch[i].position[0], batch[i].position[1] = batch[i].start[0], batch[i].start[1]
