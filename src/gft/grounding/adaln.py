"""AdaLN (adaLN-Zero of Peebles and Xie, 2023): FiLM as transformers have it, also those that are robots' policies today.

    c ← c + α ⊙ f((1 + γ) ⊙ LN(c) + β),   f(x) = W_2 ReLU(W_1 x + b_1) + b_2

LN gives the D channels of each cell mean 0 and variance 1. A two-layer network makes scale γ, shift β and gate α from the
sentence; f is the block's own network, the same for every sentence and cell. Where α = 0 nothing has been heard.
"""

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from gft.grounding.initialisation import orthogonal


class AdaLN(Grounding):
    """Adaptive layer normalisation, in a residual block behind a gate."""

    pointwise = True

    def __init__(
        self,
        *,
        channels: int = 64,
        cells: int = 36,
        sentence: int = 128,
        hidden: int = 128,  # first layer of the network that makes γ, β and α
        widening: int = 4,  # f's first layer is so many times as wide as its input
    ):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden, widening=widening)
        self.out_features = channels * cells
        self.generator = nn.Sequential(nn.Linear(sentence, hidden), nn.ReLU(), nn.Linear(hidden, 3 * channels))
        self.block = nn.Sequential(
            nn.Linear(channels, widening * channels), nn.ReLU(), nn.Linear(widening * channels, channels)
        )

    def condition(self, sentence: Tensor) -> Tensor:
        return self.generator(sentence)  # type: ignore[no-any-return]  # [B, 3D]: γ, β, then α

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        scale, shift, gate = condition.unsqueeze(1).chunk(3, dim=2)  # each [B, 1, D]
        cells = cells.transpose(1, 2)  # [B, N, D]
        normal = torch.layer_norm(cells, cells.shape[2:])
        changed: Tensor = cells + gate * self.block((1 + scale) * normal + shift)
        return changed.transpose(1, 2)  # [B, D, N]

    def generators(self) -> Iterable[nn.Module]:
        return (self.generator[-1],)

    def start_orthogonal(self) -> None:
        """As every module, but γ = β = α = 0: the identity.

        The gate's own layer gets a gradient at once, because f is not 0; through the gate, all else from the second update
        on.
        """
        super().start_orthogonal()
        orthogonal(self.block[-1], gain=1.0)
        nn.init.zeros_(self.generator[-1].weight)  # type: ignore[arg-type]
