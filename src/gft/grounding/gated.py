"""Gated attention (Chaplot et al., 2018): every feature map is weighted by a gate in [0, 1].

c_d ← σ(w_d) c_d
"""

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from gft.grounding.initialisation import orthogonal


class Gated(Grounding):
    """A gate for each feature map, from a two-layer network."""

    pointwise = True

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, hidden: int = 128):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden)
        self.out_features = channels * cells
        self.generator = nn.Sequential(nn.Linear(sentence, hidden), nn.ReLU(), nn.Linear(hidden, channels))

    def condition(self, sentence: Tensor) -> Tensor:
        return torch.sigmoid(self.generator(sentence))  # [B, D]

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        return cells * condition.unsqueeze(2)  # [B, D, N]

    def start_orthogonal(self) -> None:
        super().start_orthogonal()
        orthogonal(self.generator[-1], gain=1.0)
