"""Colours and shapes that several files of models share. Things look towards −y."""

import math
import operator
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise

from solids import ORIGIN, Colour, Point, Solid, extrude, lathe, quad, sweep

# Woods, from light to dark.
PINE = "#c99a5f"
BEECH = "#a9743f"
ALDER = "#a8713c"
OAK = "#9a6b3f"
CHESTNUT = "#8a5a2e"
MAHOGANY = "#6f4526"
WALNUT = "#6b4226"
ROSEWOOD = "#5b3a22"

# Metals, from light to dark, and the yellow ones.
SILVER = "#d3d7dc"
LIGHT_STEEL = "#c9d0d6"
NICKEL = "#b4bac2"
CHROME = "#a9b0b8"
STEEL = "#a9afb8"
ZINC = "#9aa3ad"
PEWTER = "#7d848c"
GUNMETAL = "#5c626c"
IRON = "#52525a"
WROUGHT_IRON = "#3d434a"
GOLD = "#dba632"
OLD_GOLD = "#cfa23a"
BRASS = "#d0a040"

# White to black.
PAPER = "#f0efe6"
WHITE = "#ece9e2"
CHALK = "#e8e6e0"
LINEN = "#ece6da"
CREAM = "#efe4c4"
VANILLA = "#f0deb0"
GREY = "#6c7178"
CHARCOAL = "#34373d"
SOOT = "#35353b"
BLACK = "#2a2a2f"

# Other colours.
RED = "#cf3030"
SIGNAL_RED = "#cf2e2b"
CHERRY_RED = "#cc3030"
BRICK_RED = "#c23b35"
ORANGE = "#e8822a"
TANGERINE = "#f08a24"
YELLOW = "#f0c230"
SUN_YELLOW = "#f2c230"
EGG_YELLOW = "#f0c030"
GREEN = "#3f9a4a"
LEAF_GREEN = "#4c9a3a"
DARK_GREEN = "#2f7030"
TEAL = "#1f9c98"
BLUE = "#2f68c4"
PURPLE = "#7b3fa6"
PINK = "#e0559a"
COFFEE = "#5a3420"


def joined(parts: Iterable[Solid]) -> Solid:
    """All the parts as one."""
    return reduce(operator.add, parts)


def oval(width: float, height: float, points: int = 12) -> list[tuple[float, float]]:
    """The outline of an ellipse around (0, 0), to extrude."""
    angles = [2 * math.pi * n / points for n in range(points)]
    return [(width / 2 * math.cos(a), height / 2 * math.sin(a)) for a in angles]


def star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    """The outline of a blunt star: petals, lettuce."""
    corners = []
    for n in range(2 * points):
        radius, angle = (outer, inner)[n % 2], math.pi * n / points
        corners.append((radius * math.cos(angle), radius * math.sin(angle)))
    return corners


def side_on(outline: Sequence[tuple[float, float]], thickness: float, colour: Colour, at: Point = ORIGIN) -> Solid:
    """A plate across x from an outline of (forwards, up) points."""
    return extrude(outline, thickness, colour).turn(-90).move(*at)


def facing(solid: Solid, at: Point = ORIGIN) -> Solid:
    """Something upright or lying tipped forwards: its top looks towards the viewer (up becomes −y, and y becomes up)."""
    return solid.turn(90, "x").move(*at)


def patch(width: float, height: float, colour: Colour, at: Point) -> Solid:
    """A flat rectangle facing the viewer, `at` its middle."""
    x, z = width / 2, height / 2
    return quad((-x, 0, -z), (x, 0, -z), (x, 0, z), (-x, 0, z), colour).move(*at)


def stroke(width: float, start: float, end: float, z: float, colour: Colour) -> Solid:
    """A mark on a lying dial: a flat strip seen from above, from y = start to end."""
    x = width / 2
    return quad((-x, start, z), (x, start, z), (x, end, z), (-x, end, z), colour)


def taper(low: Sequence[Point], high: Sequence[Point], colour: Colour) -> Solid:
    """The sides between two outlines, one above the other, counter-clockwise from above; and a lid on the upper one."""
    count = len(low)
    middle = (sum(x for x, _, _ in high) / count, sum(y for _, y, _ in high) / count, high[0][2])
    sides = [quad(low[n], low[(n + 1) % count], high[(n + 1) % count], high[n], colour) for n in range(count)]
    lid = [quad(high[n], high[(n + 1) % count], middle, middle, colour) for n in range(count)]
    return sum(sides[1:] + lid, start=sides[0])


def facets(
    profile: Sequence[tuple[float, float]],
    colours: Sequence[Sequence[str]],
    segments: int = 12,
    ripple: float = 0.0,
) -> Solid:
    """Like `lathe`, but the colours of each band alternate around it; `ripple` draws in every other corner."""

    def corner(n: int, radius: float, z: float) -> Point:
        angle = 2 * math.pi * n / segments
        radius *= 1 - ripple * (n % 2)
        return radius * math.cos(angle), radius * math.sin(angle), z

    parts = []
    for (low, high), band in zip(pairwise(profile), colours, strict=True):
        for n in range(segments):
            face = corner(n, *low), corner(n + 1, *low), corner(n + 1, *high), corner(n, *high)
            parts.append(quad(*face, band[n % len(band)]))
    return joined(parts)


def arch(width: float, height: float, thickness: float, colour: str, steps: int = 8, segments: int = 5) -> Solid:
    """Half a hoop over the x axis: the handle of a bucket or of a lid."""
    angles = [math.pi * n / steps for n in range(steps + 1)]
    path = [(width / 2 * math.cos(a), 0.0, height * math.sin(a)) for a in angles]
    return sweep(path, thickness / 2, colour, segments)


def leaf(spine: Sequence[tuple[float, float, float]], colour: str, underside: str) -> Solid:
    """A leaf towards +x, folded along its spine of (out, up, half its width) points; it has two sides."""
    parts = []
    for (x0, z0, w0), (x1, z1, w1) in pairwise(spine):
        for side in (-1, 1):
            middle, end = (x0, 0.0, z0), (x1, 0.0, z1)
            edge, edge_end = (x0, side * w0, z0 + 0.4 * w0), (x1, side * w1, z1 + 0.4 * w1)
            face = (middle, end, edge_end, edge) if side > 0 else (middle, edge, edge_end, end)
            parts += [quad(*face, colour), quad(*face[::-1], underside)]
    return joined(parts)


def disc_wheel(radius: float, width: float, tyre: Colour, cap: Colour, at: Point, segments: int = 10) -> Solid:
    """A wheel rolling along y, its cap towards +x; its other side is open, and belongs against a body."""
    half, rim = width / 2, radius * 0.55
    profile = [(radius, -half), (radius, half), (rim, half), (0, half * 1.2)]
    return lathe(profile, [tyre, tyre, cap], segments=segments).turn(90, "y").move(*at)
