"""Models of seats, tables, beds and pillows."""

import math
from collections.abc import Sequence

from parts import BRICK_RED, LINEN, OAK, OLD_GOLD, PINE, WALNUT, WROUGHT_IRON
from solids import Colour, Model, Point, Solid, along, box, cylinder, four, lathe, pair, quad, rod, sphere, sweep


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


def bed() -> Solid:
    """A double bed: wooden head and foot, blue blanket turned down over a white sheet, two pillows."""
    posts = pair(box(0.1, 0.1, 1.1, WALNUT, at=(0.8, 1.03, 0)) + box(0.1, 0.1, 0.62, WALNUT, at=(0.8, -1.03, 0)))
    knobs = pair(sphere(0.08, OLD_GOLD, at=(0.8, 1.03, 1.14), rings=4, segments=6))
    knobs += pair(sphere(0.08, OLD_GOLD, at=(0.8, -1.03, 0.66), rings=4, segments=6))
    head = box(1.5, 0.06, 0.75, OAK, at=(0, 1.03, 0.3))
    foot = box(1.5, 0.06, 0.34, OAK, at=(0, -1.03, 0.22))
    frame = box(1.56, 2.0, 0.16, OAK, at=(0, 0, 0.2))
    mattress = box(1.5, 1.96, 0.22, LINEN, at=(0, 0, 0.36))
    blanket = box(1.62, 1.3, 0.26, "#3d6fb0", at=(0, -0.34, 0.38))
    fold = box(1.66, 0.26, 0.27, "#a9cbe8", at=(0, 0.3, 0.39))
    pillows = pair(cushion(0.66, 0.48, 0.24, ["#f3f1ea"]).turn(25, "x").move(0.37, 0.72, 0.7))
    return posts + knobs + head + foot + frame + mattress + blanket + fold + pillows


def bench() -> Solid:
    """A park bench: wooden slats on curled cast-iron ends."""
    seat = along(4, (0, 0.13, 0), box(1.6, 0.1, 0.05, PINE, at=(0, -0.2, 0.44)))
    back = along(3, (0, 0.045, 0.15), box(1.6, 0.05, 0.12, PINE, at=(0, 0.29, 0.54)))
    front_leg = sweep([(0, -0.32, 0), (0, -0.24, 0.2), (0, -0.26, 0.42)], 0.035, WROUGHT_IRON)
    back_leg = sweep([(0, 0.42, 0), (0, 0.26, 0.24), (0, 0.28, 0.42), (0, 0.33, 0.56), (0, 0.46, 0.98)], 0.035, WROUGHT_IRON)
    rail = rod((0, -0.28, 0.42), (0, 0.3, 0.42), 0.035, WROUGHT_IRON)
    arm = sweep([(0, -0.26, 0.4), (0, -0.3, 0.58), (0, -0.22, 0.67), (0, 0.34, 0.67)], 0.035, WROUGHT_IRON)
    return seat + back + pair((front_leg + back_leg + rail + arm).move(0.7))


def chair() -> Solid:
    """A wooden dining chair with a red seat and a ladder back."""
    legs = pair(box(0.06, 0.06, 0.45, OAK, at=(0.2, -0.2, 0)))
    posts = pair(rod((0.2, 0.2, 0), (0.2, 0.2, 0.48), 0.04, OAK) + rod((0.2, 0.2, 0.46), (0.2, 0.3, 1.02), 0.04, OAK))
    seat = box(0.5, 0.5, 0.05, OAK, at=(0, 0, 0.43)) + box(0.46, 0.44, 0.06, BRICK_RED, at=(0, -0.02, 0.48), top=0.88)
    rungs = along(3, (0, 0.028, 0.155), box(0.38, 0.03, 0.09, PINE, at=(0, 0.235, 0.6)))
    stretchers = pair(box(0.03, 0.4, 0.04, PINE, at=(0.2, 0, 0.18))) + box(0.4, 0.03, 0.04, PINE, at=(0, 0, 0.18))
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


def pillow() -> Solid:
    """A striped bed pillow lying, and a rose cushion leaning on it."""
    lying = cushion(0.84, 0.6, 0.3, ["#f1efe8", "#7fb0dc", "#f1efe8"], 7).move(0, 0, 0.15)
    button = sphere(0.04, "#f3d26a", at=(0, 0, 0.13), rings=4, segments=6)
    leaning = cushion(0.58, 0.54, 0.28, ["#dd6680"], 6) + button + button.scale(1, 1, -1)
    return lying + leaning.turn(50, "x").move(0, 0.08, 0.46)


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


def table() -> Solid:
    """A wooden dining table on turned legs."""
    top = box(1.4, 0.9, 0.06, PINE, at=(0, 0, 0.7))
    apron = box(1.2, 0.7, 0.12, WALNUT, at=(0, 0, 0.59))
    profile = [(0, 0), (0.035, 0), (0.06, 0.06), (0.035, 0.12), (0.065, 0.42), (0.04, 0.5), (0.07, 0.55), (0.07, 0.7)]
    leg = lathe(profile, OAK, segments=6)
    return top + apron + four(leg.move(0.56, 0.33))


MODELS: dict[str, Model] = {
    "bed": bed,
    "bench": bench,
    "chair": chair,
    "crib": crib,
    "pillow": pillow,
    "sofa": sofa,
    "table": table,
}
