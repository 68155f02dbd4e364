"""Sentence encoders: tokens to a vector for each word, and to one for the sentence.

Path of the data: **tokens** → grounding. Id 0 is padding and has no effect.
"""

import torch
from torch import Tensor, nn

from gft.grounding.initialisation import orthogonal

WORDS = 8  # of a sentence, about


class Encoder(nn.Module):
    """Word embeddings, and what a subclass makes of them: tokens [B, L] → sentence [B, E]."""

    def __init__(self, *, vocabulary: int, size: int = 128):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, size, padding_idx=0)

    def words(self, tokens: Tensor) -> Tensor:
        """A vector for each word, 0 for padding: [B, L] → [B, L, E]"""
        embedded: Tensor = self.embedding(tokens)
        return embedded

    def start_orthogonal(self, scale: float = 1.0) -> None:
        """The agent's orthogonal initialisation; words have entries of this size."""
        orthogonal(self)
        with torch.no_grad():
            self.embedding.weight *= scale


class BagOfWords(Encoder):
    """The sum of the word embeddings (the paper's encoder): the order of words does not matter."""

    def forward(self, tokens: Tensor) -> Tensor:
        """[B, L] → [B, E]"""
        return self.words(tokens).sum(dim=1)

    def start_orthogonal(self, scale: float = 1.0) -> None:
        """It is the sum that has entries of this size."""
        super().start_orthogonal(scale)
        with torch.no_grad():
            self.embedding.weight /= WORDS**0.5


class GRUEncoder(Encoder):
    """A GRU over the words: its states, and for the sentence that after the last word."""

    def __init__(self, *, vocabulary: int, size: int = 128):
        super().__init__(vocabulary=vocabulary, size=size)
        self.gru = nn.GRU(size, size, batch_first=True)

    def words(self, tokens: Tensor) -> Tensor:
        """[B, L] → [B, L, E]"""
        states: Tensor = self.gru(self.embedding(tokens))[0]
        return states * (tokens != 0).unsqueeze(2)

    def forward(self, tokens: Tensor) -> Tensor:
        """[B, L] → [B, E]"""
        last = ((tokens != 0).sum(dim=1) - 1).clamp(min=0)  # [B]
        return self.words(tokens)[torch.arange(len(tokens), device=tokens.device), last]


ENCODERS: dict[str, type[Encoder]] = {"bow": BagOfWords, "gru": GRUEncoder}
