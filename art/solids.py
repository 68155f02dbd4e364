"""A kit for modelling: primitives with colours, moved, turned and put together.

Axes and units as in `xworld.world3d.mesh`: x right, y away from the viewer, z up. Every function returns a `Solid`;
`a + b` puts two together. Sizes may be in any unit, `build.py` fits each model to a cell. Unless said otherwise a
primitive stands on z = 0 around the origin; `at` moves it.

    table = box(1.2, 0.8, 0.05, WOOD, at=(0, 0, 0.7)) + four(box(0.06, 0.06, 0.7, WOOD, at=(0.55, 0.35, 0)))
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from xworld.objects.mesh import Mesh

Colour = str  # "#rrggbb"
Point = tuple[float, float, float]
ORIGIN: Point = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Solid:
    """Some triangles: corners [F, 3, 3] and colours [F, 3]."""

    corners: NDArray[np.float64]
    colours: NDArray[np.uint8]

    def __add__(self, other: "Solid") -> "Solid":
        return Solid(np.concatenate([self.corners, other.corners]), np.concatenate([self.colours, other.colours]))

    def __radd__(self, other: object) -> "Solid":
        """So that sum(parts) works."""
        return self

    def __len__(self) -> int:
        return len(self.corners)

    def move(self, x: float = 0, y: float = 0, z: float = 0) -> "Solid":
        return Solid(self.corners + np.array([x, y, z]), self.colours)

    def scale(self, x: float, y: float | None = None, z: float | None = None) -> "Solid":
        """One factor for all axes, or one each; a negative factor mirrors, and the faces keep looking outwards."""
        factors = np.array([x, x if y is None else y, x if z is None else z])
        corners = self.corners * factors
        return Solid(corners[:, ::-1] if np.prod(factors) < 0 else corners, self.colours)

    def turn(self, degrees: float, axis: str = "z", about: Point = ORIGIN) -> "Solid":
        """Turned about an axis through `about`, counter-clockwise seen from the axis's tip."""
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        a, b = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        matrix = np.eye(3)
        matrix[a, a], matrix[a, b], matrix[b, a], matrix[b, b] = cosine, -sine, sine, cosine
        return Solid((self.corners - about) @ matrix.T + about, self.colours)

    def paint(self, colour: Colour) -> "Solid":
        return Solid(self.corners, np.tile(rgb(colour), (len(self), 1)))

    def mesh(self) -> Mesh:
        """With corners shared, and triangles without an area left out."""
        edges = self.corners[:, 1:] - self.corners[:, :1]
        keep = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1) > 1e-9
        points = np.round(self.corners[keep].reshape(-1, 3), 5)
        vertices, numbers = np.unique(points, axis=0, return_inverse=True)
        return Mesh(vertices.astype(np.float32), numbers.reshape(-1, 3).astype(np.int32), self.colours[keep])


def rgb(colour: Colour) -> NDArray[np.uint8]:
    return np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)], np.uint8)


def _solid(triangles: Sequence[Sequence[Point]], colours: Colour | Sequence[Colour]) -> Solid:
    corners = np.array(triangles, np.float64).reshape(-1, 3, 3)
    if isinstance(colours, str):
        return Solid(corners, np.tile(rgb(colours), (len(corners), 1)))
    return Solid(corners, np.array([rgb(c) for c in colours], np.uint8).reshape(-1, 3))


def quad(a: Point, b: Point, c: Point, d: Point, colour: Colour) -> Solid:
    """A flat four-sided face, its corners counter-clockwise as seen from its front."""
    return _solid([(a, b, c), (a, c, d)], colour)


def box(width: float, depth: float, height: float, colour: Colour, at: Point = ORIGIN, top: float = 1.0) -> Solid:
    """A box of width (x), depth (y) and height (z), 12 triangles; `top` < 1 narrows it upwards."""
    x, y, tx, ty = width / 2, depth / 2, width / 2 * top, depth / 2 * top
    low = [(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)]
    high = [(-tx, -ty, height), (tx, -ty, height), (tx, ty, height), (-tx, ty, height)]
    sides = sum((quad(low[n], low[(n + 1) % 4], high[(n + 1) % 4], high[n], colour) for n in range(4)), start=_none())
    lid = quad(high[0], high[1], high[2], high[3], colour)
    floor = quad(low[3], low[2], low[1], low[0], colour)
    return (sides + lid + floor).move(*at)


def _none() -> Solid:
    return Solid(np.zeros((0, 3, 3)), np.zeros((0, 3), np.uint8))


def lathe(
    profile: Sequence[tuple[float, float]], colour: Colour | Sequence[Colour], at: Point = ORIGIN, segments: int = 12
) -> Solid:
    """A profile of (radius, z) points, from bottom to top, turned about z; one colour, or one for each band.

    Give radius 0 at the ends to close it. Costs 2·segments triangles a band, segments where a radius is 0.
    """
    triangles: list[tuple[Point, Point, Point]] = []
    colours: list[Colour] = []
    for band, ((r0, z0), (r1, z1)) in enumerate(pairwise(profile)):
        for n in range(segments):
            a0, a1 = 2 * math.pi * n / segments, 2 * math.pi * (n + 1) / segments
            p, q = (r0 * math.cos(a0), r0 * math.sin(a0), z0), (r0 * math.cos(a1), r0 * math.sin(a1), z0)
            s, t = (r1 * math.cos(a1), r1 * math.sin(a1), z1), (r1 * math.cos(a0), r1 * math.sin(a0), z1)
            faces = ([(p, q, s)] if r0 > 0 else []) + ([(p, s, t)] if r1 > 0 else [])
            triangles += faces
            colours += [colour if isinstance(colour, str) else colour[band]] * len(faces)
    return _solid(triangles, colours).move(*at)


def cylinder(
    radius: float, height: float, colour: Colour, at: Point = ORIGIN, segments: int = 12, top: float | None = None
) -> Solid:
    """An upright cylinder, closed at both ends; another radius at the `top` makes a frustum, 0 a cone."""
    end = radius if top is None else top
    return lathe([(0, 0), (radius, 0), (end, height), (0, height)], colour, at, segments)


def rod(start: Point, end: Point, radius: float, colour: Colour, segments: int = 6, tip: float | None = None) -> Solid:
    """A straight bar between two points, closed at both ends; `tip`: another radius at its end."""
    return sweep([start, end], [radius, radius if tip is None else tip], colour, segments)


def sphere(
    radius: float, colour: Colour, at: Point = ORIGIN, rings: int = 6, segments: int = 10, stretch: Point = (1, 1, 1)
) -> Solid:
    """A ball around `at` (its centre); `stretch` makes it an ellipsoid. Costs 2·segments·(rings − 1) triangles."""
    angles = [math.pi * n / rings - math.pi / 2 for n in range(rings + 1)]
    ends = {0: 0.0, rings: 0.0}
    profile = [(ends.get(n, radius * math.cos(a)), radius * math.sin(a)) for n, a in enumerate(angles)]
    return lathe(profile, colour, segments=segments).scale(*stretch).move(*at)


def extrude(outline: Sequence[tuple[float, float]], depth: float, colour: Colour, at: Point = ORIGIN) -> Solid:
    """An outline of (x, z) points as seen from the front, made `depth` thick around y = 0; it may be concave."""
    points = list(outline)
    if sum(x0 * z1 - x1 * z0 for (x0, z0), (x1, z1) in zip(points, points[1:] + points[:1])) < 0:
        points.reverse()
    y = depth / 2
    solid = _none()
    for a, b, c in _ears(points):
        front: list[Point] = [(points[n][0], -y, points[n][1]) for n in (a, b, c)]
        solid += _solid([front, [(x, y, z) for x, _, z in reversed(front)]], colour)
    for (x0, z0), (x1, z1) in zip(points, points[1:] + points[:1]):
        solid += quad((x1, -y, z1), (x0, -y, z0), (x0, y, z0), (x1, y, z1), colour)
    return solid.move(*at)


def _ears(points: Sequence[tuple[float, float]]) -> list[tuple[int, int, int]]:
    """Triangulate a simple counter-clockwise outline by cutting off ears."""

    def cross(o: int, a: int, b: int) -> float:
        (ox, oy), (ax, ay), (bx, by) = points[o], points[a], points[b]
        return (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)

    left, ears = list(range(len(points))), []
    while len(left) > 3:
        for n in range(len(left)):
            a, b, c = left[n - 1], left[n], left[(n + 1) % len(left)]
            inside = (p for p in left if p not in (a, b, c) and points[p] not in (points[a], points[b], points[c]))
            if cross(a, b, c) > 1e-12 and not any(
                cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0 for p in inside
            ):
                ears.append((a, b, c))
                del left[n]
                break
        else:
            raise ValueError("the outline crosses itself, or has corners on one line")
    return [*ears, (left[0], left[1], left[2])]


def sweep(
    path: Sequence[Point], radius: float | Sequence[float], colour: Colour, segments: int = 6, closed: bool = False
) -> Solid:
    """A round tube along a path, one radius or one at each point; `closed` joins its ends (a ring)."""
    points = np.array(path, np.float64)
    radii = np.full(len(points), radius) if isinstance(radius, (int, float)) else np.array(radius, np.float64)
    ahead = np.roll(points, -1, axis=0) - points
    behind = points - np.roll(points, 1, axis=0)
    if not closed:
        ahead[-1], behind[0] = behind[-1], ahead[0]
    along = ahead / np.linalg.norm(ahead, axis=1, keepdims=True) + behind / np.linalg.norm(behind, axis=1, keepdims=True)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    rings = []
    side = np.cross(along[0], [0.0, 0.0, 1.0] if abs(along[0, 2]) < 0.9 else [1.0, 0.0, 0.0])
    for point, direction, r in zip(points, along, radii):
        side = side - direction * (side @ direction)  # carried along, so that the tube does not twist
        side /= np.linalg.norm(side)
        up = np.cross(side, direction)
        angles = 2 * np.pi * np.arange(segments) / segments
        rings.append(point + r * (np.cos(angles)[:, None] * side + np.sin(angles)[:, None] * up))
    triangles = []
    for n in range(len(rings) if closed else len(rings) - 1):
        a, b = rings[n], rings[(n + 1) % len(rings)]
        for k in range(segments):
            m = (k + 1) % segments
            triangles += [(a[k], b[k], b[m]), (a[k], b[m], a[m])]
    if not closed:
        for ring, centre, flip in ((rings[0], points[0], True), (rings[-1], points[-1], False)):
            for k in range(segments):
                m = (k + 1) % segments
                triangles.append((centre, ring[k], ring[m]) if flip else (centre, ring[m], ring[k]))
    return _solid(triangles, colour)


def ring(radius: float, thickness: float, colour: Colour, at: Point = ORIGIN, segments: int = 14, around: int = 6) -> Solid:
    """A lying ring (a wheel's tyre, a hoop) around `at`: `radius` to the middle of a tube `thickness` thick."""
    angles = [2 * math.pi * n / segments for n in range(segments)]
    path = [(radius * math.cos(a), radius * math.sin(a), 0.0) for a in angles]
    return sweep(path, thickness / 2, colour, around, closed=True).move(*at)


def copies(count: int, solid: Solid, about: Point = ORIGIN) -> Solid:
    """`count` copies, turned evenly about the vertical through `about`."""
    return sum((solid.turn(360 * n / count, "z", about) for n in range(count)), start=_none())


def pair(solid: Solid) -> Solid:
    """The solid and its mirror image left to right."""
    return solid + solid.scale(-1, 1, 1)


def four(solid: Solid) -> Solid:
    """The solid and its mirror images left to right and front to back: legs of a table."""
    both = pair(solid)
    return both + both.scale(1, -1, 1)


def along(count: int, step: Point, solid: Solid) -> Solid:
    """`count` copies in a row, each moved by `step` from the one before."""
    return sum((solid.move(*(n * s for s in step)) for n in range(count)), start=_none())


Model = Callable[[], Solid]
