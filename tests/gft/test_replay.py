"""A rollout read from its record is the rollout computed again: the same numbers, the same gradients, less arithmetic."""

import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from gft.agent.agent import FIRST, SIZES, Agent
from gft.grounding import METHODS
from gft.training.replay import Record

STEPS, AGENTS = 3, 2


class Acted:
    """A small agent and the record of a few steps, sessions beginning within."""

    def __init__(self, method="gft-2"):
        torch.manual_seed(0)
        self.agent = Agent(vocabulary=9, method=method, **SIZES["small"]).double()
        self.images = torch.randint(0, 256, (STEPS, AGENTS, 80, 80, 3), dtype=torch.uint8)
        self.tokens = torch.randint(1, 9, (STEPS, AGENTS, 4))
        self.previous = torch.tensor([[FIRST, 2], [1, FIRST], [0, 3]])
        self.start = self.agent.start(AGENTS)._replace(visual=torch.randn(AGENTS, 128).double())
        self.record = Record()
        memory, self.outputs = self.start, []
        with torch.no_grad():
            for image, tokens, previous in zip(self.images, self.tokens, self.previous):
                condition = self.agent.condition(tokens)
                with self.record.write():
                    logits, values, memory = self.agent.step(image, condition, previous, memory)
                self.outputs.append((logits, values))

    def rollout(self):
        return self.agent.rollout(self.images, self.tokens, self.previous, self.start)

    def replayed(self):
        with self.record.read():
            return self.rollout()

    def gradients(self, logits, values, _memory):
        loss = (logits.log_softmax(dim=2)[..., 1] * values).sum()
        return dict(zip(dict(self.agent.named_parameters()), torch.autograd.grad(loss, list(self.agent.parameters()))))


@pytest.mark.parametrize("method", METHODS)
def test_the_same_numbers_and_the_same_gradient_of_every_weight(method):
    acted = Acted(method)
    again, replayed = acted.rollout(), acted.replayed()
    assert torch.equal(replayed[0], torch.stack([logits for logits, _ in acted.outputs]))
    assert torch.equal(replayed[1], torch.stack([values for _, values in acted.outputs]))
    expected, got = acted.gradients(*again), acted.gradients(*replayed)
    for name, gradient in expected.items():
        assert gradient.abs().max() > 0, name
        assert torch.allclose(got[name], gradient, rtol=1e-9, atol=1e-9), name


def test_products_and_convolutions_are_not_computed_again():
    acted = Acted()
    counts = []
    for call in (acted.rollout, acted.replayed):
        with FlopCounterMode(display=False) as counter:
            call()
        counts.append(counter.get_total_flops())
    assert counts[1] < 0.2 * counts[0]  # what is left: the commands, and their matrices' products with the features


def test_a_layer_called_twice_a_step_is_computed_again():
    torch.manual_seed(0)
    shared, last = nn.Linear(3, 3).double(), nn.Linear(3, 1, bias=False).double()
    inputs = torch.randn(4, 2, 3, dtype=torch.float64)
    record = Record()
    for row in inputs:
        with torch.no_grad(), record.write():
            last(shared(shared(row)))
    rows = record.given[id(last.weight), last.weight._version]
    rows[:] = [torch.full_like(value, 7.0) for value in rows]
    with record.read():
        middle = shared(shared(inputs))
        assert torch.equal(last(middle), torch.full((4, 2, 1), 7.0, dtype=torch.float64))
    assert torch.equal(middle, shared(shared(inputs)))


def test_a_layer_that_has_changed_or_is_called_in_another_form_is_computed_again():
    acted = Acted()
    before = acted.rollout()[0]
    with torch.no_grad():
        acted.agent.visual_hidden.weight.mul_(3)
    after = acted.rollout()[0]
    assert not torch.allclose(before, after)
    hidden, inputs = acted.agent.visual_hidden, torch.randn(STEPS, AGENTS, acted.agent.visual_hidden.in_features).double()
    expected = hidden(inputs)
    with acted.record.read():
        assert torch.equal(hidden(inputs), expected)


def test_calls_in_another_form_are_computed_again():
    torch.manual_seed(0)
    padded, made = nn.Conv2d(1, 2, 3, padding="same"), torch.randn(4, 5)
    image, record = torch.randn(2, 1, 6, 6), Record()

    def step():
        seen = padded(image).flatten(1)[:, :5]
        return nn.functional.linear(seen, made * 2)

    with torch.no_grad(), record.write():
        expected = step()
    assert not record.given
    with record.read():
        assert torch.equal(step(), expected)
