"""Models of what is built in house, garden and street: stairs, fence, fountain, letter box."""

import math

from parts import BLACK, BRICK_RED, CHROME, OAK, OLD_GOLD, ROSEWOOD, SIGNAL_RED, STEEL, SUN_YELLOW, WALNUT, WHITE, facing
from solids import Model, Solid, along, box, copies, cylinder, extrude, lathe, pair, rod, sphere, sweep

WATER = "#4fb0e6"
FOAM = "#c3e8fa"


def dog_house() -> Solid:
    """A dog house: wooden walls, red gable roof, dark round doorway, a bone above it."""
    gable = [(-0.4, 0.06), (0.4, 0.06), (0.4, 0.55), (0, 0.88), (-0.4, 0.55)]
    walls = extrude(gable, 0.9, "#c89255")
    planks = pair(along(3, (0, 0, 0.15), box(0.03, 0.86, 0.03, ROSEWOOD, at=(0.4, 0, 0.14))))
    floor = box(0.86, 1.0, 0.07, ROSEWOOD)
    arch = [(0.2 * math.cos(math.radians(a)), 0.36 + 0.2 * math.sin(math.radians(a))) for a in range(0, 181, 30)]
    frame = extrude(
        [(-0.25, 0.07), (0.25, 0.07), *[(1.25 * x, 0.36 + 1.25 * (z - 0.36)) for x, z in arch]],
        0.04,
        WHITE,
        at=(0, -0.46, 0),
    )
    door = extrude([(-0.2, 0.07), (0.2, 0.07), *arch], 0.04, BLACK, at=(0, -0.48, 0))
    roof = pair(box(0.66, 1.1, 0.06, SIGNAL_RED, at=(0.3, 0, 0)).turn(39.5, "y").move(z=0.88))
    ridge = extrude([(-0.1, 0.89), (0.1, 0.89), (0, 0.985)], 1.14, "#8e1f1d")
    bone = rod((-0.08, -0.47, 0.68), (0.08, -0.47, 0.68), 0.02, WHITE, segments=4)
    bone += pair(along(2, (0, 0, 0.05), sphere(0.035, WHITE, at=(0.09, -0.47, 0.655), rings=3, segments=5)))
    return walls + planks + floor + frame + door + roof + ridge + bone


def fence() -> Solid:
    """The corner of a white picket fence."""
    white, shade = "#f7f6f0", "#d3d6cf"
    picket = extrude([(-0.06, 0.08), (0.06, 0.08), (0.06, 0.82), (0, 0.95), (-0.06, 0.82)], 0.03, white)
    rails = box(1.3, 0.04, 0.09, shade, at=(0.65, 0.035, 0.25)) + box(1.3, 0.04, 0.09, shade, at=(0.65, 0.035, 0.62))
    post = box(0.12, 0.12, 1.0, white) + box(0.16, 0.16, 0.06, shade, at=(0, 0, 1.0))
    side = along(5, (0.21, 0, 0), picket.move(0.24)) + rails + post.move(1.32)
    # the same again at a right angle, mirrored so that its pickets are outside too
    return (side + side.scale(1, -1, 1).turn(90) + post).move(-0.65, -0.65)


def firehydrant() -> Solid:
    """A red fire hydrant: flanged barrel, domed bonnet, yellow caps on three sides."""
    profile = [(0, 0), (0.2, 0), (0.2, 0.06), (0.14, 0.08), (0.13, 0.42), (0.19, 0.43), (0.19, 0.49), (0.14, 0.5)]
    profile += [(0.14, 0.64), (0.18, 0.65), (0.18, 0.69), (0.15, 0.74), (0.09, 0.81), (0, 0.83)]
    dark = "#9c1f1f"
    bands = [dark, dark, dark, SIGNAL_RED, dark, dark, dark, SIGNAL_RED, dark, dark, SIGNAL_RED, SIGNAL_RED, SIGNAL_RED]
    barrel = lathe(profile, bands, segments=10)
    nut = cylinder(0.045, 0.08, SUN_YELLOW, at=(0, 0, 0.82), segments=5)

    def outlet(radius: float, reach: float) -> Solid:
        """A short pipe towards -y with a yellow cap and its nut."""
        collar = [
            (0, 0),
            (radius * 0.8, 0.02),
            (radius * 0.8, reach),
            (radius * 1.15, reach),
            (radius * 1.15, reach + 0.06),
        ]
        collar += [(radius * 0.4, reach + 0.07), (radius * 0.4, reach + 0.12), (0, reach + 0.12)]
        return facing(lathe(collar, [SIGNAL_RED, SIGNAL_RED, *[SUN_YELLOW] * 5], segments=8))

    front = outlet(0.1, 0.16).move(0, 0, 0.36)
    sides = pair(outlet(0.075, 0.16).turn(90).move(0, 0, 0.57))
    chain = sweep([(0.1, -0.12, 0.45), (0.14, -0.19, 0.36), (0.1, -0.22, 0.3)], 0.014, STEEL, segments=4)
    return barrel + nut + front + sides + chain


def fountain() -> Solid:
    """A stone fountain: a wide pool, a raised bowl, water springing up and falling all around."""
    stone, edge = "#9f9484", "#c9bfae"
    wall = [(0.62, 0), (0.56, 0.08), (0.56, 0.2), (0.63, 0.22), (0.63, 0.3), (0.52, 0.3), (0.52, 0.24), (0, 0.24)]
    pool = lathe(wall, [stone, stone, edge, edge, edge, stone, WATER], segments=12)
    stem = [(0.14, 0.24), (0.07, 0.36), (0.07, 0.5), (0.34, 0.64), (0.34, 0.7), (0.28, 0.7), (0, 0.66)]
    bowl = lathe(stem, [stone, stone, stone, edge, edge, WATER], segments=9)
    jet = lathe([(0.05, 0.67), (0.04, 0.95), (0.08, 1.05), (0, 1.14)], [WATER, FOAM, FOAM], segments=6)
    spray = sweep([(0.02, 0, 0.95), (0.13, 0, 1.06), (0.22, 0, 0.94), (0.25, 0, 0.67)], [0.02, 0.03, 0.03, 0.035], FOAM, 4)
    fall = sweep([(0.3, 0, 0.71), (0.4, 0, 0.64), (0.44, 0, 0.25)], [0.03, 0.035, 0.045], FOAM, segments=4)
    return pool + bowl + jet + copies(4, spray) + copies(6, fall).turn(15)


def mailbox() -> Solid:
    """A letter box on a post: arched, blue, its door open a crack on a letter, the red flag up."""
    blue = "#3a68b4"
    angles = [math.pi * n / 8 for n in range(9)]
    arch = [(-0.2, 0.0), (0.2, 0.0)] + [(0.2 * math.cos(a), 0.2 + 0.2 * math.sin(a)) for a in angles]
    body = extrude(arch, 0.66, blue, at=(0, 0, 0.62))
    band = extrude([(1.07 * x, 1.05 * z - 0.01) for x, z in arch], 0.05, "#24457f", at=(0, 0.31, 0.62))
    mouth = extrude([(0.86 * x, 0.86 * z + 0.03) for x, z in arch], 0.04, "#1b2740", at=(0, -0.325, 0.62))
    door = extrude([(0.95 * x, 0.95 * z) for x, z in arch], 0.03, blue)
    door += box(0.1, 0.05, 0.05, CHROME, at=(0, -0.03, 0.28))
    door = door.turn(42, "x").move(0, -0.36, 0.62)  # hinged at its bottom
    letters = box(0.26, 0.2, 0.03, "#f3efe2").turn(-15, "x").move(0, -0.38, 0.86)
    letters += box(0.24, 0.16, 0.03, "#f0cf7a").turn(-8, "x").move(0.01, -0.38, 0.78)
    flag = box(0.04, 0.05, 0.38, BRICK_RED, at=(0.23, -0.05, 0.78)) + box(0.04, 0.2, 0.14, BRICK_RED, at=(0.23, 0.02, 1.1))
    post = box(0.12, 0.12, 0.62, OAK) + box(0.24, 0.5, 0.05, WALNUT, at=(0, 0, 0.58))
    brace = rod((0, 0.03, 0.3), (0, 0.24, 0.6), 0.04, WALNUT, 4)
    return body + band + mouth + door + letters + flag + post + brace


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
    treads = along(steps, (0, run, rise), box(0.98, run + 0.05, 0.04, OAK, at=(0, run / 2 - 0.02, rise)))
    runner = extrude(outline(0.06), 0.46, BRICK_RED).turn(90)
    baluster = box(0.035, 0.035, 0.6, white, at=(0.45, run / 2, rise + 0.03))
    balusters = along(steps - 2, (0, run, rise), baluster.move(0, run, rise))
    rail = rod((0.45, run / 2, rise + 0.64), (0.45, run * 5.5, 6 * rise + 0.64), 0.045, WALNUT, 5)
    newel = box(0.09, 0.09, 0.75, WALNUT, at=(0.45, run / 2, rise)) + sphere(
        0.07, OLD_GOLD, at=(0.45, run / 2, rise + 0.78), rings=4, segments=6
    )
    back_post = box(0.09, 0.09, 6 * rise - 0.1, WALNUT, at=(0.36, 6 * run - 0.1, 0))
    return body + treads + runner + pair(balusters + rail + newel + newel.move(0, 5 * run, 5 * rise) + back_post)


MODELS: dict[str, Model] = {
    "dog-house": dog_house,
    "fence": fence,
    "firehydrant": firehydrant,
    "fountain": fountain,
    "mailbox": mailbox,
    "staircase": staircase,
}
