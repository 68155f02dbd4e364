"""Filling a picture: textured faces and flat triangles, in perspective, the nearest surface winning.

Path of the data: world → observation. Everything here is in the camera's axes: x right, y down, z ahead, in cells. On the
way to the screen 1/z and texture coordinates over z become linear in x and y, so a row of a face is an interval that
linear inequalities bound: the near plane is one of them, and nothing needs to be clipped into pieces.
"""

from math import ceil, floor, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import subkernel

NEAR = 0.05  # nothing nearer than this is seen
TEXELS = 64  # a side of a texture
LEVELS = 4  # sizes that a texture is kept in: 64, 32, 16, 8
LEVEL_START = np.array([0, 4096, 5120, 5376])  # where each begins in the row of a texture
LEVEL_BITS = np.array([6, 5, 4, 3])
TEXTURE_LENGTH = 5440
SHARP = 1.5  # texels a pixel from which on the next smaller size is used
STRETCH = 16  # pixels of a row that use one size of a texture


class Canvas(NamedTuple):
    """A picture in the making."""

    colour: NDArray[np.uint32]  # [H, W] red + 256·green + 65536·blue
    near: NDArray[np.float32]  # [H, W] 1/z of the nearest surface so far, 0 for none
    mark: NDArray[np.int32]  # [H, W] what that surface belongs to; [0, 0] if nobody asks
    focal: float  # pixels that something one wide takes at distance one


@subkernel
def _bound(at_zero: float, slope: float, low: float, high: float) -> tuple[float, float]:
    """Narrow the interval (low, high) to where at_zero + slope·x ≥ 0."""
    if slope > 0.0:
        return max(low, -at_zero / slope), high
    if slope < 0.0:
        return low, min(high, -at_zero / slope)
    if at_zero < 0.0:
        return inf, -inf
    return low, high


@subkernel
def fill_face(
    canvas: Canvas,
    o: NDArray[np.float64],
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    repeat_a: float,
    repeat_b: float,
    texels: NDArray[np.uint32],
    fineness: float,
    mark: int,
) -> None:
    """Draw the parallelogram at o with the sides a and b, its texture repeated so often along them.

    Seen from its front, b lies clockwise of a. `fineness`: texels in one cell's length.
    """
    height, width = canvas.colour.shape
    half_width, half_height, focal = width / 2.0, height / 2.0, canvas.focal
    nx, ny, nz = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]  # a × b
    away = o[0] * nx + o[1] * ny + o[2] * nz
    if away <= 0.0:  # seen from behind
        return
    top, bottom = _rows(canvas, o, a, b)
    if top > bottom:
        return
    # 1/z = d·n / o·n for the ray d = (x, y, 1); u/z = d·p − (o·p)/z with p = b × n scaled, and v/z alike.
    px, py, pz = b[1] * nz - b[2] * ny, b[2] * nx - b[0] * nz, b[0] * ny - b[1] * nx
    qx, qy, qz = a[1] * nz - a[2] * ny, a[2] * nx - a[0] * nz, a[0] * ny - a[1] * nx
    scale_p, scale_q = repeat_a / (a[0] * px + a[1] * py + a[2] * pz), repeat_b / (b[0] * qx + b[1] * qy + b[2] * qz)
    px, py, pz, qx, qy, qz = px * scale_p, py * scale_p, pz * scale_p, qx * scale_q, qy * scale_q, qz * scale_q
    nx, ny, nz = nx / away, ny / away, nz / away
    op, oq = o[0] * px + o[1] * py + o[2] * pz, o[0] * qx + o[1] * qy + o[2] * qz
    px, py, pz = px - op * nx, py - op * ny, pz - op * nz
    qx, qy, qz = qx - oq * nx, qy - oq * ny, qz - oq * nz
    step_n, step_u, step_v = nx / focal, px / focal, qx / focal
    coarse = fineness / focal / SHARP  # 1/z below which the second size is used
    marked = canvas.mark.shape[0] > 0
    for y in range(top, bottom + 1):
        ray_x, ray_y = (0.5 - half_width) / focal, (y + 0.5 - half_height) / focal
        n0 = nx * ray_x + ny * ray_y + nz
        u0 = px * ray_x + py * ray_y + pz
        v0 = qx * ray_x + qy * ray_y + qz
        low, high = _bound(u0, step_u, 0.0, width - 1.0)
        low, high = _bound(v0, step_v, low, high)
        low, high = _bound(repeat_a * n0 - u0, repeat_a * step_n - step_u, low, high)
        low, high = _bound(repeat_b * n0 - v0, repeat_b * step_n - step_v, low, high)
        low, high = _bound(n0, step_n, low, high)
        low, high = _bound(1.0 / NEAR - n0, -step_n, low, high)
        if low > high:
            continue
        first, last = ceil(low), floor(high)
        near_row, colour_row = canvas.near[y], canvas.colour[y]
        for start in range(first, last + 1, STRETCH):
            stop = min(start + STRETCH, last + 1)
            middle = n0 + (start + stop) / 2 * step_n
            level = int(middle < coarse) + int(middle < coarse * 0.5) + int(middle < coarse * 0.25)
            begin, bits = LEVEL_START[level], LEVEL_BITS[level]
            side, last_texel = float(1 << bits), (1 << bits) - 1
            for x in range(start, stop):
                near = n0 + x * step_n
                if near > near_row[x]:
                    z = side / near
                    column, row = int((u0 + x * step_u) * z) & last_texel, int((v0 + x * step_v) * z) & last_texel
                    near_row[x] = near
                    colour_row[x] = texels[begin + (row << bits) + column]
                    if marked:
                        canvas.mark[y, x] = mark


@subkernel
def _rows(canvas: Canvas, o: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[int, int]:
    """The first and last row that a face can be seen in; first > last if it is out of the picture."""
    height, width = canvas.colour.shape
    edge_x, edge_y = width / 2.0 / canvas.focal, height / 2.0 / canvas.focal
    low, high = inf, -inf
    left, right, above, below, behind = 0, 0, 0, 0, 0
    for corner in range(4):
        i, j = corner & 1, corner >> 1
        x, y, z = o[0] + i * a[0] + j * b[0], o[1] + i * a[1] + j * b[1], o[2] + i * a[2] + j * b[2]
        left += x < -edge_x * z
        right += x > edge_x * z
        above += y < -edge_y * z
        below += y > edge_y * z
        if z < NEAR:
            behind += 1
        else:
            row = canvas.focal * y / z + height / 2.0
            low, high = min(low, row), max(high, row)
    if left == 4 or right == 4 or above == 4 or below == 4 or behind == 4:
        return 1, 0
    if behind > 0:
        return 0, height - 1
    return max(0, ceil(low - 0.5)), min(height - 1, floor(high - 0.5))


@subkernel
def fill_triangle(
    canvas: Canvas,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
    colour: int,
    mark: int,
) -> None:
    """Draw a triangle of one colour, its corners on the screen: column, row and 1/z. Nothing if seen from behind."""
    height, width = canvas.colour.shape
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if area >= 0.0:  # y points down: what faces us turns the other way
        return
    top, bottom = max(0, ceil(min(ay, by, cy) - 0.5)), min(height - 1, floor(max(ay, by, cy) - 0.5))
    left, right = max(0, ceil(min(ax, bx, cx) - 0.5)), min(width - 1, floor(max(ax, bx, cx) - 0.5))
    if top > bottom or left > right:
        return
    step_x = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / area
    step_y = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) / area
    # Columns on a side's line: x = first + slope·row. On a side that goes down the inside lies right of it.
    marked = canvas.mark.shape[0] > 0
    slope_ab = (bx - ax) / (by - ay) if by != ay else 0.0
    slope_bc = (cx - bx) / (cy - by) if cy != by else 0.0
    slope_ca = (ax - cx) / (ay - cy) if ay != cy else 0.0
    for y in range(top, bottom + 1):
        row = y + 0.5
        low, high = float(left), float(right)
        if by != ay:
            at = ax + (row - ay) * slope_ab - 0.5
            low, high = (max(low, at), high) if by > ay else (low, min(high, at))
        if cy != by:
            at = bx + (row - by) * slope_bc - 0.5
            low, high = (max(low, at), high) if cy > by else (low, min(high, at))
        if ay != cy:
            at = cx + (row - cy) * slope_ca - 0.5
            low, high = (max(low, at), high) if ay > cy else (low, min(high, at))
        first, last = ceil(low), floor(high)
        near = az + (first + 0.5 - ax) * step_x + (row - ay) * step_y
        for x in range(first, last + 1):
            if near > canvas.near[y, x]:
                canvas.near[y, x] = near
                canvas.colour[y, x] = colour
                if marked:
                    canvas.mark[y, x] = mark
            near += step_x
