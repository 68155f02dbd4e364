"""The scene of a session as a camera sees it: models, blocks, walls, floor and sky.

Path of the data: world → observation. Models first, then blocks, walls and floor, so that what is hidden costs little.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import subkernel
from xworld.maps.grid import OBSTACLE
from xworld.state import Env
from xworld.world3d.camera import Camera, may_be_seen, turn
from xworld.world3d.canvas import NEAR, TEXELS, Canvas, fill_face, fill_triangle
from xworld.world3d.scenery import FIRST_BLOCK, FIRST_WALL, FLOOR, NORMALS, Scenery
from xworld.world3d.solids import QUARTER, SCALES, WALL_HEIGHT, Solids

ZENITH, HORIZON = (104, 158, 214), (206, 224, 238)  # colours of the sky

# What a pixel of the segmentation shows: 65536·class + number in its session. Objects of class c are FIRST_OBJECT + c.
SKY, FLOOR_CLASS, WALL_CLASS, FIRST_MATERIAL, FIRST_OBJECT = 0, 1, 2, 3, 6
CLASS_UNIT = 65536

# The two sides of a block's faces, seen from outside: to the right, and down (on the top: to the south).
BLOCK_SIDES = np.array(
    [
        [[1.0, 0, 0], [0, -1, 0]],
        [[-1.0, 0, 0], [0, 0, -1]],
        [[0, 1.0, 0], [0, 0, -1]],
        [[1.0, 0, 0], [0, 0, -1]],
        [[0, -1.0, 0], [0, 0, -1]],
    ]
)


@subkernel
def draw_model(
    canvas: Canvas,
    camera: Camera,
    scenery: Scenery,
    model: int,
    quarter: int,
    x: float,
    y: float,
    mark: int,
    work: NDArray[np.float64],
) -> None:
    """A model that stands at (x, y), turned by quarters of a turn. `work` [corners, 3] is room to compute in."""
    middle = np.empty(3)
    turn(camera, x - camera[0, 0], y - camera[0, 1], scenery.centre[model] - camera[0, 2], middle)
    if not may_be_seen(canvas, middle, scenery.radius[model]):
        return
    height, width = canvas.colour.shape
    half_width, half_height, focal = width / 2.0, height / 2.0, canvas.focal
    turn(camera, x - camera[0, 0], y - camera[0, 1], -camera[0, 2], middle)
    first, count = scenery.first_corner[model], scenery.first_corner[model + 1] - scenery.first_corner[model]
    whole = True  # in front of the camera
    r, d, a = camera[1], camera[2], camera[3]
    for v in range(count):
        p = scenery.corners[quarter, first + v]
        work[v, 0] = middle[0] + r[0] * p[0] + r[1] * p[1] + r[2] * p[2]
        work[v, 1] = middle[1] + d[0] * p[0] + d[1] * p[1] + d[2] * p[2]
        work[v, 2] = middle[2] + a[0] * p[0] + a[1] * p[1] + a[2] * p[2]
        whole = whole and work[v, 2] >= NEAR
    if whole:
        for v in range(count):
            near = 1.0 / work[v, 2]
            work[v, 0], work[v, 1], work[v, 2] = (
                focal * work[v, 0] * near + half_width,
                focal * work[v, 1] * near + half_height,
                near,
            )
    for t in range(scenery.first_triangle[model], scenery.first_triangle[model + 1]):
        i, j, k = scenery.triangles[t]
        colour = scenery.colours[quarter, t]
        if whole:
            fill_triangle(
                canvas,
                work[i, 0],
                work[i, 1],
                work[i, 2],
                work[j, 0],
                work[j, 1],
                work[j, 2],
                work[k, 0],
                work[k, 1],
                work[k, 2],
                colour,
                mark,
            )
        else:
            _fill_cut(canvas, work[i], work[j], work[k], colour, mark)


@subkernel
def _fill_cut(
    canvas: Canvas, a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64], colour: int, mark: int
) -> None:
    """A triangle in the camera's axes, cut off at the near plane and projected."""
    height, width = canvas.colour.shape
    cut = np.empty((4, 3))
    count = 0
    for side in range(3):
        p, q = (a, b) if side == 0 else (b, c) if side == 1 else (c, a)
        if p[2] >= NEAR:
            cut[count] = p
            count += 1
        if (p[2] >= NEAR) != (q[2] >= NEAR):
            share = (NEAR - p[2]) / (q[2] - p[2])
            cut[count, 0], cut[count, 1], cut[count, 2] = p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), NEAR
            count += 1
    for n in range(count):
        near = 1.0 / cut[n, 2]
        cut[n, 0] = canvas.focal * cut[n, 0] * near + width / 2.0
        cut[n, 1] = canvas.focal * cut[n, 1] * near + height / 2.0
        cut[n, 2] = near
    for n in range(2, count):
        p, q, r = cut[0], cut[n - 1], cut[n]
        fill_triangle(canvas, p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2], colour, mark)


@subkernel
def _draw_face(
    canvas: Canvas,
    camera: Camera,
    face: NDArray[np.float64],
    repeats: tuple[float, float],
    texels: NDArray[np.uint32],
    fineness: float,
    mark: int,
    work: NDArray[np.float64],
) -> None:
    """A parallelogram of the world, `face` [3, 3]: a corner and the two sides that start there."""
    turn(camera, face[0, 0] - camera[0, 0], face[0, 1] - camera[0, 1], face[0, 2] - camera[0, 2], work[0])
    turn(camera, face[1, 0], face[1, 1], face[1, 2], work[1])
    turn(camera, face[2, 0], face[2, 1], face[2, 2], work[2])
    fill_face(canvas, work[0], work[1], work[2], repeats[0], repeats[1], texels, fineness, mark)


@subkernel
def _draw_block(
    canvas: Canvas,
    camera: Camera,
    scenery: Scenery,
    x: float,
    y: float,
    size: float,
    material: int,
    mark: int,
    work: NDArray[np.float64],
) -> None:
    """A block that stands at (x, y): its top, and the sides that face the camera."""
    half = size / 2.0
    turn(camera, x - camera[0, 0], y - camera[0, 1], half - camera[0, 2], work[0])
    if not may_be_seen(canvas, work[0], half * 1.7320508):
        return
    face = work[3:6]
    for side in range(5):
        east, north, up = NORMALS[side]
        if (camera[0, 0] - x) * east + (camera[0, 1] - y) * north + (camera[0, 2] - half) * up > half:
            for axis in range(3):
                face[1, axis], face[2, axis] = size * BLOCK_SIDES[side, 0, axis], size * BLOCK_SIDES[side, 1, axis]
            face[0, 0] = x + half * east - face[1, 0] / 2 - face[2, 0] / 2
            face[0, 1] = y + half * north - face[1, 1] / 2 - face[2, 1] / 2
            face[0, 2] = size
            texels = scenery.surfaces[FIRST_BLOCK + 5 * material + side]
            _draw_face(canvas, camera, face, (1.0, 1.0), texels, TEXELS / size, mark, work)


@subkernel
def _draw_room(canvas: Canvas, camera: Camera, scenery: Scenery, env: Env, work: NDArray[np.float64]) -> None:
    """The floor, and the border walls seen from inside."""
    columns, rows = float(env.columns), float(env.rows)
    face = work[3:6]
    for side in range(5):
        # Of a block seen from inside, a side runs the other way; the floor is a top at the bottom.
        way, high = (1.0, 0.0) if side == 0 else (-1.0, WALL_HEIGHT)
        wide, deep = columns, rows if side == 0 else WALL_HEIGHT
        if side == 2 or side == 4:
            wide = rows
        for axis in range(3):
            face[1, axis], face[2, axis] = way * wide * BLOCK_SIDES[side, 0, axis], deep * BLOCK_SIDES[side, 1, axis]
        face[0, 0] = (columns - 1.0) / 2 + columns / 2 * NORMALS[side, 0] - face[1, 0] / 2 - face[2, 0] / 2
        face[0, 1] = (1.0 - rows) / 2 + rows / 2 * NORMALS[side, 1] - face[1, 1] / 2 - face[2, 1] / 2
        face[0, 2] = high
        surface = FLOOR if side == 0 else FIRST_WALL + 4 * env.walls[side - 1] + side - 1
        mark = (FLOOR_CLASS if side == 0 else WALL_CLASS) * CLASS_UNIT
        _draw_face(canvas, camera, face, (wide, deep), scenery.surfaces[surface], float(TEXELS), mark, work)


@subkernel
def draw_scene(
    canvas: Canvas, camera: Camera, scenery: Scenery, solids: Solids, env: Env, work: NDArray[np.float64]
) -> None:
    """All that a camera sees of a session."""
    height, width = canvas.colour.shape
    for y in range(height):
        share = min(1.0, 2.5 * y / height)
        colour = 0
        for channel in range(3):
            colour |= int(ZENITH[channel] + share * (HORIZON[channel] - ZENITH[channel])) << 8 * channel
        for x in range(width):
            canvas.colour[y, x] = colour
            canvas.near[y, x] = 0.0
    for k in range(env.count):
        model, mark = solids.first[env.kind[k]] + env.instance[k], (FIRST_OBJECT + env.kind[k]) * CLASS_UNIT + 1 + k
        draw_model(canvas, camera, scenery, model, env.look[k, 0] // QUARTER, env.place[k, 1], -env.place[k, 0], mark, work)
    number = env.count
    for r in range(env.rows):
        for c in range(env.columns):
            if env.grid[r, c] == OBSTACLE:
                number += 1
                material, size = env.block[r, c] // len(SCALES), SCALES[env.block[r, c] % len(SCALES)]
                mark = (FIRST_MATERIAL + material) * CLASS_UNIT + number
                _draw_block(canvas, camera, scenery, c, -r, size, material, mark, work)
    _draw_room(canvas, camera, scenery, env, work)
