"""Attention (Vaswani et al., 2017): each cell looks up the words of the sentence that concern it.

    q_n = W_q LN(c_n),   k_w = W_k LN(e_w),   v_w = W_v LN(e_w)
    c_n ← c_n + W_o Σ_w a_nw v_w,   a_nw = softmax_w(q_nᵀ k_w / √d)

in each of several heads of size d, whose sums stand side by side before W_o. It reads the words, not their sum. With the
encoder "bow" these are plain word embeddings and the order of words does not matter; with "gru" a word knows those before
it.
"""

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from gft.grounding.initialisation import orthogonal
from xworld import XWorldError

ABSENT = -1e4  # added to the scores of padding; finite, so that a sentence without words is no NaN
SHARP = 2.0  # gain of queries and keys at an orthogonal start


class Attention(Grounding):
    """Cross-attention from cells to words. There are no biases: where there is no word, nothing is added."""

    reads_words = True
    pointwise = True

    def __init__(self, *, channels: int = 64, cells: int = 36, sentence: int = 128, heads: int = 4):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, heads=heads)
        if channels % heads:
            raise XWorldError(f"Attention divides its {channels} channels evenly among heads; got heads={heads}.")
        self.channels, self.heads = channels, heads
        self.out_features = channels * cells
        self.query = nn.Linear(channels, channels, bias=False)
        self.key = nn.Linear(sentence, channels, bias=False)
        self.value = nn.Linear(sentence, channels, bias=False)
        self.output = nn.Linear(channels, channels, bias=False)

    def condition(self, sentence: Tensor) -> Tensor:
        """Of each word its key, its value, and 0, or ABSENT where the word is 0: [B, L, E] → [B, L, 2D + 1]"""
        words = torch.layer_norm(sentence, sentence.shape[2:])  # 0 stays 0
        keys, values = self.key(words), self.value(words)  # each [B, L, D]
        absent = ABSENT * (sentence == 0).all(dim=2, keepdim=True).to(keys.dtype)  # [B, L, 1]
        return torch.cat([keys, values, absent], dim=2)

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        keys, values, absent = condition.split([self.channels, self.channels, 1], dim=2)
        cells = cells.transpose(1, 2)  # [B, N, D]
        queries = self._by_head(self.query(torch.layer_norm(cells, cells.shape[2:])))  # [B, heads, N, d]
        scores = queries @ self._by_head(keys).transpose(2, 3) / queries.shape[3] ** 0.5  # [B, heads, N, L]
        weights = torch.softmax(scores + absent.transpose(1, 2).unsqueeze(1), dim=3)
        heard = (weights @ self._by_head(values)).transpose(1, 2).flatten(2)  # [B, N, D]
        changed: Tensor = cells + self.output(heard)
        return changed.transpose(1, 2)  # [B, D, N]

    def start_orthogonal(self) -> None:
        """Gain 1, because no ReLU follows, but for queries and keys, and W_o = 0: the identity.

        Scores are then of size SHARP² and a cell hears a few words; at gain 1 it hears about the mean of all, and in a trial
        words were told apart later. W_o gets a gradient at once, all else from the second update on.
        """
        orthogonal(self, gain=1.0)
        orthogonal(self.query, gain=SHARP)
        orthogonal(self.key, gain=SHARP)
        nn.init.zeros_(self.output.weight)

    def _by_head(self, vectors: Tensor) -> Tensor:
        """[B, M, D] → [B, heads, M, d]"""
        return vectors.unflatten(2, (self.heads, -1)).transpose(1, 2)
