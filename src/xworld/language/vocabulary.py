"""Words to numbers and back.

Path of the data: command → tokens. Id 0 is padding; words are numbered from 1 in a fixed order (spatial words,
grammatical words, objects, then whatever a user adds), so the first 48 ids are the same in both worlds.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError

PADDING = 0
TOKENS = 16  # the longest sentence has 15 words


def tokenize(sentence: str) -> list[str]:
    """Lower-case words; punctuation is split off the word before it."""
    return re.sub(r"([.?!])", r" \1 ", sentence.lower()).split()


@dataclass(frozen=True)
class Vocabulary:
    """An ordered set of words. `len()` does not count the padding; an embedding needs `size` rows."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.words)) != len(self.words):
            doubles = sorted({word for word in self.words if self.words.count(word) > 1})
            raise XWorldError(f"a vocabulary holds each word once; these stand twice: {', '.join(doubles)}.")

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._ids

    @property
    def size(self) -> int:
        """Number of ids, padding included."""
        return len(self.words) + 1

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hex digits that change with any word or its place: agents refuse another vocabulary by it."""
        return hashlib.sha256("\n".join(self.words).encode()).hexdigest()[:16]

    def id(self, word: str) -> int:
        """The number of a word."""
        try:
            return self._ids[word]
        except KeyError:
            close = get_close_matches(word, self.words, n=3)
            hint = f"close words: {', '.join(close)}." if close else "no word is close to it."
            raise XWorldError(f"the word {word!r} is not in the vocabulary of {len(self)} words; {hint}") from None

    def encode(self, sentence: str | Iterable[str], length: int = TOKENS) -> NDArray[np.int64]:
        """The ids of a sentence's words, padded with 0 to `length`."""
        words = tokenize(sentence) if isinstance(sentence, str) else list(sentence)
        if len(words) > length:
            raise XWorldError(f"a sentence of {len(words)} words does not fit {length} tokens: {' '.join(words)!r}.")
        tokens = np.full(length, PADDING, np.int64)
        tokens[: len(words)] = [self.id(word) for word in words]
        return tokens

    def decode(self, tokens: Sequence[int] | NDArray[np.integer]) -> str:
        """The sentence behind ids; padding is skipped."""
        words = []
        for token in map(int, tokens):
            if not PADDING <= token <= len(self.words):
                raise XWorldError(f"token {token} is outside the vocabulary; ids run from 0 to {len(self.words)}.")
            if token != PADDING:
                words.append(self.words[token - 1])
        return " ".join(words)

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words, start=1)}
