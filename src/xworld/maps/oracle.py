"""The oracle: shortest solutions by breadth-first search over poses, with the world's own rule of walking.

It knows the whole map and the verdicts of the teacher (what reaching an object, or standing in a cell, leads to), so
it serves every task alike, the user's own included.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel, subkernel
from xworld.maps.grid import walk
from xworld.state import FAILURE, SUCCESS, Batch, Env

NOT_SEEN, START = -1, -2


@kernel
def plan(env: Env, actions: NDArray[np.int64]) -> int:
    """The shortest number of actions to success from where the agent is, −1 if there is none.

    The actions are written to `actions` as far as they fit: give an array of length 0 for the number alone.
    """
    rows, columns = env.rows, env.columns
    if rows == 0:  # no session has begun
        return -1
    poses = rows * columns * 4  # headings are north, east, south, west
    parent = np.empty(poses, np.int64)  # pose before · 6 + action
    for pose in range(poses):
        parent[pose] = NOT_SEEN
    queue = np.empty(poses, np.int64)
    queue[0] = (env.agent[0] * columns + env.agent[1]) * 4 + env.agent[2] // 2
    parent[queue[0]] = START
    head, tail = 0, 1
    while head < tail:
        pose = queue[head]
        head += 1
        row, column, heading = pose // 4 // columns, pose // 4 % columns, pose % 4 * 2
        for action in range(6):
            r, c, h, reached = walk(env.grid, rows, columns, row, column, heading, action)
            if reached >= 0:
                if env.reach[reached, h] == SUCCESS:
                    return trace(parent, pose, action, actions)
                continue
            moved = r != row or c != column
            if moved and env.stand[r, c] == SUCCESS:
                return trace(parent, pose, action, actions)
            if moved and env.stand[r, c] == FAILURE:
                continue
            after = (r * columns + c) * 4 + h // 2
            if parent[after] == NOT_SEEN:
                parent[after] = pose * 6 + action
                queue[tail] = after
                tail += 1
    return -1


@subkernel
def trace(parent: NDArray[np.int64], pose: int, last: int, actions: NDArray[np.int64]) -> int:
    """Count the actions on the way to `pose` plus the last one, and write them down in order."""
    length = 1
    at = pose
    while parent[at] != START:
        at = parent[at] // 6
        length += 1
    action = last
    at = pose
    for n in range(length - 1, -1, -1):
        if n < len(actions):
            actions[n] = action
        action = parent[at] % 6
        at = parent[at] // 6
    return length


@kernel
def next_actions(batch: Batch, out: NDArray[np.int64]) -> None:
    """The oracle's next action in every environment, −1 where success is out of reach."""
    first = np.empty(1, np.int64)
    for i in range(len(batch)):
        out[i] = first[0] if plan(batch[i], first) > 0 else -1


def solution(env: Env) -> list[int]:
    """The shortest action sequence to success from where the agent is; empty if there is none."""
    actions = np.empty(4 * int(env.rows) * int(env.columns), np.int64)
    return [int(action) for action in actions[: max(plan(env, actions), 0)]]


@kernel
def path_efficiency(success: bool, optimal: int, steps: int) -> float:
    """Success weighted by path length (SPL) of one session: optimal ÷ taken steps; NaN if the optimum is not known."""
    return (optimal / max(optimal, steps) if optimal > 0 else np.nan) if success else 0.0
