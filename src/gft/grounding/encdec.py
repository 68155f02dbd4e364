"""EncDec (Anderson et al., 2018): the sentence joins late, after a recurrent decoder over what is seen and done.

The module itself only projects both sides. The agent does the rest, because `late_features` is not 0: a GRU
over visual and action embedding is the decoder state, which is concatenated with the instruction context and goes through
one more GRU.
"""

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes


class EncDec(Grounding):
    """Projected features; the projected sentence is left to the agent."""

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, hidden: int = 512):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden)
        self.out_features = hidden
        self.late_features = hidden
        self.visual = nn.Linear(channels * cells, hidden)
        self.language = nn.Linear(sentence, hidden)

    def condition(self, sentence: Tensor) -> Tensor:
        return torch.relu(self.language(sentence))  # [B, 512]

    def forward(self, features: Tensor, condition: Tensor) -> Tensor:
        return torch.relu(self.visual(features.flatten(1)))  # [B, 512]
