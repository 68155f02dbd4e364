"""What the agent sees in XWORLD3D: a frame in first person, its depth and its segmentation.

Path of the data: world → observation.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel, subkernel
from xworld.state import Batch, Env
from xworld.world3d.camera import look_from
from xworld.world3d.canvas import Canvas
from xworld.world3d.scene import CLASS_UNIT, draw_scene
from xworld.world3d.scenery import Scenery
from xworld.world3d.solids import Solids

BEYOND = 1.0005  # times the depth of a surface: inside what it bounds


@subkernel
def develop(colour: NDArray[np.uint32], image: NDArray[np.uint8]) -> None:
    """Packed colours [H, W] as bytes [H, W, 3]."""
    for y in range(colour.shape[0]):
        for x in range(colour.shape[1]):
            c = colour[y, x]
            image[y, x, 0], image[y, x, 1], image[y, x, 2] = c & 255, c >> 8 & 255, c >> 16


@subkernel
def _report(canvas: Canvas, n: int, depths: NDArray[np.float32], segments: NDArray[np.int32]) -> None:
    """Depth along the camera's axis (0 for the sky), and the class and number that every pixel belongs to."""
    height, width = canvas.colour.shape
    for y in range(height):
        for x in range(width):
            near = canvas.near[y, x]
            if len(depths) > 0:
                depths[n, y, x] = 1.0 / near if near > 0.0 else 0.0
            if len(segments) > 0:
                mark = canvas.mark[y, x] if near > 0.0 else 0
                segments[n, y, x, 0], segments[n, y, x, 1] = mark // CLASS_UNIT, mark % CLASS_UNIT


@kernel
def draw_all(
    batch: Batch,
    which: NDArray[np.int64],
    scenery: Scenery,
    solids: Solids,
    focal: float,
    images: NDArray[np.uint8],
    depths: NDArray[np.float32],
    segments: NDArray[np.int32],
    corners: int,
) -> None:
    """The views of the environments `which`: images [N, H, W, 3]; depths [N, H, W] and segments [N, H, W, 2], or empty."""
    height, width = images.shape[1], images.shape[2]
    room = (height, width) if len(segments) > 0 else (0, 0)
    canvas = Canvas(
        np.empty((height, width), np.uint32), np.empty((height, width), np.float32), np.empty(room, np.int32), focal
    )
    camera, work = np.empty((4, 3)), np.empty((corners, 3))
    for n in range(len(which)):
        env = batch[which[n]]
        look_from(env.position[0], env.position[1], env.agent[2], camera)
        draw_scene(canvas, camera, scenery, solids, env, work)
        develop(canvas.colour, images[n])
        if len(depths) > 0 or len(segments) > 0:
            _report(canvas, n, depths, segments)


def seen_cells(env: Env, scenery: Scenery, solids: Solids, corners: int, side: int) -> NDArray[np.bool_]:
    """Of every cell of the map, whether any of the side×side pixels that the agent sees shows something in it.

    Every pixel's depth gives the point that it shows; a hair farther on lies what it belongs to.
    """
    image, depth = np.empty((1, side, side, 3), np.uint8), np.empty((1, side, side), np.float32)
    here = np.array([env])
    draw_all(
        here, np.zeros(1, np.int64), scenery, solids, side / 2.0, image, depth, np.empty((0, 0, 0, 0), np.int32), corners
    )
    camera = np.empty((4, 3))
    look_from(env.position[0], env.position[1], int(env.agent[2]), camera)
    middles = (np.arange(side) + 0.5) / (side / 2.0) - 1.0
    rays = camera[3] + middles[None, :, None] * camera[1] + middles[:, None, None] * camera[2]  # [H, W, 3], 1 ahead
    points = camera[0] + rays * (depth[0] * BEYOND)[..., None]
    columns, rows = np.floor(points[..., 0] + 0.5).astype(int), np.floor(0.5 - points[..., 1]).astype(int)
    shown = (depth[0] > 0) & (rows >= 0) & (rows < env.rows) & (columns >= 0) & (columns < env.columns)
    seen = np.zeros((int(env.rows), int(env.columns)), np.bool_)
    seen[rows[shown], columns[shown]] = True
    return seen
