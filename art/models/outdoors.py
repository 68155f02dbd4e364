"""Models of vehicles, animals, and things for outdoors, sport and music."""

import math
from collections.abc import Sequence
from itertools import pairwise

from solids import (
    ORIGIN,
    Colour,
    Model,
    Point,
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

RUBBER = "#35353b"
STEEL = "#a9afb8"
DARK_STEEL = "#5c626c"
SILVER = "#d3d7dc"
BLACK = "#2a2a2f"
WHITE = "#ece9e2"
RED = "#cf2e2b"
YELLOW = "#f2c230"
GOLD = "#dba632"
BLUE = "#2b62bd"
WOOD = "#a8713f"
DARK_WOOD = "#5b3a22"
WATER = "#4fb0e6"
FOAM = "#c3e8fa"
PINK = "#e58f96"


# Helpers: things look towards -y.


def side_on(outline: Sequence[tuple[float, float]], thickness: float, colour: Colour, at: Point = ORIGIN) -> Solid:
    """A plate across x from an outline of (forwards, up) points."""
    return extrude(outline, thickness, colour).turn(-90).move(*at)


def lying(solid: Solid, at: Point = ORIGIN) -> Solid:
    """An upright solid tipped forwards: its top looks towards -y."""
    return solid.turn(90, "x").move(*at)


def spoked_wheel(
    radius: float, thickness: float, tyre: Colour, spoke: Colour, at: Point, segments: int = 14, bars: int = 3
) -> Solid:
    """A tyre, spokes (bars from rim to rim) and a hub, rolling along y."""
    reach = radius - thickness / 2
    wheel = ring(reach, thickness, tyre, segments=segments, around=3)
    wheel += cylinder(radius * 0.14, 0.06, spoke, at=(0, 0, -0.03), segments=4)
    for n in range(bars):
        wheel += rod((-reach, 0, 0), (reach, 0, 0), radius * 0.035, spoke, segments=3).turn(180 * n / bars)
    return wheel.turn(90, "y").move(*at)


def disc_wheel(radius: float, width: float, tyre: Colour, cap: Colour, at: Point, segments: int = 10) -> Solid:
    """A wheel rolling along y, its cap towards +x; its other side is open, and belongs against a body."""
    half, rim = width / 2, radius * 0.55
    profile = [(radius, -half), (radius, half), (rim, half), (0, half * 1.2)]
    return lathe(profile, [tyre, tyre, cap], segments=segments).turn(90, "y").move(*at)


# Vehicles.


def bike() -> Solid:
    """A bicycle: two big thin wheels, a teal diamond frame, handlebar, saddle and pedals."""
    teal = "#159a8c"
    rear, front, crank = (0, 0.54, 0.34), (0, -0.56, 0.34), (0, 0.08, 0.3)
    seat, head, fork = (0, 0.2, 0.78), (0, -0.36, 0.82), (0, -0.4, 0.68)
    tubes = [(seat, crank), (seat, (0, -0.37, 0.76)), (crank, fork), (rear, crank), (rear, (0, 0.18, 0.7))]
    frame = sum((rod(a, b, 0.034, teal, segments=4) for a, b in tubes), start=rod(head, fork, 0.04, teal, segments=4))
    forks = pair(rod((0.05, -0.4, 0.7), (0.05, *front[1:]), 0.02, teal, segments=4))
    wheels = spoked_wheel(0.34, 0.08, RUBBER, STEEL, rear, 15) + spoked_wheel(0.34, 0.08, RUBBER, STEEL, front, 15)
    saddle = side_on(
        [(-0.15, 0), (0.15, 0.01), (0.15, 0.05), (-0.02, 0.05), (-0.15, 0.09)], 0.13, DARK_WOOD, (0, 0.22, 0.86)
    )
    post = rod(seat, (0, 0.22, 0.88), 0.02, STEEL, segments=4)
    stem = rod(head, (0, -0.35, 0.96), 0.022, STEEL, segments=4)
    bar = pair(rod((0, -0.35, 0.95), (0.26, -0.28, 1.0), 0.02, STEEL, segments=4))
    grips = pair(rod((0.26, -0.28, 1.0), (0.29, -0.16, 1.0), 0.034, DARK_WOOD, segments=4))
    chain_ring = cylinder(0.1, 0.03, GOLD, at=(0, 0, -0.015), segments=6).turn(90, "y").move(0.06, *crank[1:])
    cranks = rod((0.09, 0.08, 0.3), (0.09, -0.05, 0.2), 0.018, STEEL, segments=3)
    cranks += rod((-0.09, 0.08, 0.3), (-0.09, 0.21, 0.4), 0.018, STEEL, segments=3)
    pedals = box(0.1, 0.09, 0.03, BLACK, at=(0.15, -0.05, 0.185)) + box(0.1, 0.09, 0.03, BLACK, at=(-0.15, 0.21, 0.385))
    return frame + forks + wheels + saddle + post + stem + bar + grips + chain_ring + cranks + pedals


def tricycle() -> Solid:
    """A child's tricycle: big front wheel with pedals, two small ones behind, red frame, yellow saddle."""
    front = spoked_wheel(0.21, 0.07, BLUE, WHITE, (0, -0.3, 0.21))
    rear = pair(spoked_wheel(0.15, 0.07, BLUE, WHITE, (0.25, 0.3, 0.15), segments=10, bars=2))
    frame = sweep([(0, -0.22, 0.46), (0, -0.08, 0.32), (0, 0.12, 0.27), (0, 0.3, 0.17)], 0.038, RED, segments=4)
    axle = rod((-0.25, 0.3, 0.15), (0.25, 0.3, 0.15), 0.025, RED, segments=4)
    step = box(0.3, 0.14, 0.03, RED, at=(0, 0.36, 0.17))
    forks = pair(rod((0.06, -0.22, 0.47), (0.06, -0.3, 0.21), 0.022, RED, segments=4))
    crown = box(0.17, 0.07, 0.05, RED, at=(0, -0.22, 0.45))
    stem = rod((0, -0.22, 0.46), (0, -0.18, 0.62), 0.03, RED, segments=4)
    bar = pair(rod((0, -0.18, 0.62), (0.2, -0.12, 0.68), 0.024, SILVER, segments=4))
    grips = pair(rod((0.19, -0.125, 0.675), (0.28, -0.09, 0.69), 0.036, YELLOW, segments=4))
    saddle = box(0.24, 0.3, 0.09, YELLOW, at=(0, 0.13, 0.3), top=0.85)
    back = box(0.2, 0.04, 0.13, YELLOW, at=(0, 0.26, 0.37), top=0.8)
    cranks = rod((0.14, -0.38, 0.15), (-0.14, -0.22, 0.27), 0.018, SILVER, segments=3)
    pedals = box(0.1, 0.08, 0.04, YELLOW, at=(0.14, -0.38, 0.13)) + box(0.1, 0.08, 0.04, YELLOW, at=(-0.14, -0.22, 0.25))
    return front + rear + frame + axle + step + forks + crown + stem + bar + grips + saddle + back + cranks + pedals


def wheelchair() -> Solid:
    """A wheelchair: big spoked wheels beside a blue seat, small castors, push handles, footrests."""
    wheels = pair(spoked_wheel(0.31, 0.05, RUBBER, SILVER, (0.31, 0.1, 0.31)))
    castors = pair(cylinder(0.09, 0.05, RUBBER, segments=8).turn(90, "y").move(0.195, -0.34, 0.09))
    seat = box(0.46, 0.46, 0.07, BLUE, at=(0, -0.05, 0.46))
    back = box(0.44, 0.05, 0.47, BLUE, at=(0, 0.19, 0.5))
    posts = pair(sweep([(0.24, 0.2, 0.3), (0.24, 0.2, 0.96), (0.24, 0.32, 0.98)], 0.022, STEEL, segments=4))
    grips = pair(rod((0.24, 0.29, 0.975), (0.24, 0.42, 0.99), 0.034, BLACK, segments=4))
    arms = pair(box(0.06, 0.34, 0.05, BLACK, at=(0.25, -0.03, 0.68)))
    legs = pair(sweep([(0.25, -0.16, 0.7), (0.24, -0.28, 0.46), (0.18, -0.46, 0.1)], 0.022, STEEL, segments=4))
    forks = pair(rod((0.22, -0.28, 0.44), (0.22, -0.34, 0.1), 0.02, STEEL, segments=3))
    feet = pair(box(0.15, 0.17, 0.03, DARK_STEEL, at=(0.11, -0.52, 0.08)))
    return wheels + castors + seat + back + posts + grips + arms + legs + forks + feet


def car() -> Solid:
    """A red saloon with blue windows, headlights and four wheels in open arches."""
    glass = "#a9d3ea"

    def arch(middle: float) -> list[tuple[float, float]]:
        """The rounded gap above a wheel, from behind it to before it."""
        return [
            (middle - 0.4 * math.cos(math.radians(a)), 0.3 + 0.4 * math.sin(math.radians(a))) for a in (0, 45, 90, 135, 180)
        ]

    nose = [(2.05, 0.3), (2.1, 0.65), (1.9, 0.85), (0.9, 0.98), (-1.5, 1.02), (-2.05, 0.92), (-2.1, 0.3)]
    body = side_on([*arch(-1.25), *arch(1.25), *nose], 1.72, RED)
    windows = side_on([(1.0, 0.95), (0.4, 1.42), (-0.95, 1.42), (-1.6, 0.95)], 1.5, glass)
    roof = side_on([(0.45, 1.38), (0.3, 1.5), (-0.85, 1.5), (-1.0, 1.38)], 1.54, RED)
    posts = pair(box(0.05, 0.13, 0.46, RED, at=(0.75, 0.2, 0.96)))
    pillars = pair(rod((0.74, -1.02, 0.96), (0.74, -0.42, 1.42), 0.06, RED, segments=4))
    pillars += pair(rod((0.74, 1.58, 0.96), (0.74, 0.95, 1.42), 0.06, RED, segments=4))
    wheels = four(disc_wheel(0.33, 0.26, RUBBER, SILVER, (0.76, 1.25, 0.33)))
    inside = box(1.4, 3.6, 0.4, BLACK, at=(0, 0, 0.26))
    lights = pair(box(0.34, 0.12, 0.18, "#fbe9a0", at=(0.62, -2.03, 0.6)))
    grille = box(0.7, 0.1, 0.16, BLACK, at=(0, -2.06, 0.56))
    rear_lights = pair(box(0.3, 0.1, 0.16, "#f08a24", at=(0.64, 2.05, 0.66)))
    bumpers = box(1.76, 0.14, 0.16, STEEL, at=(0, -2.1, 0.3)) + box(1.76, 0.14, 0.16, STEEL, at=(0, 2.1, 0.3))
    plate = box(0.5, 0.05, 0.15, WHITE, at=(0, 2.1, 0.55))
    return body + windows + roof + posts + pillars + wheels + inside + lights + grille + rear_lights + bumpers + plate


def train() -> Solid:
    """A steam locomotive: green boiler, chimney, cab, red wheels and cowcatcher."""
    green, dark = "#2f7d46", "#3a3d42"
    profile = [(0.52, 0), (0.52, 0.55), (0.52, 0.7), (0.52, 1.45), (0.52, 1.92), (0.4, 1.98), (0, 1.98)]
    boiler = lying(lathe(profile, [green, GOLD, green, dark, dark, DARK_STEEL], segments=10), at=(0, 0.55, 1.1))
    frame = box(0.9, 3.0, 0.5, dark, at=(0, 0.1, 0.2))
    beam = box(1.2, 0.14, 0.28, RED, at=(0, -1.44, 0.44))
    catcher = extrude([(-0.5, 0.08), (0.5, 0.08), (0.42, 0.44), (-0.42, 0.44)], 0.16, RED, at=(0, -1.56, 0))
    funnel = [(0.14, 1.5), (0.14, 1.9), (0.28, 2.14), (0.2, 2.16), (0, 2.0)]
    chimney = lathe(funnel, [dark, dark, GOLD, BLACK], at=(0, -1.1, 0), segments=6)
    dome = lathe([(0.2, 1.5), (0.2, 1.74), (0.12, 1.84), (0, 1.88)], GOLD, at=(0, -0.35, 0), segments=6)
    cab = box(1.2, 1.0, 0.75, green, at=(0, 1.05, 0.65))
    cab_front = box(1.16, 0.08, 0.6, green, at=(0, 0.62, 1.38))
    cab_posts = pair(box(0.1, 0.1, 0.6, green, at=(0.54, 1.49, 1.38)))
    curve = [(-0.7, 1.96), (0.7, 1.96), (0.62, 2.1), (0.3, 2.2), (-0.3, 2.2), (-0.62, 2.1)]
    roof = extrude(curve, 1.25, RED, at=(0, 1.05, 0))
    wheels = pair(
        disc_wheel(0.4, 0.18, RED, GOLD, (0.54, 1.15, 0.4), segments=9)
        + disc_wheel(0.4, 0.18, RED, GOLD, (0.54, 0.25, 0.4), segments=9)
        + disc_wheel(0.28, 0.18, RED, GOLD, (0.54, -0.75, 0.28), segments=8)
    )
    rods = pair(box(0.06, 1.0, 0.09, SILVER, at=(0.66, 0.7, 0.3)))
    lamp = lying(cylinder(0.15, 0.16, "#fbe9a0", segments=6), at=(0, -1.4, 1.36))
    return boiler + frame + beam + catcher + chimney + dome + cab + cab_front + cab_posts + roof + wheels + rods + lamp


# Animals.


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
    nose = box(0.035, 0.03, 0.025, PINK, at=(0, -0.265, 0.44))
    eye = box(0.05, 0.03, 0.05, "#5fae45") + box(0.018, 0.03, 0.05, BLACK, at=(0, -0.01, 0))
    eyes = pair(eye.turn(30).move(0.055, -0.205, 0.475))
    ear = extrude([(-0.06, 0), (0.06, 0), (0.03, 0.11)], 0.05, ginger)
    ear += extrude([(-0.035, 0), (0.035, 0), (0.02, 0.075)], 0.02, PINK, at=(0, -0.025, 0))
    ears = pair(ear.move(0.08, -0.11, 0.55))
    curl = [(0, 0.2, 0.06), (0.06, 0.32, 0.06), (0.08, 0.37, 0.2), (0.04, 0.35, 0.36), (0.06, 0.4, 0.48)]
    tail = sweep(curl, [0.045, 0.045, 0.04, 0.04, 0.02], stripe, segments=5)
    return body + haunches + chest + legs + paws + head + muzzle + nose + eyes + ears + tail


def dog() -> Solid:
    """A standing dog: long snout, hanging ears, tongue, red collar, tail up."""
    tan, brown = "#c8975a", "#5a3620"
    profile = [(0, 0), (0.1, 0.03), (0.13, 0.12), (0.125, 0.28), (0.15, 0.45), (0.13, 0.56), (0, 0.62)]
    body = lying(lathe(profile, [tan, tan, brown, brown, tan, tan], segments=8), at=(0, 0.3, 0.42))
    legs = four(rod((0.08, 0.22, 0.4), (0.085, 0.22, 0.03), 0.055, tan, segments=5, tip=0.04)).move(0, 0.01, 0)
    paws = four(box(0.085, 0.12, 0.05, WHITE, at=(0.085, 0.22, 0))).move(0, -0.01, 0)
    neck = rod((0, -0.2, 0.46), (0, -0.34, 0.68), 0.1, tan, segments=6, tip=0.08)
    collar = ring(0.095, 0.045, RED, segments=8, around=3).turn(30, "x").move(0, -0.285, 0.59)
    head = sphere(0.12, tan, at=(0, -0.37, 0.74), rings=5, segments=8, stretch=(0.95, 1.05, 0.95))
    snout = rod((0, -0.42, 0.72), (0, -0.6, 0.69), 0.075, WHITE, segments=6, tip=0.055)
    nose = sphere(0.04, BLACK, at=(0, -0.61, 0.715), rings=3, segments=6)
    tongue = box(0.05, 0.03, 0.1, PINK, at=(0, -0.57, 0.56))
    eyes = pair(box(0.04, 0.03, 0.04, BLACK).turn(35).move(0.06, -0.458, 0.755))
    ears = pair(sphere(0.1, brown, at=(0.125, -0.35, 0.69), rings=4, segments=6, stretch=(0.35, 0.6, 1.25)))
    tail = sweep(
        [(0, 0.27, 0.47), (0, 0.38, 0.54), (0, 0.44, 0.66), (0, 0.42, 0.78)],
        [0.045, 0.04, 0.035, 0.015],
        brown,
        segments=5,
    )
    return body + legs + paws + neck + collar + head + snout + nose + tongue + eyes + ears + tail


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
    nose = box(0.035, 0.03, 0.025, PINK, at=(0, -0.305, 0.32))
    eyes = pair(sphere(0.027, BLACK, at=(0.08, -0.225, 0.37), rings=3, segments=5))
    ear = sphere(0.06, grey, rings=5, segments=6, stretch=(0.85, 0.4, 2.9))
    ear += sphere(0.05, PINK, at=(0, -0.016, 0), rings=4, segments=4, stretch=(0.65, 0.35, 2.8))
    ears = pair(ear.turn(-14, "x").turn(12, "y").move(0.07, -0.1, 0.56))
    tail = sphere(0.07, WHITE, at=(0, 0.3, 0.16), rings=4, segments=6)
    return body + haunches + feet + chest + legs + head + muzzle + nose + eyes + ears + tail


def horse() -> Solid:
    """A standing chestnut horse: arched neck, dark mane and tail, white blaze and socks."""
    chestnut, dark, hoof = "#a05a2c", "#33241f", "#3a3330"
    profile = [(0, 0), (0.2, 0.06), (0.28, 0.25), (0.25, 0.6), (0.28, 1.0), (0.22, 1.22), (0, 1.32)]
    body = lying(lathe(profile, chestnut, segments=8).turn(22.5).scale(0.95, 1.08, 1), at=(0, 0.62, 1.1))
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


def rooster() -> Solid:
    """A rooster: red comb and wattles, golden neck, arched green tail, yellow legs."""
    brown, gold, green, wing = "#b5481f", "#e2a030", "#1f6b57", "#7a2f18"
    body = sphere(0.15, brown, at=(0, 0.0, 0.3), rings=6, segments=8, stretch=(0.8, 1.3, 0.95)).turn(-12, "x", (0, 0, 0.3))
    neck = sweep([(0, -0.08, 0.32), (0, -0.17, 0.44), (0, -0.19, 0.56), (0, -0.2, 0.62)], [0.14, 0.1, 0.06, 0.055], gold)
    head = sphere(0.068, gold, at=(0, -0.21, 0.63), rings=4, segments=6)
    beak = rod((0, -0.25, 0.63), (0, -0.35, 0.61), 0.03, YELLOW, segments=4, tip=0.004)
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
    comb = side_on(peaks, 0.035, RED, at=(0, -0.2, 0))
    wattles = pair(sphere(0.04, RED, at=(0.022, -0.27, 0.55), rings=3, segments=5, stretch=(0.5, 0.8, 1.4)))
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
    legs = pair(rod((0.065, 0.01, 0.16), (0.065, 0.0, 0.01), 0.022, YELLOW, segments=3))
    toes = pair(box(0.08, 0.15, 0.025, YELLOW, at=(0.065, -0.03, 0)))
    return body + neck + head + beak + comb + wattles + eyes + wings + tail + thighs + legs + toes


# Outdoors.


def dog_house() -> Solid:
    """A dog house: wooden walls, red gable roof, dark round doorway, a bone above it."""
    gable = [(-0.4, 0.06), (0.4, 0.06), (0.4, 0.55), (0, 0.88), (-0.4, 0.55)]
    walls = extrude(gable, 0.9, "#c89255")
    planks = pair(along(3, (0, 0, 0.15), box(0.03, 0.86, 0.03, DARK_WOOD, at=(0.4, 0, 0.14))))
    floor = box(0.86, 1.0, 0.07, DARK_WOOD)
    arch = [(0.2 * math.cos(math.radians(a)), 0.36 + 0.2 * math.sin(math.radians(a))) for a in range(0, 181, 30)]
    frame = extrude(
        [(-0.25, 0.07), (0.25, 0.07), *[(1.25 * x, 0.36 + 1.25 * (z - 0.36)) for x, z in arch]],
        0.04,
        WHITE,
        at=(0, -0.46, 0),
    )
    door = extrude([(-0.2, 0.07), (0.2, 0.07), *arch], 0.04, BLACK, at=(0, -0.48, 0))
    roof = pair(box(0.66, 1.1, 0.06, RED, at=(0.3, 0, 0)).turn(39.5, "y").move(z=0.88))
    ridge = extrude([(-0.1, 0.89), (0.1, 0.89), (0, 0.985)], 1.14, "#8e1f1d")
    bone = rod((-0.08, -0.47, 0.68), (0.08, -0.47, 0.68), 0.02, WHITE, segments=4)
    bone += pair(along(2, (0, 0, 0.05), sphere(0.035, WHITE, at=(0.09, -0.47, 0.655), rings=3, segments=5)))
    return walls + planks + floor + frame + door + roof + ridge + bone


def firehydrant() -> Solid:
    """A red fire hydrant: flanged barrel, domed bonnet, yellow caps on three sides."""
    profile = [(0, 0), (0.2, 0), (0.2, 0.06), (0.14, 0.08), (0.13, 0.42), (0.19, 0.43), (0.19, 0.49), (0.14, 0.5)]
    profile += [(0.14, 0.64), (0.18, 0.65), (0.18, 0.69), (0.15, 0.74), (0.09, 0.81), (0, 0.83)]
    dark = "#9c1f1f"
    bands = [dark, dark, dark, RED, dark, dark, dark, RED, dark, dark, RED, RED, RED]
    barrel = lathe(profile, bands, segments=10)
    nut = cylinder(0.045, 0.08, YELLOW, at=(0, 0, 0.82), segments=5)

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
        return lying(lathe(collar, [RED, RED, *[YELLOW] * 5], segments=8))

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


def umbrella() -> Solid:
    """An open umbrella standing on its hooked handle, red and yellow panels by turns."""
    panels, top, mouth = 8, 0.86, 0.56
    canopy = [(0.0, top), (0.26, top - 0.06), (0.43, top - 0.17), (0.52, mouth)]
    step = 2 * math.pi / panels

    def point(radius: float, z: float, n: float) -> Point:
        return (radius * math.cos(n * step), radius * math.sin(n * step), z)

    cloth = sphere(0.02, STEEL, at=(0, 0, top), rings=3, segments=5)
    for n in range(panels):
        outside, inside = (RED, "#8f2320") if n % 2 else (YELLOW, "#b58c22")
        for (r0, z0), (r1, z1) in pairwise(canopy):
            a, b, c, d = point(r0, z0, n), point(r1, z1, n), point(r1, z1, n + 1), point(r0, z0, n + 1)
            cloth += quad(a, b, c, d, outside) + quad(d, c, b, a, inside).move(z=-0.012)
    pole = rod((0, 0, 0.1), (0, 0, 0.97), 0.016, STEEL, segments=6)
    hook = [(0, 0, 0.18), (0, 0, 0.07), (0.03, 0, 0.025), (0.08, 0, 0.025), (0.11, 0, 0.07), (0.11, 0, 0.11)]
    handle = sweep(hook, 0.026, DARK_WOOD)
    ribs = copies(panels, rod((0, 0, 0.5), (0.3, 0, 0.72), 0.008, STEEL, segments=3))
    return cloth + pole + handle + ribs


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


def backpack() -> Solid:
    """A blue school bag: front pocket, flap, side pockets, top handle, shoulder straps behind."""
    blue, orange, dark = "#2f6fb5", "#e7862b", "#234a7d"
    outline = [
        (-0.17, 0),
        (0.17, 0),
        (0.18, 0.3),
        (0.15, 0.42),
        (0.08, 0.47),
        (-0.08, 0.47),
        (-0.15, 0.42),
        (-0.18, 0.3),
    ]
    body = extrude(outline, 0.2, blue)
    flap = extrude(
        [(-0.16, 0.3), (0.16, 0.3), (0.14, 0.42), (0.08, 0.49), (-0.08, 0.49), (-0.14, 0.42)],
        0.16,
        dark,
        at=(0, -0.05, 0),
    )
    pocket = extrude(
        [(-0.13, 0.03), (0.13, 0.03), (0.13, 0.2), (0.1, 0.25), (-0.1, 0.25), (-0.13, 0.2)],
        0.09,
        orange,
        at=(0, -0.13, 0),
    )
    zip_line = box(0.22, 0.02, 0.02, SILVER, at=(0, -0.175, 0.185))
    side = pair(box(0.06, 0.13, 0.19, orange, at=(0.2, 0, 0.03), top=0.9))
    buckles = pair(box(0.035, 0.03, 0.14, "#e8d3a0", at=(0.07, -0.14, 0.24)))
    handle = sweep(
        [(-0.05, 0.03, 0.46), (-0.04, 0.03, 0.54), (0.04, 0.03, 0.54), (0.05, 0.03, 0.46)], 0.016, "#e8d3a0", segments=5
    )
    strap = side_on(
        [
            (-0.09, 0.44),
            (-0.15, 0.4),
            (-0.19, 0.28),
            (-0.16, 0.12),
            (-0.09, 0.04),
            (-0.09, 0.09),
            (-0.13, 0.15),
            (-0.15, 0.28),
            (-0.12, 0.37),
            (-0.09, 0.39),
        ],
        0.06,
        "#e8d3a0",
    )
    return body + flap + pocket + zip_line + side + buckles + handle + pair(strap.move(0.1))


# Sport and music.


def treadmill() -> Solid:
    """A treadmill: a dark running belt, side rails, two uprights with a console and handles."""
    belt = box(0.5, 1.5, 0.08, BLACK, at=(0, -0.1, 0.12))
    stripes = along(4, (0, 0.33, 0), box(0.46, 0.04, 0.02, DARK_STEEL, at=(0, -0.62, 0.19)))
    rails = pair(box(0.12, 1.66, 0.12, STEEL, at=(0.31, -0.06, 0.1)))
    motor = box(0.66, 0.36, 0.16, RED, at=(0, 0.66, 0.12), top=0.85)
    roller = rod((-0.26, -0.85, 0.15), (0.26, -0.85, 0.15), 0.06, STEEL, segments=6)
    feet = four(box(0.1, 0.12, 0.1, BLACK, at=(0.3, 0.66, 0)))
    posts = pair(rod((0.35, 0.62, 0.16), (0.35, 0.4, 1.2), 0.045, DARK_STEEL, segments=6))
    arms = pair(sweep([(0.35, 0.42, 1.05), (0.35, 0.0, 0.98), (0.35, -0.12, 0.9)], 0.035, RED, segments=6))
    console = box(0.82, 0.1, 0.3, DARK_STEEL, at=(0, 0, -0.02)).turn(-25, "x").move(0, 0.38, 1.1)
    screen = box(0.36, 0.04, 0.2, "#6fd0e8", at=(0, -0.05, 0.04)).turn(-25, "x").move(0, 0.38, 1.1)
    buttons = pair(box(0.12, 0.04, 0.1, YELLOW, at=(0.29, -0.05, 0.07))).turn(-25, "x").move(0, 0.38, 1.1)
    return belt + stripes + rails + motor + roller + feet + posts + arms + console + screen + buttons


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

    bass = lying(drum(0.3, 0.38, 12), at=(0, 0.1, 0.31))
    emblem = lying(cylinder(0.13, 0.03, shell, segments=6), at=(0, -0.275, 0.31))
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
    hole = lying(cylinder(0.065, 0.02, BLACK, segments=10), at=(0, -0.07, 0.31))
    bridge = box(0.16, 0.03, 0.035, DARK_WOOD, at=(0, -0.085, 0.12))
    neck = box(0.06, 0.05, 0.46, DARK_WOOD, at=(0, -0.065, 0.36))
    frets = along(5, (0, 0, 0.065), box(0.062, 0.02, 0.014, SILVER, at=(0, -0.087, 0.49)))
    top = [(-0.035, 0.8), (0.035, 0.8), (0.06, 0.84), (0.055, 0.98), (-0.055, 0.98), (-0.06, 0.84)]
    head = extrude(top, 0.04, mahogany, at=(0, -0.06, 0))
    pegs = pair(along(3, (0, 0, 0.045), box(0.05, 0.025, 0.025, SILVER, at=(0.075, -0.06, 0.85))))
    strings = along(3, (0.018, 0, 0), box(0.008, 0.01, 0.7, SILVER, at=(-0.018, -0.102, 0.13)))
    instrument = (sides + face + hole + bridge + neck + frets + head + pegs + strings).turn(-8, "x").move(0, 0, 0.08)
    arm = [(0.13, -0.14, 0.1), (0.12, -0.1, 0.05), (0.12, 0.1, 0.08), (0.03, 0.1, 0.3)]
    stand = pair(sweep(arm, 0.016, RUBBER, segments=4) + rod((0.12, -0.08, 0.06), (0.18, -0.13, 0.0), 0.018, RUBBER, 4))
    prop = rod((0, 0.1, 0.3), (0, 0.26, 0), 0.018, RUBBER, segments=4)
    return instrument + stand + prop


def fan() -> Solid:
    """A pedestal fan: four blue blades in a round wire cage on a pole with a broad foot."""
    blue, grey, centre = "#3f9be8", "#70767f", 0.78
    foot = lathe([(0.25, 0), (0.23, 0.05), (0.06, 0.09), (0, 0.09)], WHITE, segments=12)
    pole = rod((0, 0.06, 0.06), (0, 0.06, centre), 0.035, STEEL, segments=6)
    switch = box(0.13, 0.1, 0.14, WHITE, at=(0, 0.04, 0.22)) + box(0.07, 0.03, 0.06, RED, at=(0, -0.02, 0.27))
    motor = lying(lathe([(0, 0), (0.08, 0.02), (0.12, 0.2), (0, 0.22)], WHITE, segments=8), at=(0, 0.26, centre))
    blade = extrude([(0.04, -0.04), (0.22, -0.13), (0.32, -0.03), (0.28, 0.1), (0.04, 0.05)], 0.02, blue).turn(-18, "x")
    hub = lying(cylinder(0.075, 0.09, YELLOW, segments=8))
    hoops = lying(ring(0.36, 0.045, grey, segments=16, around=4))
    hoops += lying(ring(0.21, 0.018, grey, segments=12, around=3), at=(0, -0.1, 0))
    wire = sweep([(0, -0.1, 0.05), (0, -0.1, 0.21), (0, 0, 0.36)], 0.009, grey, segments=3)
    blades = sum((blade.turn(90 * n, "y") for n in range(1, 4)), start=blade)
    wires = sum((wire.turn(45 * n, "y") for n in range(1, 8)), start=wire)
    return foot + pole + switch + motor + (blades + hub + hoops + wires).move(0, -0.06, centre)


def vacuum() -> Solid:
    """A canister vacuum cleaner: purple body on wheels, a ribbed hose arching over to a wand with a floor head."""
    purple = "#8445b0"
    base = box(0.36, 0.6, 0.12, DARK_STEEL, at=(0, 0, 0.05))
    body = sphere(0.28, purple, at=(0, 0, 0.24), rings=6, segments=10, stretch=(0.82, 1.2, 0.85))
    wheels = pair(disc_wheel(0.17, 0.12, RUBBER, SILVER, (0.19, 0.14, 0.17)))
    grip = sweep([(0, 0.2, 0.42), (0, 0.14, 0.54), (0, -0.08, 0.54), (0, -0.14, 0.44)], 0.03, BLACK, segments=5)
    button = cylinder(0.07, 0.05, YELLOW, at=(0, 0.03, 0.46), segments=6)
    canister = (base + body + wheels + grip + button).turn(-25).move(0.26, 0.2)
    # The hose, thick and thin by turns: out of the body's front, a bend near the floor, an arch to the wand's handle.
    bends = [(0.16, -0.06, 0.24), (0.12, -0.2, 0.2), (0.12, -0.33, 0.22), (0.16, -0.42, 0.34), (0.2, -0.4, 0.5)]
    bends += [(0.17, -0.3, 0.66), (0.07, -0.16, 0.8), (-0.06, -0.04, 0.93), (-0.18, 0.04, 1.0), (-0.29, 0.06, 0.98)]
    hose = sweep([*bends, (-0.34, 0.02, 0.9)], [*[0.055, 0.04] * 5, 0.045], "#5f636b", segments=5)
    handle = sweep([(-0.34, 0.0, 0.9), (-0.35, 0.14, 0.84), (-0.35, 0.12, 0.7)], 0.034, BLACK, segments=4)
    wand = rod((-0.34, 0.02, 0.92), (-0.36, -0.3, 0.08), 0.038, SILVER, segments=6)
    head = box(0.46, 0.2, 0.1, purple, at=(-0.36, -0.36, 0.02), top=0.75)
    return canister + hose + handle + wand + head + box(0.48, 0.22, 0.03, BLACK, at=(-0.36, -0.36, 0))


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


MODELS: dict[str, Model] = {
    "bike": bike,
    "tricycle": tricycle,
    "wheelchair": wheelchair,
    "car": car,
    "train": train,
    "cat": cat,
    "dog": dog,
    "rabbit": rabbit,
    "horse": horse,
    "rooster": rooster,
    "dog-house": dog_house,
    "firehydrant": firehydrant,
    "fountain": fountain,
    "umbrella": umbrella,
    "basketball": basketball,
    "backpack": backpack,
    "treadmill": treadmill,
    "drums": drums,
    "guitar": guitar,
    "fan": fan,
    "vacuum": vacuum,
    "chessboard": chessboard,
}
