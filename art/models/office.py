"""Models of what lies on a desk: books, calendar, photo, brush and scissors."""

import math

from parts import (
    BEECH,
    BLUE,
    CHARCOAL,
    CREAM,
    GREEN,
    GREY,
    LIGHT_STEEL,
    MAHOGANY,
    ORANGE,
    PAPER,
    PURPLE,
    RED,
    YELLOW,
    ZINC,
    facing,
    patch,
)
from solids import Colour, Model, Solid, along, box, cylinder, extrude, pair, ring, sweep


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
    ferrule += along(2, (0, 0, 0.09), box(0.66, 0.27, 0.03, ZINC, at=(0, 0, 0.41)))
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


def photo() -> Solid:
    """A framed portrait of a person, standing on an easel back."""
    width, height, bar = 0.76, 0.98, 0.1
    frame = pair(box(bar, 0.1, height, "#c9982f", at=(width / 2 - bar / 2, 0, 0)))
    frame += along(2, (0, 0, height - bar), box(width - bar, 0.1, bar, "#c9982f"))
    mat = box(width - 0.1, 0.04, height - 0.1, PAPER, at=(0, 0.01, 0.05))
    view = box(0.46, 0.02, 0.68, "#6fb3d9", at=(0, -0.015, 0.15))
    shoulders = extrude([(-0.2, 0.15), (0.2, 0.15), (0.19, 0.28), (0.1, 0.37), (-0.1, 0.37), (-0.19, 0.28)], 0.02, RED)
    head = facing(cylinder(0.12, 0.02, "#e8b48c", segments=10)).move(0, 0.01, 0.52)
    hair = extrude([(-0.15, 0.5), (-0.14, 0.62), (-0.06, 0.7), (0.06, 0.7), (0.14, 0.62), (0.15, 0.5)], 0.02, MAHOGANY)
    neck = patch(0.09, 0.1, "#e8b48c", (0, -0.035, 0.39))
    person = shoulders.move(y=-0.03) + hair.move(y=-0.025) + head.move(y=-0.035) + neck
    back = box(width - 0.06, 0.02, height - 0.06, MAHOGANY, at=(0, 0.055, 0.03))
    picture = (frame + mat + view + person + back).turn(-12, "x")
    easel = box(0.26, 0.04, 0.74, BEECH, top=0.7).turn(20, "x").move(0, 0.42, 0.0)
    return picture + easel


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


MODELS: dict[str, Model] = {
    "books": books,
    "brush": brush,
    "calender": calender,
    "photo": photo,
    "scissors": scissors,
}
