"""Models of what makes a room pleasant: lights, carpet, clock, plants, vase and gift."""

import math

from parts import (
    BRASS,
    BRICK_RED,
    CHALK,
    CHARCOAL,
    CHERRY_RED,
    COFFEE,
    DARK_GREEN,
    EGG_YELLOW,
    IRON,
    LEAF_GREEN,
    LINEN,
    OLD_GOLD,
    ORANGE,
    PAPER,
    PURPLE,
    RED,
    TANGERINE,
    YELLOW,
    ZINC,
    facets,
    facing,
    joined,
    leaf,
    star,
    stroke,
)
from solids import Colour, Model, Solid, along, box, copies, cylinder, extrude, lathe, pair, ring, rod, sphere, sweep

TERRACOTTA = "#c0653a"
SOIL = "#4e3626"


def candle() -> Solid:
    """A burning candle in a brass holder with a finger loop."""
    wax, melted = "#efe2c0", "#dccb9e"
    dish = lathe([(0, 0), (0.42, 0), (0.55, 0.12), (0.5, 0.12), (0.4, 0.05), (0, 0.05)], BRASS)
    socket = lathe([(0.25, 0.03), (0.2, 0.12), (0.2, 0.25), (0.26, 0.3), (0, 0.3)], "#b88830")
    loop = ring(0.17, 0.06, BRASS, segments=10, around=5).turn(90, "x").move(0.68, 0, 0.2)
    stick = lathe([(0.17, 0.28), (0.17, 1.35), (0.12, 1.32), (0, 1.3)], [wax, melted, melted], segments=10)
    drip = rod((0.165, 0, 1.33), (0.175, 0, 1.0), 0.035, melted, segments=5, tip=0.055)
    long_drip = rod((0.165, 0, 1.33), (0.18, 0, 0.7), 0.035, melted, segments=5, tip=0.06)
    drips = drip.turn(250) + drip.turn(20).move(z=0.02) + long_drip.turn(130)
    wick = rod((0, 0, 1.28), (0, 0, 1.45), 0.02, IRON, segments=4)
    flame = lathe(
        [(0, 1.42), (0.1, 1.54), (0.09, 1.64), (0.04, 1.8), (0, 1.95)],
        [TANGERINE, EGG_YELLOW, EGG_YELLOW, TANGERINE],
        segments=8,
    )
    return dish + socket + loop + stick + drips + wick + flame


def carpet() -> Solid:
    """A red carpet with a golden border and fringes, its far end rolled up."""
    thickness, inner, outer = 0.035, 0.05, 0.2
    turns = [outer - (outer - inner) * n / 16 for n in range(17)]
    # the roll: a spiral that starts on the floor, at the end of the flat part, and winds upwards and inwards
    angles = [-math.pi / 2 + 2 * math.pi * 1.6 * n / 16 for n in range(17)]
    spiral = list(zip(turns, angles, strict=True))
    outside = [(r * math.cos(a), outer + r * math.sin(a)) for r, a in spiral]
    inside = [((r - thickness) * math.cos(a), outer + (r - thickness) * math.sin(a)) for r, a in spiral]
    outline = [(-1.0, 0.0), *outside, *reversed(inside), (-1.0, thickness)]

    def strip(width: float, colour: Colour, x: float) -> Solid:
        return extrude(outline, width, colour).turn(90).move(x, 0.5)

    strips = strip(0.88, BRICK_RED, 0) + pair(strip(0.13, OLD_GOLD, 0.505))
    border = box(0.9, 0.12, 0.02, OLD_GOLD, at=(0, -0.43, thickness - 0.005))
    diamond = box(0.42, 0.42, 0.02, OLD_GOLD).turn(45).move(0, 0, thickness)
    heart = box(0.26, 0.26, 0.02, "#27407a").turn(45).move(0, 0, thickness + 0.02)
    fringe = along(9, (0.135, 0, 0), box(0.06, 0.1, 0.03, LINEN, at=(-0.54, -0.54, 0)))
    return strips + border + diamond + heart + fringe


def clock() -> Solid:
    """An alarm clock on two feet, with two bells, a hammer and a face."""
    profile = [(0, 0), (0.32, 0), (0.4, 0.06), (0.4, 0.26), (0.36, 0.3), (0.34, 0.26), (0, 0.26)]
    case = facing(lathe(profile, [RED, RED, RED, YELLOW, YELLOW, PAPER], segments=16))
    marks = facing(copies(12, stroke(0.04, 0.22, 0.32, 0.275, CHARCOAL)))
    hands = box(0.06, 0.02, 0.2, CHARCOAL).turn(-60, "y") + box(0.045, 0.02, 0.29, CHARCOAL).turn(20, "y")
    hub = facing(cylinder(0.04, 0.03, RED, segments=6))
    face = case + marks + (hands + hub).move(y=-0.275)
    bell = lathe([(0, 0), (0.17, 0), (0.15, 0.08), (0.08, 0.14), (0, 0.15)], YELLOW, segments=10)
    bell = (bell + cylinder(0.02, 0.08, ZINC, at=(0, 0, -0.06), segments=5)).move(z=0.45).turn(35, "y")
    foot = rod((0.2, 0, -0.3), (0.32, 0, -0.52), 0.04, ZINC, tip=0.05)
    bells = pair(bell + foot).move(y=-0.14)
    hammer = rod((0, -0.14, 0.38), (0, -0.14, 0.54), 0.025, ZINC) + box(0.12, 0.08, 0.07, ZINC, at=(0, -0.14, 0.52))
    arch = [(-0.2, -0.14, 0.54), (-0.13, -0.14, 0.68), (0.13, -0.14, 0.68), (0.2, -0.14, 0.54)]
    handle = sweep(arch, 0.025, ZINC, 5)
    key = box(0.05, 0.08, 0.18, YELLOW, at=(0, 0.03, 0.02)) + box(0.28, 0.04, 0.14, CHARCOAL, at=(0, 0.01, -0.22))
    return (face + bells + hammer + handle + key).scale(1, 1.25, 1).move(z=0.56)


def flowers() -> Solid:
    """A bouquet of daisies and tulips wrapped in paper with a ribbon."""
    paper, fold = "#ecdfc8", "#d3c09c"
    wrap_profile = [(0, 0), (0.18, 0), (0.1, 0.26), (0.36, 0.68), (0.3, 0.66), (0, 0.62)]
    wrap = facets(wrap_profile, [[fold], [paper, fold], [paper, fold], [paper], [LEAF_GREEN, DARK_GREEN]], 10, 0.12)
    ribbon = lathe([(0.09, 0.2), (0.15, 0.26), (0.09, 0.32)], CHERRY_RED, segments=8)
    bow = pair(extrude([(0, 0.26), (0.17, 0.35), (0.17, 0.17)], 0.04, CHERRY_RED).move(0, -0.15))

    def daisy(petals: str, middle: str) -> Solid:
        face = extrude(star(6, 0.2, 0.11), 0.05, petals).turn(90, "x")
        return face + cylinder(0.08, 0.07, middle, segments=6, top=0.04)

    def tulip(colour: str) -> Solid:
        stem = rod((0, 0, -0.35), (0, 0, -0.05), 0.025, DARK_GREEN, segments=3)
        return stem + lathe([(0, -0.08), (0.1, -0.02), (0.11, 0.08), (0.06, 0.2), (0, 0.12)], colour, segments=6)

    # Daisies look outwards low around the bunch; tulips stand between and above them.
    daisies = [
        daisy("#f070a8", EGG_YELLOW),
        daisy(CHALK, EGG_YELLOW),
        daisy("#9468d8", EGG_YELLOW),
        daisy(TANGERINE, COFFEE),
    ]
    low = joined(head.turn(58, "y").move(0.3, 0, 0.8).turn(90 * n - 70) for n, head in enumerate(daisies))
    tulips = [tulip(CHERRY_RED), tulip("#f070a8"), tulip(CHERRY_RED)]
    high = joined(head.turn(20, "y").move(0.18, 0, 0.98).turn(120 * n - 30) for n, head in enumerate(tulips))
    return wrap + ribbon + bow + low + high + tulip(EGG_YELLOW).move(z=1.1)


def gift() -> Solid:
    """A present: purple box with a lid, golden ribbon and bow."""
    base = box(0.78, 0.78, 0.5, PURPLE) + box(0.86, 0.86, 0.16, "#9a5cc4", at=(0, 0, 0.46))
    ribbon = box(0.8, 0.16, 0.48, YELLOW) + box(0.88, 0.16, 0.18, YELLOW, at=(0, 0, 0.455))
    ribbons = ribbon + ribbon.turn(90)
    path = [(0.02, 0, 0), (0.16, 0, 0.17), (0.3, 0, 0.2), (0.34, 0, 0.1), (0.22, 0, 0.02), (0.04, 0, 0)]
    loop = sweep(path, [0.03, 0.05, 0.05, 0.05, 0.05, 0.03], YELLOW, 5).scale(1, 1.7, 1)
    bow = copies(4, loop).turn(20) + sphere(0.08, ORANGE, at=(0, 0, 0.06), rings=4, segments=8)
    return base + ribbons + bow.move(z=0.65)


def lamp() -> Solid:
    """A table lamp: a teal foot, a golden neck and a glowing yellow shade."""
    teal = "#2f8f8b"
    foot = lathe(
        [(0, 0), (0.2, 0), (0.2, 0.05), (0.1, 0.09), (0.17, 0.22), (0.15, 0.34), (0.05, 0.46), (0, 0.46)],
        [OLD_GOLD, OLD_GOLD, OLD_GOLD, teal, teal, teal, teal],
        segments=10,
    )
    neck = cylinder(0.03, 0.2, OLD_GOLD, at=(0, 0, 0.45), segments=6)
    shade = lathe(
        [(0.37, 0.52), (0.39, 0.57), (0.22, 0.93), (0.21, 0.96), (0.19, 0.96), (0.34, 0.52), (0.37, 0.52)],
        ["#d98a2b", "#f6d873", "#d98a2b", "#d98a2b", "#fff0b0", "#d98a2b"],
        segments=12,
    )
    bulb = sphere(0.09, "#fff6d0", at=(0, 0, 0.7), rings=4, segments=6)
    top = cylinder(0.2, 0.02, "#fff0b0", at=(0, 0, 0.92), segments=12) + sphere(
        0.04, OLD_GOLD, at=(0, 0, 0.99), rings=4, segments=6
    )
    chain = rod((0.12, -0.12, 0.6), (0.12, -0.12, 0.4), 0.012, OLD_GOLD, 3)
    chain += box(0.05, 0.05, 0.05, OLD_GOLD, at=(0.12, -0.12, 0.36))
    return foot + neck + shade + bulb + top + chain


def plant() -> Solid:
    """A leafy house plant in a terracotta pot."""
    pot_profile = [(0, 0), (0.2, 0), (0.27, 0.34), (0.32, 0.34), (0.33, 0.46), (0.28, 0.46), (0.27, 0.42), (0, 0.42)]
    pot = lathe(pot_profile, [TERRACOTTA, TERRACOTTA, "#a9552e", "#a9552e", TERRACOTTA, SOIL, SOIL])
    low = leaf([(0.03, 0.42, 0.02), (0.25, 0.7, 0.1), (0.48, 0.74, 0.11), (0.72, 0.55, 0)], LEAF_GREEN, DARK_GREEN)
    middle = leaf([(0.03, 0.5, 0.02), (0.18, 0.95, 0.11), (0.38, 1.08, 0.12), (0.62, 1.0, 0)], "#5fae45", DARK_GREEN)
    high = leaf([(0.01, 0.6, 0.02), (0.06, 1.1, 0.11), (0.14, 1.32, 0.11), (0.28, 1.48, 0)], LEAF_GREEN, "#3d8236")
    stem = rod((0, 0, 0.4), (0, 0, 0.9), 0.03, "#6d7a30", segments=5)
    return pot + stem + copies(6, low) + copies(5, middle).turn(25) + copies(3, high).turn(50)


def vase() -> Solid:
    """A tall porcelain vase with patterned bands and two handles."""
    white, blue, deep = "#e6e8ea", "#3b62c4", "#27438c"
    profile = [(0, 0), (0.26, 0), (0.2, 0.1), (0.3, 0.35), (0.43, 0.65), (0.46, 0.88), (0.38, 1.1), (0.18, 1.28)]
    profile += [(0.15, 1.5), (0.3, 1.66), (0.24, 1.66), (0.1, 1.45), (0, 1.4)]
    bands = [[deep], [blue], [white], [blue], [white, deep], [blue], [white], [blue], [white], [blue], [deep], [deep]]
    body = facets(profile, bands)
    handle = sweep([(0.15, 0, 1.44), (0.36, 0, 1.46), (0.46, 0, 1.28), (0.38, 0, 1.06)], 0.04, BRASS, 5)
    return body + pair(handle)


MODELS: dict[str, Model] = {
    "candle": candle,
    "carpet": carpet,
    "clock": clock,
    "flowers": flowers,
    "gift": gift,
    "lamp": lamp,
    "plant": plant,
    "vase": vase,
}
