"""Features and sentences of a few numbers, for tests of the modules."""

import torch

from gft.grounding import find_method

B, D, H, W, E, L = 5, 8, 3, 4, 16, 6
N = H * W


def inputs(sentence: int = E):
    return torch.randn(B, D, H, W), torch.randn(B, sentence)


def words():
    """Sentences of two words or more, then padding: [B, L, E]"""
    return torch.randn(B, L, E) * (torch.arange(L) < torch.arange(2, 2 + B)[:, None])[:, :, None]


def inputs_of(name):
    """Features, and what a method takes of a sentence."""
    kind = find_method(name).kind
    features, sentence = inputs(kind.sentence_size(D, E))
    return features, words() if kind.reads_words else sentence
