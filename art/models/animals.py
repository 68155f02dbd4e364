"""Models of animals."""

from parts import BLACK, SIGNAL_RED, SUN_YELLOW, WHITE, facing, side_on
from solids import Colour, Model, Solid, box, cylinder, extrude, four, lathe, pair, ring, rod, sphere, sweep

ROSE = "#e58f96"


def cat() -> Solid:
    """A sitting ginger cat: pointed ears, striped back, white chest and paws, tail held up."""
    ginger, stripe = "#e08a35", "#a9551c"
    profile = [(0, 0), (0.15, 0.03), (0.17, 0.1), (0.165, 0.16), (0.15, 0.22), (0.13, 0.28), (0.11, 0.34), (0, 0.42)]
    body = lathe(profile, [ginger, ginger, stripe, ginger, stripe, ginger, stripe], segments=8).scale(0.85, 1.05, 1)
    body = body.turn(22, "x").move(0, 0.08, 0)
    haunches = pair(sphere(0.12, ginger, at=(0.1, 0.07, 0.11), rings=4, segments=6, stretch=(0.6, 1.1, 0.95)))
    chest = sphere(0.1, WHITE, at=(0, -0.1, 0.25), rings=4, segments=6, stretch=(0.8, 0.8, 1.2))
    legs = pair(rod((0.06, -0.1, 0.25), (0.06, -0.14, 0.0), 0.045, ginger, segments=5, tip=0.038))
    paws = pair(box(0.09, 0.12, 0.05, WHITE, at=(0.06, -0.17, 0), top=0.7))
    paws += pair(box(0.09, 0.14, 0.05, WHITE, at=(0.14, -0.04, 0), top=0.7))
    head = sphere(0.125, ginger, at=(0, -0.12, 0.47), rings=6, segments=8, stretch=(1.15, 0.95, 0.92))
    muzzle = sphere(0.06, WHITE, at=(0, -0.22, 0.43), rings=4, segments=6, stretch=(1.1, 0.7, 0.75))
    nose = box(0.035, 0.03, 0.025, ROSE, at=(0, -0.265, 0.44))
    eye = box(0.05, 0.03, 0.05, "#5fae45") + box(0.018, 0.03, 0.05, BLACK, at=(0, -0.01, 0))
    eyes = pair(eye.turn(30).move(0.055, -0.205, 0.475))
    ear = extrude([(-0.06, 0), (0.06, 0), (0.03, 0.11)], 0.05, ginger)
    ear += extrude([(-0.035, 0), (0.035, 0), (0.02, 0.075)], 0.02, ROSE, at=(0, -0.025, 0))
    ears = pair(ear.move(0.08, -0.11, 0.55))
    curl = [(0, 0.2, 0.06), (0.06, 0.32, 0.06), (0.08, 0.37, 0.2), (0.04, 0.35, 0.36), (0.06, 0.4, 0.48)]
    tail = sweep(curl, [0.045, 0.045, 0.04, 0.04, 0.02], stripe, segments=5)
    return body + haunches + chest + legs + paws + head + muzzle + nose + eyes + ears + tail


def dog() -> Solid:
    """A standing dog: long snout, hanging ears, tongue, red collar, tail up."""
    tan, brown = "#c8975a", "#5a3620"
    profile = [(0, 0), (0.1, 0.03), (0.13, 0.12), (0.125, 0.28), (0.15, 0.45), (0.13, 0.56), (0, 0.62)]
    body = facing(lathe(profile, [tan, tan, brown, brown, tan, tan], segments=8), at=(0, 0.3, 0.42))
    legs = four(rod((0.08, 0.22, 0.4), (0.085, 0.22, 0.03), 0.055, tan, segments=5, tip=0.04)).move(0, 0.01, 0)
    paws = four(box(0.085, 0.12, 0.05, WHITE, at=(0.085, 0.22, 0))).move(0, -0.01, 0)
    neck = rod((0, -0.2, 0.46), (0, -0.34, 0.68), 0.1, tan, segments=6, tip=0.08)
    collar = ring(0.095, 0.045, SIGNAL_RED, segments=8, around=3).turn(30, "x").move(0, -0.285, 0.59)
    head = sphere(0.12, tan, at=(0, -0.37, 0.74), rings=5, segments=8, stretch=(0.95, 1.05, 0.95))
    snout = rod((0, -0.42, 0.72), (0, -0.6, 0.69), 0.075, WHITE, segments=6, tip=0.055)
    nose = sphere(0.04, BLACK, at=(0, -0.61, 0.715), rings=3, segments=6)
    tongue = box(0.05, 0.03, 0.1, ROSE, at=(0, -0.57, 0.56))
    eyes = pair(box(0.04, 0.03, 0.04, BLACK).turn(35).move(0.06, -0.458, 0.755))
    ears = pair(sphere(0.1, brown, at=(0.125, -0.35, 0.69), rings=4, segments=6, stretch=(0.35, 0.6, 1.25)))
    tail = sweep(
        [(0, 0.27, 0.47), (0, 0.38, 0.54), (0, 0.44, 0.66), (0, 0.42, 0.78)],
        [0.045, 0.04, 0.035, 0.015],
        brown,
        segments=5,
    )
    return body + legs + paws + neck + collar + head + snout + nose + tongue + eyes + ears + tail


def horse() -> Solid:
    """A standing chestnut horse: arched neck, dark mane and tail, white blaze and socks."""
    chestnut, dark, hoof = "#a05a2c", "#33241f", "#3a3330"
    profile = [(0, 0), (0.2, 0.06), (0.28, 0.25), (0.25, 0.6), (0.28, 1.0), (0.22, 1.22), (0, 1.32)]
    body = facing(lathe(profile, chestnut, segments=8).turn(22.5).scale(0.95, 1.08, 1), at=(0, 0.62, 1.1))
    neck = sweep([(0, -0.42, 1.12), (0, -0.68, 1.42), (0, -0.8, 1.72)], [0.26, 0.17, 0.12], chestnut)
    skull = [(0, -0.74, 1.76), (0, -0.92, 1.66), (0, -1.16, 1.38), (0, -1.2, 1.32)]
    head = sweep(skull, [0.12, 0.14, 0.09, 0.075], chestnut)
    nose = sphere(0.1, "#5e3520", at=(0, -1.2, 1.34), rings=3, segments=6)
    blaze = rod((0, -0.99, 1.74), (0, -1.21, 1.47), 0.05, WHITE, segments=4)
    eyes = pair(box(0.04, 0.06, 0.06, BLACK, at=(0.115, -0.93, 1.67)))
    ears = pair(cylinder(0.055, 0.18, chestnut, at=(0.07, -0.75, 1.82), segments=5, top=0))
    crest = [
        (0.95, 1.86),
        (0.82, 1.97),
        (0.68, 1.95),
        (0.44, 1.74),
        (0.14, 1.34),
        (0.36, 1.24),
        (0.6, 1.55),
        (0.78, 1.82),
    ]
    mane = side_on(crest, 0.12, dark)
    thigh = [(0.14, 0.48, 1.05), (0.15, 0.46, 0.72), (0.15, 0.58, 0.45), (0.15, 0.52, 0.12)]
    hind = pair(sweep(thigh, [0.17, 0.11, 0.065, 0.055], chestnut, segments=5))
    fore = pair(
        sweep([(0.14, -0.44, 1.0), (0.14, -0.46, 0.5), (0.14, -0.45, 0.12)], [0.13, 0.07, 0.055], chestnut, segments=5)
    )
    foot = lathe([(0.11, 0), (0.09, 0.1), (0.075, 0.26), (0, 0.3)], [hoof, WHITE, WHITE], segments=5)
    feet = pair(foot.move(0.15, 0.51) + foot.move(0.14, -0.46))
    tail = sweep(
        [(0, 0.6, 1.28), (0, 0.78, 1.22), (0, 0.86, 0.8), (0, 0.82, 0.45)], [0.06, 0.1, 0.12, 0.03], dark, segments=5
    )
    return body + neck + head + nose + blaze + eyes + ears + mane + hind + fore + feet + tail


def rabbit() -> Solid:
    """A crouching grey rabbit: long upright ears, pink inside, white tail, big hind feet."""
    grey = "#a39a94"
    body = sphere(0.17, grey, at=(0, 0.08, 0.18), rings=6, segments=8, stretch=(0.85, 1.2, 0.98))
    haunches = pair(sphere(0.12, grey, at=(0.11, 0.14, 0.13), rings=4, segments=6, stretch=(0.6, 1, 1)))
    feet = pair(box(0.07, 0.22, 0.05, WHITE, at=(0.12, 0.07, 0)))
    chest = sphere(0.1, WHITE, at=(0, -0.1, 0.17), rings=4, segments=6, stretch=(0.85, 0.85, 1))
    legs = pair(rod((0.055, -0.1, 0.15), (0.055, -0.14, 0.0), 0.038, grey, segments=5))
    head = sphere(0.11, grey, at=(0, -0.17, 0.34), rings=5, segments=8, stretch=(0.95, 1.1, 1))
    muzzle = sphere(0.065, WHITE, at=(0, -0.26, 0.31), rings=4, segments=6, stretch=(1, 0.8, 0.8))
    nose = box(0.035, 0.03, 0.025, ROSE, at=(0, -0.305, 0.32))
    eyes = pair(sphere(0.027, BLACK, at=(0.08, -0.225, 0.37), rings=3, segments=5))
    ear = sphere(0.06, grey, rings=5, segments=6, stretch=(0.85, 0.4, 2.9))
    ear += sphere(0.05, ROSE, at=(0, -0.016, 0), rings=4, segments=4, stretch=(0.65, 0.35, 2.8))
    ears = pair(ear.turn(-14, "x").turn(12, "y").move(0.07, -0.1, 0.56))
    tail = sphere(0.07, WHITE, at=(0, 0.3, 0.16), rings=4, segments=6)
    return body + haunches + feet + chest + legs + head + muzzle + nose + eyes + ears + tail


def rooster() -> Solid:
    """A rooster: red comb and wattles, golden neck, arched green tail, yellow legs."""
    brown, gold, green, wing = "#b5481f", "#e2a030", "#1f6b57", "#7a2f18"
    body = sphere(0.15, brown, at=(0, 0.0, 0.3), rings=6, segments=8, stretch=(0.8, 1.3, 0.95)).turn(-12, "x", (0, 0, 0.3))
    neck = sweep([(0, -0.08, 0.32), (0, -0.17, 0.44), (0, -0.19, 0.56), (0, -0.2, 0.62)], [0.14, 0.1, 0.06, 0.055], gold)
    head = sphere(0.068, gold, at=(0, -0.21, 0.63), rings=4, segments=6)
    beak = rod((0, -0.25, 0.63), (0, -0.35, 0.61), 0.03, SUN_YELLOW, segments=4, tip=0.004)
    peaks = [
        (0.06, 0.66),
        (0.1, 0.72),
        (0.05, 0.71),
        (0.045, 0.78),
        (0.0, 0.73),
        (-0.04, 0.79),
        (-0.06, 0.7),
        (-0.1, 0.7),
        (-0.06, 0.62),
    ]
    comb = side_on(peaks, 0.035, SIGNAL_RED, at=(0, -0.2, 0))
    wattles = pair(sphere(0.04, SIGNAL_RED, at=(0.022, -0.27, 0.55), rings=3, segments=5, stretch=(0.5, 0.8, 1.4)))
    eyes = pair(box(0.02, 0.03, 0.03, BLACK, at=(0.055, -0.235, 0.635)))
    wings = pair(sphere(0.12, wing, at=(0.11, 0.03, 0.32), rings=4, segments=6, stretch=(0.35, 1.2, 0.7)))

    def feather(reach: float, rise: float, lean: float, colour: Colour) -> Solid:
        """One tail feather: an arch up and backwards."""
        path = [
            (0, 0.12, 0.34),
            (lean * 0.4, 0.14 + reach * 0.2, 0.34 + rise * 0.75),
            (lean * 0.8, 0.14 + reach * 0.65, 0.34 + rise),
        ]
        return sweep([*path, (lean, 0.14 + reach, 0.34 + rise * 0.45)], [0.05, 0.055, 0.05, 0.01], colour, segments=4)

    tail = feather(0.28, 0.36, 0, green) + pair(feather(0.3, 0.24, 0.08, "#24405c")) + pair(feather(0.24, 0.12, 0.1, green))
    thighs = pair(rod((0.065, 0.01, 0.26), (0.065, 0.01, 0.14), 0.06, brown, segments=4, tip=0.03))
    legs = pair(rod((0.065, 0.01, 0.16), (0.065, 0.0, 0.01), 0.022, SUN_YELLOW, segments=3))
    toes = pair(box(0.08, 0.15, 0.025, SUN_YELLOW, at=(0.065, -0.03, 0)))
    return body + neck + head + beak + comb + wattles + eyes + wings + tail + thighs + legs + toes


MODELS: dict[str, Model] = {
    "cat": cat,
    "dog": dog,
    "horse": horse,
    "rabbit": rabbit,
    "rooster": rooster,
}
