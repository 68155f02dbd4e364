"""A GRU over a rollout, in which sessions begin anew at any step.

Path of the data: grounding → **memory** → policy and value. It is PyTorch's GRU cell step after step, with what need not
wait for the step before taken out of the loop: the products with the inputs, and the gradients of the weights, are one
large product each instead of one small product a step. States are kept in the weights' precision; under autocast the
products are computed in its.

    r = σ(x_r + U_r h)      z = σ(x_z + U_z h)      n = tanh(x_n + r ∘ U_n h)      h ← n + z ∘ (h − n)
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from gft.agent.vision import low_precision


def over_time(cell: nn.GRUCell, inputs: Tensor, start: Tensor, keep: Tensor) -> Tensor:
    """States after each step: inputs [T, B, I], state before the first [B, H], keep [T, B, 1] (0: forget, then step)
    → [T, B, H]."""
    gates = functional.linear(inputs, cell.weight_ih, cell.bias_ih)  # [T, B, 3H]
    states: Tensor = _Steps.apply(gates, start, keep, cell.weight_hh, cell.bias_hh, low_precision(cell.weight_hh))
    return states


class _Steps(torch.autograd.Function):
    """The recurrence, given the inputs' share of the gates."""

    @staticmethod
    def forward(
        ctx: Any, gates: Tensor, start: Tensor, keep: Tensor, weight: Tensor, bias: Tensor, precision: torch.dtype
    ) -> Tensor:
        across = weight.to(precision).t()
        steps: list[tuple[Tensor, ...]] = []  # the state before a step, r, z, n, U_n h, and the state after it
        state = start
        for given, kept in zip(gates, keep):
            before = state * kept
            x_r, x_z, x_n = given.chunk(3, dim=1)
            u_r, u_z, u_n = (before.to(precision) @ across).add(bias).chunk(3, dim=1)  # [B, 3H]
            r, z = (u_r + x_r).sigmoid_(), (u_z + x_z).sigmoid_()
            n = torch.addcmul(x_n.to(u_n.dtype), r, u_n).tanh_()
            state = torch.lerp(n, before, z)
            steps.append((before, r, z, n, u_n, state))
        columns = list(zip(*steps))
        if any(ctx.needs_input_grad):
            ctx.precision, ctx.of_gates = precision, gates.dtype
            ctx.save_for_backward(keep, weight, *(torch.stack(column) for column in columns[:-1]))
        return torch.stack(columns[-1])

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:  # type: ignore[override]
        keep, weight, before, reset, update, new, recalled = ctx.saved_tensors
        precision = ctx.precision
        steps, count, size = gradient.shape
        of_inputs = gradient.new_empty(steps, count, 3, size)
        of_own = torch.empty_like(of_inputs, dtype=precision)
        back = weight.to(precision)
        # What does not depend on the step after, for all steps at once.
        slope_n, slope_r = (1 - update) * (1 - new * new), recalled * reset * (1 - reset)
        slope_z = (before - new) * update * (1 - update)
        state = torch.zeros_like(gradient[0])  # the gradient that comes back from the step after
        for t in range(steps - 1, -1, -1):
            state = state + gradient[t]
            of_n = state * slope_n[t]
            of_inputs[t, :, 0] = of_n * slope_r[t]
            of_inputs[t, :, 1] = state * slope_z[t]
            of_inputs[t, :, 2] = of_n
            of_own[t, :, :2] = of_inputs[t, :, :2]
            of_own[t, :, 2] = of_n * reset[t]
            state = torch.add(state * update[t], of_own[t].flatten(1) @ back) * keep[t]
        flat = of_own.flatten(2).flatten(0, 1)  # [T·B, 3H]
        of_weight = (flat.t() @ before.flatten(0, 1).to(precision)).to(weight.dtype)
        return of_inputs.flatten(2).to(ctx.of_gates), state, None, of_weight, flat.sum(dim=0).to(weight.dtype), None
