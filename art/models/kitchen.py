"""Models of the kitchen: food, vessels, cooking and heating, plants."""

import math
import operator
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise

from solids import (
    Model,
    Point,
    Solid,
    along,
    box,
    copies,
    cylinder,
    extrude,
    four,
    lathe,
    pair,
    quad,
    ring,
    rod,
    sphere,
    sweep,
)

WOOD = "#a8713c"
DARK_WOOD = "#8a5a2e"
STEEL = "#b4bac2"
DARK_STEEL = "#7d848c"
IRON = "#52525a"
DARK_IRON = "#35353b"
BRASS = "#d0a040"
COPPER = "#c8743c"
WHITE = "#e8e6e0"
CREAM = "#f0deb0"
RED = "#cc3030"
GREEN = "#4c9a3a"
DARK_GREEN = "#2f7030"
YELLOW = "#f0c030"
ORANGE = "#f08a24"
COFFEE = "#5a3420"
TERRACOTTA = "#c0653a"
SOIL = "#4e3626"


def joined(parts: Iterable[Solid]) -> Solid:
    """All the parts as one."""
    return reduce(operator.add, parts)


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


def star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    """The outline of a blunt star: petals, lettuce."""
    corners = []
    for n in range(2 * points):
        radius, angle = (outer, inner)[n % 2], math.pi * n / points
        corners.append((radius * math.cos(angle), radius * math.sin(angle)))
    return corners


def apples() -> Solid:
    """A pile of four apples, three red and a green one."""

    def apple(colour: str, shade: str) -> Solid:
        profile = [(0, 0.09), (0.2, 0), (0.42, 0.22), (0.5, 0.52), (0.4, 0.8), (0.2, 0.86), (0, 0.72)]
        body = lathe(profile, [shade, shade, colour, colour, colour, shade], segments=9)
        stem = rod((0, 0, 0.72), (0.05, 0, 1.05), 0.035, COFFEE, segments=4)
        spine = [(0.03, 0.9, 0.02), (0.2, 1.02, 0.11), (0.42, 1.0, 0.0)]
        return body + stem + leaf(spine, GREEN, DARK_GREEN)

    red = apple("#d22c2c", "#b02424")
    green = apple("#8cbf3a", "#74a52e")
    lower = red.turn(20).move(-0.5, -0.3) + green.turn(120).move(0.5, -0.3) + red.turn(260).move(0, 0.55)
    return lower + red.turn(200).turn(-12, "x").move(0, 0, 0.72)


def barbecue() -> Solid:
    """A kettle grill on three legs, its lid hinged open, with sausages on the grate."""
    bowl_profile = [(0, 0.5), (0.16, 0.52), (0.26, 0.62), (0.3, 0.76), (0.27, 0.76), (0, 0.74)]
    bowl = lathe(bowl_profile, [RED, RED, RED, STEEL, "#3c3836"])
    glow = cylinder(0.2, 0.02, "#e06a20", at=(0, 0, 0.735), segments=8)
    bars = along(5, (0.1, 0, 0), rod((-0.2, -0.2, 0.775), (-0.2, 0.2, 0.775), 0.011, STEEL, segments=3))
    sausage = rod((-0.2, 0, 0.8), (0.02, 0, 0.8), 0.032, "#a8502a", segments=5)
    food = sausage.move(0, -0.1) + sausage.move(0.03, 0) + box(0.15, 0.2, 0.04, "#7a3c24", at=(0.13, 0, 0.785))
    lid_profile = [(0, -0.01), (0.3, 0), (0.28, 0.1), (0.19, 0.18), (0, 0.21)]
    lid = lathe(lid_profile, [IRON, RED, RED, RED])
    knob = arch(0.14, 0.06, 0.03, DARK_WOOD, steps=4, segments=4).move(z=0.2)
    lid = (lid + knob).move(0, 0, 0.78).turn(-65, "x", about=(0, 0.3, 0.78))
    leg = rod((0.2, 0, 0.45), (0.3, 0, 0.0), 0.02, DARK_STEEL, segments=5)
    shelf = cylinder(0.22, 0.025, DARK_STEEL, at=(0, 0, 0.15), segments=9)
    wheel = cylinder(0.07, 0.05, IRON, segments=8).turn(90, "x").move(0, 0.03, 0.07)
    wheels = wheel.turn(-30).move(0.27, -0.16) + wheel.turn(30).move(-0.27, -0.16)
    kettle = (bowl + glow + bars + food + lid).move(z=-0.12)
    return kettle + copies(3, leg.turn(90)) + shelf + wheels


def barrel() -> Solid:
    """A wooden cask with iron hoops and a tap."""
    profile = [(0.27, 0), (0.32, 0.2), (0.345, 0.45), (0.32, 0.7), (0.27, 0.9), (0.235, 0.9), (0.235, 0.86), (0, 0.86)]
    staves = [WOOD, "#b98045", "#976233"]
    body = facets(profile, [staves] * 4 + [[WOOD], [DARK_WOOD], ["#c08a50", WOOD]])

    def hoop(radius: float, upper: float, z: float) -> Solid:
        return lathe([(radius - 0.03, z), (radius, z), (upper, z + 0.06), (upper - 0.03, z + 0.06)], IRON)

    hoops = hoop(0.287, 0.301, 0.02) + hoop(0.334, 0.345, 0.22) + hoop(0.345, 0.334, 0.62) + hoop(0.301, 0.287, 0.82)
    tap = rod((0, -0.28, 0.16), (0, -0.44, 0.16), 0.028, BRASS) + rod((0, -0.41, 0.16), (0, -0.41, 0.08), 0.022, BRASS)
    handle = box(0.1, 0.03, 0.03, BRASS, at=(0, -0.37, 0.2)) + box(0.02, 0.02, 0.05, BRASS, at=(0, -0.37, 0.17))
    return body + hoops + tap + handle


def basket() -> Solid:
    """A woven picnic basket with a tall handle and a chequered cloth."""
    light, dark = "#d0a060", "#9a6a34"
    profile = [
        (0, 0),
        (0.26, 0),
        (0.29, 0.08),
        (0.32, 0.16),
        (0.345, 0.24),
        (0.37, 0.32),
        (0.34, 0.32),
        (0.3, 0.22),
        (0, 0.22),
    ]
    weave = [[light, dark], [dark, light]] * 2
    cloth = ["#d84848", WHITE]
    body = facets(profile, [[dark], *weave, [light], cloth, cloth], segments=14)
    rim = ring(0.37, 0.05, dark, at=(0, 0, 0.32), segments=14, around=5)
    handle = arch(0.74, 0.42, 0.045, light, steps=10).move(z=0.3)
    # The cloth hangs over the rim in front and behind, a corner each.
    flap = extrude([(-0.19, 0), (0.19, 0), (0, -0.24)], 0.04, "#d84848")
    flap += extrude([(-0.14, -0.02), (0.14, -0.02), (0, -0.175)], 0.06, WHITE)
    flap = flap.turn(10, "x").move(0, -0.4, 0.36)
    return (body + rim + handle).scale(1.2, 1, 1) + flap + flap.turn(180)


def boiler() -> Solid:
    """An upright hot-water tank with copper pipes, a gauge and a fire door."""
    profile = [(0, 0.12), (0.28, 0.12), (0.3, 0.16), (0.3, 1.1), (0.22, 1.2), (0, 1.23)]
    tank = lathe(profile, ["#8a8e94", "#8a8e94", "#dcd8cc", "#c9c4b6", "#c9c4b6"])
    bands = joined(lathe([(0.29, z), (0.315, z), (0.315, z + 0.05), (0.29, z + 0.05)], DARK_STEEL) for z in (0.3, 0.98))
    feet = four(box(0.06, 0.06, 0.14, IRON, at=(0.17, 0.17, 0)))
    hot = sweep([(0.12, 0, 1.15), (0.12, 0, 1.38), (0.38, 0, 1.38), (0.38, 0, 0.0)], 0.04, COPPER)
    cold = sweep([(-0.12, 0, 1.15), (-0.12, 0, 1.32), (-0.38, 0, 1.32), (-0.38, 0, 0.0)], 0.04, COPPER)
    valve = cylinder(0.09, 0.03, RED, segments=8).turn(90, "x")
    valves = valve.move(0.38, -0.04, 0.8) + valve.paint("#3070c8").move(-0.38, -0.04, 0.8)
    gauge = cylinder(0.11, 0.05, BRASS).turn(90, "x").move(0, -0.29, 0.75)
    gauge += cylinder(0.085, 0.02, WHITE).turn(90, "x").move(0, -0.33, 0.75)
    gauge += box(0.02, 0.02, 0.08, RED, at=(0, -0.355, 0)).turn(-40, "y").move(z=0.75)
    panel = box(0.26, 0.06, 0.16, IRON, at=(0, -0.3, 0.4)) + box(0.18, 0.03, 0.07, ORANGE, at=(0, -0.325, 0.44))
    return tank + bands + feet + hot + cold + valves + gauge + panel


def bottle() -> Solid:
    """A green wine bottle with a label and a red capsule."""
    glass, shade = "#2f7a44", "#266638"
    profile = [(0, 0), (0.38, 0), (0.4, 0.05), (0.4, 1.75), (0.34, 1.95), (0.15, 2.2), (0.14, 2.45)]
    body = lathe(profile, [shade, shade, glass, glass, glass, glass])
    label = lathe([(0.39, 0.5), (0.42, 0.5), (0.42, 1.4), (0.39, 1.4)], CREAM)
    stripe = lathe([(0.41, 0.68), (0.435, 0.68), (0.435, 0.86), (0.41, 0.86)], RED)
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


def bucket() -> Solid:
    """A blue bucket full of water, its wire handle up."""
    blue, dark = "#2f6fd0", "#2558aa"
    profile = [
        (0, 0),
        (0.22, 0),
        (0.24, 0.06),
        (0.3, 0.42),
        (0.34, 0.42),
        (0.345, 0.5),
        (0.3, 0.5),
        (0.285, 0.42),
        (0, 0.42),
    ]
    body = lathe(profile, [dark, dark, blue, dark, dark, blue, dark, "#8fd0ea"], segments=14)
    band = lathe([(0.25, 0.2), (0.29, 0.2), (0.295, 0.25), (0.25, 0.25)], dark, segments=14)
    ears = pair(box(0.05, 0.1, 0.1, dark, at=(0.355, 0, 0.4)))
    handle = arch(0.74, 0.42, 0.028, STEEL, steps=10).move(z=0.45)
    grip = rod((-0.1, 0, 0.87), (0.1, 0, 0.87), 0.035, YELLOW)
    return body + band + ears + handle + grip


def burger() -> Solid:
    """A hamburger: bun with sesame, lettuce, tomato, melting cheese, meat."""
    bun, meat = "#d8923e", "#6e3a22"
    bottom = lathe([(0, 0), (0.44, 0), (0.5, 0.07), (0.49, 0.18), (0, 0.18)], [bun, bun, bun, "#f0d090"])
    patty = lathe([(0, 0.18), (0.5, 0.18), (0.54, 0.24), (0.5, 0.33), (0, 0.33)], meat)
    cheese = box(0.82, 0.82, 0.03, YELLOW, at=(0, 0, 0.32))
    corner = extrude([(-0.17, 0.0), (0.17, 0.0), (0, -0.18)], 0.03, YELLOW).turn(5, "x").move(0, -0.55, 0.35)
    cheese = cheese.turn(45) + copies(4, corner)
    tomato = cylinder(0.5, 0.06, RED, at=(0, 0, 0.35))
    lettuce = extrude(star(11, 0.6, 0.5), 0.05, "#6cb83a").turn(90, "x").turn(4, "y").move(z=0.44)
    top = lathe([(0, 0.46), (0.5, 0.47), (0.53, 0.55), (0.47, 0.7), (0.3, 0.82), (0, 0.86)], bun)
    seed = sphere(0.035, CREAM, at=(0, 0, 0), rings=2, segments=4, stretch=(1.3, 0.8, 0.7))
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

    layers = layer(0.2, 0.31, pink, sponge) + layer(0.31, 0.36, cream, RED)
    layers += layer(0.36, 0.48, pink, sponge) + layer(0.48, 0.56, cream, cream)
    top = joined(
        quad((0, 0, 0.56), rim(n, 0.5, 0.56), rim(n + 1, 0.5, 0.56), rim(n + 2, 0.5, 0.56), cream)
        for n in range(0, steps, 2)
    )
    drip = extrude([(-0.09, 0.5), (0.09, 0.5), (0, 0.37)], 0.04, cream).turn(90).move(0.48)
    drips = joined(drip.turn(first + 15 + 30 * n) for n in range(steps))
    dollop = cylinder(0.1, 0.12, WHITE, segments=6, top=0) + sphere(0.06, RED, at=(0, 0, 0.11), rings=3, segments=6)
    dollops = joined(dollop.move(0.4, 0, 0.56).turn(first + 25 + 50 * n) for n in range(6))
    candle_stick = box(0.04, 0.04, 0.22, "#4a90d8", at=(0, 0, 0.56))
    flame = cylinder(0.03, 0.08, ORANGE, at=(0, 0, 0.79), segments=4, top=0)
    candles = copies(3, (candle_stick + flame).move(0, 0.18))
    stand = lathe([(0, 0), (0.3, 0), (0.08, 0.05), (0.08, 0.15), (0.6, 0.17), (0.6, 0.2), (0, 0.2)], "#6fa8cc")
    return stand + layers + top + drips + dollops + candles


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
        [(0, 1.42), (0.1, 1.54), (0.09, 1.64), (0.04, 1.8), (0, 1.95)], [ORANGE, YELLOW, YELLOW, ORANGE], segments=8
    )
    return dish + socket + loop + stick + drips + wick + flame


def cooker() -> Solid:
    """An electric pressure cooker: a pot with a locked lid, a valve and a panel of buttons."""
    body_profile = [(0, 0), (0.3, 0), (0.33, 0.04), (0.33, 0.1), (0.33, 0.42), (0.35, 0.43), (0.35, 0.48), (0, 0.48)]
    body = lathe(body_profile, [IRON, IRON, IRON, STEEL, STEEL, DARK_STEEL, DARK_STEEL], segments=14)
    lid = lathe([(0.34, 0.48), (0.33, 0.53), (0.24, 0.6), (0, 0.63)], "#c03a30", segments=14)
    knob = pair(box(0.04, 0.09, 0.1, IRON, at=(0.12, 0, 0.58))) + box(0.34, 0.11, 0.05, IRON, at=(0, 0, 0.67))
    valve = cylinder(0.035, 0.07, STEEL, at=(0, 0.2, 0.59), segments=6) + cylinder(
        0.05, 0.03, RED, at=(0, 0.2, 0.66), segments=6
    )
    handles = pair(box(0.12, 0.2, 0.05, IRON, at=(0.39, 0, 0.41)))
    panel = box(0.34, 0.08, 0.3, IRON, at=(0, -0.32, 0.1))
    screen = box(0.2, 0.02, 0.08, "#6fd08a", at=(0, -0.365, 0.29))
    button = box(0.05, 0.02, 0.045, WHITE, at=(-0.1, -0.365, 0.21))
    buttons = along(3, (0.1, 0, 0), button) + along(3, (0.1, 0, 0), button.move(z=-0.075).paint(ORANGE))
    return body + lid + knob + valve + handles + panel + screen + buttons


def cup() -> Solid:
    """A cup of coffee on its saucer, with a spoon."""
    band, white = "#d24a3a", WHITE
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
    spoon = rod((-0.45, -0.42, 0.12), (0.1, -0.72, 0.2), 0.03, DARK_STEEL, segments=4)
    spoon += sphere(0.1, DARK_STEEL, at=(-0.5, -0.38, 0.12), rings=4, segments=6, stretch=(1, 1, 0.5))
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
    cap = cylinder(0.11, 0.1, RED, segments=8).turn(42, "x").move(0, -0.19, 1.3)

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


def oven() -> Solid:
    """A built-in oven under its hob: glass door with a glow, handle, knobs."""
    carcass = box(0.6, 0.58, 0.86, "#c8ccd0")
    plinth = box(0.56, 0.52, 0.08, IRON, at=(0, 0.02, -0.06))
    panel = box(0.6, 0.03, 0.14, STEEL, at=(0, -0.3, 0.71))
    knob = cylinder(0.035, 0.05, IRON, segments=8).turn(90, "x").move(-0.24, -0.31, 0.78)
    knobs = knob + knob.move(0.1) + knob.move(0.38) + knob.move(0.48)
    clock = box(0.13, 0.02, 0.07, "#58d090", at=(0, -0.32, 0.745))
    door = box(0.57, 0.04, 0.6, IRON, at=(0, -0.3, 0.07))
    glass = box(0.44, 0.02, 0.34, "#e88a30", at=(0, -0.325, 0.16))
    racks = along(2, (0, 0, 0.13), box(0.44, 0.02, 0.025, COFFEE, at=(0, -0.335, 0.22)))
    roast = lathe([(0, 0), (0.1, 0), (0.11, 0.04), (0.06, 0.09), (0, 0.1)], "#8a4a20", segments=8).scale(1.2, 0.3, 0.9)
    handle = rod((-0.23, -0.39, 0.6), (0.23, -0.39, 0.6), 0.02, WHITE)
    handle += pair(box(0.03, 0.08, 0.03, STEEL, at=(0.2, -0.35, 0.585)))
    hob = box(0.58, 0.56, 0.03, DARK_IRON, at=(0, 0, 0.855))
    plate = cylinder(0.1, 0.025, "#8a3a30", segments=10).move(0.14, 0.13, 0.88)
    vents = along(4, (0, 0, 0.07), box(0.36, 0.03, 0.03, DARK_STEEL, at=(0, 0.29, 0.45)))
    body = carcass + plinth + panel + knobs + clock + door + glass + racks + roast.move(0, -0.335, 0.245) + handle
    return (body + hob + four(plate) + vents).move(z=0.06)


def pan() -> Solid:
    """A frying pan with a fried egg, leaning on a wooden stand to show its inside."""
    profile = [(0, 0), (0.1, 0), (0.11, 0.012), (0.15, 0.06), (0.136, 0.06), (0.105, 0.02), (0, 0.02)]
    dish = lathe(profile, [DARK_STEEL, DARK_STEEL, RED, RED, IRON, IRON], segments=14)
    path = [(0, 0.13, 0.045), (0, 0.18, 0.06), (0, 0.25, 0.065), (0, 0.31, 0.06)]
    handle = sweep(path, [0.015, 0.019, 0.024, 0.02], DARK_WOOD)
    egg_outline = [(0.085, 0.01), (0.05, 0.06), (-0.01, 0.055), (-0.06, 0.075), (-0.085, 0)]
    egg_outline += [(-0.045, -0.055), (0.02, -0.085), (0.045, -0.045)]
    egg = extrude(egg_outline, 0.02, WHITE).turn(90, "x").move(z=0.025)
    yolk = sphere(0.036, YELLOW, at=(0, 0, 0.035), rings=4, segments=8, stretch=(1, 1, 0.6))
    leaning = (dish + handle + egg + yolk).turn(76, "x").move(0, 0, 0.16)
    foot = box(0.16, 0.18, 0.025, WOOD, at=(0, -0.04, 0)) + box(0.16, 0.03, 0.05, WOOD, at=(0, -0.12, 0))
    return leaning + foot + box(0.16, 0.03, 0.08, WOOD, at=(0, 0.005, 0))


def plant() -> Solid:
    """A leafy house plant in a terracotta pot."""
    pot_profile = [(0, 0), (0.2, 0), (0.27, 0.34), (0.32, 0.34), (0.33, 0.46), (0.28, 0.46), (0.27, 0.42), (0, 0.42)]
    pot = lathe(pot_profile, [TERRACOTTA, TERRACOTTA, "#a9552e", "#a9552e", TERRACOTTA, SOIL, SOIL])
    low = leaf([(0.03, 0.42, 0.02), (0.25, 0.7, 0.1), (0.48, 0.74, 0.11), (0.72, 0.55, 0)], GREEN, DARK_GREEN)
    middle = leaf([(0.03, 0.5, 0.02), (0.18, 0.95, 0.11), (0.38, 1.08, 0.12), (0.62, 1.0, 0)], "#5fae45", DARK_GREEN)
    high = leaf([(0.01, 0.6, 0.02), (0.06, 1.1, 0.11), (0.14, 1.32, 0.11), (0.28, 1.48, 0)], GREEN, "#3d8236")
    stem = rod((0, 0, 0.4), (0, 0, 0.9), 0.03, "#6d7a30", segments=5)
    return pot + stem + copies(6, low) + copies(5, middle).turn(25) + copies(3, high).turn(50)


def flowers() -> Solid:
    """A bouquet of daisies and tulips wrapped in paper with a ribbon."""
    paper, fold = "#ecdfc8", "#d3c09c"
    wrap_profile = [(0, 0), (0.18, 0), (0.1, 0.26), (0.36, 0.68), (0.3, 0.66), (0, 0.62)]
    wrap = facets(wrap_profile, [[fold], [paper, fold], [paper, fold], [paper], [GREEN, DARK_GREEN]], 10, 0.12)
    ribbon = lathe([(0.09, 0.2), (0.15, 0.26), (0.09, 0.32)], RED, segments=8)
    bow = pair(extrude([(0, 0.26), (0.17, 0.35), (0.17, 0.17)], 0.04, RED).move(0, -0.15))

    def daisy(petals: str, middle: str) -> Solid:
        face = extrude(star(6, 0.2, 0.11), 0.05, petals).turn(90, "x")
        return face + cylinder(0.08, 0.07, middle, segments=6, top=0.04)

    def tulip(colour: str) -> Solid:
        stem = rod((0, 0, -0.35), (0, 0, -0.05), 0.025, DARK_GREEN, segments=3)
        return stem + lathe([(0, -0.08), (0.1, -0.02), (0.11, 0.08), (0.06, 0.2), (0, 0.12)], colour, segments=6)

    # Daisies look outwards low around the bunch; tulips stand between and above them.
    daisies = [daisy("#f070a8", YELLOW), daisy(WHITE, YELLOW), daisy("#9468d8", YELLOW), daisy(ORANGE, COFFEE)]
    low = joined(head.turn(58, "y").move(0.3, 0, 0.8).turn(90 * n - 70) for n, head in enumerate(daisies))
    tulips = [tulip(RED), tulip("#f070a8"), tulip(RED)]
    high = joined(head.turn(20, "y").move(0.18, 0, 0.98).turn(120 * n - 30) for n, head in enumerate(tulips))
    return wrap + ribbon + bow + low + high + tulip(YELLOW).move(z=1.1)


def squeezer() -> Solid:
    """A citrus squeezer: a ribbed cone in a dish with handle and spout, and half an orange."""
    lime, dark = "#7cc244", "#5c9a30"
    profile = [(0, 0), (0.4, 0), (0.5, 0.3), (0.56, 0.34), (0.58, 0.46), (0.52, 0.46), (0.48, 0.36), (0, 0.36)]
    dish = lathe(profile, [dark, lime, dark, lime, lime, lime, "#f4c050"])
    cone = facets([(0.33, 0.36), (0.3, 0.55), (0.19, 0.78), (0, 0.92)], [[WHITE, "#cfd2c4"]] * 3, 16, 0.28)
    path = [(0.54, 0, 0.42), (0.78, 0, 0.42), (0.86, 0, 0.28), (0.78, 0, 0.12), (0.44, 0, 0.08)]
    handle = sweep(path, 0.055, dark, segments=5)
    spout = extrude([(-0.5, 0.3), (-0.5, 0.46), (-0.76, 0.5), (-0.58, 0.36)], 0.2, lime)
    half = lathe([(0, -0.26), (0.18, -0.22), (0.28, -0.1), (0.3, 0)], ORANGE, segments=12)
    pulp = [["#f6d9a0"], [ORANGE, "#f9b050"]]
    half += facets([(0.3, 0), (0.25, 0.01), (0, 0.02)], pulp, segments=12)
    fruit = half.turn(70, "x").move(-0.4, -0.72, 0.3)
    return dish + cone + handle + spout + fruit


def stove() -> Solid:
    """A cast-iron wood stove: fire door, bent legs, chimney pipe, logs below."""
    body = box(0.62, 0.48, 0.48, IRON, at=(0, 0, 0.24))
    top = box(0.74, 0.6, 0.05, DARK_IRON, at=(0, 0, 0.71))
    base = box(0.7, 0.56, 0.05, DARK_IRON, at=(0, 0, 0.21))
    leg_path = [(0.27, -0.2, 0.24), (0.33, -0.25, 0.12), (0.3, -0.23, 0.07), (0.37, -0.29, 0.035)]
    leg = sweep(leg_path, [0.06, 0.045, 0.035, 0.04], IRON, 4)
    door = box(0.48, 0.05, 0.38, "#70707a", at=(0, -0.24, 0.29))
    window = [(-0.19, 0.33), (0.19, 0.33), (0.19, 0.5), (0.1, 0.62), (-0.1, 0.62), (-0.19, 0.5)]
    flames = [(-0.17, 0.34), (0.17, 0.34), (0.15, 0.47), (0.08, 0.4), (0.01, 0.58), (-0.06, 0.41), (-0.14, 0.52)]
    fire = extrude(window, 0.04, "#d85a1c").move(0, -0.265) + extrude(flames, 0.04, YELLOW).move(0, -0.28)
    bars = pair(box(0.025, 0.03, 0.28, DARK_IRON, at=(0.065, -0.3, 0.33)))
    latch = box(0.04, 0.07, 0.1, BRASS, at=(0.22, -0.28, 0.43))
    pipe_profile = [
        (0.17, 0.75),
        (0.12, 0.83),
        (0.12, 1.1),
        (0.15, 1.1),
        (0.15, 1.17),
        (0.12, 1.17),
        (0.12, 1.36),
        (0, 1.36),
    ]
    pipe = lathe(pipe_profile, DARK_STEEL, segments=10).move(0, 0.08)
    log = rod((0, -0.24, 0.09), (0, 0.24, 0.09), 0.08, WOOD)
    return body + top + base + four(leg) + door + fire + bars + latch + pipe + log.move(-0.09) + log.move(0.09)


def vase() -> Solid:
    """A tall porcelain vase with patterned bands and two handles."""
    white, blue, deep = "#e6e8ea", "#3b62c4", "#27438c"
    profile = [(0, 0), (0.26, 0), (0.2, 0.1), (0.3, 0.35), (0.43, 0.65), (0.46, 0.88), (0.38, 1.1), (0.18, 1.28)]
    profile += [(0.15, 1.5), (0.3, 1.66), (0.24, 1.66), (0.1, 1.45), (0, 1.4)]
    bands = [[deep], [blue], [white], [blue], [white, deep], [blue], [white], [blue], [white], [blue], [deep], [deep]]
    body = facets(profile, bands)
    handle = sweep([(0.15, 0, 1.44), (0.36, 0, 1.46), (0.46, 0, 1.28), (0.38, 0, 1.06)], 0.04, BRASS, 5)
    return body + pair(handle)


def trashcan() -> Solid:
    """A ribbed metal dustbin, overfull: its lid askew on a bag, paper and a banana peel."""
    light, dark = "#9aa2a8", "#747c84"
    body = facets([(0, 0.04), (0.27, 0.04), (0.33, 0.78), (0, 0.78)], [[dark], [light, dark], [DARK_IRON]], 20, 0.07)
    hoops = lathe([(0.26, 0), (0.29, 0), (0.295, 0.07), (0.26, 0.07)], light, segments=14)
    hoops += lathe([(0.31, 0.74), (0.35, 0.74), (0.35, 0.8), (0.31, 0.8)], light, segments=14)
    lid = lathe([(0, 0), (0.38, 0), (0.38, 0.05), (0.3, 0.11), (0, 0.15)], [dark, dark, light, light], segments=14)
    lid += arch(0.2, 0.09, 0.035, dark, steps=4, segments=4).move(z=0.13)
    lid = lid.turn(-22, "x").move(0, 0.06, 0.92)
    bag = sphere(0.26, "#3f7a4a", at=(0, 0, 0.8), rings=4, segments=8, stretch=(1, 1, 0.5))
    handles = pair(arch(0.2, 0.08, 0.035, dark, steps=4, segments=4).turn(90).turn(110, "y").move(0.31, 0, 0.55))
    paper = sphere(0.11, WHITE, at=(0.14, -0.24, 0.87), rings=3, segments=6)
    peel = copies(3, leaf([(0, 0.05, 0.03), (0.1, 0.04, 0.05), (0.2, -0.14, 0.01)], YELLOW, CREAM)).turn(30)
    return body + hoops + lid + handles + bag + paper + peel.scale(1.3).move(-0.12, -0.3, 0.84)


MODELS: dict[str, Model] = {
    "apples": apples,
    "barbecue": barbecue,
    "barrel": barrel,
    "basket": basket,
    "boiler": boiler,
    "bottle": bottle,
    "bread": bread,
    "bucket": bucket,
    "burger": burger,
    "cake": cake,
    "candle": candle,
    "cooker": cooker,
    "cup": cup,
    "milk": milk,
    "oven": oven,
    "pan": pan,
    "plant": plant,
    "flowers": flowers,
    "squeezer": squeezer,
    "stove": stove,
    "vase": vase,
    "trashcan": trashcan,
}
