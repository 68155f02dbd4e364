"""CGated (Wu et al., 2018): a compact visual embedding is weighted by a gate of the same length.

σ(W_l l) ⊙ ReLU(W_c C)
"""

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from gft.grounding.initialisation import orthogonal


class CGated(Grounding):
    """A gate on the projected features."""

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, hidden: int = 512):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden)
        self.out_features = hidden
        self.visual = nn.Linear(channels * cells, hidden)
        self.gate = nn.Linear(sentence, hidden)

    def condition(self, sentence: Tensor) -> Tensor:
        return torch.sigmoid(self.gate(sentence))  # [B, 512]

    def forward(self, features: Tensor, condition: Tensor) -> Tensor:
        return condition * torch.relu(self.visual(features.flatten(1)))  # [B, 512]

    def start_orthogonal(self) -> None:
        super().start_orthogonal()
        orthogonal(self.gate, gain=1.0)
