"""The agent's view of XWORLD3D in words: what is in the picture, how far it is and where; and the sentences read back.

Path of the data: world → **text**. From the depth and the segmentation of the agent's own picture, never from the map: what
fewer than a share of the pixels show is not told.

    You see sofa 2.5 ahead and 1.0 to the left.
    A crate, 0.7 high, is 1.0 ahead, partly out of the picture.
    A wall is 3.5 away, straight ahead.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.text.view import NOTHING, where
from xworld.world3d.camera import AHEAD, DOWN, EYE_HEIGHT
from xworld.world3d.scene import FIRST_MATERIAL, FIRST_OBJECT, WALL_CLASS

LEAST_SHARE = 1 / 588  # of the pixels must show a thing, or it is not told: 12 of 84×84
CUT = ", partly out of the picture"
# A wall's direction, in eighths of a turn to the right of the heading.
DIRECTIONS = {
    0: "straight ahead", 1: "ahead on the right", 2: "on the right", 3: "behind on the right",
    -1: "ahead on the left", -2: "on the left", -3: "behind on the left",
}  # fmt: skip
STRAIGHT = 0.02  # of a turn's eighth: how far a wall may seem to be from one of eight directions

Numbers = NDArray[np.float64]


class Sight(NamedTuple):
    """A thing in the picture, as told: where the middle of what is seen of it is, in cells."""

    name: str  # an object's class, or an obstacle's material
    ahead: float
    right: float
    is_object: bool
    is_cut: bool  # by the edge of the picture


class Wall(NamedTuple):
    """A wall in the picture: how far, and in which direction (eighths of a turn to the right of the heading)."""

    distance: float
    direction: int


def describe_scene(depth: NDArray[np.float32], segments: NDArray[np.int32], classes: Sequence[str]) -> str:
    """The text of a picture: its depth [H, W] and segmentation [H, W, 2], and what the classes are called."""
    right, ahead, height = _points(depth)
    least = max(1, round(depth.size * LEAST_SHARE))
    kinds, numbers = segments[..., 0], segments[..., 1]
    things, obstacles = [], []
    inside = np.zeros(depth.shape, np.bool_)
    inside[1:-1, 1:-1] = True
    shown = kinds >= FIRST_MATERIAL
    columns = [part[shown] for part in (numbers, kinds, right, ahead, height, inside)]
    for number in np.flatnonzero(np.bincount(columns[0]) >= least).tolist():
        own = columns[0] == number
        _, kind, x, z, top, whole = (part[own] for part in columns)
        middle = (z.min() + z.max()) / 2, (x.min() + x.max()) / 2
        cut = "" if whole.all() else CUT
        place = where(f"{abs(middle[0]):.1f}", f"{abs(middle[1]):.1f}", middle[1] < 0)
        far = round(float(np.hypot(*middle)), 1)
        if kind[0] >= FIRST_OBJECT:
            things.append((far, f"You see {classes[kind[0]]} {place}{cut}."))
        else:
            obstacles.append((far, f"A {classes[kind[0]]}, {top.max():.1f} high, is {place}{cut}."))
    sentences = [said for _, said in sorted(things)] or [NOTHING]
    sentences += [said for _, said in sorted(obstacles)]
    return "\n".join([*sentences, *_walls(kinds == WALL_CLASS, right, ahead, least)])


def _points(depth: NDArray[np.float32]) -> tuple[Numbers, Numbers, Numbers]:
    """Where on the floor, and how high, the point is that each pixel shows: right of the agent, ahead of it, above."""
    height, width = depth.shape
    across = (2 * np.arange(width) + 1) / width - 1.0
    down = ((2 * np.arange(height) + 1) / height - 1.0)[:, None]
    far = depth.astype(np.float64)
    return far * across, far * (AHEAD - DOWN * down), EYE_HEIGHT - far * (DOWN + AHEAD * down)


def _walls(is_wall: NDArray[np.bool_], right: Numbers, ahead: Numbers, least: int) -> Iterator[str]:
    """A sentence for each wall: two neighbours in a row of pixels lie on a line of it, and that tells where it faces. In a
    corner they lie on two walls; so the next two must agree."""
    x, z = right[:, 1:], ahead[:, 1:]
    along_x, along_z = x - right[:, :-1], z - ahead[:, :-1]
    length = np.maximum(np.hypot(along_x, along_z), 1e-12)
    distance = (along_z * x - along_x * z) / length  # to the line, to the right of its direction
    sign = np.where(distance < 0, -1.0, 1.0)
    eighths = np.arctan2(sign * along_z, -sign * along_x) * (4 / np.pi)
    eighths[~(is_wall[:, 1:] & is_wall[:, :-1])] = np.nan
    agree = np.abs(np.diff(eighths, axis=1)) < STRAIGHT
    steady = np.zeros(eighths.shape, np.bool_)
    steady[:, :-1] |= agree
    steady[:, 1:] |= agree
    eighths, distance = eighths[steady], distance[steady]
    nearest = np.rint(eighths)
    for direction in sorted(DIRECTIONS, key=lambda each: (abs(each), each)):
        own = (nearest == direction) & (np.abs(eighths - nearest) < STRAIGHT)
        if own.sum() >= least:
            yield f"A wall is {np.median(np.abs(distance[own])):.1f} away, {DIRECTIONS[direction]}."


_PLACE = r"(?:right here|(?:(?P<ahead>[\d.]+) ahead)?(?: and )?(?:(?P<aside>[\d.]+) to the (?P<side>left|right))?)"
_OBJECT = re.compile(rf"You see (?P<name>\S+) {_PLACE}(?P<cut>{CUT})?\.")
_OBSTACLE = re.compile(rf"A (?P<name>\S+), [\d.]+ high, is {_PLACE}(?P<cut>{CUT})?\.")
_WALL = re.compile(r"A wall is (?P<far>[\d.]+) away, (?P<direction>[a-z ]+)\.")


def read_scene(text: str) -> tuple[list[Sight], list[Wall]]:
    """The things and the walls that a text tells of."""
    sights, walls = [], []
    directions = {said: eighths for eighths, said in DIRECTIONS.items()}
    for line in text.splitlines():
        if found := _WALL.fullmatch(line):
            if found["direction"] in directions:
                walls.append(Wall(float(found["far"]), directions[found["direction"]]))
            continue
        for pattern, is_object in ((_OBJECT, True), (_OBSTACLE, False)):
            if found := pattern.fullmatch(line):
                aside = float(found["aside"] or 0) * (-1 if found["side"] == "left" else 1)
                sights.append(Sight(found["name"], float(found["ahead"] or 0), aside, is_object, found["cut"] is not None))
    return sights, walls
