"""Models of furniture and what stands in house and garden."""

import math
from collections.abc import Sequence

from solids import (
    Colour,
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

WOOD = "#9a6b3f"
DARK_WOOD = "#6b4226"
LIGHT_WOOD = "#c99a5f"
PORCELAIN = "#f3f5f5"
LINEN = "#ece6da"
METAL = "#a9b0b8"
IRON = "#3d434a"
GOLD = "#cfa23a"
WATER = "#58b4de"
RED = "#c23b35"


def cushion(width: float, depth: float, thickness: float, colours: Sequence[Colour], steps: int = 4) -> Solid:
    """A lying pillow around the origin, thick in the middle and pinched at its corners; striped along x."""

    def point(column: int, row: int, side: int) -> Point:
        u, v = 2 * column / steps - 1, 2 * row / steps - 1
        puff = math.sqrt((1 - u**4) * (1 - v**4))
        # the middle of each edge is drawn in a little, which leaves the corners as ears
        return (
            width / 2 * u * (1 - 0.1 * (1 - v * v)),
            depth / 2 * v * (1 - 0.1 * (1 - u * u)),
            side * thickness / 2 * puff,
        )

    faces = []
    for column in range(steps):
        colour = colours[column % len(colours)]
        for row in range(steps):
            around = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
            a, b, c, d = (point(*corner, 1) for corner in around)
            faces.append(quad(a, b, c, d, colour))
            a, b, c, d = (point(*corner, -1) for corner in reversed(around))
            faces.append(quad(a, b, c, d, colour))
    return sum(faces[1:], start=faces[0])


def oval(width: float, height: float, points: int = 12) -> list[tuple[float, float]]:
    """The outline of an ellipse around (0, 0), to extrude."""
    angles = [2 * math.pi * n / points for n in range(points)]
    return [(width / 2 * math.cos(a), height / 2 * math.sin(a)) for a in angles]


def bathtub() -> Solid:
    """A white claw-foot tub with water, foam, a tap at its end and a rubber duck."""
    # outside up to the rim, over it, and inside down to the water; radius 1, made oval below
    profile = [
        (0, 0.14),
        (0.62, 0.14),
        (0.84, 0.28),
        (0.93, 0.6),
        (1.03, 0.62),
        (1.03, 0.68),
        (0.9, 0.68),
        (0.86, 0.6),
        (0, 0.6),
    ]
    colours = [PORCELAIN] * 7 + [WATER]
    tub = lathe(profile, colours, segments=12).scale(0.85, 0.42, 1)
    foot = rod((0.5, 0.2, 0.25), (0.58, 0.26, 0.05), 0.06, GOLD, 5, tip=0.04) + box(
        0.12, 0.12, 0.06, GOLD, at=(0.6, 0.28, 0)
    )
    pipe = sweep([(0.96, 0, 0), (0.96, 0, 0.9), (0.88, 0, 1), (0.72, 0, 0.98), (0.68, 0, 0.86)], 0.04, METAL, 5)
    taps = box(0.06, 0.3, 0.06, GOLD, at=(0.96, 0, 0.78))
    foam = (
        sphere(0.17, "#dff0fa", at=(-0.5, 0, 0.64), rings=4, segments=6)
        + sphere(0.14, "#dff0fa", at=(-0.36, 0.13, 0.64), rings=4, segments=6)
        + sphere(0.12, "#dff0fa", at=(-0.31, -0.11, 0.63), rings=4, segments=6)
    )
    duck = (
        sphere(0.12, "#f2c230", at=(0, 0, 0.64), rings=4, segments=6, stretch=(1.2, 0.9, 0.8))
        + sphere(0.08, "#f2c230", at=(0.1, 0, 0.78), rings=4, segments=6)
        + rod((0.16, 0, 0.77), (0.23, 0, 0.76), 0.03, "#e0762a", 4, tip=0.01)
    )
    return tub + four(foot) + pipe + taps + foam + duck.move(0.1, 0, 0)


def bed() -> Solid:
    """A double bed: wooden head and foot, blue blanket turned down over a white sheet, two pillows."""
    posts = pair(box(0.1, 0.1, 1.1, DARK_WOOD, at=(0.8, 1.03, 0)) + box(0.1, 0.1, 0.62, DARK_WOOD, at=(0.8, -1.03, 0)))
    knobs = pair(sphere(0.08, GOLD, at=(0.8, 1.03, 1.14), rings=4, segments=6))
    knobs += pair(sphere(0.08, GOLD, at=(0.8, -1.03, 0.66), rings=4, segments=6))
    head = box(1.5, 0.06, 0.75, WOOD, at=(0, 1.03, 0.3))
    foot = box(1.5, 0.06, 0.34, WOOD, at=(0, -1.03, 0.22))
    frame = box(1.56, 2.0, 0.16, WOOD, at=(0, 0, 0.2))
    mattress = box(1.5, 1.96, 0.22, LINEN, at=(0, 0, 0.36))
    blanket = box(1.62, 1.3, 0.26, "#3d6fb0", at=(0, -0.34, 0.38))
    fold = box(1.66, 0.26, 0.27, "#a9cbe8", at=(0, 0.3, 0.39))
    pillows = pair(cushion(0.66, 0.48, 0.24, ["#f3f1ea"]).turn(25, "x").move(0.37, 0.72, 0.7))
    return posts + knobs + head + foot + frame + mattress + blanket + fold + pillows


def bench() -> Solid:
    """A park bench: wooden slats on curled cast-iron ends."""
    seat = along(4, (0, 0.13, 0), box(1.6, 0.1, 0.05, LIGHT_WOOD, at=(0, -0.2, 0.44)))
    back = along(3, (0, 0.045, 0.15), box(1.6, 0.05, 0.12, LIGHT_WOOD, at=(0, 0.29, 0.54)))
    front_leg = sweep([(0, -0.32, 0), (0, -0.24, 0.2), (0, -0.26, 0.42)], 0.035, IRON)
    back_leg = sweep([(0, 0.42, 0), (0, 0.26, 0.24), (0, 0.28, 0.42), (0, 0.33, 0.56), (0, 0.46, 0.98)], 0.035, IRON)
    rail = rod((0, -0.28, 0.42), (0, 0.3, 0.42), 0.035, IRON)
    arm = sweep([(0, -0.26, 0.4), (0, -0.3, 0.58), (0, -0.22, 0.67), (0, 0.34, 0.67)], 0.035, IRON)
    return seat + back + pair((front_leg + back_leg + rail + arm).move(0.7))


def bookshelf() -> Solid:
    """An open case of four shelves full of coloured books, to be seen from the front and from behind."""
    case = pair(box(0.05, 0.34, 1.6, WOOD, at=(0.5, 0, 0))) + box(1.1, 0.38, 0.05, WOOD, at=(0, 0, 1.58))
    case += along(4, (0, 0, 0.38), box(0.96, 0.3, 0.04, WOOD, at=(0, 0, 0.06)))
    colours = ["#d0453e", "#e8b436", "#3f78c4", "#4aa862", "#9655a8", "#e58338", "#44b0b5", "#efe4ca"]
    widths = [0.08, 0.11, 0.09, 0.1, 0.13, 0.1, 0.12]
    for shelf in range(4):
        left = -0.46
        for number in range(8):
            width = widths[(number + 3 * shelf) % len(widths)]
            height = 0.22 + 0.08 * ((number * 5 + shelf * 3) % 4) / 3
            colour = colours[(number * 3 + shelf * 2) % len(colours)]
            case += box(width, 0.26, height, colour, at=(left + width / 2, 0, 0.1 + 0.38 * shelf))
            left += width + 0.01
    return case


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

    strips = strip(0.88, RED, 0) + pair(strip(0.13, GOLD, 0.505))
    border = box(0.9, 0.12, 0.02, GOLD, at=(0, -0.43, thickness - 0.005))
    diamond = box(0.42, 0.42, 0.02, GOLD).turn(45).move(0, 0, thickness)
    heart = box(0.26, 0.26, 0.02, "#27407a").turn(45).move(0, 0, thickness + 0.02)
    fringe = along(9, (0.135, 0, 0), box(0.06, 0.1, 0.03, LINEN, at=(-0.54, -0.54, 0)))
    return strips + border + diamond + heart + fringe


def chair() -> Solid:
    """A wooden dining chair with a red seat and a ladder back."""
    legs = pair(box(0.06, 0.06, 0.45, WOOD, at=(0.2, -0.2, 0)))
    posts = pair(rod((0.2, 0.2, 0), (0.2, 0.2, 0.48), 0.04, WOOD) + rod((0.2, 0.2, 0.46), (0.2, 0.3, 1.02), 0.04, WOOD))
    seat = box(0.5, 0.5, 0.05, WOOD, at=(0, 0, 0.43)) + box(0.46, 0.44, 0.06, RED, at=(0, -0.02, 0.48), top=0.88)
    rungs = along(3, (0, 0.028, 0.155), box(0.38, 0.03, 0.09, LIGHT_WOOD, at=(0, 0.235, 0.6)))
    stretchers = pair(box(0.03, 0.4, 0.04, LIGHT_WOOD, at=(0.2, 0, 0.18))) + box(
        0.4, 0.03, 0.04, LIGHT_WOOD, at=(0, 0, 0.18)
    )
    return legs + posts + seat + rungs + stretchers


def crib() -> Solid:
    """A baby's cot: bars all around, a mattress, a small pillow, and a mobile over it."""
    white, sky = "#f0e6d2", "#8cc6e6"
    posts = four(box(0.07, 0.07, 0.95, white, at=(0.6, 0.33, 0)))
    rails = pair(box(0.05, 0.6, 0.06, white, at=(0.6, 0, 0.86)) + box(0.05, 0.6, 0.06, white, at=(0.6, 0, 0.24)))
    long_rail = box(1.16, 0.05, 0.06, white)
    rails += long_rail.move(0, 0.33, 0.86) + long_rail.move(0, 0.33, 0.24)
    rails += long_rail.move(0, -0.33, 0.86) + long_rail.move(0, -0.33, 0.24)
    bar = box(0.028, 0.028, 0.6, white)
    bars = along(8, (0.129, 0, 0), bar.move(-0.45, 0.33, 0.28) + bar.move(-0.45, -0.33, 0.28))
    bars += pair(along(4, (0, 0.13, 0), bar.move(0.6, -0.195, 0.28)))
    mattress = box(1.12, 0.58, 0.12, "#a9d6bb", at=(0, 0, 0.28))
    blanket = box(0.62, 0.6, 0.06, sky, at=(0.24, 0, 0.38))
    pillow = box(0.26, 0.44, 0.1, "#f2a3b5", at=(-0.36, 0, 0.4), top=0.7)
    arm = sweep([(-0.6, 0, 0.9), (-0.6, 0, 1.3), (-0.5, 0, 1.4), (-0.24, 0, 1.4), (-0.2, 0, 1.28)], 0.025, "#f2a3b5", 4)
    toys = cylinder(0.17, 0.06, "#f0c63c", at=(-0.2, 0, 1.25), segments=6, top=0.02) + four(
        rod((0.1, 0.1, 1.26), (0.1, 0.1, 1.08), 0.05, sky, 4)
    ).move(-0.2)
    return posts + rails + bars + mattress + blanket + pillow + arm + toys


def drawers() -> Solid:
    """A cream chest of four wooden drawers with round knobs, one of them pulled out, with clothes in it."""
    cream, front_wood = "#e6dcc4", "#d08a48"
    body = box(0.96, 0.5, 0.96, cream, at=(0, 0, 0.1)) + box(1.06, 0.58, 0.05, front_wood, at=(0, 0, 1.06))
    legs = four(box(0.09, 0.09, 0.12, front_wood, at=(0.42, 0.2, 0)))
    knobs = pair(rod((0.25, -0.28, 0.1), (0.25, -0.36, 0.1), 0.045, "#f3ecd8"))
    front = box(0.86, 0.06, 0.2, front_wood, at=(0, -0.26, 0)) + knobs
    fronts = front.move(z=0.14) + front.move(z=0.37) + front.move(z=0.83)
    tray = front.move(0, -0.24, 0.6) + box(0.8, 0.28, 0.14, DARK_WOOD, at=(0, -0.35, 0.6))
    clothes = box(0.36, 0.2, 0.12, "#3f7fc0", at=(-0.2, -0.36, 0.72), top=0.8)
    clothes += box(0.36, 0.2, 0.09, "#d8564a", at=(0.2, -0.36, 0.72), top=0.8)
    return body + legs + fronts + tray + clothes


def fence() -> Solid:
    """The corner of a white picket fence."""
    white, shade = "#f7f6f0", "#d3d6cf"
    picket = extrude([(-0.06, 0.08), (0.06, 0.08), (0.06, 0.82), (0, 0.95), (-0.06, 0.82)], 0.03, white)
    rails = box(1.3, 0.04, 0.09, shade, at=(0.65, 0.035, 0.25)) + box(1.3, 0.04, 0.09, shade, at=(0.65, 0.035, 0.62))
    post = box(0.12, 0.12, 1.0, white) + box(0.16, 0.16, 0.06, shade, at=(0, 0, 1.0))
    side = along(5, (0.21, 0, 0), picket.move(0.24)) + rails + post.move(1.32)
    # the same again at a right angle, mirrored so that its pickets are outside too
    return (side + side.scale(1, -1, 1).turn(90) + post).move(-0.65, -0.65)


def lamp() -> Solid:
    """A table lamp: a teal foot, a golden neck and a glowing yellow shade."""
    teal = "#2f8f8b"
    foot = lathe(
        [(0, 0), (0.2, 0), (0.2, 0.05), (0.1, 0.09), (0.17, 0.22), (0.15, 0.34), (0.05, 0.46), (0, 0.46)],
        [GOLD, GOLD, GOLD, teal, teal, teal, teal],
        segments=10,
    )
    neck = cylinder(0.03, 0.2, GOLD, at=(0, 0, 0.45), segments=6)
    shade = lathe(
        [(0.37, 0.52), (0.39, 0.57), (0.22, 0.93), (0.21, 0.96), (0.19, 0.96), (0.34, 0.52), (0.37, 0.52)],
        ["#d98a2b", "#f6d873", "#d98a2b", "#d98a2b", "#fff0b0", "#d98a2b"],
        segments=12,
    )
    bulb = sphere(0.09, "#fff6d0", at=(0, 0, 0.7), rings=4, segments=6)
    top = cylinder(0.2, 0.02, "#fff0b0", at=(0, 0, 0.92), segments=12) + sphere(
        0.04, GOLD, at=(0, 0, 0.99), rings=4, segments=6
    )
    chain = rod((0.12, -0.12, 0.6), (0.12, -0.12, 0.4), 0.012, GOLD, 3)
    chain += box(0.05, 0.05, 0.05, GOLD, at=(0.12, -0.12, 0.36))
    return foot + neck + shade + bulb + top + chain


def mailbox() -> Solid:
    """A letter box on a post: arched, blue, its door open a crack on a letter, the red flag up."""
    blue = "#3a68b4"
    angles = [math.pi * n / 8 for n in range(9)]
    arch = [(-0.2, 0.0), (0.2, 0.0)] + [(0.2 * math.cos(a), 0.2 + 0.2 * math.sin(a)) for a in angles]
    body = extrude(arch, 0.66, blue, at=(0, 0, 0.62))
    band = extrude([(1.07 * x, 1.05 * z - 0.01) for x, z in arch], 0.05, "#24457f", at=(0, 0.31, 0.62))
    mouth = extrude([(0.86 * x, 0.86 * z + 0.03) for x, z in arch], 0.04, "#1b2740", at=(0, -0.325, 0.62))
    door = extrude([(0.95 * x, 0.95 * z) for x, z in arch], 0.03, blue)
    door += box(0.1, 0.05, 0.05, METAL, at=(0, -0.03, 0.28))
    door = door.turn(42, "x").move(0, -0.36, 0.62)  # hinged at its bottom
    letters = box(0.26, 0.2, 0.03, "#f3efe2").turn(-15, "x").move(0, -0.38, 0.86)
    letters += box(0.24, 0.16, 0.03, "#f0cf7a").turn(-8, "x").move(0.01, -0.38, 0.78)
    flag = box(0.04, 0.05, 0.38, RED, at=(0.23, -0.05, 0.78)) + box(0.04, 0.2, 0.14, RED, at=(0.23, 0.02, 1.1))
    post = box(0.12, 0.12, 0.62, WOOD) + box(0.24, 0.5, 0.05, DARK_WOOD, at=(0, 0, 0.58))
    brace = rod((0, 0.03, 0.3), (0, 0.24, 0.6), 0.04, DARK_WOOD, 4)
    return body + band + mouth + door + letters + flag + post + brace


def piano() -> Solid:
    """A grand piano with its lid up, golden strings inside, white and black keys."""
    black, gloss = "#2e2a33", "#453f4d"

    # seen from above: straight on the left (the long strings), curved in on the right
    plan = [
        (-0.75, -0.45),
        (0.75, -0.45),
        (0.75, 0.1),
        (0.62, 0.4),
        (0.3, 0.62),
        (0.12, 0.95),
        (-0.1, 1.15),
        (-0.45, 1.2),
        (-0.75, 1.05),
    ]
    case = extrude(plan, 0.28, black).turn(-90, "x").move(0, 0, 0.74)
    strings = extrude([(0.88 * x, 0.88 * y + 0.04) for x, y in plan], 0.03, GOLD).turn(-90, "x").move(0, 0, 0.89)
    # hinged on the left edge
    lid = extrude(plan, 0.04, gloss).turn(-90, "x").turn(-42, "y", (-0.75, 0, 0)).move(0, 0, 0.93)
    prop = rod((0.66, 0.1, 0.85), (0.27, 0.1, 1.79), 0.025, LIGHT_WOOD, 4)
    keybed = box(1.5, 0.3, 0.1, black, at=(0, -0.58, 0.6)) + pair(box(0.1, 0.3, 0.2, black, at=(0.7, -0.58, 0.65)))
    white_keys = along(10, (0.13, 0, 0), box(0.118, 0.26, 0.06, "#f2efe6", at=(-0.585, -0.62, 0.7)))
    black_key = box(0.06, 0.16, 0.06, black, at=(-0.52, -0.54, 0.74))
    black_keys = sum((black_key.move(0.13 * n) for n in (1, 3, 4, 5, 7, 8)), start=black_key)
    stand = box(0.7, 0.04, 0.26, gloss, at=(0, -0.3, 0.9)).turn(-15, "x", (0, -0.3, 0.9))
    score = box(0.44, 0.03, 0.24, "#f2efe6", at=(0, -0.34, 0.94)).turn(-15, "x", (0, -0.34, 0.94))
    leg = rod((0, 0, 0.62), (0, 0, 0.04), 0.08, black, 6, tip=0.05) + box(0.12, 0.12, 0.05, GOLD)
    legs = pair(leg.move(0.62, -0.4)) + leg.move(-0.4, 0.95)
    pedals = box(0.24, 0.05, 0.5, black, at=(0, -0.2, 0.1)) + box(0.2, 0.16, 0.04, GOLD, at=(0, -0.28, 0.08))
    return case + strings + lid + prop + keybed + white_keys + black_keys + stand + score + legs + pedals


def pillow() -> Solid:
    """A striped bed pillow lying, and a rose cushion leaning on it."""
    lying = cushion(0.84, 0.6, 0.3, ["#f1efe8", "#7fb0dc", "#f1efe8"], 7).move(0, 0, 0.15)
    button = sphere(0.04, "#f3d26a", at=(0, 0, 0.13), rings=4, segments=6)
    leaning = cushion(0.58, 0.54, 0.28, ["#dd6680"], 6) + button + button.scale(1, 1, -1)
    return lying + leaning.turn(50, "x").move(0, 0.08, 0.46)


def pool_table() -> Solid:
    """A pool table: green cloth, wooden cushions, six pockets, racked balls and a cue."""
    green, dark_green = "#2f9652", "#1f6b39"
    body = box(2.2, 1.24, 0.22, DARK_WOOD, at=(0, 0, 0.56), top=1.03)
    cloth = box(2.1, 1.14, 0.03, green, at=(0, 0, 0.77))
    long_rail = box(2.3, 0.14, 0.1, WOOD, at=(0, 0.6, 0.76)) + box(2.0, 0.06, 0.06, dark_green, at=(0, 0.51, 0.79))
    short_rail = box(0.14, 1.1, 0.1, WOOD, at=(1.08, 0, 0.76)) + box(0.06, 0.98, 0.06, dark_green, at=(0.99, 0, 0.79))
    rails = long_rail + long_rail.scale(1, -1, 1) + pair(short_rail)
    pocket = cylinder(0.11, 0.02, "#25221f", segments=6)
    pockets = four(pocket.move(1.0, 0.52, 0.86)) + pocket.move(0, 0.56, 0.86) + pocket.move(0, -0.56, 0.86)
    legs = four(rod((0.9, 0.45, 0.58), (0.9, 0.45, 0), 0.12, DARK_WOOD, 6, tip=0.07))

    def ball(x: float, y: float, colour: Colour) -> Solid:
        return sphere(0.075, colour, at=(x, y, 0.86), rings=3, segments=6)

    balls = ball(0.24, 0, "#e8b92f") + ball(0.38, 0.08, RED) + ball(0.38, -0.08, "#3563b5") + ball(-0.5, 0.1, "#f3f0e6")
    balls += ball(0.52, 0.16, "#e07a30") + ball(0.52, 0, "#333036") + ball(0.52, -0.16, "#7d4496")
    cue = rod((-0.6, 0.08, 0.88), (-1.15, -0.45, 1.0), 0.02, LIGHT_WOOD, 5, tip=0.035)
    return body + cloth + rails + pockets + legs + balls + cue


def sofa() -> Solid:
    """A two-seat sofa: red-brown upholstery, round arms, loose cushions."""
    cover, seat_cover, leg = "#a8452f", "#c75f41", "#4a2f1d"
    base = box(1.7, 0.76, 0.24, cover, at=(0, 0, 0.1))
    back = box(1.7, 0.2, 0.5, cover, at=(0, 0.32, 0.34)) + rod((-0.85, 0.32, 0.84), (0.85, 0.32, 0.84), 0.12, cover, 8)
    arms = pair(
        box(0.2, 0.78, 0.44, cover, at=(0.88, -0.02, 0.1)) + rod((0.9, -0.43, 0.56), (0.9, 0.36, 0.56), 0.14, cover, 8)
    )
    seats = pair(box(0.74, 0.62, 0.16, seat_cover, at=(0.385, -0.12, 0.34), top=0.95))
    rests = pair(box(0.72, 0.16, 0.4, seat_cover, at=(0.385, 0.18, 0.48), top=0.92).turn(-8, "x", (0, 0.18, 0.48)))
    cushions = pair(cushion(0.4, 0.4, 0.18, ["#f0c04a"]).turn(65, "x").turn(18).move(0.52, 0, 0.68))
    legs = four(cylinder(0.04, 0.1, leg, at=(0.86, 0.3, 0), segments=6, top=0.05))
    return base + back + arms + seats + rests + cushions + legs


def staircase() -> Solid:
    """Six steps with a red runner between two banisters."""
    steps, rise, run = 6, 0.2, 0.26
    white = "#e6e0d2"

    def outline(lift: float) -> list[tuple[float, float]]:
        """The steps from the side, climbing to +x; `lift` brings them up and forward."""
        zigzag = []
        for n in range(steps):
            zigzag += [(n * run - lift, (n + 1) * rise + lift), ((n + 1) * run - lift, (n + 1) * rise + lift)]
        return [(0.1, 0.0), (-lift, 0.0), *zigzag, (steps * run - lift, steps * rise - 0.3)]

    body = extrude(outline(0), 0.86, white).turn(90)
    treads = along(steps, (0, run, rise), box(0.98, run + 0.05, 0.04, WOOD, at=(0, run / 2 - 0.02, rise)))
    runner = extrude(outline(0.06), 0.46, RED).turn(90)
    baluster = box(0.035, 0.035, 0.6, white, at=(0.45, run / 2, rise + 0.03))
    balusters = along(steps - 2, (0, run, rise), baluster.move(0, run, rise))
    rail = rod((0.45, run / 2, rise + 0.64), (0.45, run * 5.5, 6 * rise + 0.64), 0.045, DARK_WOOD, 5)
    newel = box(0.09, 0.09, 0.75, DARK_WOOD, at=(0.45, run / 2, rise)) + sphere(
        0.07, GOLD, at=(0.45, run / 2, rise + 0.78), rings=4, segments=6
    )
    back_post = box(0.09, 0.09, 6 * rise - 0.1, DARK_WOOD, at=(0.36, 6 * run - 0.1, 0))
    return body + treads + runner + pair(balusters + rail + newel + newel.move(0, 5 * run, 5 * rise) + back_post)


def table() -> Solid:
    """A wooden dining table on turned legs."""
    top = box(1.4, 0.9, 0.06, LIGHT_WOOD, at=(0, 0, 0.7))
    apron = box(1.2, 0.7, 0.12, DARK_WOOD, at=(0, 0, 0.59))
    profile = [(0, 0), (0.035, 0), (0.06, 0.06), (0.035, 0.12), (0.065, 0.42), (0.04, 0.5), (0.07, 0.55), (0.07, 0.7)]
    leg = lathe(profile, WOOD, segments=6)
    return top + apron + four(leg.move(0.56, 0.33))


def table_tennis() -> Solid:
    """A blue table with white lines, a net across, two bats and a ball."""
    blue, white = "#2f66b8", "#eef0ee"
    top = box(2.3, 1.3, 0.06, blue, at=(0, 0, 0.7))
    lines = pair(box(0.05, 1.3, 0.02, white, at=(1.12, 0, 0.755))) + box(2.2, 0.04, 0.02, white, at=(0, 0, 0.755))
    edge = box(2.29, 0.05, 0.02, white, at=(0, 0.62, 0.755))
    lines += edge + edge.scale(1, -1, 1)
    net = box(0.03, 1.44, 0.17, "#56635f", at=(0, 0, 0.77)) + box(0.05, 1.46, 0.05, white, at=(0, 0, 0.93))
    net += box(0.06, 0.06, 0.3, IRON, at=(0, 0.73, 0.69)) + box(0.06, 0.06, 0.3, IRON, at=(0, -0.73, 0.69))
    legs = four(rod((0.75, 0.5, 0.72), (0.9, 0.5, 0.03), 0.045, IRON, 4))
    legs += pair(rod((0.86, -0.56, 0.06), (0.86, 0.56, 0.06), 0.035, IRON, 4))
    legs += pair(rod((0.84, -0.5, 0.35), (0.84, 0.5, 0.35), 0.025, IRON, 4))

    def bat(colour: Colour) -> Solid:
        """Standing on its handle, facing the front."""
        return extrude(oval(0.3, 0.32, 10), 0.05, colour, at=(0, 0, 0.29)) + box(0.06, 0.07, 0.18, LIGHT_WOOD)

    # tilted up from the table, so that they show at a low angle
    red_bat = bat(RED).turn(70, "y").turn(-60, "x").move(0.25, -0.3, 0.8)
    dark_bat = bat("#33363b").turn(70, "y").turn(-60, "x").turn(180).move(-0.25, 0.3, 0.8)
    ball = sphere(0.06, "#f08a2c", at=(-0.55, -0.25, 0.83), rings=4, segments=7)
    return top + lines + net + legs + red_bat + dark_bat + ball


def toilet() -> Solid:
    """A white toilet with its lid up against the cistern."""
    seat_colour = "#a3cadd"
    profile = [(0, 0), (0.14, 0), (0.11, 0.14), (0.19, 0.36), (0.19, 0.41), (0.13, 0.41), (0.12, 0.36), (0, 0.36)]
    bowl = lathe(profile, [PORCELAIN] * 6 + [WATER], segments=12).scale(1, 1.3, 1).move(0, -0.12)
    rim = [(0.13, 0.41), (0.21, 0.41), (0.21, 0.445), (0.13, 0.445), (0.13, 0.41)]
    seat = lathe(rim, seat_colour, segments=12).scale(1, 1.3, 1).move(0, -0.12)
    lid = extrude([(x, z + 0.2) for x, z in oval(0.4, 0.4)], 0.035, seat_colour).turn(-4, "x").move(0, 0.15, 0.44)
    foot = box(0.2, 0.44, 0.36, PORCELAIN, at=(0, 0.1, 0), top=0.9)
    shelf = box(0.36, 0.26, 0.1, PORCELAIN, at=(0, 0.2, 0.33))
    cistern = box(0.46, 0.2, 0.46, PORCELAIN, at=(0, 0.31, 0.4), top=1.06) + box(
        0.53, 0.26, 0.05, PORCELAIN, at=(0, 0.31, 0.86)
    )
    button = cylinder(0.05, 0.03, METAL, at=(0, 0.31, 0.91), segments=8)
    lever = box(0.12, 0.04, 0.04, METAL, at=(-0.17, 0.19, 0.78))
    return bowl + seat + lid + foot + shelf + cistern + button + lever


def towel() -> Solid:
    """A striped towel hanging over a wooden rack."""
    foot = box(0.06, 0.5, 0.05, WOOD, at=(0.47, 0, 0))
    post = box(0.05, 0.05, 0.9, WOOD, at=(0.47, 0, 0.02)) + sphere(0.045, WOOD, at=(0.47, 0, 0.94), rings=4, segments=6)
    bars = rod((-0.47, 0, 0.84), (0.47, 0, 0.84), 0.025, WOOD) + rod((-0.47, 0, 0.1), (0.47, 0, 0.1), 0.025, WOOD)
    pink, white, yellow = "#e8697f", "#f6f2e8", "#f0bd4a"

    def half(bands: list[tuple[Colour, float]]) -> Solid:
        """What hangs on one side, in bands from the top down, a fringe at its end; it flares outwards."""
        top, cloth = 0.86, box(0.76, 0.04, 0.02, pink, at=(0, -0.05, 0.85))
        for colour, height in bands:
            top -= height
            cloth += box(0.76, 0.04, height, colour, at=(0, -0.05, top))
        cloth += along(8, (0.1, 0, 0), box(0.05, 0.03, 0.05, white, at=(-0.35, -0.05, top - 0.05)))
        return cloth.turn(-8, "x", (0, -0.05, 0.86))

    front = half([(pink, 0.24), (white, 0.07), (yellow, 0.07), (white, 0.07), (pink, 0.1)])
    back = half([(pink, 0.18), (white, 0.07), (pink, 0.1)]).turn(180)
    fold = extrude([(-0.072, 0.85), (0.072, 0.85), (0.04, 0.91), (-0.04, 0.91)], 0.76, pink).turn(90)
    return pair(foot + post) + bars + front + back + fold


def trampoline() -> Solid:
    """A round garden trampoline: dark mat, blue padded rim, six legs, padded poles and a net."""
    blue, orange = "#2f74c8", "#ee8a2c"
    mat = lathe([(0, 0.62), (1.15, 0.62), (1.15, 0.66), (0, 0.66)], "#3c414b", segments=12)
    pad = lathe([(1.08, 0.62), (1.45, 0.6), (1.45, 0.72), (1.08, 0.7), (1.08, 0.62)], blue, segments=12)
    leg = rod((1.3, 0, 0.62), (1.36, 0, 0), 0.05, METAL, 5)
    pole = rod((1.4, 0, 0.66), (1.4, 0, 1.75), 0.06, orange, 5)
    top = ring(1.4, 0.07, blue, at=(0, 0, 1.75), segments=12, around=4)
    rope = ring(1.4, 0.04, "#cfd6dc", at=(0, 0, 1.25), segments=12, around=3)
    return mat + pad + copies(6, leg + pole) + top + rope


def wardrobe() -> Solid:
    """A tall wardrobe, both doors open on a row of clothes, a mirror inside one door."""
    body = box(1.2, 0.05, 1.8, DARK_WOOD, at=(0, 0.25, 0.12)) + pair(box(0.05, 0.55, 1.8, WOOD, at=(0.59, 0, 0.12)))
    body += box(1.2, 0.54, 0.3, WOOD, at=(0, 0, 0.1)) + box(1.34, 0.66, 0.1, DARK_WOOD, at=(0, 0, 1.88))
    body += extrude([(-0.45, 1.97), (0.45, 1.97), (0.25, 2.1), (-0.25, 2.1)], 0.1, WOOD, at=(0, -0.22, 0))
    drawer = box(1.06, 0.05, 0.2, LIGHT_WOOD, at=(0, -0.28, 0.15)) + pair(
        box(0.14, 0.05, 0.04, GOLD, at=(0.25, -0.31, 0.23))
    )
    feet = four(box(0.12, 0.12, 0.12, DARK_WOOD, at=(0.5, 0.2, 0)))
    # a door reaches from its hinge at the origin to the left; then it is turned open to the right
    door = box(0.58, 0.05, 1.44, LIGHT_WOOD, at=(-0.29, 0, 0.42)) + box(0.04, 0.09, 0.2, GOLD, at=(-0.52, -0.03, 1.05))
    mirror = box(0.42, 0.03, 1.2, "#a8d3e6", at=(-0.29, 0.025, 0.54))
    right = (door + mirror).turn(115).move(0.6, -0.3)
    left = door.scale(-1, 1, 1).turn(-115).move(-0.6, -0.3)
    rail = rod((-0.57, -0.02, 1.78), (0.57, -0.02, 1.78), 0.025, METAL, 4)
    lengths = [
        ("#d0453e", 1.1),
        ("#ecbb3c", 0.8),
        ("#3f7fc6", 1.2),
        ("#f1ece0", 0.9),
        ("#5aa85e", 1.0),
        ("#9655a8", 1.15),
        ("#e58338", 0.8),
    ]
    for number, (colour, length) in enumerate(lengths):
        rail += box(0.13, 0.4, length, colour, at=(-0.48 + 0.16 * number, -0.04, 1.74 - length), top=0.8)
    return body + drawer + feet + right + left + rail


MODELS: dict[str, Model] = {
    "bathtub": bathtub,
    "bed": bed,
    "bench": bench,
    "bookshelf": bookshelf,
    "carpet": carpet,
    "chair": chair,
    "crib": crib,
    "drawers": drawers,
    "fence": fence,
    "lamp": lamp,
    "mailbox": mailbox,
    "piano": piano,
    "pillow": pillow,
    "pool-table": pool_table,
    "sofa": sofa,
    "staircase": staircase,
    "table": table,
    "table-tennis": table_tennis,
    "toilet": toilet,
    "towel": towel,
    "trampoline": trampoline,
    "wardrobe": wardrobe,
}
