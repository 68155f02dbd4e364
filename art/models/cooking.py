"""Models of cooking: stoves, pots and kitchen tools."""

from parts import (
    ALDER,
    BRASS,
    CHALK,
    CHARCOAL,
    CHERRY_RED,
    CHESTNUT,
    COFFEE,
    EGG_YELLOW,
    GREY,
    IRON,
    LIGHT_STEEL,
    NICKEL,
    PAPER,
    PEWTER,
    RED,
    SOOT,
    TANGERINE,
    TEAL,
    ZINC,
    arch,
    facets,
    facing,
    stroke,
)
from solids import Model, Solid, along, box, copies, cylinder, extrude, four, lathe, pair, rod, sphere, sweep


def barbecue() -> Solid:
    """A kettle grill on three legs, its lid hinged open, with sausages on the grate."""
    bowl_profile = [(0, 0.5), (0.16, 0.52), (0.26, 0.62), (0.3, 0.76), (0.27, 0.76), (0, 0.74)]
    bowl = lathe(bowl_profile, [CHERRY_RED, CHERRY_RED, CHERRY_RED, NICKEL, "#3c3836"])
    glow = cylinder(0.2, 0.02, "#e06a20", at=(0, 0, 0.735), segments=8)
    bars = along(5, (0.1, 0, 0), rod((-0.2, -0.2, 0.775), (-0.2, 0.2, 0.775), 0.011, NICKEL, segments=3))
    sausage = rod((-0.2, 0, 0.8), (0.02, 0, 0.8), 0.032, "#a8502a", segments=5)
    food = sausage.move(0, -0.1) + sausage.move(0.03, 0) + box(0.15, 0.2, 0.04, "#7a3c24", at=(0.13, 0, 0.785))
    lid_profile = [(0, -0.01), (0.3, 0), (0.28, 0.1), (0.19, 0.18), (0, 0.21)]
    lid = lathe(lid_profile, [IRON, CHERRY_RED, CHERRY_RED, CHERRY_RED])
    knob = arch(0.14, 0.06, 0.03, CHESTNUT, steps=4, segments=4).move(z=0.2)
    lid = (lid + knob).move(0, 0, 0.78).turn(-65, "x", about=(0, 0.3, 0.78))
    leg = rod((0.2, 0, 0.45), (0.3, 0, 0.0), 0.02, PEWTER, segments=5)
    shelf = cylinder(0.22, 0.025, PEWTER, at=(0, 0, 0.15), segments=9)
    wheel = cylinder(0.07, 0.05, IRON, segments=8).turn(90, "x").move(0, 0.03, 0.07)
    wheels = wheel.turn(-30).move(0.27, -0.16) + wheel.turn(30).move(-0.27, -0.16)
    kettle = (bowl + glow + bars + food + lid).move(z=-0.12)
    return kettle + copies(3, leg.turn(90)) + shelf + wheels


def cooker() -> Solid:
    """An electric pressure cooker: a pot with a locked lid, a valve and a panel of buttons."""
    body_profile = [(0, 0), (0.3, 0), (0.33, 0.04), (0.33, 0.1), (0.33, 0.42), (0.35, 0.43), (0.35, 0.48), (0, 0.48)]
    body = lathe(body_profile, [IRON, IRON, IRON, NICKEL, NICKEL, PEWTER, PEWTER], segments=14)
    lid = lathe([(0.34, 0.48), (0.33, 0.53), (0.24, 0.6), (0, 0.63)], "#c03a30", segments=14)
    knob = pair(box(0.04, 0.09, 0.1, IRON, at=(0.12, 0, 0.58))) + box(0.34, 0.11, 0.05, IRON, at=(0, 0, 0.67))
    valve = cylinder(0.035, 0.07, NICKEL, at=(0, 0.2, 0.59), segments=6) + cylinder(
        0.05, 0.03, CHERRY_RED, at=(0, 0.2, 0.66), segments=6
    )
    handles = pair(box(0.12, 0.2, 0.05, IRON, at=(0.39, 0, 0.41)))
    panel = box(0.34, 0.08, 0.3, IRON, at=(0, -0.32, 0.1))
    screen = box(0.2, 0.02, 0.08, "#6fd08a", at=(0, -0.365, 0.29))
    button = box(0.05, 0.02, 0.045, CHALK, at=(-0.1, -0.365, 0.21))
    buttons = along(3, (0.1, 0, 0), button) + along(3, (0.1, 0, 0), button.move(z=-0.075).paint(TANGERINE))
    return body + lid + knob + valve + handles + panel + screen + buttons


def oven() -> Solid:
    """A built-in oven under its hob: glass door with a glow, handle, knobs."""
    carcass = box(0.6, 0.58, 0.86, "#c8ccd0")
    plinth = box(0.56, 0.52, 0.08, IRON, at=(0, 0.02, -0.06))
    panel = box(0.6, 0.03, 0.14, NICKEL, at=(0, -0.3, 0.71))
    knob = cylinder(0.035, 0.05, IRON, segments=8).turn(90, "x").move(-0.24, -0.31, 0.78)
    knobs = knob + knob.move(0.1) + knob.move(0.38) + knob.move(0.48)
    clock = box(0.13, 0.02, 0.07, "#58d090", at=(0, -0.32, 0.745))
    door = box(0.57, 0.04, 0.6, IRON, at=(0, -0.3, 0.07))
    glass = box(0.44, 0.02, 0.34, "#e88a30", at=(0, -0.325, 0.16))
    racks = along(2, (0, 0, 0.13), box(0.44, 0.02, 0.025, COFFEE, at=(0, -0.335, 0.22)))
    roast = lathe([(0, 0), (0.1, 0), (0.11, 0.04), (0.06, 0.09), (0, 0.1)], "#8a4a20", segments=8).scale(1.2, 0.3, 0.9)
    handle = rod((-0.23, -0.39, 0.6), (0.23, -0.39, 0.6), 0.02, CHALK)
    handle += pair(box(0.03, 0.08, 0.03, NICKEL, at=(0.2, -0.35, 0.585)))
    hob = box(0.58, 0.56, 0.03, SOOT, at=(0, 0, 0.855))
    plate = cylinder(0.1, 0.025, "#8a3a30", segments=10).move(0.14, 0.13, 0.88)
    vents = along(4, (0, 0, 0.07), box(0.36, 0.03, 0.03, PEWTER, at=(0, 0.29, 0.45)))
    body = carcass + plinth + panel + knobs + clock + door + glass + racks + roast.move(0, -0.335, 0.245) + handle
    return (body + hob + four(plate) + vents).move(z=0.06)


def pan() -> Solid:
    """A frying pan with a fried egg, leaning on a wooden stand to show its inside."""
    profile = [(0, 0), (0.1, 0), (0.11, 0.012), (0.15, 0.06), (0.136, 0.06), (0.105, 0.02), (0, 0.02)]
    dish = lathe(profile, [PEWTER, PEWTER, CHERRY_RED, CHERRY_RED, IRON, IRON], segments=14)
    path = [(0, 0.13, 0.045), (0, 0.18, 0.06), (0, 0.25, 0.065), (0, 0.31, 0.06)]
    handle = sweep(path, [0.015, 0.019, 0.024, 0.02], CHESTNUT)
    egg_outline = [(0.085, 0.01), (0.05, 0.06), (-0.01, 0.055), (-0.06, 0.075), (-0.085, 0)]
    egg_outline += [(-0.045, -0.055), (0.02, -0.085), (0.045, -0.045)]
    egg = extrude(egg_outline, 0.02, CHALK).turn(90, "x").move(z=0.025)
    yolk = sphere(0.036, EGG_YELLOW, at=(0, 0, 0.035), rings=4, segments=8, stretch=(1, 1, 0.6))
    leaning = (dish + handle + egg + yolk).turn(76, "x").move(0, 0, 0.16)
    foot = box(0.16, 0.18, 0.025, ALDER, at=(0, -0.04, 0)) + box(0.16, 0.03, 0.05, ALDER, at=(0, -0.12, 0))
    return leaning + foot + box(0.16, 0.03, 0.08, ALDER, at=(0, 0.005, 0))


def scale() -> Solid:
    """A kitchen scale: a body with a round dial on both sides, and a steel pan on top."""
    body = box(0.72, 0.56, 0.56, TEAL, top=0.72) + box(0.78, 0.62, 0.05, CHARCOAL)
    edge = [(0.25, 0), (0.25, 0.06), (0.21, 0.07), (0.2, 0.05)]
    dial = lathe([*edge, (0, 0.05)], [ZINC, ZINC, ZINC, PAPER], segments=12)
    marks = copies(10, stroke(0.03, 0.13, 0.19, 0.065, CHARCOAL))
    needle = box(0.035, 0.22, 0.02, RED, at=(0, 0.05, 0.06)).turn(-50) + cylinder(0.04, 0.09, RED, segments=6)
    front = facing(dial + marks + needle).turn(-8, "x").move(0, -0.22, 0.3)
    neck = cylinder(0.12, 0.12, GREY, at=(0, 0, 0.55), segments=8)
    profile = [(0, 0), (0.2, 0), (0.42, 0.12), (0.48, 0.24), (0.45, 0.24), (0.38, 0.14), (0.18, 0.04), (0, 0.04)]
    colours = [ZINC, LIGHT_STEEL, LIGHT_STEEL, PAPER, ZINC, ZINC, ZINC]
    return body + front + front.turn(180) + neck + lathe(profile, colours, segments=12).move(z=0.66)


def squeezer() -> Solid:
    """A citrus squeezer: a ribbed cone in a dish with handle and spout, and half an orange."""
    lime, dark = "#7cc244", "#5c9a30"
    profile = [(0, 0), (0.4, 0), (0.5, 0.3), (0.56, 0.34), (0.58, 0.46), (0.52, 0.46), (0.48, 0.36), (0, 0.36)]
    dish = lathe(profile, [dark, lime, dark, lime, lime, lime, "#f4c050"])
    cone = facets([(0.33, 0.36), (0.3, 0.55), (0.19, 0.78), (0, 0.92)], [[CHALK, "#cfd2c4"]] * 3, 16, 0.28)
    path = [(0.54, 0, 0.42), (0.78, 0, 0.42), (0.86, 0, 0.28), (0.78, 0, 0.12), (0.44, 0, 0.08)]
    handle = sweep(path, 0.055, dark, segments=5)
    spout = extrude([(-0.5, 0.3), (-0.5, 0.46), (-0.76, 0.5), (-0.58, 0.36)], 0.2, lime)
    half = lathe([(0, -0.26), (0.18, -0.22), (0.28, -0.1), (0.3, 0)], TANGERINE, segments=12)
    pulp = [["#f6d9a0"], [TANGERINE, "#f9b050"]]
    half += facets([(0.3, 0), (0.25, 0.01), (0, 0.02)], pulp, segments=12)
    fruit = half.turn(70, "x").move(-0.4, -0.72, 0.3)
    return dish + cone + handle + spout + fruit


def stove() -> Solid:
    """A cast-iron wood stove: fire door, bent legs, chimney pipe, logs below."""
    body = box(0.62, 0.48, 0.48, IRON, at=(0, 0, 0.24))
    top = box(0.74, 0.6, 0.05, SOOT, at=(0, 0, 0.71))
    base = box(0.7, 0.56, 0.05, SOOT, at=(0, 0, 0.21))
    leg_path = [(0.27, -0.2, 0.24), (0.33, -0.25, 0.12), (0.3, -0.23, 0.07), (0.37, -0.29, 0.035)]
    leg = sweep(leg_path, [0.06, 0.045, 0.035, 0.04], IRON, 4)
    door = box(0.48, 0.05, 0.38, "#70707a", at=(0, -0.24, 0.29))
    window = [(-0.19, 0.33), (0.19, 0.33), (0.19, 0.5), (0.1, 0.62), (-0.1, 0.62), (-0.19, 0.5)]
    flames = [(-0.17, 0.34), (0.17, 0.34), (0.15, 0.47), (0.08, 0.4), (0.01, 0.58), (-0.06, 0.41), (-0.14, 0.52)]
    fire = extrude(window, 0.04, "#d85a1c").move(0, -0.265) + extrude(flames, 0.04, EGG_YELLOW).move(0, -0.28)
    bars = pair(box(0.025, 0.03, 0.28, SOOT, at=(0.065, -0.3, 0.33)))
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
    pipe = lathe(pipe_profile, PEWTER, segments=10).move(0, 0.08)
    log = rod((0, -0.24, 0.09), (0, 0.24, 0.09), 0.08, ALDER)
    return body + top + base + four(leg) + door + fire + bars + latch + pipe + log.move(-0.09) + log.move(0.09)


MODELS: dict[str, Model] = {
    "barbecue": barbecue,
    "cooker": cooker,
    "oven": oven,
    "pan": pan,
    "scale": scale,
    "squeezer": squeezer,
    "stove": stove,
}
