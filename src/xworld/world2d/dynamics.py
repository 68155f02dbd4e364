"""XWORLD2D's physics for a batch: one action each.

Path of the data: action → world. Walking itself is `xworld.maps.grid.walk`; what an event means was settled by the
teacher when the session began.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.events import Flags, Rewards, conclude, flag, unknown_action, waits
from xworld.kernels import kernel
from xworld.maps.grid import walk
from xworld.state import RUNNING, Batch


@kernel
def advance(batch: Batch, actions: NDArray[np.int64], rewards: Rewards, terminated: Flags, truncated: Flags) -> int:
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
            row, column = env.agent[0], env.agent[1]
            r, c, heading, reached = walk(env.grid, env.rows, env.columns, row, column, env.agent[2], actions[i])
            env.agent[0], env.agent[1], env.agent[2] = r, c, heading
            outcome = RUNNING
            if reached >= 0:
                outcome = env.reach[reached, heading]
            elif r != row or c != column:
                outcome = env.stand[r, c]
            rewards[i] = conclude(env, actions[i], reached, outcome)
            ended += env.outcome != RUNNING
        flag(env, i, terminated, truncated)
    return ended
