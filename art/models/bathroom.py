"""Models of the bathroom: tub, toilet, towel and hot water."""

from parts import BRASS, CHALK, CHERRY_RED, CHROME, IRON, OAK, OLD_GOLD, PEWTER, TANGERINE, joined, oval
from solids import Colour, Model, Solid, along, box, cylinder, extrude, four, lathe, pair, rod, sphere, sweep

PORCELAIN = "#f3f5f5"
WATER = "#58b4de"
COPPER = "#c8743c"


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
    foot = rod((0.5, 0.2, 0.25), (0.58, 0.26, 0.05), 0.06, OLD_GOLD, 5, tip=0.04) + box(
        0.12, 0.12, 0.06, OLD_GOLD, at=(0.6, 0.28, 0)
    )
    pipe = sweep([(0.96, 0, 0), (0.96, 0, 0.9), (0.88, 0, 1), (0.72, 0, 0.98), (0.68, 0, 0.86)], 0.04, CHROME, 5)
    taps = box(0.06, 0.3, 0.06, OLD_GOLD, at=(0.96, 0, 0.78))
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


def boiler() -> Solid:
    """An upright hot-water tank with copper pipes, a gauge and a fire door."""
    profile = [(0, 0.12), (0.28, 0.12), (0.3, 0.16), (0.3, 1.1), (0.22, 1.2), (0, 1.23)]
    tank = lathe(profile, ["#8a8e94", "#8a8e94", "#dcd8cc", "#c9c4b6", "#c9c4b6"])
    bands = joined(lathe([(0.29, z), (0.315, z), (0.315, z + 0.05), (0.29, z + 0.05)], PEWTER) for z in (0.3, 0.98))
    feet = four(box(0.06, 0.06, 0.14, IRON, at=(0.17, 0.17, 0)))
    hot = sweep([(0.12, 0, 1.15), (0.12, 0, 1.38), (0.38, 0, 1.38), (0.38, 0, 0.0)], 0.04, COPPER)
    cold = sweep([(-0.12, 0, 1.15), (-0.12, 0, 1.32), (-0.38, 0, 1.32), (-0.38, 0, 0.0)], 0.04, COPPER)
    valve = cylinder(0.09, 0.03, CHERRY_RED, segments=8).turn(90, "x")
    valves = valve.move(0.38, -0.04, 0.8) + valve.paint("#3070c8").move(-0.38, -0.04, 0.8)
    gauge = cylinder(0.11, 0.05, BRASS).turn(90, "x").move(0, -0.29, 0.75)
    gauge += cylinder(0.085, 0.02, CHALK).turn(90, "x").move(0, -0.33, 0.75)
    gauge += box(0.02, 0.02, 0.08, CHERRY_RED, at=(0, -0.355, 0)).turn(-40, "y").move(z=0.75)
    panel = box(0.26, 0.06, 0.16, IRON, at=(0, -0.3, 0.4)) + box(0.18, 0.03, 0.07, TANGERINE, at=(0, -0.325, 0.44))
    return tank + bands + feet + hot + cold + valves + gauge + panel


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
    button = cylinder(0.05, 0.03, CHROME, at=(0, 0.31, 0.91), segments=8)
    lever = box(0.12, 0.04, 0.04, CHROME, at=(-0.17, 0.19, 0.78))
    return bowl + seat + lid + foot + shelf + cistern + button + lever


def towel() -> Solid:
    """A striped towel hanging over a wooden rack."""
    foot = box(0.06, 0.5, 0.05, OAK, at=(0.47, 0, 0))
    post = box(0.05, 0.05, 0.9, OAK, at=(0.47, 0, 0.02)) + sphere(0.045, OAK, at=(0.47, 0, 0.94), rings=4, segments=6)
    bars = rod((-0.47, 0, 0.84), (0.47, 0, 0.84), 0.025, OAK) + rod((-0.47, 0, 0.1), (0.47, 0, 0.1), 0.025, OAK)
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


MODELS: dict[str, Model] = {
    "bathtub": bathtub,
    "boiler": boiler,
    "toilet": toilet,
    "towel": towel,
}
