"""Learn from a rollout without computing it a second time.

Path of the data: acting → **record** → learning. While the agent acts, the costly layers (products and convolutions, and
the GRUs' recurrence) write down what they give, step by step. When the whole rollout is then run for its gradient, they
read that instead of computing it, and the backward pass is that of the whole rollout: one large product for all steps
where keeping the graph of each step would make a small one for each.

    record = Record()
    for … in …:
        with torch.no_grad(), record.write():
            logits, values, memory = agent.step(…)
    with record.read():
        logits, values, memory = agent.rollout(…)

The network is left as it is: a layer is known by its weight. One that was not called exactly once a step, in a form that is
known here and with the weight as it is now, is computed again.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional
from torch.overrides import TorchFunctionMode

from gft.agent.recurrent import recurrence

Key = tuple[int, int]  # which weight, and how often it had been changed


class Record:
    """What the layers gave at each step."""

    def __init__(self) -> None:
        self.given: dict[Key, list[Any]] = {}
        self.steps = 0

    def write(self) -> TorchFunctionMode:
        """The step within is written down."""
        self.steps += 1
        return _Writing(self.given)

    def read(self) -> TorchFunctionMode:
        """The rollout within, of all steps written down, computes none of that again."""
        return _Reading({key: rows for key, rows in self.given.items() if len(rows) == self.steps})


class _Writing(TorchFunctionMode):
    def __init__(self, given: dict[Key, list[Any]]):
        super().__init__()
        self.given = given

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        key = _key(func, args, kwargs)
        if key is not None:
            self.given.setdefault(key, []).append(result)
        return result


class _Reading(TorchFunctionMode):
    def __init__(self, given: dict[Key, list[Any]]):
        super().__init__()
        self.given = given

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        key = _key(func, args, kwargs)
        if key is None or key not in self.given:
            return func(*args, **(kwargs or {}))
        return LAYERS[func][1](self.given[key], *args)


def _key(func: Any, args: Any, kwargs: Any) -> Key | None:
    """The layer that a call belongs to; None if it is none of ours, or called in another form than `nn.Module`s do."""
    if func not in LAYERS or kwargs or any(isinstance(option, str) for option in args):
        return None
    weight = args[LAYERS[func][0]]
    return (id(weight), weight._version) if isinstance(weight, nn.Parameter) else None


class _Linear(torch.autograd.Function):
    """A linear layer whose output is known."""

    @staticmethod
    def forward(ctx: Any, output: Tensor, inputs: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
        ctx.save_for_backward(inputs, weight)
        return output

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> Any:  # type: ignore[override]
        inputs, weight = ctx.saved_tensors
        _, of_inputs, of_weight, of_bias = ctx.needs_input_grad
        rows = gradient.flatten(0, -2)
        return (
            None,
            gradient @ weight if of_inputs else None,
            rows.t() @ inputs.flatten(0, -2) if of_weight else None,
            rows.sum(dim=0) if of_bias else None,
        )


class _Convolution(torch.autograd.Function):
    """A convolution whose output is known."""

    @staticmethod
    def forward(ctx: Any, output: Tensor, inputs: Tensor, weight: Tensor, bias: Tensor | None, *options: Any) -> Tensor:
        ctx.save_for_backward(inputs, weight)
        ctx.stride, ctx.padding, ctx.dilation, ctx.groups = options
        return output

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> Any:  # type: ignore[override]
        inputs, weight = ctx.saved_tensors
        shape = (ctx.stride, ctx.padding, ctx.dilation, False, [0, 0], ctx.groups)
        wanted = ctx.needs_input_grad[1:4]
        gradients = torch.ops.aten.convolution_backward(gradient, inputs, weight, [len(weight)], *shape, wanted)
        return (None, *gradients, None, None, None, None)


def _replay_linear(rows: list[Tensor], inputs: Tensor, *layer: Any) -> Any:
    return _Linear.apply(torch.cat(rows).view(*inputs.shape[:-1], -1), inputs, *layer)


def _replay_convolution(rows: list[Tensor], *layer: Any) -> Any:
    return _Convolution.apply(torch.cat(rows), *layer)


def _replay_recurrence(rows: list[tuple[Tensor, ...]], *_: Any) -> Any:
    return tuple(torch.cat(column) for column in zip(*rows))


# The costly functions: where their weight stands among the arguments, and what runs them from what was written down.
LAYERS: dict[Any, tuple[int, Callable[..., Any]]] = {
    functional.linear: (1, _replay_linear),
    functional.conv2d: (1, _replay_convolution),
    recurrence: (3, _replay_recurrence),
}
