"""XWORLD2D's physics for a batch: one action each.

Path of the data: action → world. Walking itself is `xworld.maps.grid.walk`; what an event means was settled by the
teacher when the session began.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel
from xworld.maps.grid import ACTIONS, walk
from xworld.state import FAILURE, RUNNING, SUCCESS, TIMEOUT, Batch

STEP_REWARD = -0.01
END_REWARD = 1.0
HOLD = -1  # an action that leaves an environment as it is: no step, no reward


@kernel
def advance(
    batch: Batch,
    actions: NDArray[np.int64],
    rewards: NDArray[np.float64],
    terminated: NDArray[np.bool_],
    truncated: NDArray[np.bool_],
) -> int:
    """Take one action in every environment; returns how many sessions ended by it.

    If an action does not exist nothing is done, and −1 minus its place is returned.
    """
    for i in range(len(batch)):
        if actions[i] < HOLD or actions[i] >= len(ACTIONS):
            return -1 - i
    ended = 0
    for i in range(len(batch)):
        env = batch[i]
        rewards[i] = 0.0
        terminated[i] = env.outcome == SUCCESS or env.outcome == FAILURE
        truncated[i] = env.outcome == TIMEOUT
        if actions[i] == HOLD or env.outcome != RUNNING:  # a session that has ended waits for the next one
            continue
        row, column = env.agent[0], env.agent[1]
        r, c, heading, reached = walk(env.grid, env.rows, env.columns, row, column, env.agent[2], actions[i])
        env.agent[0], env.agent[1], env.agent[2] = r, c, heading
        env.steps += 1
        outcome = RUNNING
        if reached >= 0:
            outcome = env.reach[reached, heading]
        elif r != row or c != column:
            outcome = env.stand[r, c]
        if outcome == RUNNING and env.steps >= env.limit:
            outcome = TIMEOUT
        env.outcome = outcome
        rewards[i] = STEP_REWARD
        if outcome == SUCCESS:
            rewards[i] += END_REWARD
        elif outcome == FAILURE:
            rewards[i] -= END_REWARD
        terminated[i] = outcome == SUCCESS or outcome == FAILURE
        truncated[i] = outcome == TIMEOUT
        ended += outcome != RUNNING
    return ended
