"""Drawings of single objects, for maps that others draw: pages, papers.

Beside the path of the data.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of, whole
from xworld.objects.drawings import drawings
from xworld.objects.models import models
from xworld.world3d.picture import cut_out

PIXELS = 96  # of a side, of a model's portrait
QUARTERS = 4


def icon(world: str, name: str, instance: int = 0, quarter: int = 0) -> NDArray[np.uint8]:
    """The drawing of an object of the built-in ones, red, green, blue and opacity: [64, 64, 4] in 2D, seen from above; in 3D
    [96, 96, 4], a portrait of the model, turned by so many quarters."""
    if world not in ("2d", "3d"):
        raise one_of("world", world, ("2d", "3d"))
    pack = drawings() if world == "2d" else models()
    if name not in pack.classes:
        raise one_of("class", name, pack.classes)
    count = len(pack.of(name))
    if whole("instance", instance, 0) >= count:
        raise XWorldError(f"instance={instance} of {name!r} does not exist; there are 0 to {count - 1}.")
    if world == "2d":
        return drawings().of(name)[instance].copy()
    return _portrait(name, instance, whole("quarter", quarter, 0, QUARTERS - 1)).copy()


@lru_cache(maxsize=1000)
def _portrait(name: str, instance: int, quarter: int) -> NDArray[np.uint8]:
    return cut_out(models().of(name)[instance], PIXELS, 360 / QUARTERS * quarter)
