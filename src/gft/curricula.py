"""Curricula by name: the paper's, and shorter ways to the same world.

The order of classes is fixed, so that fewer classes are always a part of more, and a mixed bag rather than an alphabet.
"""

import numpy as np

from xworld import grammar
from xworld.errors import XWorldError, one_of
from xworld.teacher import Curriculum


def first_classes(world: str, count: int) -> tuple[str, ...]:
    """The first classes of a world in the fixed order."""
    names = grammar(world).objects
    if not 1 <= count <= len(names):
        raise XWorldError(f"classes={count} is not usable; the {world} world has 1 to {len(names)}.")
    order = np.random.default_rng(0).permutation(len(names))
    return tuple(names[i] for i in order[:count])


def curriculum(name: str, world: str) -> Curriculum:
    """A curriculum by name."""
    curricula = {"paper": Curriculum()}
    if name not in curricula:
        raise one_of("curriculum", name, curricula)
    return curricula[name]
