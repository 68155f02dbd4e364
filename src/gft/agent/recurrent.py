"""A GRU over a rollout, in which sessions begin anew at any step.

Path of the data: grounding → **memory** → policy and value. It is PyTorch's GRU cell step after step, with what need not
wait for the step before taken out of the loop: the products with the inputs, and the gradients of the weights, are one
large product each instead of one small product a step.

    r = σ(x_r + U_r h)      z = σ(x_z + U_z h)      n = tanh(x_n + r ∘ U_n h)      h ← n + z ∘ (h − n)
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


def over_time(cell: nn.GRUCell, inputs: Tensor, start: Tensor, keep: Tensor) -> Tensor:
    """States after each step: inputs [T, B, I], state before the first [B, H], keep [T, B, 1] (0: forget, then step)
    → [T, B, H]."""
    gates = functional.linear(inputs, cell.weight_ih, cell.bias_ih)  # [T, B, 3H]
    states: Tensor = _Steps.apply(gates, start, keep, cell.weight_hh, cell.bias_hh)
    return states


def recurrence(gates: Tensor, start: Tensor, keep: Tensor, weight: Tensor, bias: Tensor) -> tuple[Tensor, ...]:
    """Of each step, [T, B, H] each: the state before it, r, z, n, U_n h, and the state after it."""
    steps: list[tuple[Tensor, ...]] = []
    state = start
    for given, kept in zip(gates, keep):
        before = state * kept
        own = torch.addmm(bias, before, weight.t())  # [B, 3H]
        x_r, x_z, x_n = given.chunk(3, dim=1)
        u_r, u_z, u_n = own.chunk(3, dim=1)
        r, z = (x_r + u_r).sigmoid_(), (x_z + u_z).sigmoid_()
        n = torch.addcmul(x_n, r, u_n).tanh_()
        state = torch.lerp(n, before, z)
        steps.append((before, r, z, n, u_n, state))
    return tuple(torch.stack(column) for column in zip(*steps))


class _Steps(torch.autograd.Function):
    """The recurrence, given the inputs' share of the gates."""

    @staticmethod
    def forward(ctx: Any, gates: Tensor, start: Tensor, keep: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        *saved, states = recurrence(gates, start, keep, weight, bias)
        ctx.save_for_backward(keep, weight, *saved)
        return states

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:  # type: ignore[override]
        keep, weight, before, reset, update, new, recalled = ctx.saved_tensors
        steps, count, size = gradient.shape
        of_inputs = gradient.new_empty(steps, count, 3, size)
        of_own = torch.empty_like(of_inputs)
        state = torch.zeros_like(gradient[0])  # the gradient that comes back from the step after
        for t in range(steps - 1, -1, -1):
            r, z, n = reset[t], update[t], new[t]
            state = state + gradient[t]
            of_n = state * (1 - z) * (1 - n * n)
            of_inputs[t, :, 0] = of_n * recalled[t] * r * (1 - r)
            of_inputs[t, :, 1] = state * (before[t] - n) * z * (1 - z)
            of_inputs[t, :, 2] = of_n
            of_own[t, :, :2] = of_inputs[t, :, :2]
            of_own[t, :, 2] = of_n * r
            state = torch.addmm(state * z, of_own[t].flatten(1), weight) * keep[t]
        flat = of_own.flatten(2).flatten(0, 1)  # [T·B, 3H]
        return of_inputs.flatten(2), state, None, flat.t() @ before.flatten(0, 1), flat.sum(dim=0)
