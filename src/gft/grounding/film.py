"""FiLM (Perez et al., 2018): every feature map is scaled and shifted (the paper's Eq. 2).

    c_d ← ReLU(λ_d c_d + b_d)

A two-layer network gives λ and b from the sentence. GFT with diagonal T' is a stack of these. (The paper's appendix says
D + 1 outputs; the equation needs 2D.)
"""

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from gft.grounding.initialisation import orthogonal


class FiLM(Grounding):
    """Feature-wise linear modulation."""

    pointwise = True

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, hidden: int = 128):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden)
        self.out_features = channels * cells
        self.generator = nn.Sequential(nn.Linear(sentence, hidden), nn.ReLU(), nn.Linear(hidden, 2 * channels))

    def condition(self, sentence: Tensor) -> Tensor:
        return self.generator(sentence)  # type: ignore[no-any-return]  # [B, 2D]: λ, then b

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        scale, bias = condition.unsqueeze(2).chunk(2, dim=1)  # each [B, D, 1]
        return torch.relu(scale * cells + bias)  # [B, D, N]

    def generators(self) -> Iterable[nn.Module]:
        return (self.generator[-1],)

    def start_orthogonal(self) -> None:
        super().start_orthogonal()
        orthogonal(self.generator[-1], gain=1.0)
