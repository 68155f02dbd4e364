"""Models of sport and games."""

import math
from collections.abc import Sequence

from parts import (
    BEECH,
    BLACK,
    BLUE,
    BRICK_RED,
    CHARCOAL,
    CHROME,
    CREAM,
    GREEN,
    GUNMETAL,
    OAK,
    ORANGE,
    PINE,
    RED,
    SIGNAL_RED,
    STEEL,
    SUN_YELLOW,
    WALNUT,
    WROUGHT_IRON,
    YELLOW,
    ZINC,
    facing,
    oval,
    side_on,
)
from solids import (
    Colour,
    Model,
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


def basketball() -> Solid:
    """An orange ball with dark seams."""
    radius, seam = 0.12, "#3a2620"
    ball = sphere(radius, "#e2712a", rings=8, segments=16)
    # Seams are bands a little outside the ball: a great circle each way, and a smaller circle on either side.
    outer, half = radius * 1.012, 0.0035
    great = lathe([(radius * 0.97, -half), (outer, -half), (outer, half), (radius * 0.97, half)], seam, segments=16)
    height = radius * 0.62
    small = lathe([(radius * 0.82, height - half), (radius * 0.775, height + half)], seam, segments=16)
    seams = great + great.turn(90, "x") + great.turn(90, "y") + (small + small.scale(1, 1, -1)).turn(90, "y")
    return (ball + seams).turn(25, "z").turn(20, "y").move(z=radius)


def chessboard() -> Solid:
    """A chessboard with some pieces of a game standing on it, taller than real ones to be seen."""
    light, dark, ivory, ebony = "#f0dcb0", "#54301c", "#f4efe2", "#2c2a30"
    rim = box(1.0, 1.0, 0.06, "#8a5a30") + box(0.9, 0.9, 0.02, light, at=(0, 0, 0.055))
    size = 0.11

    def centre(column: int, row: int) -> tuple[float, float]:
        return (column - 3.5) * size, (row - 3.5) * size

    squares = rim
    for column in range(8):
        for row in range(column % 2, 8, 2):
            x, y = centre(column, row)
            a, b = size / 2, 0.085
            squares += quad((x - a, y - a, b), (x + a, y - a, b), (x + a, y + a, b), (x - a, y + a, b), dark)

    def piece(colour: Colour, height: float, crown: Sequence[tuple[float, float]], column: int, row: int) -> Solid:
        """A turned piece: a foot, a waist, and a crown of (radius, z above the waist) points."""
        profile = [(0.045, 0), (0.02, height * 0.45), *[(r, height * 0.6 + z) for r, z in crown]]
        x, y = centre(column, row)
        return lathe(profile, colour, at=(x, y, 0.08), segments=5)

    def knight(colour: Colour, column: int, row: int, way: int) -> Solid:
        """A horse's head, looking ahead."""
        profile = [(-0.04, 0), (0.04, 0), (0.02, 0.1), (0.06, 0.11), (0.05, 0.16), (0.0, 0.21), (-0.04, 0.14)]
        x, y = centre(column, row)
        return side_on([(-way * a, b) for a, b in profile], 0.045, colour, at=(x, y, 0.08))

    pawn = [(0.032, 0.03), (0, 0.06)]
    rook = [(0.04, 0), (0.04, 0.07), (0, 0.07)]
    queen = [(0.045, 0.09), (0, 0.12)]
    game = squares
    for colour, home, ahead in ((ivory, 0, 1), (ebony, 7, -1)):
        game += sum(
            (piece(colour, 0.13, pawn, c, home + ahead) for c in (1, 5, 6)),
            start=piece(colour, 0.13, pawn, 3, home + 3 * ahead),
        )
        game += piece(colour, 0.16, rook, 0, home) + piece(colour, 0.16, rook, 7, home)
        game += knight(colour, 6, home, ahead)
        game += piece(colour, 0.26, queen, 3, home) + piece(colour, 0.3, queen, 4, home)
    return game


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
        barrel = rod((x, -0.05, z), (x, -0.2, z), 0.012, ZINC, 5, tip=0.032)
        shaft = rod((x, -0.2, z), (x, -0.3, z), 0.02, colour, 5)
        flights = box(0.16, 0.13, 0.02, colour, at=(x, -0.36, z - 0.01)) + box(
            0.02, 0.13, 0.16, colour, at=(x, -0.36, z - 0.08)
        )
        return barrel + shaft + flights

    darts = arrow(0.02, 0.66, BLUE) + arrow(-0.24, 0.86, ORANGE) + arrow(0.24, 0.5, YELLOW)
    front = pair(rod((0.2, 0, 0.3), (0.36, -0.16, 0), 0.035, BEECH, 5))
    stand = front + rod((0, 0.08, 0.36), (0, 0.36, 0), 0.035, BEECH, 5)
    return board + darts + stand


def pool_table() -> Solid:
    """A pool table: green cloth, wooden cushions, six pockets, racked balls and a cue."""
    green, dark_green = "#2f9652", "#1f6b39"
    body = box(2.2, 1.24, 0.22, WALNUT, at=(0, 0, 0.56), top=1.03)
    cloth = box(2.1, 1.14, 0.03, green, at=(0, 0, 0.77))
    long_rail = box(2.3, 0.14, 0.1, OAK, at=(0, 0.6, 0.76)) + box(2.0, 0.06, 0.06, dark_green, at=(0, 0.51, 0.79))
    short_rail = box(0.14, 1.1, 0.1, OAK, at=(1.08, 0, 0.76)) + box(0.06, 0.98, 0.06, dark_green, at=(0.99, 0, 0.79))
    rails = long_rail + long_rail.scale(1, -1, 1) + pair(short_rail)
    pocket = cylinder(0.11, 0.02, "#25221f", segments=6)
    pockets = four(pocket.move(1.0, 0.52, 0.86)) + pocket.move(0, 0.56, 0.86) + pocket.move(0, -0.56, 0.86)
    legs = four(rod((0.9, 0.45, 0.58), (0.9, 0.45, 0), 0.12, WALNUT, 6, tip=0.07))

    def ball(x: float, y: float, colour: Colour) -> Solid:
        return sphere(0.075, colour, at=(x, y, 0.86), rings=3, segments=6)

    balls = (
        ball(0.24, 0, "#e8b92f") + ball(0.38, 0.08, BRICK_RED) + ball(0.38, -0.08, "#3563b5") + ball(-0.5, 0.1, "#f3f0e6")
    )
    balls += ball(0.52, 0.16, "#e07a30") + ball(0.52, 0, "#333036") + ball(0.52, -0.16, "#7d4496")
    cue = rod((-0.6, 0.08, 0.88), (-1.15, -0.45, 1.0), 0.02, PINE, 5, tip=0.035)
    return body + cloth + rails + pockets + legs + balls + cue


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


def table_tennis() -> Solid:
    """A blue table with white lines, a net across, two bats and a ball."""
    blue, white = "#2f66b8", "#eef0ee"
    top = box(2.3, 1.3, 0.06, blue, at=(0, 0, 0.7))
    lines = pair(box(0.05, 1.3, 0.02, white, at=(1.12, 0, 0.755))) + box(2.2, 0.04, 0.02, white, at=(0, 0, 0.755))
    edge = box(2.29, 0.05, 0.02, white, at=(0, 0.62, 0.755))
    lines += edge + edge.scale(1, -1, 1)
    net = box(0.03, 1.44, 0.17, "#56635f", at=(0, 0, 0.77)) + box(0.05, 1.46, 0.05, white, at=(0, 0, 0.93))
    net += box(0.06, 0.06, 0.3, WROUGHT_IRON, at=(0, 0.73, 0.69)) + box(0.06, 0.06, 0.3, WROUGHT_IRON, at=(0, -0.73, 0.69))
    legs = four(rod((0.75, 0.5, 0.72), (0.9, 0.5, 0.03), 0.045, WROUGHT_IRON, 4))
    legs += pair(rod((0.86, -0.56, 0.06), (0.86, 0.56, 0.06), 0.035, WROUGHT_IRON, 4))
    legs += pair(rod((0.84, -0.5, 0.35), (0.84, 0.5, 0.35), 0.025, WROUGHT_IRON, 4))

    def bat(colour: Colour) -> Solid:
        """Standing on its handle, facing the front."""
        return extrude(oval(0.3, 0.32, 10), 0.05, colour, at=(0, 0, 0.29)) + box(0.06, 0.07, 0.18, PINE)

    # tilted up from the table, so that they show at a low angle
    red_bat = bat(BRICK_RED).turn(70, "y").turn(-60, "x").move(0.25, -0.3, 0.8)
    dark_bat = bat("#33363b").turn(70, "y").turn(-60, "x").turn(180).move(-0.25, 0.3, 0.8)
    ball = sphere(0.06, "#f08a2c", at=(-0.55, -0.25, 0.83), rings=4, segments=7)
    return top + lines + net + legs + red_bat + dark_bat + ball


def trampoline() -> Solid:
    """A round garden trampoline: dark mat, blue padded rim, six legs, padded poles and a net."""
    blue, orange = "#2f74c8", "#ee8a2c"
    mat = lathe([(0, 0.62), (1.15, 0.62), (1.15, 0.66), (0, 0.66)], "#3c414b", segments=12)
    pad = lathe([(1.08, 0.62), (1.45, 0.6), (1.45, 0.72), (1.08, 0.7), (1.08, 0.62)], blue, segments=12)
    leg = rod((1.3, 0, 0.62), (1.36, 0, 0), 0.05, CHROME, 5)
    pole = rod((1.4, 0, 0.66), (1.4, 0, 1.75), 0.06, orange, 5)
    top = ring(1.4, 0.07, blue, at=(0, 0, 1.75), segments=12, around=4)
    rope = ring(1.4, 0.04, "#cfd6dc", at=(0, 0, 1.25), segments=12, around=3)
    return mat + pad + copies(6, leg + pole) + top + rope


def treadmill() -> Solid:
    """A treadmill: a dark running belt, side rails, two uprights with a console and handles."""
    belt = box(0.5, 1.5, 0.08, BLACK, at=(0, -0.1, 0.12))
    stripes = along(4, (0, 0.33, 0), box(0.46, 0.04, 0.02, GUNMETAL, at=(0, -0.62, 0.19)))
    rails = pair(box(0.12, 1.66, 0.12, STEEL, at=(0.31, -0.06, 0.1)))
    motor = box(0.66, 0.36, 0.16, SIGNAL_RED, at=(0, 0.66, 0.12), top=0.85)
    roller = rod((-0.26, -0.85, 0.15), (0.26, -0.85, 0.15), 0.06, STEEL, segments=6)
    feet = four(box(0.1, 0.12, 0.1, BLACK, at=(0.3, 0.66, 0)))
    posts = pair(rod((0.35, 0.62, 0.16), (0.35, 0.4, 1.2), 0.045, GUNMETAL, segments=6))
    arms = pair(sweep([(0.35, 0.42, 1.05), (0.35, 0.0, 0.98), (0.35, -0.12, 0.9)], 0.035, SIGNAL_RED, segments=6))
    console = box(0.82, 0.1, 0.3, GUNMETAL, at=(0, 0, -0.02)).turn(-25, "x").move(0, 0.38, 1.1)
    screen = box(0.36, 0.04, 0.2, "#6fd0e8", at=(0, -0.05, 0.04)).turn(-25, "x").move(0, 0.38, 1.1)
    buttons = pair(box(0.12, 0.04, 0.1, SUN_YELLOW, at=(0.29, -0.05, 0.07))).turn(-25, "x").move(0, 0.38, 1.1)
    return belt + stripes + rails + motor + roller + feet + posts + arms + console + screen + buttons


MODELS: dict[str, Model] = {
    "basketball": basketball,
    "chessboard": chessboard,
    "dart": dart,
    "pool-table": pool_table,
    "puzzle": puzzle,
    "table-tennis": table_tennis,
    "trampoline": trampoline,
    "treadmill": treadmill,
}
