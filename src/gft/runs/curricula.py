"""Curricula by name: the paper's, and shorter ways to the same world.

The order of classes is fixed, so that fewer classes are always a part of more, and a mixed bag rather than an alphabet.
"""

from collections.abc import Callable

import numpy as np

from xworld import PAPER_LEVELS, Curriculum, FixedMap, Level, XWorldError, grammar, one_of

# Where words are learned first: the agent stands between two objects and has to choose the one to turn to. A session is
# over in two or three steps, so that every reward tells of a word and the picture in front of the agent, and of little else.
ALCOVE = FixedMap.parse(
    """
    ###
    .@.
    ###
    """
)


def first_classes(world: str, count: int) -> tuple[str, ...]:
    """The first classes of a world in the fixed order."""
    names = grammar(world).objects
    if not 1 <= count <= len(names):
        raise XWorldError(f"classes={count} is not usable; the {world} world has 1 to {len(names)}.")
    order = np.random.default_rng(0).permutation(len(names))
    return tuple(names[i] for i in order[:count])


def alcove(world: str) -> Curriculum:
    """One object beside the agent, then two: the smallest world in which a word matters."""
    one, two = (Level(map=ALCOVE, goals=goals, tasks=("nav",)) for goals in (1, 2))
    return Curriculum((one, two), threshold=0.85, window=30, least=30)


def quick(world: str) -> Curriculum:
    """To approach and to choose in the alcove, then on an open map: `nav`, for a first run of minutes."""
    two = first_classes(world, 2)
    return Curriculum(
        (
            Level(map=ALCOVE, goals=1, tasks=("nav",), classes=two),
            Level(map=ALCOVE, goals=2, tasks=("nav",), classes=two),
            Level(map=ALCOVE, goals=2, tasks=("nav",)),
            Level(3, 1, 0, tasks=("nav",)),
            Level(3, 2, 0, tasks=("nav",)),
        ),
        threshold=0.85,
        window=30,
        least=30,
    )


def fast(world: str) -> Curriculum:
    """Words first, few and then all, where they are easiest; then to approach things; then the paper's tasks and maps."""
    counts = [count for count in (2, 4, 8, 16, 32, 64) if count < len(grammar(world).objects)]
    words = [first_classes(world, count) for count in counts]
    return Curriculum(
        (
            Level(map=ALCOVE, goals=1, tasks=("nav",), classes=words[0]),
            *(Level(map=ALCOVE, goals=2, tasks=("nav",), classes=some) for some in words),
            Level(map=ALCOVE, goals=2, tasks=("nav",)),
            Level(map=ALCOVE, goals=2, tasks=("nav", "avoid")),
            Level(3, 1, 0, tasks=("nav",)),
            Level(3, 2, 0, tasks=("nav", "avoid")),
            *PAPER_LEVELS,
        ),
        threshold=0.8,
        window=100,
        least=50,
    )


CURRICULA: dict[str, Callable[[str], Curriculum]] = {
    "paper": lambda world: Curriculum(),
    "fast": fast,
    "quick": quick,
    "alcove": alcove,
}


def curriculum(name: str, world: str) -> Curriculum:
    """A curriculum by name."""
    if name not in CURRICULA:
        raise one_of("curriculum", name, CURRICULA)
    return CURRICULA[name](world)
