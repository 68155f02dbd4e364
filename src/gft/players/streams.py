"""One random stream for each agent, to draw its actions from.

Path of the data: agent → **action**. A stream is a number that a seed starts and every draw moves on (SplitMix64), so that
what an agent draws depends neither on how many act beside it nor on how many processes there are; saving it is copying it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ACTIONS = 1  # tells these streams from those of the environments, which start at the same seeds
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class Streams:
    """N streams of uniform numbers."""

    def __init__(self, n: int):
        self.state = np.zeros(n, np.uint64)

    def seed(self, which: NDArray[np.int64], seeds: Sequence[int]) -> None:
        """Start some of the streams, each at its seed."""
        for i, seed in zip(which, seeds, strict=True):
            self.state[i] = np.random.SeedSequence((seed, ACTIONS)).generate_state(1, np.uint64)[0]

    def uniform(self) -> NDArray[np.float64]:
        """A number in [0, 1) from each stream, [N]."""
        self.state += GOLDEN
        z = self.state.copy()
        z = (z ^ (z >> np.uint64(30))) * FIRST
        z = (z ^ (z >> np.uint64(27))) * SECOND
        z = z ^ (z >> np.uint64(31))
        return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53
