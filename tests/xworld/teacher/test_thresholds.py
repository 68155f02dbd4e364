"""A level may ask for more, or less, than its track to be left."""

import numpy as np
import pytest

from xworld import Curriculum, Level, XWorld2DVector, XWorldError


def climbed(threshold: float | None) -> int:
    """The highest level after random play on a 3×3 map with one object, from which the track would never let anybody go."""
    first = Level(3, 1, 0, tasks=("nav",), threshold=threshold)
    envs = XWorld2DVector(16, curriculum=Curriculum((first, Level(3, 2, 0)), threshold=0.99, window=20, least=5))
    envs.reset(seed=0)
    random = np.random.default_rng(0)
    for _ in range(400):
        *_, info = envs.step(random.integers(0, 6, 16))
    return int(info["level"].max())


def test_a_levels_own_threshold_takes_the_place_of_its_tracks():
    assert climbed(None) == 1
    assert climbed(0.99) == 1
    assert climbed(0.05) == 2


@pytest.mark.parametrize("threshold", [1.0, -0.1, "half", True])
def test_what_is_no_rate_is_refused(threshold):
    with pytest.raises(XWorldError, match="give a success rate from 0 to below 1"):
        Level(3, 1, 0, threshold=threshold)
