"""Curves against steps, of success or of the curriculum's level, and several of them as one.

Path of the data: metrics.jsonl, results.jsonl → **curves** → figures.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
POINTS = 200  # of a mean of runs; a line needs no more


class Curve(NamedTuple):
    """How one run went, against the steps it had made."""

    method: str
    seed: int
    steps: Numbers
    values: Numbers  # success from 0 to 1, or a level
    track: str = ""  # or task, if it is of one of several


def is_line(curve: Curve) -> bool:
    """Whether there is more than a point of it: of a run that has only just reached a level there may be no more."""
    return len(curve.steps) > 1


class Band(NamedTuple):
    """Runs of one method together."""

    steps: Numbers
    mean: Numbers
    deviation: Numbers | None  # over two or more runs


def band(curves: Sequence[Curve]) -> Band:
    """Mean and sample standard deviation over runs, at steps that lie within all of them."""
    if len(curves) == 1:
        return Band(curves[0].steps, curves[0].values, None)
    first, last = max(curve.steps[0] for curve in curves), min(curve.steps[-1] for curve in curves)
    grid = np.unique(np.concatenate([curve.steps for curve in curves]))
    grid = grid[(first <= grid) & (grid <= last)]
    if len(grid) > POINTS:
        grid = np.linspace(first, last, POINTS)
    rows = np.stack([np.interp(grid, curve.steps, curve.values) for curve in curves])
    return Band(grid, rows.mean(axis=0), rows.std(axis=0, ddof=1))
