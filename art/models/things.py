"""Models of small household things: books, gadgets, tools and toys."""

import math
from collections.abc import Sequence
from itertools import pairwise

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
    lathe,
    pair,
    quad,
    ring,
    rod,
    sphere,
    sweep,
)

WOOD, DARK_WOOD = "#a9743f", "#6f4526"
STEEL, LIGHT_STEEL = "#9aa3ad", "#c9d0d6"
CHARCOAL, GREY = "#34373d", "#6c7178"
CREAM, PAPER = "#efe4c4", "#f0efe6"
RED, ORANGE, YELLOW = "#cf3030", "#e8822a", "#f0c230"
GREEN, TEAL, BLUE = "#3f9a4a", "#1f9c98", "#2f68c4"
PURPLE, PINK = "#7b3fa6", "#e0559a"


def facing(solid: Solid) -> Solid:
    """Something that lies, its top towards the viewer afterwards (up becomes −y, and y becomes up)."""
    return solid.turn(90, "x")


def patch(width: float, height: float, colour: Colour, at: Point) -> Solid:
    """A flat rectangle facing the viewer, `at` its middle."""
    x, z = width / 2, height / 2
    return quad((-x, 0, -z), (x, 0, -z), (x, 0, z), (-x, 0, z), colour).move(*at)


def stroke(width: float, start: float, end: float, z: float, colour: Colour) -> Solid:
    """A mark on a lying dial: a flat strip seen from above, from y = start to end."""
    x = width / 2
    return quad((-x, start, z), (x, start, z), (x, end, z), (-x, end, z), colour)


def taper(low: Sequence[Point], high: Sequence[Point], colour: Colour) -> Solid:
    """The sides between two outlines, one above the other, counter-clockwise from above; and a lid on the upper one."""
    count = len(low)
    middle = (sum(x for x, _, _ in high) / count, sum(y for _, y, _ in high) / count, high[0][2])
    sides = [quad(low[n], low[(n + 1) % count], high[(n + 1) % count], high[n], colour) for n in range(count)]
    lid = [quad(high[n], high[(n + 1) % count], middle, middle, colour) for n in range(count)]
    return sum(sides[1:] + lid, start=sides[0])


def books() -> Solid:
    """Four books in an untidy stack, spines and pages showing."""

    def book(width: float, depth: float, height: float, cover: Colour, band: Colour) -> Solid:
        """Lying, its spine to the front, the pages seen on the other three sides."""
        covers = along(2, (0, 0, height - 0.03), box(width, depth, 0.03, cover))
        spine = box(width, 0.04, height, cover, at=(0, -depth / 2, 0))
        pages = box(width - 0.06, depth - 0.05, height - 0.04, CREAM, at=(0, -0.01, 0.02))
        bands = pair(box(0.06, 0.03, height - 0.04, band, at=(width * 0.34, -depth / 2 - 0.02, 0.02)))
        return covers + spine + pages + bands

    stack = book(0.86, 0.62, 0.17, RED, YELLOW).turn(-4)
    stack += book(0.8, 0.58, 0.15, BLUE, PAPER).turn(168).move(z=0.17)
    stack += book(0.74, 0.54, 0.16, GREEN, YELLOW).turn(12).move(z=0.32)
    return stack + book(0.66, 0.48, 0.14, ORANGE, PURPLE).turn(186).turn(4, "y").move(0.02, 0, 0.5)


def brush() -> Solid:
    """A broad paint brush standing on its bristles, their tips in red paint."""
    strands = []
    for n in range(9):
        x, shade = (n - 4) * 0.066, ("#54402e", "#8a6a48")[n % 2]
        tip = 0.05 * (n % 2) if n not in (0, 8) else 0.03
        bristle = box(0.064, 0.2, 0.26, shade, at=(x * 1.06, 0, 0.14))
        paint = box(0.07, 0.17 + 0.06 * (n % 2), 0.2 - tip, RED, at=(x * 1.12, 0, tip))
        strands.append(bristle + paint)
    ferrule = box(0.64, 0.25, 0.17, LIGHT_STEEL, at=(0, 0, 0.38))
    ferrule += along(2, (0, 0, 0.09), box(0.66, 0.27, 0.03, STEEL, at=(0, 0, 0.41)))
    half = [(0.3, 0.55), (0.28, 0.62), (0.12, 0.74), (0.085, 0.86), (0.12, 1.02), (0.11, 1.1), (0.06, 1.15)]
    handle = extrude(half + [(-x, z) for x, z in reversed(half)], 0.17, ORANGE)
    hole = facing(cylinder(0.04, 0.19, CHARCOAL, segments=8)).move(0, 0.095, 1.06)
    return sum(strands, start=ferrule) + handle + hole


def calender() -> Solid:
    """A desk calendar: two leaves set up like a roof, rings along the ridge, a page of days on both sides."""
    lean, height = 24, 0.84
    board = box(1.0, 0.03, height, "#3d5a80") + box(0.92, 0.03, height - 0.1, PAPER, at=(0, -0.02, 0.04))
    header = box(0.92, 0.04, 0.19, RED, at=(0, -0.03, height - 0.25))
    header += patch(0.4, 0.07, PAPER, (0, -0.065, height - 0.155))
    days = [
        patch(0.1, 0.09, RED if column == 5 else GREY, (-0.37 + 0.148 * column, -0.05, 0.12 + 0.135 * row))
        for row in range(4)
        for column in range(6)
    ]
    leaf = sum(days, start=board + header).turn(-lean, "x").move(y=-height * math.sin(math.radians(lean)))
    ridge = height * math.cos(math.radians(lean))
    loop = ring(0.075, 0.035, LIGHT_STEEL, segments=6, around=4).turn(90, "y")
    rings = along(5, (0.2, 0, 0), loop.move(-0.4, 0, ridge))
    return leaf + leaf.turn(180) + box(0.98, 0.66, 0.025, "#3d5a80") + rings


def camera() -> Solid:
    """A photo camera: dark body with a silver top, a big lens, flash, red button, and a screen at the back."""
    body = box(1.0, 0.32, 0.44, "#3f4248", at=(0, 0, 0.04)) + box(0.98, 0.3, 0.04, STEEL)
    top = box(1.02, 0.34, 0.16, LIGHT_STEEL, at=(0, 0, 0.48))
    prism = box(0.38, 0.32, 0.16, LIGHT_STEEL, at=(0, 0, 0.64), top=0.7)
    flash = box(0.2, 0.04, 0.08, "#f3efcf", at=(0, -0.15, 0.68))
    grip = box(0.16, 0.1, 0.4, "#26282c", at=(-0.4, -0.19, 0.06))
    profile = [(0.29, 0), (0.29, 0.08), (0.25, 0.08), (0.25, 0.26), (0.28, 0.26), (0.28, 0.36)]
    bands = [STEEL, STEEL, "#26282c", GREY, "#26282c", STEEL, CHARCOAL, "#3f7fc0"]
    lens = facing(lathe([*profile, (0.21, 0.36), (0.17, 0.3), (0, 0.32)], bands, segments=14)).move(0.06, -0.15, 0.3)
    glint = patch(0.07, 0.05, "#bfe0f5", (0.0, -0.495, 0.36))
    button = cylinder(0.06, 0.05, RED, at=(-0.38, -0.04, 0.64), segments=8)
    dial = cylinder(0.09, 0.07, "#26282c", at=(0.36, 0, 0.64), segments=8)
    back = box(0.52, 0.04, 0.34, "#4f94cf", at=(-0.08, 0.17, 0.09)) + box(
        0.56, 0.03, 0.38, CHARCOAL, at=(-0.08, 0.165, 0.07)
    )
    keys = along(2, (0, 0, 0.14), box(0.09, 0.05, 0.08, STEEL, at=(0.34, 0.165, 0.12)))
    return body + top + prism + flash + grip + lens + glint + button + dial + back + keys


def clock() -> Solid:
    """An alarm clock on two feet, with two bells, a hammer and a face."""
    profile = [(0, 0), (0.32, 0), (0.4, 0.06), (0.4, 0.26), (0.36, 0.3), (0.34, 0.26), (0, 0.26)]
    case = facing(lathe(profile, [RED, RED, RED, YELLOW, YELLOW, PAPER], segments=16))
    marks = facing(copies(12, stroke(0.04, 0.22, 0.32, 0.275, CHARCOAL)))
    hands = box(0.06, 0.02, 0.2, CHARCOAL).turn(-60, "y") + box(0.045, 0.02, 0.29, CHARCOAL).turn(20, "y")
    hub = facing(cylinder(0.04, 0.03, RED, segments=6))
    face = case + marks + (hands + hub).move(y=-0.275)
    bell = lathe([(0, 0), (0.17, 0), (0.15, 0.08), (0.08, 0.14), (0, 0.15)], YELLOW, segments=10)
    bell = (bell + cylinder(0.02, 0.08, STEEL, at=(0, 0, -0.06), segments=5)).move(z=0.45).turn(35, "y")
    foot = rod((0.2, 0, -0.3), (0.32, 0, -0.52), 0.04, STEEL, tip=0.05)
    bells = pair(bell + foot).move(y=-0.14)
    hammer = rod((0, -0.14, 0.38), (0, -0.14, 0.54), 0.025, STEEL) + box(0.12, 0.08, 0.07, STEEL, at=(0, -0.14, 0.52))
    arch = [(-0.2, -0.14, 0.54), (-0.13, -0.14, 0.68), (0.13, -0.14, 0.68), (0.2, -0.14, 0.54)]
    handle = sweep(arch, 0.025, STEEL, 5)
    key = box(0.05, 0.08, 0.18, YELLOW, at=(0, 0.03, 0.02)) + box(0.28, 0.04, 0.14, CHARCOAL, at=(0, 0.01, -0.22))
    return (face + bells + hammer + handle + key).scale(1, 1.25, 1).move(z=0.56)


def comb() -> Solid:
    """A comb with a handle, standing on its teeth."""
    outline = [(-0.54, 0.4), (-0.5, 0.34), (0.22, 0.34), (0.32, 0.27), (0.56, 0.25), (0.62, 0.32), (0.58, 0.4)]
    spine = extrude([*outline, (0.3, 0.45), (-0.1, 0.5), (-0.46, 0.47)], 0.13, "#7cc243")
    ends = along(2, (0.66, 0, 0), box(0.07, 0.1, 0.36, "#7cc243", at=(-0.465, 0, 0)))
    tooth = box(0.032, 0.05, 0.36, "#7cc243", top=0.6).scale(1, 1, -1).move(z=0.36)
    teeth = along(8, (0.073, 0, 0), tooth.move(x=-0.39))
    stripe = box(0.6, 0.16, 0.04, "#c6ea9c", at=(-0.12, 0, 0.39))
    return spine + ends + teeth + stripe


def dart() -> Solid:
    """A dartboard on a stand, the same on both sides, three darts in its front."""
    rings = [(0.0, 0.07), (0.07, 0.19), (0.19, 0.26), (0.26, 0.36), (0.36, 0.43)]
    colours = [(RED, RED), (CREAM, CHARCOAL), (GREEN, RED), (CREAM, CHARCOAL), (GREEN, RED)]
    half = math.tan(math.radians(15))  # each of twelve sectors is 30 degrees wide

    def sector(number: int) -> Solid:
        parts = [
            quad((a * half, a, 0), (b * half, b, 0), (-b * half, b, 0), (-a * half, a, 0), colour[number])
            for (a, b), colour in zip(rings, colours, strict=True)
        ]
        return sum(parts[1:], start=parts[0]).turn(30 * number).move(z=0.06)

    face = facing(copies(6, sector(0) + sector(1)))
    rim = facing(lathe([(0.44, -0.06), (0.48, -0.06), (0.48, 0.06), (0.44, 0.06)], CHARCOAL).turn(15))
    board = (face + face.turn(180) + rim).move(z=0.66)

    def arrow(x: float, z: float, colour: Colour) -> Solid:
        """A dart with its point in the board."""
        barrel = rod((x, -0.05, z), (x, -0.2, z), 0.012, STEEL, 5, tip=0.032)
        shaft = rod((x, -0.2, z), (x, -0.3, z), 0.02, colour, 5)
        flights = box(0.16, 0.13, 0.02, colour, at=(x, -0.36, z - 0.01)) + box(
            0.02, 0.13, 0.16, colour, at=(x, -0.36, z - 0.08)
        )
        return barrel + shaft + flights

    darts = arrow(0.02, 0.66, BLUE) + arrow(-0.24, 0.86, ORANGE) + arrow(0.24, 0.5, YELLOW)
    front = pair(rod((0.2, 0, 0.3), (0.36, -0.16, 0), 0.035, WOOD, 5))
    stand = front + rod((0, 0.08, 0.36), (0, 0.36, 0), 0.035, WOOD, 5)
    return board + darts + stand


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


def gift() -> Solid:
    """A present: purple box with a lid, golden ribbon and bow."""
    base = box(0.78, 0.78, 0.5, PURPLE) + box(0.86, 0.86, 0.16, "#9a5cc4", at=(0, 0, 0.46))
    ribbon = box(0.8, 0.16, 0.48, YELLOW) + box(0.88, 0.16, 0.18, YELLOW, at=(0, 0, 0.455))
    ribbons = ribbon + ribbon.turn(90)
    path = [(0.02, 0, 0), (0.16, 0, 0.17), (0.3, 0, 0.2), (0.34, 0, 0.1), (0.22, 0, 0.02), (0.04, 0, 0)]
    loop = sweep(path, [0.03, 0.05, 0.05, 0.05, 0.05, 0.03], YELLOW, 5).scale(1, 1.7, 1)
    bow = copies(4, loop).turn(20) + sphere(0.08, ORANGE, at=(0, 0, 0.06), rings=4, segments=8)
    return base + ribbons + bow.move(z=0.65)


def hair_dryer() -> Solid:
    """A hair dryer standing on its handle, blowing to the front, its cord on the floor."""
    profile = [
        (0, 0),
        (0.1, 0),
        (0.19, 0.06),
        (0.22, 0.2),
        (0.2, 0.38),
        (0.15, 0.54),
        (0.15, 0.56),
        (0.12, 0.56),
        (0.12, 0.76),
    ]
    bands = [CHARCOAL, CHARCOAL, PINK, PINK, PINK, LIGHT_STEEL, LIGHT_STEEL, CHARCOAL, CHARCOAL, "#1f2125"]
    barrel = facing(lathe([*profile, (0.1, 0.76), (0, 0.66)], bands, segments=12)).scale(1.15, 1.25, 1.15)
    handle = sweep([(0, 0, 0.62), (0, 0.02, 0.3), (0, 0.04, 0.06), (0, 0.04, 0)], [0.13, 0.1, 0.11, 0.13], PINK, 8)
    switch = box(0.07, 0.05, 0.14, YELLOW, at=(0, -0.11, 0.32))
    hook = [(0, 0.1, 0.04), (0.02, 0.26, 0.03), (0.14, 0.36, 0.03), (0.26, 0.3, 0.03), (0.24, 0.16, 0.03)]
    return barrel.move(0, 0.34, 0.72) + handle + switch + sweep(hook, 0.03, CHARCOAL, 5)


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
    underside = extrude([(x, -y) for x, y in sole], 0.02, STEEL).turn(90, "x").move(z=0.011)
    return plate + skirt + body + handle + dial + cord + underside


def laptop() -> Solid:
    """An open laptop with keys, touchpad and windows on its screen."""
    base = box(1.0, 0.68, 0.05, LIGHT_STEEL) + box(0.9, 0.36, 0.02, CHARCOAL, at=(0, 0.08, 0.045))
    keys = [
        quad((x, y, 0.078), (x + 0.066, y, 0.078), (x + 0.066, y + 0.06, 0.078), (x, y + 0.06, 0.078), "#c4c8cc")
        for x in (-0.43 + 0.0875 * n for n in range(10))
        for y in (-0.08 + 0.084 * n for n in range(4))
    ]
    touchpad = box(0.28, 0.16, 0.02, STEEL, at=(0, -0.22, 0.042))
    lid = box(1.0, 0.04, 0.68, STEEL) + box(0.94, 0.02, 0.61, CHARCOAL, at=(0, -0.025, 0.04))
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
    foot = box(0.4, 0.5, 0.05, WOOD, at=(0, 0.06, 0)) + box(0.4, 0.06, 0.1, WOOD, at=(0, -0.2, 0))
    prop = box(0.2, 0.06, 0.5, WOOD).turn(14, "x").move(0, 0.26, 0.03)
    return device + foot + prop


def photo() -> Solid:
    """A framed portrait of a person, standing on an easel back."""
    width, height, bar = 0.76, 0.98, 0.1
    frame = pair(box(bar, 0.1, height, "#c9982f", at=(width / 2 - bar / 2, 0, 0)))
    frame += along(2, (0, 0, height - bar), box(width - bar, 0.1, bar, "#c9982f"))
    mat = box(width - 0.1, 0.04, height - 0.1, PAPER, at=(0, 0.01, 0.05))
    view = box(0.46, 0.02, 0.68, "#6fb3d9", at=(0, -0.015, 0.15))
    shoulders = extrude([(-0.2, 0.15), (0.2, 0.15), (0.19, 0.28), (0.1, 0.37), (-0.1, 0.37), (-0.19, 0.28)], 0.02, RED)
    head = facing(cylinder(0.12, 0.02, "#e8b48c", segments=10)).move(0, 0.01, 0.52)
    hair = extrude([(-0.15, 0.5), (-0.14, 0.62), (-0.06, 0.7), (0.06, 0.7), (0.14, 0.62), (0.15, 0.5)], 0.02, DARK_WOOD)
    neck = patch(0.09, 0.1, "#e8b48c", (0, -0.035, 0.39))
    person = shoulders.move(y=-0.03) + hair.move(y=-0.025) + head.move(y=-0.035) + neck
    back = box(width - 0.06, 0.02, height - 0.06, DARK_WOOD, at=(0, 0.055, 0.03))
    picture = (frame + mat + view + person + back).turn(-12, "x")
    easel = box(0.26, 0.04, 0.74, WOOD, top=0.7).turn(20, "x").move(0, 0.42, 0.0)
    return picture + easel


def puzzle() -> Solid:
    """Big jigsaw pieces: three joined upright, a fourth about to fit in, a fifth on the floor."""

    def piece(colour: Colour, sides: Sequence[int]) -> Solid:
        """A square piece of side 0.46 around the origin; bottom, right, top, left: 1 knob, −1 hole, 0 straight."""
        bump = [(0.4, 0), (0.36, 0.12), (0.42, 0.22), (0.58, 0.22), (0.64, 0.12), (0.6, 0)]
        outline = []
        for number, side in enumerate(sides):
            grow = 1 if side > 0 else 1.08  # a hole is a little wider than a knob
            edge = [(-0.5, -0.5)] + [((a - 0.5) * grow, -0.5 - b * side) for a, b in bump if side]
            turn = math.radians(90 * number)
            cosine, sine = math.cos(turn), math.sin(turn)
            outline += [(a * cosine - b * sine, a * sine + b * cosine) for a, b in edge]
        return extrude([(a * 0.46, b * 0.46) for a, b in outline], 0.2, colour)

    lower_left = piece(BLUE, (0, 1, -1, 0)).move(-0.24, 0, 0.23)
    lower_right = piece(RED, (0, 0, 1, -1)).move(0.24, 0, 0.23)
    upper_left = piece(YELLOW, (1, -1, 0, 0)).move(-0.24, 0, 0.71)
    upper_right = piece(GREEN, (-1, 0, 0, 1)).turn(16, "y").move(0.36, 0, 0.79)
    lying = piece(ORANGE, (1, -1, 1, -1)).turn(-90, "x").turn(20).move(-0.1, -0.5, 0.1)
    return lower_left + lower_right + upper_left + upper_right + lying


def scale() -> Solid:
    """A kitchen scale: a body with a round dial on both sides, and a steel pan on top."""
    body = box(0.72, 0.56, 0.56, TEAL, top=0.72) + box(0.78, 0.62, 0.05, CHARCOAL)
    edge = [(0.25, 0), (0.25, 0.06), (0.21, 0.07), (0.2, 0.05)]
    dial = lathe([*edge, (0, 0.05)], [STEEL, STEEL, STEEL, PAPER], segments=12)
    marks = copies(10, stroke(0.03, 0.13, 0.19, 0.065, CHARCOAL))
    needle = box(0.035, 0.22, 0.02, RED, at=(0, 0.05, 0.06)).turn(-50) + cylinder(0.04, 0.09, RED, segments=6)
    front = facing(dial + marks + needle).turn(-8, "x").move(0, -0.22, 0.3)
    neck = cylinder(0.12, 0.12, GREY, at=(0, 0, 0.55), segments=8)
    profile = [(0, 0), (0.2, 0), (0.42, 0.12), (0.48, 0.24), (0.45, 0.24), (0.38, 0.14), (0.18, 0.04), (0, 0.04)]
    colours = [STEEL, LIGHT_STEEL, LIGHT_STEEL, PAPER, STEEL, STEEL, STEEL]
    return body + front + front.turn(180) + neck + lathe(profile, colours, segments=12).move(z=0.66)


def scissors() -> Solid:
    """Open scissors standing on their finger rings, points up."""

    def half(side: float) -> Solid:
        """One blade with its ring, the pivot at the origin."""
        blade = extrude(
            [(-0.06, -0.1), (0.06, -0.1), (0.07, 0.06), (0.05, 0.3), (-0.05, 0.62), (-0.06, 0.0)], 0.05, LIGHT_STEEL
        )
        shank = sweep([(0, 0, -0.06), (-0.02, 0, -0.16), (-0.06, 0, -0.26)], [0.06, 0.055, 0.05], ORANGE, 6)
        finger = facing(ring(0.14, 0.085, ORANGE, segments=10)).scale(0.9, 1, 1.2).move(-0.1, 0, -0.4)
        return (blade + shank + finger).turn(20, "y").move(y=side * 0.03)

    pivot = facing(cylinder(0.045, 0.16, GREY, segments=8)).move(y=0.08)
    return (half(-1) + half(1).scale(-1, 1, 1) + pivot).move(z=0.6)


def screen() -> Solid:
    """A television on a foot, showing colour bars."""
    case = box(1.2, 0.07, 0.74, CHARCOAL, at=(0, 0, 0.16)) + box(0.8, 0.1, 0.46, GREY, at=(0, 0.07, 0.28), top=0.9)
    bars = [PAPER, YELLOW, "#4cc4cc", GREEN, PINK, RED, BLUE]
    stripes = [box(0.16, 0.03, 0.64, colour, at=(-0.48 + 0.16 * n, -0.035, 0.21)) for n, colour in enumerate(bars)]
    foot = box(0.16, 0.08, 0.24, GREY, at=(0, 0.06, 0)) + box(0.56, 0.34, 0.04, GREY)
    vents = along(4, (0, 0, 0.07), box(0.5, 0.03, 0.025, CHARCOAL, at=(0, 0.12, 0.36)))
    return sum(stripes, start=case) + foot + vents


def slippers() -> Solid:
    """A pair of slippers with a furry edge and a bobble, toes to the front."""
    outline = [(-0.12, 0.46), (-0.16, 0.36), (-0.14, 0.05), (-0.19, -0.25), (-0.13, -0.45), (0.0, -0.51)]
    outline += [(0.13, -0.43), (0.18, -0.25), (0.14, 0.05), (0.16, 0.36), (0.12, 0.46)]
    sole = taper([(x, y, 0) for x, y in outline], [(x, y, 0.09) for x, y in outline], DARK_WOOD)
    inner = [(x * 0.88, y * 0.94) for x, y in outline]
    inside = taper([(x, y, 0.09) for x, y in inner], [(x, y, 0.11) for x, y in inner], CREAM)

    def arc(y: float, width: float, height: float) -> list[Point]:
        """Half an ellipse across the foot, from left to right."""
        turns = [math.radians(a) for a in range(180, -1, -30)]
        return [(width * math.cos(a), y, 0.03 + height * math.sin(a)) for a in turns]

    arcs = [arc(-0.53, 0.06, 0.08), arc(-0.45, 0.16, 0.16), arc(-0.25, 0.21, 0.25), arc(0.0, 0.17, 0.33)]
    upper = [
        quad(front[n], front[n + 1], behind[n + 1], behind[n], "#9a86dd")
        for front, behind in pairwise(arcs)
        for n in range(6)
    ]
    toe, opening = arcs[0], arcs[-1]
    upper += [quad(toe[n + 1], toe[n], (0, -0.53, 0.03), (0, -0.53, 0.03), "#9a86dd") for n in range(6)]
    upper += [quad(opening[n], opening[n + 1], (0, -0.1, 0.1), (0, -0.1, 0.1), "#4a3a80") for n in range(6)]
    edge = sweep(opening, 0.045, PAPER, 5)
    bobble = sphere(0.09, PAPER, at=(0, -0.22, 0.31), rings=4, segments=7)
    return pair((sum(upper, start=sole + inside) + edge + bobble).move(x=0.24))


def speaker() -> Solid:
    """A loudspeaker: three round cones in front, one at each side, its sockets at the back."""
    cabinet = box(0.5, 0.48, 0.96, WOOD, at=(0, 0, 0.04)) + box(0.46, 0.44, 0.05, CHARCOAL)
    panel = box(0.46, 0.03, 0.9, CHARCOAL, at=(0, -0.25, 0.07))

    def cone(radius: float, colour: Colour, segments: int = 12) -> Solid:
        """A driver seen from the front: a bright ring, a hollow, and a dome in its middle."""
        shape = [(1.0, 0), (0.97, 0.035), (0.8, 0.035), (0.35, 0.012), (0.2, 0.04), (0, 0.045)]
        bands = [STEEL, STEEL, colour, LIGHT_STEEL, LIGHT_STEEL]
        return facing(lathe([(share * radius, z) for share, z in shape], bands, segments=segments))

    front = (
        cone(0.2, ORANGE).move(0, -0.262, 0.3)
        + cone(0.12, ORANGE, 9).move(0, -0.262, 0.64)
        + cone(0.07, YELLOW, 8).move(0, -0.262, 0.85)
    )
    side = cone(0.17, ORANGE, 10).turn(90).move(0.248, 0, 0.34)
    back = box(0.24, 0.03, 0.2, CHARCOAL, at=(0, 0.24, 0.16)) + box(0.06, 0.06, 0.06, RED, at=(-0.06, 0.25, 0.23))
    return cabinet + panel + front + pair(side) + back + cone(0.12, CHARCOAL, 10).turn(180).move(0, 0.238, 0.7)


def sunglasses() -> Solid:
    """Sunglasses standing on their lenses and the tips of their arms."""
    shape = [
        (0.05, 0.38),
        (0.12, 0.44),
        (0.32, 0.46),
        (0.53, 0.44),
        (0.56, 0.36),
        (0.51, 0.14),
        (0.38, 0.04),
        (0.2, 0.05),
        (0.09, 0.17),
    ]
    rim = sweep([(x, 0, z) for x, z in shape], 0.038, RED, 5, closed=True)
    lens = extrude(shape, 0.03, "#33407a")
    glint = patch(0.06, 0.22, "#9fb0e6", (0.34, -0.025, 0.26)).turn(25, "y", about=(0.34, 0, 0.26))
    arm = sweep(
        [(0.55, 0, 0.4), (0.58, 0.06, 0.41), (0.56, 0.6, 0.39), (0.54, 0.76, 0.28), (0.53, 0.86, 0.04)], 0.036, RED, 5
    )
    bridge = rod((-0.07, 0, 0.36), (0.07, 0, 0.36), 0.04, RED, 5)
    return pair(rim + lens + glint + arm) + bridge


MODELS: dict[str, Model] = {
    "books": books,
    "brush": brush,
    "calender": calender,
    "camera": camera,
    "clock": clock,
    "comb": comb,
    "dart": dart,
    "flashlight": flashlight,
    "gift": gift,
    "hair-dryer": hair_dryer,
    "headphones": headphones,
    "iron": iron,
    "laptop": laptop,
    "phone": phone,
    "photo": photo,
    "puzzle": puzzle,
    "scale": scale,
    "scissors": scissors,
    "screen": screen,
    "slippers": slippers,
    "speaker": speaker,
    "sunglasses": sunglasses,
}
