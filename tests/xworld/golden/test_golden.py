import numpy as np
import pytest
from PIL import Image

from tests.xworld.golden.make import FOLDER, FRAMES


@pytest.mark.parametrize("name", FRAMES)
def test_the_world_looks_as_it_did(name):
    with Image.open(FOLDER / f"{name}.png") as golden:
        expected = np.asarray(golden.convert("RGB"))
    got = FRAMES[name]()
    assert got.shape == expected.shape
    assert (got == expected).all(), (
        f"{(got != expected).any(axis=-1).sum()} pixels differ; look, then tests/xworld/golden/make.py"
    )
