"""Sentence encoders: tokens to one embedding.

Path of the data: **tokens** → grounding. Id 0 is padding and has no effect.
"""

import torch
from torch import Tensor, nn

from gft.agent.initialisation import orthogonal

WORDS = 8  # of a sentence, about


class Encoder(nn.Module):
    """Word embeddings, and what a subclass makes of them: tokens [B, L] → [B, E]."""

    def __init__(self, *, vocabulary: int, size: int = 128):
        super().__init__()
        self.out_features = size
        self.embedding = nn.Embedding(vocabulary, size, padding_idx=0)

    def start_orthogonal(self) -> None:
        """The agent's orthogonal initialisation; words keep entries of unit size."""
        orthogonal(self)


class BagOfWords(Encoder):
    """The sum of the word embeddings (the paper's encoder): the order of words does not matter."""

    def forward(self, tokens: Tensor) -> Tensor:
        """[B, L] → [B, E]"""
        words: Tensor = self.embedding(tokens)  # [B, L, E]; padding is 0
        return words.sum(dim=1)

    def start_orthogonal(self) -> None:
        """It is the sum that has entries of unit size."""
        with torch.no_grad():
            self.embedding.weight /= WORDS**0.5


class GRUEncoder(Encoder):
    """A GRU over the words, its state after the last one."""

    def __init__(self, *, vocabulary: int, size: int = 128):
        super().__init__(vocabulary=vocabulary, size=size)
        self.gru = nn.GRU(size, size, batch_first=True)

    def forward(self, tokens: Tensor) -> Tensor:
        """[B, L] → [B, E]"""
        states, _ = self.gru(self.embedding(tokens))  # [B, L, E]
        last = ((tokens != 0).sum(dim=1) - 1).clamp(min=0)  # [B]
        return states[torch.arange(len(tokens), device=tokens.device), last]


ENCODERS: dict[str, type[Encoder]] = {"bow": BagOfWords, "gru": GRUEncoder}
