"""How an agent's weights start: PyTorch's defaults (the paper's), or orthogonal.

Path of the data: none of it; grounding modules and the agent call this once, when they are built.
"""

from math import sqrt

from torch import nn

BEFORE_RELU = sqrt(2)  # the gain that keeps the size of a signal through a layer and its ReLU


def orthogonal(module: nn.Module, gain: float = BEFORE_RELU) -> None:
    """Orthogonal matrices and no biases, in every layer inside; `gain` is for layers, GRUs have 1 at each of their gates."""
    for part in module.modules():
        if isinstance(part, nn.Linear | nn.Conv2d):
            nn.init.orthogonal_(part.weight, gain)
            if part.bias is not None:
                nn.init.zeros_(part.bias)
        elif isinstance(part, nn.GRU | nn.GRUCell):
            for name, parameter in part.named_parameters():
                if name.startswith("bias"):
                    nn.init.zeros_(parameter)
                else:
                    for gate in parameter.data.chunk(3):  # reset, update, new
                        nn.init.orthogonal_(gate)
