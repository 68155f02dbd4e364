"""Models of food and drink."""

import math

from parts import (
    BRASS,
    CHALK,
    CHERRY_RED,
    COFFEE,
    DARK_GREEN,
    EGG_YELLOW,
    LEAF_GREEN,
    PEWTER,
    TANGERINE,
    VANILLA,
    joined,
    leaf,
    star,
)
from solids import Model, Point, Solid, along, box, copies, cylinder, extrude, lathe, quad, rod, sphere, sweep


def apples() -> Solid:
    """A pile of four apples, three red and a green one."""

    def apple(colour: str, shade: str) -> Solid:
        profile = [(0, 0.09), (0.2, 0), (0.42, 0.22), (0.5, 0.52), (0.4, 0.8), (0.2, 0.86), (0, 0.72)]
        body = lathe(profile, [shade, shade, colour, colour, colour, shade], segments=9)
        stem = rod((0, 0, 0.72), (0.05, 0, 1.05), 0.035, COFFEE, segments=4)
        spine = [(0.03, 0.9, 0.02), (0.2, 1.02, 0.11), (0.42, 1.0, 0.0)]
        return body + stem + leaf(spine, LEAF_GREEN, DARK_GREEN)

    red = apple("#d22c2c", "#b02424")
    green = apple("#8cbf3a", "#74a52e")
    lower = red.turn(20).move(-0.5, -0.3) + green.turn(120).move(0.5, -0.3) + red.turn(260).move(0, 0.55)
    return lower + red.turn(200).turn(-12, "x").move(0, 0, 0.72)


def bottle() -> Solid:
    """A green wine bottle with a label and a red capsule."""
    glass, shade = "#2f7a44", "#266638"
    profile = [(0, 0), (0.38, 0), (0.4, 0.05), (0.4, 1.75), (0.34, 1.95), (0.15, 2.2), (0.14, 2.45)]
    body = lathe(profile, [shade, shade, glass, glass, glass, glass])
    label = lathe([(0.39, 0.5), (0.42, 0.5), (0.42, 1.4), (0.39, 1.4)], VANILLA)
    stripe = lathe([(0.41, 0.68), (0.435, 0.68), (0.435, 0.86), (0.41, 0.86)], CHERRY_RED)
    crest = box(0.2, 0.06, 0.2, BRASS, at=(0, -0.415, 1.0))
    capsule = lathe([(0.14, 2.4), (0.165, 2.4), (0.165, 2.75), (0.19, 2.75), (0.19, 2.86), (0, 2.88)], "#a02838")
    return body + label + stripe + crest + crest.turn(180) + capsule


def bread() -> Solid:
    """A loaf on a board, cut at both ends, three slices leaning on it."""
    crust, crumb = "#b06a30", "#f4deb0"
    outline = [(-0.5, 0), (0.5, 0), (0.52, 0.5), (0.64, 0.64), (0.6, 0.9), (0.35, 1.06)]
    outline += [(-0.35, 1.06), (-0.6, 0.9), (-0.64, 0.64), (-0.52, 0.5)]
    inner = [(0.86 * x, 0.06 + 0.87 * z) for x, z in outline]

    def slab(thickness: float) -> Solid:
        return (extrude(outline, thickness, crust) + extrude(inner, thickness + 0.03, crumb)).turn(90)

    loaf = slab(1.1).move(-0.4)
    scores = along(3, (0.34, 0, 0), box(0.09, 0.62, 0.05, "#dca868", at=(-0.74, 0, 1.04)))
    slices = joined(slab(0.15).turn(tilt, "y").move(x) for x, tilt in ((0.4, -9), (0.78, -20), (1.22, -32)))
    board = box(2.6, 1.5, 0.1, "#cfa56a", at=(0.18, 0, -0.1))
    return (loaf + scores + slices + board).move(z=0.1)


def burger() -> Solid:
    """A hamburger: bun with sesame, lettuce, tomato, melting cheese, meat."""
    bun, meat = "#d8923e", "#6e3a22"
    bottom = lathe([(0, 0), (0.44, 0), (0.5, 0.07), (0.49, 0.18), (0, 0.18)], [bun, bun, bun, "#f0d090"])
    patty = lathe([(0, 0.18), (0.5, 0.18), (0.54, 0.24), (0.5, 0.33), (0, 0.33)], meat)
    cheese = box(0.82, 0.82, 0.03, EGG_YELLOW, at=(0, 0, 0.32))
    corner = extrude([(-0.17, 0.0), (0.17, 0.0), (0, -0.18)], 0.03, EGG_YELLOW).turn(5, "x").move(0, -0.55, 0.35)
    cheese = cheese.turn(45) + copies(4, corner)
    tomato = cylinder(0.5, 0.06, CHERRY_RED, at=(0, 0, 0.35))
    lettuce = extrude(star(11, 0.6, 0.5), 0.05, "#6cb83a").turn(90, "x").turn(4, "y").move(z=0.44)
    top = lathe([(0, 0.46), (0.5, 0.47), (0.53, 0.55), (0.47, 0.7), (0.3, 0.82), (0, 0.86)], bun)
    seed = sphere(0.035, VANILLA, at=(0, 0, 0), rings=2, segments=4, stretch=(1.3, 0.8, 0.7))
    seeds = copies(7, seed.turn(25, "y").move(0.25, 0, 0.825))
    seeds += copies(8, seed.turn(50, "y").move(0.42, 0, 0.755).turn(20))
    return bottom + patty + cheese + tomato + lettuce + top + seeds + seed.move(z=0.86)


def cake() -> Solid:
    """A birthday cake on a stand, a piece cut out, with cream, cherries and candles."""
    pink, cream, sponge = "#ee8fae", "#f4ead4", "#d9a866"
    steps, first = 10, 300  # ten twelfths of a circle: the piece towards the front is gone

    def rim(n: int, radius: float, z: float) -> Point:
        angle = math.radians(first + 30 * n)
        return radius * math.cos(angle), radius * math.sin(angle), z

    def layer(low: float, high: float, outside: str, inside: str) -> Solid:
        sides = joined(
            quad(rim(n, 0.5, low), rim(n + 1, 0.5, low), rim(n + 1, 0.5, high), rim(n, 0.5, high), outside)
            for n in range(steps)
        )
        right = quad((0, 0, low), rim(0, 0.5, low), rim(0, 0.5, high), (0, 0, high), inside)
        left = quad(rim(steps, 0.5, low), (0, 0, low), (0, 0, high), rim(steps, 0.5, high), inside)
        return sides + right + left

    layers = layer(0.2, 0.31, pink, sponge) + layer(0.31, 0.36, cream, CHERRY_RED)
    layers += layer(0.36, 0.48, pink, sponge) + layer(0.48, 0.56, cream, cream)
    top = joined(
        quad((0, 0, 0.56), rim(n, 0.5, 0.56), rim(n + 1, 0.5, 0.56), rim(n + 2, 0.5, 0.56), cream)
        for n in range(0, steps, 2)
    )
    drip = extrude([(-0.09, 0.5), (0.09, 0.5), (0, 0.37)], 0.04, cream).turn(90).move(0.48)
    drips = joined(drip.turn(first + 15 + 30 * n) for n in range(steps))
    dollop = cylinder(0.1, 0.12, CHALK, segments=6, top=0) + sphere(0.06, CHERRY_RED, at=(0, 0, 0.11), rings=3, segments=6)
    dollops = joined(dollop.move(0.4, 0, 0.56).turn(first + 25 + 50 * n) for n in range(6))
    candle_stick = box(0.04, 0.04, 0.22, "#4a90d8", at=(0, 0, 0.56))
    flame = cylinder(0.03, 0.08, TANGERINE, at=(0, 0, 0.79), segments=4, top=0)
    candles = copies(3, (candle_stick + flame).move(0, 0.18))
    stand = lathe([(0, 0), (0.3, 0), (0.08, 0.05), (0.08, 0.15), (0.6, 0.17), (0.6, 0.2), (0, 0.2)], "#6fa8cc")
    return stand + layers + top + drips + dollops + candles


def cup() -> Solid:
    """A cup of coffee on its saucer, with a spoon."""
    band, white = "#d24a3a", CHALK
    saucer = lathe(
        [(0, 0), (0.4, 0), (0.72, 0.12), (0.7, 0.15), (0.36, 0.06), (0, 0.06)], [white, white, band, white, white]
    )
    profile = [
        (0.24, 0.05),
        (0.28, 0.12),
        (0.4, 0.28),
        (0.46, 0.46),
        (0.49, 0.64),
        (0.5, 0.76),
        (0.45, 0.76),
        (0.43, 0.66),
        (0, 0.66),
    ]
    body = lathe(profile, [white, white, white, band, white, white, white, COFFEE])
    path = [(0.44, 0, 0.64), (0.62, 0, 0.68), (0.74, 0, 0.56), (0.68, 0, 0.38), (0.42, 0, 0.28)]
    handle = sweep(path, 0.05, white)
    spoon = rod((-0.45, -0.42, 0.12), (0.1, -0.72, 0.2), 0.03, PEWTER, segments=4)
    spoon += sphere(0.1, PEWTER, at=(-0.5, -0.38, 0.12), rings=4, segments=6, stretch=(1, 1, 0.5))
    return saucer + body + handle + spoon


def milk() -> Solid:
    """A gable-top milk carton with a red cap and the word on it."""
    paper, blue = "#ece9e2", "#3f86cc"
    body = box(0.7, 0.7, 1.15, paper)
    base = box(0.73, 0.73, 0.32, blue, at=(0, 0, 0.0))
    crest = [(-0.365, 0.3), (0.365, 0.3), (0.365, 0.42), (0.15, 0.36), (-0.1, 0.46), (-0.365, 0.38)]
    wave = copies(4, extrude(crest, 0.03, blue).move(0, -0.35))
    roof = extrude([(-0.35, 1.15), (0.35, 1.15), (0.03, 1.5), (-0.03, 1.5)], 0.7, blue).turn(90)
    fin = box(0.7, 0.07, 0.16, paper, at=(0, 0, 1.48))
    cap = cylinder(0.11, 0.1, CHERRY_RED, segments=8).turn(42, "x").move(0, -0.19, 1.3)

    def letters() -> Solid:
        """MILK, around x = 0, half a unit wide."""
        m = [(0, 0), (0.04, 0), (0.04, 0.14), (0.085, 0.06), (0.13, 0.14), (0.13, 0), (0.17, 0)]
        m += [(0.17, 0.24), (0.13, 0.24), (0.085, 0.14), (0.04, 0.24), (0, 0.24)]
        i = [(0.21, 0), (0.25, 0), (0.25, 0.24), (0.21, 0.24)]
        el = [(0.29, 0), (0.41, 0), (0.41, 0.05), (0.33, 0.05), (0.33, 0.24), (0.29, 0.24)]
        k = [
            (0.43, 0),
            (0.47, 0),
            (0.47, 0.09),
            (0.54, 0),
            (0.59, 0),
            (0.5, 0.125),
            (0.59, 0.24),
            (0.54, 0.24),
            (0.47, 0.15),
        ]
        k += [(0.47, 0.24), (0.43, 0.24)]
        return joined(extrude(outline, 0.03, "#2a559c").move(-0.295, -0.355, 0.7) for outline in (m, i, el, k))

    return body + base + wave + roof + fin + cap + copies(2, letters())


MODELS: dict[str, Model] = {
    "apples": apples,
    "bottle": bottle,
    "bread": bread,
    "burger": burger,
    "cake": cake,
    "cup": cup,
    "milk": milk,
}
