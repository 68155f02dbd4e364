"""Concat (Hermann et al., 2017; Das et al., 2018): compact embeddings of both sides, side by side.

[ReLU(W_c C); ReLU(W_l l)]
"""

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes


class Concat(Grounding):
    """Projected features and projected sentence, concatenated."""

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, hidden: int = 512):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden)
        self.out_features = 2 * hidden
        self.visual = nn.Linear(channels * cells, hidden)
        self.language = nn.Linear(sentence, hidden)

    def condition(self, sentence: Tensor) -> Tensor:
        return torch.relu(self.language(sentence))  # [B, 512]

    def forward(self, features: Tensor, condition: Tensor) -> Tensor:
        return torch.cat([torch.relu(self.visual(features.flatten(1))), condition], dim=1)  # [B, 1024]
