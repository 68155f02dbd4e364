"""Models of musical instruments and what plays music."""

import math

from parts import (
    BEECH,
    BLACK,
    CHARCOAL,
    GOLD,
    LIGHT_STEEL,
    OLD_GOLD,
    ORANGE,
    PINE,
    RED,
    ROSEWOOD,
    SILVER,
    SOOT,
    STEEL,
    YELLOW,
    ZINC,
    facing,
)
from solids import Colour, Model, Point, Solid, along, box, copies, cylinder, extrude, lathe, pair, rod, sweep


def drums() -> Solid:
    """A drum kit: bass drum in front, two toms above it, floor tom and snare, golden cymbals."""
    skin, shell = "#ece4d2", "#b3242c"

    def drum(radius: float, height: float, segments: int = 8) -> Solid:
        """A drum with silver hoops and pale heads."""
        hoop = height * 0.14
        profile = [
            (0, 0),
            (radius * 1.04, 0),
            (radius * 1.04, hoop),
            (radius * 1.04, height - hoop),
            (radius * 1.04, height),
            (0, height),
        ]
        return lathe(profile, [skin, SILVER, shell, SILVER, skin], segments=segments)

    def cymbal(at: Point, tilt: float, radius: float) -> Solid:
        """A cymbal on a stand."""
        plate = lathe([(0, -0.015), (radius, -0.015), (radius * 0.3, 0.03), (0, 0.08)], GOLD, segments=10).turn(tilt, "x")
        stand = rod((at[0], at[1], 0), (at[0], at[1], at[2] + 0.07), 0.018, STEEL, segments=4)
        return plate.move(*at) + stand

    bass = facing(drum(0.3, 0.38, 12), at=(0, 0.1, 0.31))
    emblem = facing(cylinder(0.13, 0.03, shell, segments=6), at=(0, -0.275, 0.31))
    toms = pair(drum(0.15, 0.2).turn(18, "x").move(0.18, 0.02, 0.66))
    mounts = pair(rod((0.06, 0, 0.58), (0.16, 0.05, 0.74), 0.02, STEEL, segments=4))
    floor_tom = drum(0.2, 0.32).move(-0.46, 0.26, 0.2)
    snare = drum(0.17, 0.14).move(0.44, 0.28, 0.46)
    legs = copies(3, rod((0.2, 0, 0), (0.2, 0, 0.3), 0.015, STEEL, segments=3)).move(-0.46, 0.26)
    legs += copies(3, rod((0.17, 0, 0), (0.04, 0, 0.47), 0.015, STEEL, segments=3)).move(0.44, 0.28)
    cymbals = cymbal((-0.48, -0.02, 1.08), 14, 0.24) + cymbal((0.5, -0.02, 0.98), 14, 0.22)
    return bass + emblem + toms + mounts + floor_tom + snare + legs + cymbals


def guitar() -> Solid:
    """An acoustic guitar upright on a small stand: waisted body, sound hole, neck, head with pegs."""
    amber, mahogany = "#e8a64a", "#7a3f1d"
    right = [
        (0.12, 0.0),
        (0.21, 0.05),
        (0.235, 0.14),
        (0.19, 0.23),
        (0.14, 0.3),
        (0.165, 0.37),
        (0.165, 0.44),
        (0.1, 0.5),
    ]
    waisted = right + [(-x, z) for x, z in reversed(right)]
    sides = extrude(waisted, 0.12, mahogany)
    face = extrude([(x * 0.93, 0.01 + z * 0.96) for x, z in waisted], 0.03, amber, at=(0, -0.06, 0))
    hole = facing(cylinder(0.065, 0.02, BLACK, segments=10), at=(0, -0.07, 0.31))
    bridge = box(0.16, 0.03, 0.035, ROSEWOOD, at=(0, -0.085, 0.12))
    neck = box(0.06, 0.05, 0.46, ROSEWOOD, at=(0, -0.065, 0.36))
    frets = along(5, (0, 0, 0.065), box(0.062, 0.02, 0.014, SILVER, at=(0, -0.087, 0.49)))
    top = [(-0.035, 0.8), (0.035, 0.8), (0.06, 0.84), (0.055, 0.98), (-0.055, 0.98), (-0.06, 0.84)]
    head = extrude(top, 0.04, mahogany, at=(0, -0.06, 0))
    pegs = pair(along(3, (0, 0, 0.045), box(0.05, 0.025, 0.025, SILVER, at=(0.075, -0.06, 0.85))))
    strings = along(3, (0.018, 0, 0), box(0.008, 0.01, 0.7, SILVER, at=(-0.018, -0.102, 0.13)))
    instrument = (sides + face + hole + bridge + neck + frets + head + pegs + strings).turn(-8, "x").move(0, 0, 0.08)
    arm = [(0.13, -0.14, 0.1), (0.12, -0.1, 0.05), (0.12, 0.1, 0.08), (0.03, 0.1, 0.3)]
    stand = pair(sweep(arm, 0.016, SOOT, segments=4) + rod((0.12, -0.08, 0.06), (0.18, -0.13, 0.0), 0.018, SOOT, 4))
    prop = rod((0, 0.1, 0.3), (0, 0.26, 0), 0.018, SOOT, segments=4)
    return instrument + stand + prop


def headphones() -> Solid:
    """Headphones standing on their ear cups under a wide arch."""
    arch = [(0.42 * math.cos(math.radians(a)), 0.0, 0.42 + 0.46 * math.sin(math.radians(a))) for a in range(0, 181, 20)]
    band = sweep(arch, 0.04, CHARCOAL, 6).scale(1, 2.4, 1)
    pad = sweep([(x * 0.9, y, 0.42 + (z - 0.42) * 0.9) for x, y, z in arch[2:8]], 0.045, RED, 6).scale(1, 2.2, 1)
    profile = [
        (0, 0),
        (0.14, 0),
        (0.24, 0.02),
        (0.25, 0.11),
        (0.23, 0.12),
        (0.23, 0.18),
        (0.2, 0.23),
        (0.12, 0.24),
        (0, 0.26),
    ]
    bands = [CHARCOAL, "#4a4d54", "#4a4d54", RED, RED, RED, RED, LIGHT_STEEL]
    cup = lathe(profile, bands, segments=12).turn(90, "y").move(0.28, 0, 0.26)
    yoke = box(0.07, 0.16, 0.2, LIGHT_STEEL, at=(0.41, 0, 0.4))
    return band + pad + pair(cup + yoke)


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
    strings = extrude([(0.88 * x, 0.88 * y + 0.04) for x, y in plan], 0.03, OLD_GOLD).turn(-90, "x").move(0, 0, 0.89)
    # hinged on the left edge
    lid = extrude(plan, 0.04, gloss).turn(-90, "x").turn(-42, "y", (-0.75, 0, 0)).move(0, 0, 0.93)
    prop = rod((0.66, 0.1, 0.85), (0.27, 0.1, 1.79), 0.025, PINE, 4)
    keybed = box(1.5, 0.3, 0.1, black, at=(0, -0.58, 0.6)) + pair(box(0.1, 0.3, 0.2, black, at=(0.7, -0.58, 0.65)))
    white_keys = along(10, (0.13, 0, 0), box(0.118, 0.26, 0.06, "#f2efe6", at=(-0.585, -0.62, 0.7)))
    black_key = box(0.06, 0.16, 0.06, black, at=(-0.52, -0.54, 0.74))
    black_keys = sum((black_key.move(0.13 * n) for n in (1, 3, 4, 5, 7, 8)), start=black_key)
    stand = box(0.7, 0.04, 0.26, gloss, at=(0, -0.3, 0.9)).turn(-15, "x", (0, -0.3, 0.9))
    score = box(0.44, 0.03, 0.24, "#f2efe6", at=(0, -0.34, 0.94)).turn(-15, "x", (0, -0.34, 0.94))
    leg = rod((0, 0, 0.62), (0, 0, 0.04), 0.08, black, 6, tip=0.05) + box(0.12, 0.12, 0.05, OLD_GOLD)
    legs = pair(leg.move(0.62, -0.4)) + leg.move(-0.4, 0.95)
    pedals = box(0.24, 0.05, 0.5, black, at=(0, -0.2, 0.1)) + box(0.2, 0.16, 0.04, OLD_GOLD, at=(0, -0.28, 0.08))
    return case + strings + lid + prop + keybed + white_keys + black_keys + stand + score + legs + pedals


def speaker() -> Solid:
    """A loudspeaker: three round cones in front, one at each side, its sockets at the back."""
    cabinet = box(0.5, 0.48, 0.96, BEECH, at=(0, 0, 0.04)) + box(0.46, 0.44, 0.05, CHARCOAL)
    panel = box(0.46, 0.03, 0.9, CHARCOAL, at=(0, -0.25, 0.07))

    def cone(radius: float, colour: Colour, segments: int = 12) -> Solid:
        """A driver seen from the front: a bright ring, a hollow, and a dome in its middle."""
        shape = [(1.0, 0), (0.97, 0.035), (0.8, 0.035), (0.35, 0.012), (0.2, 0.04), (0, 0.045)]
        bands = [ZINC, ZINC, colour, LIGHT_STEEL, LIGHT_STEEL]
        return facing(lathe([(share * radius, z) for share, z in shape], bands, segments=segments))

    front = (
        cone(0.2, ORANGE).move(0, -0.262, 0.3)
        + cone(0.12, ORANGE, 9).move(0, -0.262, 0.64)
        + cone(0.07, YELLOW, 8).move(0, -0.262, 0.85)
    )
    side = cone(0.17, ORANGE, 10).turn(90).move(0.248, 0, 0.34)
    back = box(0.24, 0.03, 0.2, CHARCOAL, at=(0, 0.24, 0.16)) + box(0.06, 0.06, 0.06, RED, at=(-0.06, 0.25, 0.23))
    return cabinet + panel + front + pair(side) + back + cone(0.12, CHARCOAL, 10).turn(180).move(0, 0.238, 0.7)


MODELS: dict[str, Model] = {
    "drums": drums,
    "guitar": guitar,
    "headphones": headphones,
    "piano": piano,
    "speaker": speaker,
}
