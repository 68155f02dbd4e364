"""Curricula by name: the paper's, and shorter ways to the same world.

The order of classes is fixed, so that fewer classes are always a part of more, and a mixed bag rather than an alphabet.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from gft.runs import legacy
from xworld import PAPER_LEVELS, Curriculum, FixedMap, Level, Track, XWorldError, grammar, one_of

# Where words are learned first: the agent stands between two objects and has to choose the one to turn to. A session is
# over in two or three steps, so that every reward tells of a word and the picture in front of the agent, and of little else.
ALCOVE = FixedMap.parse(
    """
    ###
    .@.
    ###
    """
)

# In 3D: two things ahead, at the same places always, and a small room.
FORK_OF_ONE, FORK = FixedMap.parse("A..\n.^."), FixedMap.parse("A.B\n.^.")
OPEN = FixedMap.parse("...\n.^.")
COUNTS = (2, 4, 8, 16, 32, 64)  # classes of a ladder, before all of them
APPROACH = Level(3, 1, 0, tasks=("nav",))  # nothing to choose from, but a way to go
CROWDED = (Level(3, 2, 0), Level(3, 3, 0), Level(4, 4, 0), Level(4, 4, 3), Level(5, 4, 6), Level(6, 6, 9))
BOTH = ("nav", "avoid")
CHOICES = ("nav", "between", "dir", "near")  # all but `avoid`, which the paper's levels teach by themselves
DIR = (  # alone, from the smallest map to the paper's largest
    Level(3, 2, 0, tasks=("dir",), threshold=0.9),
    Level(3, 3, 0, tasks=("dir",), threshold=0.85),
    Level(4, 4, 0, tasks=("dir",), threshold=0.8),
    Level(5, 4, 6, tasks=("dir",), threshold=0.75),
    Level(6, 4, 9, tasks=("dir",), threshold=0.7),
    Level(8, 4, 16, tasks=("dir",)),
)
RUNG, TOP = 0.8, 0.92  # success that leads from a rung of a ladder to more words, and from the last one to all else
SOON: dict[str, Any] = {
    "window": 60,
    "least": 30,
}  # few sessions: who is at 86 % passes 92 % within a hundred or two by luck
LATER: dict[str, Any] = {"window": 100, "least": 50}  # in 3D too many who had guessed passed by luck
Place = Callable[..., Level]


def first_classes(world: str, count: int) -> tuple[str, ...]:
    """The first classes of a world in the fixed order."""
    names = grammar(world).objects
    if not 1 <= count <= len(names):
        raise XWorldError(f"classes={count} is not usable; the {world} world has 1 to {len(names)}.")
    order = np.random.default_rng(0).permutation(len(names))
    return tuple(names[i] for i in order[:count])


def ladder(world: str, place: Place, top: float = TOP) -> list[Level]:
    """One object and two words, to learn to approach; then two objects and 2, 4, 8, … classes up to all."""
    counts = [count for count in COUNTS if count < len(grammar(world).objects)]
    few = [first_classes(world, count) for count in counts]
    words = [place(goals=2, tasks=("nav",), classes=classes, threshold=RUNG) for classes in few]
    return [
        place(goals=1, tasks=("nav",), classes=few[0], threshold=RUNG),
        *words,
        place(goals=2, tasks=("nav",), threshold=top),
    ]


def alcove(world: str) -> Curriculum:
    """One object beside the agent, then two: the smallest world in which a word matters."""
    one, two = (Level(map=ALCOVE, goals=goals, tasks=("nav",)) for goals in (1, 2))
    return Curriculum((one, two), threshold=0.85, window=30, least=30)


def words(world: str) -> Curriculum:
    """All the words where they are easiest, few at first."""
    return Curriculum(ladder(world, partial(Level, map=ALCOVE)), **SOON)


def evening(world: str) -> Curriculum:
    """Words first, few and then all; then everything at once on tracks that go on side by side to the end: words rehearsed,
    crowded small maps (a choice among four every ten steps instead of every thirty), and the paper's levels."""
    return EVENINGS[world](world)


def evening_2d(world: str) -> Curriculum:
    """What stands on the cells of the view is learned in the alcove, wherever it is met later."""
    first = ladder(world, partial(Level, map=ALCOVE))
    again = Level(map=ALCOVE, goals=2, tasks=BOTH)
    return Curriculum(
        tracks=(
            Track("words", 0.2, (*first, again), threshold=0.8, **SOON),
            Track("crowded", 0.45, (*first, APPROACH, *CROWDED), threshold=0.65, **SOON),
            Track("paper", 0.35, (*first, APPROACH, *PAPER_LEVELS), threshold=0.6, **SOON),
        )
    )


def evening_3d(world: str) -> Curriculum:
    """In first person a thing looks different from everywhere, so words are learned in three places from the start: at a
    fork, in a small room, and on 3×3. Then all tasks are drilled in the room, where a session can be over in two or three
    steps: relations between neighbours are what is learned last."""
    room = partial(Level, map=OPEN)
    at_a_fork = [replace(level, map=FORK if level.goals == 2 else FORK_OF_ONE) for level in ladder(world, room)]
    in_the_open = ladder(world, partial(Level, 3, obstacles=0), top=0.85)
    drill = (room(goals=2, tasks=BOTH), *(room(goals=goals) for goals in (2, 3, 4)))
    # With two objects, of which one is seen at a time, `avoid` is learned last of all, and `dir` is slow everywhere: the
    # thresholds are low, so that few wait for them. "In front of" is a third of `dir`, the last thing that is learned at
    # all, and forgotten where it is a small part of what is asked for: so `dir` has a track of its own, with higher ones.
    crowded = [replace(level, tasks=CHOICES) if level.goals > 3 else level for level in CROWDED]
    return Curriculum(
        tracks=(
            Track("fork", 0.0625, (*at_a_fork, Level(map=FORK, tasks=BOTH)), threshold=0.8, **SOON),
            Track("room", 0.125, (*ladder(world, room), *drill), threshold=0.6, **SOON),
            Track("dir", 0.1875, (*in_the_open, *DIR), **LATER),
            Track("crowded", 0.3125, (*in_the_open, *crowded, Level(8, 6, 16)), threshold=0.6, **LATER),
            Track("paper", 0.3125, (*in_the_open, *PAPER_LEVELS), threshold=0.4, **LATER),
        )
    )


def relations(world: str) -> Curriculum:
    """For an agent that knows its words (`--init-from`): a third of the environments is asked for `dir` alone, because
    "front of" is forgotten where it is a small part of what is asked for, a third for all but `avoid` on crowded maps, and a
    third for everything on the paper's last level."""

    crowded = Level(6, 6, 9, tasks=CHOICES, threshold=0.8), Level(8, 6, 16, tasks=CHOICES)
    return Curriculum(
        tracks=(
            Track("dir", 11 / 32, DIR[3:], **LATER),
            Track("crowded", 10 / 32, crowded, **LATER),
            Track("paper", 11 / 32, PAPER_LEVELS[-1:], **LATER),
        )
    )


EVENINGS = {"2d": evening_2d, "3d": evening_3d}


CURRICULA: dict[str, Callable[[str], Curriculum]] = {
    "paper": lambda world: Curriculum(),
    "evening": evening,
    "relations": relations,
    "words": words,
    "alcove": alcove,
}


def curriculum(name: str, world: str) -> Curriculum:
    """A curriculum by name; those of runs of before are found, and not offered."""
    known = CURRICULA | legacy.CURRICULA
    if name not in known:
        raise one_of("curriculum", name, CURRICULA)
    return known[name](world)
