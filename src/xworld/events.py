"""What happens around an action in any world: which actions there are, who waits, how a session ends, what it is worth.

Path of the data: action → **world**. The worlds move the agent; this is the part of a step that they share.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import subkernel
from xworld.maps.grid import ACTIONS
from xworld.state import FAILURE, RUNNING, SUCCESS, TIMEOUT, Env

STEP_REWARD = -0.01
END_REWARD = 1.0
HOLD = -1  # an action that leaves an environment as it is: no step, no reward

Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]


@subkernel
def unknown_action(actions: NDArray[np.int64]) -> int:
    """The place of the first action that does not exist, −1 if all do."""
    for i in range(len(actions)):
        if actions[i] < HOLD or actions[i] >= len(ACTIONS):
            return i
    return -1


@subkernel
def waits(env: Env, action: int) -> bool:
    """Does nothing happen? An agent may be told to wait, and a session that has ended waits for the next one."""
    return action == HOLD or env.outcome != RUNNING


@subkernel
def conclude(env: Env, action: int, reached: int, outcome: int) -> float:
    """Note the step that has led to `outcome`, by running into the object `reached` or −1; returns its reward."""
    env.actions[env.steps] = action
    env.steps += 1
    env.reached = reached
    env.outcome = TIMEOUT if outcome == RUNNING and env.steps >= env.limit else outcome
    if env.outcome == SUCCESS:
        return STEP_REWARD + END_REWARD
    if env.outcome == FAILURE:
        return STEP_REWARD - END_REWARD
    return STEP_REWARD


@subkernel
def flag(env: Env, i: int, terminated: Flags, truncated: Flags) -> None:
    """Tell Gymnasium how environment i stands."""
    terminated[i] = env.outcome == SUCCESS or env.outcome == FAILURE
    truncated[i] = env.outcome == TIMEOUT
