"""One random stream per environment, kept as a plain number in the state.

A stream is a view of one uint64 (SplitMix64): kernels and Python draw from it alike, saving it is copying it, and
environment i of a batch draws what it would draw alone.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel

Stream = NDArray[np.uint64]  # [1], changed by every draw


def seed_stream(seed: int) -> np.uint64:
    """Where the stream of a seed starts: neighbouring seeds start far apart."""
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]


@kernel
def draw(stream: Stream) -> np.uint64:
    """Sixty-four random bits."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    z = stream[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def below(stream: Stream, n: int) -> int:
    """A whole number from 0 to n − 1. The bias is under n / 2³²."""
    return np.int64(((draw(stream) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))  # type: ignore[return-value]


@kernel
def shuffle_head(stream: Stream, items: NDArray[np.int64], count: int, head: int) -> None:
    """Bring a random choice of `head` of the first `count` items to the front, in random order."""
    for i in range(head):
        j = i + below(stream, count - i)
        items[i], items[j] = items[j], items[i]
