"""Models of vehicles."""

import math

from parts import (
    BLACK,
    GOLD,
    GUNMETAL,
    ROSEWOOD,
    SIGNAL_RED,
    SILVER,
    SOOT,
    STEEL,
    SUN_YELLOW,
    WHITE,
    disc_wheel,
    facing,
    side_on,
)
from solids import Colour, Model, Point, Solid, box, cylinder, extrude, four, lathe, pair, ring, rod, sweep

ROYAL_BLUE = "#2b62bd"


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


def bike() -> Solid:
    """A bicycle: two big thin wheels, a teal diamond frame, handlebar, saddle and pedals."""
    teal = "#159a8c"
    rear, front, crank = (0, 0.54, 0.34), (0, -0.56, 0.34), (0, 0.08, 0.3)
    seat, head, fork = (0, 0.2, 0.78), (0, -0.36, 0.82), (0, -0.4, 0.68)
    tubes = [(seat, crank), (seat, (0, -0.37, 0.76)), (crank, fork), (rear, crank), (rear, (0, 0.18, 0.7))]
    frame = sum((rod(a, b, 0.034, teal, segments=4) for a, b in tubes), start=rod(head, fork, 0.04, teal, segments=4))
    forks = pair(rod((0.05, -0.4, 0.7), (0.05, *front[1:]), 0.02, teal, segments=4))
    wheels = spoked_wheel(0.34, 0.08, SOOT, STEEL, rear, 15) + spoked_wheel(0.34, 0.08, SOOT, STEEL, front, 15)
    saddle = side_on([(-0.15, 0), (0.15, 0.01), (0.15, 0.05), (-0.02, 0.05), (-0.15, 0.09)], 0.13, ROSEWOOD, (0, 0.22, 0.86))
    post = rod(seat, (0, 0.22, 0.88), 0.02, STEEL, segments=4)
    stem = rod(head, (0, -0.35, 0.96), 0.022, STEEL, segments=4)
    bar = pair(rod((0, -0.35, 0.95), (0.26, -0.28, 1.0), 0.02, STEEL, segments=4))
    grips = pair(rod((0.26, -0.28, 1.0), (0.29, -0.16, 1.0), 0.034, ROSEWOOD, segments=4))
    chain_ring = cylinder(0.1, 0.03, GOLD, at=(0, 0, -0.015), segments=6).turn(90, "y").move(0.06, *crank[1:])
    cranks = rod((0.09, 0.08, 0.3), (0.09, -0.05, 0.2), 0.018, STEEL, segments=3)
    cranks += rod((-0.09, 0.08, 0.3), (-0.09, 0.21, 0.4), 0.018, STEEL, segments=3)
    pedals = box(0.1, 0.09, 0.03, BLACK, at=(0.15, -0.05, 0.185)) + box(0.1, 0.09, 0.03, BLACK, at=(-0.15, 0.21, 0.385))
    return frame + forks + wheels + saddle + post + stem + bar + grips + chain_ring + cranks + pedals


def car() -> Solid:
    """A red saloon with blue windows, headlights and four wheels in open arches."""
    glass = "#a9d3ea"

    def arch(middle: float) -> list[tuple[float, float]]:
        """The rounded gap above a wheel, from behind it to before it."""
        return [
            (middle - 0.4 * math.cos(math.radians(a)), 0.3 + 0.4 * math.sin(math.radians(a))) for a in (0, 45, 90, 135, 180)
        ]

    nose = [(2.05, 0.3), (2.1, 0.65), (1.9, 0.85), (0.9, 0.98), (-1.5, 1.02), (-2.05, 0.92), (-2.1, 0.3)]
    body = side_on([*arch(-1.25), *arch(1.25), *nose], 1.72, SIGNAL_RED)
    windows = side_on([(1.0, 0.95), (0.4, 1.42), (-0.95, 1.42), (-1.6, 0.95)], 1.5, glass)
    roof = side_on([(0.45, 1.38), (0.3, 1.5), (-0.85, 1.5), (-1.0, 1.38)], 1.54, SIGNAL_RED)
    posts = pair(box(0.05, 0.13, 0.46, SIGNAL_RED, at=(0.75, 0.2, 0.96)))
    pillars = pair(rod((0.74, -1.02, 0.96), (0.74, -0.42, 1.42), 0.06, SIGNAL_RED, segments=4))
    pillars += pair(rod((0.74, 1.58, 0.96), (0.74, 0.95, 1.42), 0.06, SIGNAL_RED, segments=4))
    wheels = four(disc_wheel(0.33, 0.26, SOOT, SILVER, (0.76, 1.25, 0.33)))
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
    boiler = facing(lathe(profile, [green, GOLD, green, dark, dark, GUNMETAL], segments=10), at=(0, 0.55, 1.1))
    frame = box(0.9, 3.0, 0.5, dark, at=(0, 0.1, 0.2))
    beam = box(1.2, 0.14, 0.28, SIGNAL_RED, at=(0, -1.44, 0.44))
    catcher = extrude([(-0.5, 0.08), (0.5, 0.08), (0.42, 0.44), (-0.42, 0.44)], 0.16, SIGNAL_RED, at=(0, -1.56, 0))
    funnel = [(0.14, 1.5), (0.14, 1.9), (0.28, 2.14), (0.2, 2.16), (0, 2.0)]
    chimney = lathe(funnel, [dark, dark, GOLD, BLACK], at=(0, -1.1, 0), segments=6)
    dome = lathe([(0.2, 1.5), (0.2, 1.74), (0.12, 1.84), (0, 1.88)], GOLD, at=(0, -0.35, 0), segments=6)
    cab = box(1.2, 1.0, 0.75, green, at=(0, 1.05, 0.65))
    cab_front = box(1.16, 0.08, 0.6, green, at=(0, 0.62, 1.38))
    cab_posts = pair(box(0.1, 0.1, 0.6, green, at=(0.54, 1.49, 1.38)))
    curve = [(-0.7, 1.96), (0.7, 1.96), (0.62, 2.1), (0.3, 2.2), (-0.3, 2.2), (-0.62, 2.1)]
    roof = extrude(curve, 1.25, SIGNAL_RED, at=(0, 1.05, 0))
    wheels = pair(
        disc_wheel(0.4, 0.18, SIGNAL_RED, GOLD, (0.54, 1.15, 0.4), segments=9)
        + disc_wheel(0.4, 0.18, SIGNAL_RED, GOLD, (0.54, 0.25, 0.4), segments=9)
        + disc_wheel(0.28, 0.18, SIGNAL_RED, GOLD, (0.54, -0.75, 0.28), segments=8)
    )
    rods = pair(box(0.06, 1.0, 0.09, SILVER, at=(0.66, 0.7, 0.3)))
    lamp = facing(cylinder(0.15, 0.16, "#fbe9a0", segments=6), at=(0, -1.4, 1.36))
    return boiler + frame + beam + catcher + chimney + dome + cab + cab_front + cab_posts + roof + wheels + rods + lamp


def tricycle() -> Solid:
    """A child's tricycle: big front wheel with pedals, two small ones behind, red frame, yellow saddle."""
    front = spoked_wheel(0.21, 0.07, ROYAL_BLUE, WHITE, (0, -0.3, 0.21))
    rear = pair(spoked_wheel(0.15, 0.07, ROYAL_BLUE, WHITE, (0.25, 0.3, 0.15), segments=10, bars=2))
    frame = sweep([(0, -0.22, 0.46), (0, -0.08, 0.32), (0, 0.12, 0.27), (0, 0.3, 0.17)], 0.038, SIGNAL_RED, segments=4)
    axle = rod((-0.25, 0.3, 0.15), (0.25, 0.3, 0.15), 0.025, SIGNAL_RED, segments=4)
    step = box(0.3, 0.14, 0.03, SIGNAL_RED, at=(0, 0.36, 0.17))
    forks = pair(rod((0.06, -0.22, 0.47), (0.06, -0.3, 0.21), 0.022, SIGNAL_RED, segments=4))
    crown = box(0.17, 0.07, 0.05, SIGNAL_RED, at=(0, -0.22, 0.45))
    stem = rod((0, -0.22, 0.46), (0, -0.18, 0.62), 0.03, SIGNAL_RED, segments=4)
    bar = pair(rod((0, -0.18, 0.62), (0.2, -0.12, 0.68), 0.024, SILVER, segments=4))
    grips = pair(rod((0.19, -0.125, 0.675), (0.28, -0.09, 0.69), 0.036, SUN_YELLOW, segments=4))
    saddle = box(0.24, 0.3, 0.09, SUN_YELLOW, at=(0, 0.13, 0.3), top=0.85)
    back = box(0.2, 0.04, 0.13, SUN_YELLOW, at=(0, 0.26, 0.37), top=0.8)
    cranks = rod((0.14, -0.38, 0.15), (-0.14, -0.22, 0.27), 0.018, SILVER, segments=3)
    pedals = box(0.1, 0.08, 0.04, SUN_YELLOW, at=(0.14, -0.38, 0.13)) + box(
        0.1, 0.08, 0.04, SUN_YELLOW, at=(-0.14, -0.22, 0.25)
    )
    return front + rear + frame + axle + step + forks + crown + stem + bar + grips + saddle + back + cranks + pedals


def wheelchair() -> Solid:
    """A wheelchair: big spoked wheels beside a blue seat, small castors, push handles, footrests."""
    wheels = pair(spoked_wheel(0.31, 0.05, SOOT, SILVER, (0.31, 0.1, 0.31)))
    castors = pair(cylinder(0.09, 0.05, SOOT, segments=8).turn(90, "y").move(0.195, -0.34, 0.09))
    seat = box(0.46, 0.46, 0.07, ROYAL_BLUE, at=(0, -0.05, 0.46))
    back = box(0.44, 0.05, 0.47, ROYAL_BLUE, at=(0, 0.19, 0.5))
    posts = pair(sweep([(0.24, 0.2, 0.3), (0.24, 0.2, 0.96), (0.24, 0.32, 0.98)], 0.022, STEEL, segments=4))
    grips = pair(rod((0.24, 0.29, 0.975), (0.24, 0.42, 0.99), 0.034, BLACK, segments=4))
    arms = pair(box(0.06, 0.34, 0.05, BLACK, at=(0.25, -0.03, 0.68)))
    legs = pair(sweep([(0.25, -0.16, 0.7), (0.24, -0.28, 0.46), (0.18, -0.46, 0.1)], 0.022, STEEL, segments=4))
    forks = pair(rod((0.22, -0.28, 0.44), (0.22, -0.34, 0.1), 0.02, STEEL, segments=3))
    feet = pair(box(0.15, 0.17, 0.03, GUNMETAL, at=(0.11, -0.52, 0.08)))
    return wheels + castors + seat + back + posts + grips + arms + legs + forks + feet


MODELS: dict[str, Model] = {
    "bike": bike,
    "car": car,
    "train": train,
    "tricycle": tricycle,
    "wheelchair": wheelchair,
}
