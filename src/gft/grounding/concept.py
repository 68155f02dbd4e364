"""Concept detection (Yu et al., 2018): the sentence itself is a 1×1 filter.

    attention = ReLU(lᵀ C),   environment = ReLU(wᵀ C + b),   both one map; the output is the two side by side

So the sentence embedding is as long as the features are deep.
"""

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from xworld import XWorldError


class Concept(Grounding):
    """An attention map and an environment map."""

    pointwise = True
    # Words that are the filter themselves begin small: what they learn soon outweighs what they began as.
    sentence_scale = 0.1

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 64):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence)
        if sentence != channels:
            raise XWorldError(f"Concept uses the sentence as a filter: sentence={sentence} must equal channels={channels}.")
        self.out_features = 2 * cells
        self.environment = nn.Conv2d(channels, 1, 1)

    @classmethod
    def sentence_size(cls, channels: int, word: int) -> int:
        return channels

    def condition(self, sentence: Tensor) -> Tensor:
        return sentence  # [B, D]

    def response(self, features: Tensor, condition: Tensor) -> Tensor:
        """The attention map, before its ReLU."""
        return torch.einsum("bd,bdhw->bhw", condition, features)

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        attention = torch.bmm(condition.unsqueeze(1), cells)  # [B, 1, N]
        environment: Tensor = self.environment(cells.unsqueeze(3)).squeeze(3)  # [B, 1, N]
        return torch.relu(torch.cat([attention, environment], dim=1))  # [B, 2, N]
