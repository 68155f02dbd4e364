"""Advantages: how much better things went than the value function expected.

Path of the data: rollout → **returns** → learner. Eq. 4 of the paper over n steps, and its generalisation with λ:

    δ[t] = r[t] + γ·v[t+1] − v[t]        A[t] = δ[t] + γ·λ·A[t+1]        (λ = 1: n-step returns)

A session that succeeded or failed has nothing after it; one that was cut off by the clock, or by the end of the rollout,
goes on with the value of its last observation.
"""

import torch
from torch import Tensor

from gft.training.rollout import Rollout


@torch.no_grad()
def advantages(rollout: Rollout, *, gamma: float, gae_lambda: float) -> Tensor:
    """[T, B]; they mean nothing where the rollout's mask is False."""
    values = rollout.values.detach()
    ended = rollout.terminated | rollout.truncated
    following = torch.where(ended, rollout.bootstrap, values.roll(-1, dims=0))  # v[t+1]
    following[-1] = rollout.bootstrap[-1]
    delta = rollout.rewards + gamma * following - values
    goes_on = gamma * gae_lambda * (~ended).to(delta.dtype)
    result, later = torch.empty_like(delta), torch.zeros_like(delta[0])
    for t in range(len(delta) - 1, -1, -1):
        later = result[t] = delta[t] + goes_on[t] * later
    return result
