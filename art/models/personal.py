"""Models of what a person wears, carries or grooms with."""

import math
from itertools import pairwise

from parts import (
    CHARCOAL,
    CREAM,
    LIGHT_STEEL,
    MAHOGANY,
    PAPER,
    PINK,
    RED,
    ROSEWOOD,
    SIGNAL_RED,
    SILVER,
    STEEL,
    SUN_YELLOW,
    YELLOW,
    facing,
    patch,
    side_on,
    taper,
)
from solids import Model, Point, Solid, along, box, copies, extrude, lathe, pair, quad, rod, sphere, sweep


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


def comb() -> Solid:
    """A comb with a handle, standing on its teeth."""
    outline = [(-0.54, 0.4), (-0.5, 0.34), (0.22, 0.34), (0.32, 0.27), (0.56, 0.25), (0.62, 0.32), (0.58, 0.4)]
    spine = extrude([*outline, (0.3, 0.45), (-0.1, 0.5), (-0.46, 0.47)], 0.13, "#7cc243")
    ends = along(2, (0.66, 0, 0), box(0.07, 0.1, 0.36, "#7cc243", at=(-0.465, 0, 0)))
    tooth = box(0.032, 0.05, 0.36, "#7cc243", top=0.6).scale(1, 1, -1).move(z=0.36)
    teeth = along(8, (0.073, 0, 0), tooth.move(x=-0.39))
    stripe = box(0.6, 0.16, 0.04, "#c6ea9c", at=(-0.12, 0, 0.39))
    return spine + ends + teeth + stripe


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


def slippers() -> Solid:
    """A pair of slippers with a furry edge and a bobble, toes to the front."""
    outline = [(-0.12, 0.46), (-0.16, 0.36), (-0.14, 0.05), (-0.19, -0.25), (-0.13, -0.45), (0.0, -0.51)]
    outline += [(0.13, -0.43), (0.18, -0.25), (0.14, 0.05), (0.16, 0.36), (0.12, 0.46)]
    sole = taper([(x, y, 0) for x, y in outline], [(x, y, 0.09) for x, y in outline], MAHOGANY)
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


def umbrella() -> Solid:
    """An open umbrella standing on its hooked handle, red and yellow panels by turns."""
    panels, top, mouth = 8, 0.86, 0.56
    canopy = [(0.0, top), (0.26, top - 0.06), (0.43, top - 0.17), (0.52, mouth)]
    step = 2 * math.pi / panels

    def point(radius: float, z: float, n: float) -> Point:
        return (radius * math.cos(n * step), radius * math.sin(n * step), z)

    cloth = sphere(0.02, STEEL, at=(0, 0, top), rings=3, segments=5)
    for n in range(panels):
        outside, inside = (SIGNAL_RED, "#8f2320") if n % 2 else (SUN_YELLOW, "#b58c22")
        for (r0, z0), (r1, z1) in pairwise(canopy):
            a, b, c, d = point(r0, z0, n), point(r1, z1, n), point(r1, z1, n + 1), point(r0, z0, n + 1)
            cloth += quad(a, b, c, d, outside) + quad(d, c, b, a, inside).move(z=-0.012)
    pole = rod((0, 0, 0.1), (0, 0, 0.97), 0.016, STEEL, segments=6)
    hook = [(0, 0, 0.18), (0, 0, 0.07), (0.03, 0, 0.025), (0.08, 0, 0.025), (0.11, 0, 0.07), (0.11, 0, 0.11)]
    handle = sweep(hook, 0.026, ROSEWOOD)
    ribs = copies(panels, rod((0, 0, 0.5), (0.3, 0, 0.72), 0.008, STEEL, segments=3))
    return cloth + pole + handle + ribs


MODELS: dict[str, Model] = {
    "backpack": backpack,
    "comb": comb,
    "hair-dryer": hair_dryer,
    "slippers": slippers,
    "sunglasses": sunglasses,
    "umbrella": umbrella,
}
