"""The oracle of XWORLD3D: short solutions by breadth-first search with the world's own physics.

Positions are real numbers, so there are endlessly many poses. The search keeps the first pose that it finds in each
small square of the floor and each heading, and goes on from there: every solution has been walked, step by step, while
it was found. It is short, not always shortest.

**Every session has a solution here, though only the grid's oracle was asked when it began.** Take the grid's solution,
each move done as two moves of half a cell, each turn as two of 45°, and one turn first if the agent starts along a diagonal.
- It can be walked: it goes from middle to middle of free cells, boxes stay inside their cells, and a disc of radius 0.25
  in the middle of its lane touches nothing beside it. Halves are exact numbers, so the agent never drifts off the middle.
- It ends as on the grid: the last move runs straight into the object, with the same heading, or ends in the middle of the
  cell to stand in. No way leads to failure before: that takes running into an object, standing somewhere never does it.
- The search finds it, or something shorter. Middles and edges of cells are corners of squares, so whatever pose was first
  in the square of the solution's next pose is beside it by less than δ = 1/SQUARES in rows and columns. From there the same
  actions stay δ off: 0.25 + δ < 0.5 touches nothing in the lanes beside, √2·δ < 0.5 is near enough to the middle to stand
  there, and an object ahead is touched at least √(0.25² − δ²) > δ before its middle, so within 45° of the heading.
So 3D needs at most 2·(steps on the grid) + 1 steps: no more than 2·cells + 7, well within the limit of a session.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel, subkernel
from xworld.maps.grid import HEADINGS
from xworld.maps.oracle import NOT_SEEN, START, trace
from xworld.state import RUNNING, SUCCESS, Batch, Env
from xworld.world3d.dynamics import stride, verdict
from xworld.world3d.solids import Solids

SQUARES = 6  # a cell's side is so many squares of the search: an even number, and not fewer (see above)


@subkernel
def plan(env: Env, solids: Solids, actions: NDArray[np.int64]) -> int:
    """The number of actions of a short way to success from where the agent is, −1 if there is none.

    The actions are written to `actions` as far as they fit: give an array of length 0 for the number alone.
    """
    rows, columns = env.rows * SQUARES, env.columns * SQUARES
    if rows == 0:  # no session has begun
        return -1
    poses = rows * columns * HEADINGS
    parent = np.empty(poses, np.int64)  # pose before · 6 + action
    for pose in range(poses):
        parent[pose] = NOT_SEEN
    places = np.empty((poses, 2))
    queue = np.empty(poses, np.int64)
    queue[0] = _pose(columns, env.position[0], env.position[1], env.agent[2])
    places[queue[0], 0], places[queue[0], 1] = env.position[0], env.position[1]
    parent[queue[0]] = START
    head, tail = 0, 1
    while head < tail:
        pose = queue[head]
        head += 1
        for action in range(6):
            row, column, heading, reached = stride(env, solids, places[pose, 0], places[pose, 1], pose % HEADINGS, action)
            moved = row != places[pose, 0] or column != places[pose, 1]
            outcome = verdict(env, moved, row, column, heading, reached)
            if outcome == SUCCESS:
                return trace(parent, pose, action, actions)
            after = _pose(columns, row, column, heading)
            if outcome == RUNNING and parent[after] == NOT_SEEN:
                parent[after] = pose * 6 + action
                places[after, 0], places[after, 1] = row, column
                queue[tail] = after
                tail += 1
    return -1


@subkernel
def _pose(columns: int, row: float, column: float, heading: int) -> int:
    r, c = int(np.floor((row + 0.5) * SQUARES)), int(np.floor((column + 0.5) * SQUARES))
    return (r * columns + c) * HEADINGS + heading


@kernel
def plan_all(
    batch: Batch, which: NDArray[np.int64], solids: Solids, lengths: NDArray[np.int64], actions: NDArray[np.int64]
) -> None:
    """The lengths of solutions in the environments `which`, and their first actions [len(which), L]."""
    for n in range(len(which)):
        lengths[n] = plan(batch[which[n]], solids, actions[n])
