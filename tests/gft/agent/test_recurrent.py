"""The GRU over a rollout is PyTorch's cell step after step, gradients included."""

import torch
from torch import nn

from gft.agent.recurrent import over_time


def drawn(steps=5, count=3, inputs=4, size=6, dtype=torch.float64):
    torch.manual_seed(0)
    cell = nn.GRUCell(inputs, size).to(dtype)
    keep = (torch.rand(steps, count, 1) > 0.3).to(dtype)
    assert 0 < keep.mean() < 1
    return cell, torch.randn(steps, count, inputs, dtype=dtype), torch.randn(count, size, dtype=dtype), keep


def by_the_cell(cell, inputs, state, keep):
    states = []
    for row, kept in zip(inputs, keep):
        state = cell(row, state * kept)
        states.append(state)
    return torch.stack(states)


def test_states_and_gradients_are_those_of_the_cell():
    cell, inputs, start, keep = drawn()
    inputs.requires_grad_()
    start.requires_grad_()
    weights = torch.randn(5, 3, 6, dtype=torch.float64)
    wanted = [inputs, start, *cell.parameters()]
    results = []
    for states in (over_time(cell, inputs, start, keep), by_the_cell(cell, inputs, start, keep)):
        results.append((states, *torch.autograd.grad((states * weights).sum(), wanted)))
    for ours, theirs in zip(*results):
        assert torch.allclose(ours, theirs, atol=1e-12)


def test_gradients_are_those_of_finite_differences():
    cell, inputs, start, keep = drawn(steps=3, count=2, size=3)
    inputs.requires_grad_()
    start.requires_grad_()
    assert torch.autograd.gradcheck(lambda x, h: over_time(cell, x, h, keep), (inputs, start))


def test_a_step_that_keeps_nothing_starts_from_zero():
    cell, inputs, start, keep = drawn()
    keep[2] = 0
    states = over_time(cell, inputs, start, keep)
    again = over_time(cell, inputs[2:], torch.full_like(start, 7.0), keep[2:])
    assert torch.allclose(again, states[2:], atol=1e-12)
