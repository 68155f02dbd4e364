"""Models of electric devices and household machines."""

from parts import (
    BEECH,
    BLACK,
    BLUE,
    CHARCOAL,
    GREEN,
    GREY,
    GUNMETAL,
    LIGHT_STEEL,
    ORANGE,
    PAPER,
    PINK,
    PURPLE,
    RED,
    SIGNAL_RED,
    SILVER,
    SOOT,
    STEEL,
    SUN_YELLOW,
    TEAL,
    WHITE,
    YELLOW,
    ZINC,
    disc_wheel,
    facing,
    patch,
    taper,
)
from solids import Colour, Model, Point, Solid, along, box, cylinder, extrude, lathe, pair, quad, ring, rod, sphere, sweep


def camera() -> Solid:
    """A photo camera: dark body with a silver top, a big lens, flash, red button, and a screen at the back."""
    body = box(1.0, 0.32, 0.44, "#3f4248", at=(0, 0, 0.04)) + box(0.98, 0.3, 0.04, ZINC)
    top = box(1.02, 0.34, 0.16, LIGHT_STEEL, at=(0, 0, 0.48))
    prism = box(0.38, 0.32, 0.16, LIGHT_STEEL, at=(0, 0, 0.64), top=0.7)
    flash = box(0.2, 0.04, 0.08, "#f3efcf", at=(0, -0.15, 0.68))
    grip = box(0.16, 0.1, 0.4, "#26282c", at=(-0.4, -0.19, 0.06))
    profile = [(0.29, 0), (0.29, 0.08), (0.25, 0.08), (0.25, 0.26), (0.28, 0.26), (0.28, 0.36)]
    bands = [ZINC, ZINC, "#26282c", GREY, "#26282c", ZINC, CHARCOAL, "#3f7fc0"]
    lens = facing(lathe([*profile, (0.21, 0.36), (0.17, 0.3), (0, 0.32)], bands, segments=14)).move(0.06, -0.15, 0.3)
    glint = patch(0.07, 0.05, "#bfe0f5", (0.0, -0.495, 0.36))
    button = cylinder(0.06, 0.05, RED, at=(-0.38, -0.04, 0.64), segments=8)
    dial = cylinder(0.09, 0.07, "#26282c", at=(0.36, 0, 0.64), segments=8)
    back = box(0.52, 0.04, 0.34, "#4f94cf", at=(-0.08, 0.17, 0.09)) + box(
        0.56, 0.03, 0.38, CHARCOAL, at=(-0.08, 0.165, 0.07)
    )
    keys = along(2, (0, 0, 0.14), box(0.09, 0.05, 0.08, ZINC, at=(0.34, 0.165, 0.12)))
    return body + top + prism + flash + grip + lens + glint + button + dial + back + keys


def fan() -> Solid:
    """A pedestal fan: four blue blades in a round wire cage on a pole with a broad foot."""
    blue, grey, centre = "#3f9be8", "#70767f", 0.78
    foot = lathe([(0.25, 0), (0.23, 0.05), (0.06, 0.09), (0, 0.09)], WHITE, segments=12)
    pole = rod((0, 0.06, 0.06), (0, 0.06, centre), 0.035, STEEL, segments=6)
    switch = box(0.13, 0.1, 0.14, WHITE, at=(0, 0.04, 0.22)) + box(0.07, 0.03, 0.06, SIGNAL_RED, at=(0, -0.02, 0.27))
    motor = facing(lathe([(0, 0), (0.08, 0.02), (0.12, 0.2), (0, 0.22)], WHITE, segments=8), at=(0, 0.26, centre))
    blade = extrude([(0.04, -0.04), (0.22, -0.13), (0.32, -0.03), (0.28, 0.1), (0.04, 0.05)], 0.02, blue).turn(-18, "x")
    hub = facing(cylinder(0.075, 0.09, SUN_YELLOW, segments=8))
    hoops = facing(ring(0.36, 0.045, grey, segments=16, around=4))
    hoops += facing(ring(0.21, 0.018, grey, segments=12, around=3), at=(0, -0.1, 0))
    wire = sweep([(0, -0.1, 0.05), (0, -0.1, 0.21), (0, 0, 0.36)], 0.009, grey, segments=3)
    blades = sum((blade.turn(90 * n, "y") for n in range(1, 4)), start=blade)
    wires = sum((wire.turn(45 * n, "y") for n in range(1, 8)), start=wire)
    return foot + pole + switch + motor + (blades + hub + hoops + wires).move(0, -0.06, centre)


def flashlight() -> Solid:
    """A yellow torch lying down, its lamp to the front."""
    profile = [
        (0, 0),
        (0.11, 0),
        (0.13, 0.03),
        (0.13, 0.16),
        (0.115, 0.16),
        (0.115, 0.62),
        (0.22, 0.8),
        (0.22, 0.96),
        (0.18, 0.96),
    ]
    bands = [CHARCOAL, CHARCOAL, CHARCOAL, CHARCOAL, YELLOW, YELLOW, CHARCOAL, CHARCOAL, LIGHT_STEEL, "#fff3a8"]
    lamp = facing(lathe([*profile, (0.1, 0.9), (0, 0.9)], bands, segments=12))
    grips = facing(along(3, (0, 0, 0.07), cylinder(0.13, 0.035, CHARCOAL, at=(0, 0, 0.2), segments=12)))
    button = box(0.08, 0.14, 0.05, RED, at=(0, -0.52, 0.1))
    return (lamp + grips + button).move(0, 0.48, 0.22)


def iron() -> Solid:
    """A clothes iron on its pointed steel sole, with a handle, a dial and a cord."""
    sole = [(-0.24, 0.46), (-0.27, 0.1), (-0.19, -0.3), (0, -0.6), (0.19, -0.3), (0.27, 0.1), (0.24, 0.46)]

    def outline(factor: float, back: float, z: float) -> list[Point]:
        """The sole's outline, smaller, moved back and up."""
        return [(x * factor, y * factor + back, z) for x, y in sole]

    plate = taper(outline(1.0, 0, 0), outline(1.0, 0, 0.06), LIGHT_STEEL)
    skirt = taper(outline(0.97, 0, 0.05), outline(0.9, 0.02, 0.14), PAPER)
    body = taper(outline(0.9, 0.02, 0.14), outline(0.55, 0.13, 0.3), BLUE)
    path = [(0, -0.14, 0.24), (0, -0.2, 0.42), (0, -0.1, 0.54), (0, 0.2, 0.56), (0, 0.36, 0.48), (0, 0.36, 0.2)]
    grip = sweep(path, [0.07, 0.06, 0.065, 0.075, 0.07, 0.09], BLUE, 8)
    handle = grip + rod((0, -0.04, 0.565), (0, 0.2, 0.585), 0.065, CHARCOAL, 6)
    dial = cylinder(0.1, 0.05, ORANGE, at=(0, 0.1, 0.29), segments=10)
    cord = sweep(
        [(0, 0.36, 0.46), (0, 0.48, 0.48), (0.04, 0.54, 0.3), (0.1, 0.54, 0.04), (0.34, 0.4, 0.03)], 0.028, CHARCOAL, 5
    )
    underside = extrude([(x, -y) for x, y in sole], 0.02, ZINC).turn(90, "x").move(z=0.011)
    return plate + skirt + body + handle + dial + cord + underside


def laptop() -> Solid:
    """An open laptop with keys, touchpad and windows on its screen."""
    base = box(1.0, 0.68, 0.05, LIGHT_STEEL) + box(0.9, 0.36, 0.02, CHARCOAL, at=(0, 0.08, 0.045))
    keys = [
        quad((x, y, 0.078), (x + 0.066, y, 0.078), (x + 0.066, y + 0.06, 0.078), (x, y + 0.06, 0.078), "#c4c8cc")
        for x in (-0.43 + 0.0875 * n for n in range(10))
        for y in (-0.08 + 0.084 * n for n in range(4))
    ]
    touchpad = box(0.28, 0.16, 0.02, ZINC, at=(0, -0.22, 0.042))
    lid = box(1.0, 0.04, 0.68, ZINC) + box(0.94, 0.02, 0.61, CHARCOAL, at=(0, -0.025, 0.04))
    picture = box(0.88, 0.02, 0.54, "#3f8fe0", at=(0, -0.035, 0.075)) + patch(0.88, 0.06, "#28415e", (0, -0.055, 0.105))
    windows = patch(0.4, 0.3, PAPER, (-0.16, -0.057, 0.4)) + patch(0.4, 0.06, ORANGE, (-0.16, -0.067, 0.52))
    windows += patch(0.26, 0.2, "#8fd16a", (0.24, -0.062, 0.3))
    logo = facing(cylinder(0.08, 0.02, PAPER, segments=8)).move(0, 0.035, 0.36)
    screen_half = (lid + picture + windows + logo).turn(-18, "x").move(0, 0.33, 0.04)
    hinge = rod((-0.4, 0.34, 0.05), (0.4, 0.34, 0.05), 0.03, CHARCOAL)
    return sum(keys, start=base) + touchpad + screen_half + hinge


def phone() -> Solid:
    """A smartphone leaning on a small stand, colourful signs on its screen, two lenses at the back."""

    def plate(width: float, height: float, depth: float, colour: Colour) -> Solid:
        """A standing plate with cut corners."""
        x, z, cut = width / 2, height, 0.06
        corners = [(x - cut, 0), (x, cut), (x, z - cut), (x - cut, z)]
        return extrude(corners + [(-a, b) for a, b in reversed(corners)], depth, colour)

    case = plate(0.52, 1.0, 0.1, CHARCOAL) + plate(0.46, 0.94, 0.06, TEAL).move(0, 0.035, 0.03)
    glass = plate(0.47, 0.87, 0.04, "#3b73c8").move(0, -0.045, 0.095)
    palette = [RED, YELLOW, GREEN, ORANGE, "#7fd6f5", PINK, PAPER, GREEN, PURPLE]
    signs = [
        patch(0.11, 0.11, colour, (-0.145 + 0.145 * (n % 3), -0.078, 0.82 - 0.16 * (n // 3)))
        for n, colour in enumerate(palette)
    ]
    dock = patch(0.4, 0.14, "#a9c3ea", (0, -0.075, 0.21)) + along(
        3, (0.14, 0, 0), patch(0.09, 0.09, PAPER, (-0.14, -0.085, 0.21))
    )
    button = facing(cylinder(0.035, 0.02, GREY, segments=8)).move(0, -0.045, 0.05)
    lenses = box(0.16, 0.04, 0.28, CHARCOAL, at=(0.13, 0.075, 0.64)) + along(
        2, (0, 0, 0.13), facing(cylinder(0.05, 0.03, "#8fb4d8", segments=8)).move(0.13, 0.12, 0.715)
    )
    device = (sum(signs, start=case + glass) + dock + button + lenses).turn(-16, "x").move(0, -0.1, 0.06)
    foot = box(0.4, 0.5, 0.05, BEECH, at=(0, 0.06, 0)) + box(0.4, 0.06, 0.1, BEECH, at=(0, -0.2, 0))
    prop = box(0.2, 0.06, 0.5, BEECH).turn(14, "x").move(0, 0.26, 0.03)
    return device + foot + prop


def screen() -> Solid:
    """A television on a foot, showing colour bars."""
    case = box(1.2, 0.07, 0.74, CHARCOAL, at=(0, 0, 0.16)) + box(0.8, 0.1, 0.46, GREY, at=(0, 0.07, 0.28), top=0.9)
    bars = [PAPER, YELLOW, "#4cc4cc", GREEN, PINK, RED, BLUE]
    stripes = [box(0.16, 0.03, 0.64, colour, at=(-0.48 + 0.16 * n, -0.035, 0.21)) for n, colour in enumerate(bars)]
    foot = box(0.16, 0.08, 0.24, GREY, at=(0, 0.06, 0)) + box(0.56, 0.34, 0.04, GREY)
    vents = along(4, (0, 0, 0.07), box(0.5, 0.03, 0.025, CHARCOAL, at=(0, 0.12, 0.36)))
    return sum(stripes, start=case) + foot + vents


def vacuum() -> Solid:
    """A canister vacuum cleaner: purple body on wheels, a ribbed hose arching over to a wand with a floor head."""
    purple = "#8445b0"
    base = box(0.36, 0.6, 0.12, GUNMETAL, at=(0, 0, 0.05))
    body = sphere(0.28, purple, at=(0, 0, 0.24), rings=6, segments=10, stretch=(0.82, 1.2, 0.85))
    wheels = pair(disc_wheel(0.17, 0.12, SOOT, SILVER, (0.19, 0.14, 0.17)))
    grip = sweep([(0, 0.2, 0.42), (0, 0.14, 0.54), (0, -0.08, 0.54), (0, -0.14, 0.44)], 0.03, BLACK, segments=5)
    button = cylinder(0.07, 0.05, SUN_YELLOW, at=(0, 0.03, 0.46), segments=6)
    canister = (base + body + wheels + grip + button).turn(-25).move(0.26, 0.2)
    # The hose, thick and thin by turns: out of the body's front, a bend near the floor, an arch to the wand's handle.
    bends = [(0.16, -0.06, 0.24), (0.12, -0.2, 0.2), (0.12, -0.33, 0.22), (0.16, -0.42, 0.34), (0.2, -0.4, 0.5)]
    bends += [(0.17, -0.3, 0.66), (0.07, -0.16, 0.8), (-0.06, -0.04, 0.93), (-0.18, 0.04, 1.0), (-0.29, 0.06, 0.98)]
    hose = sweep([*bends, (-0.34, 0.02, 0.9)], [*[0.055, 0.04] * 5, 0.045], "#5f636b", segments=5)
    handle = sweep([(-0.34, 0.0, 0.9), (-0.35, 0.14, 0.84), (-0.35, 0.12, 0.7)], 0.034, BLACK, segments=4)
    wand = rod((-0.34, 0.02, 0.92), (-0.36, -0.3, 0.08), 0.038, SILVER, segments=6)
    head = box(0.46, 0.2, 0.1, purple, at=(-0.36, -0.36, 0.02), top=0.75)
    return canister + hose + handle + wand + head + box(0.48, 0.22, 0.03, BLACK, at=(-0.36, -0.36, 0))


MODELS: dict[str, Model] = {
    "camera": camera,
    "fan": fan,
    "flashlight": flashlight,
    "iron": iron,
    "laptop": laptop,
    "phone": phone,
    "screen": screen,
    "vacuum": vacuum,
}
