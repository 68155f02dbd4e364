"""The camera of XWORLD3D: where it stands, where it looks, and what can be in its picture.

World axes: x east (columns), y north (rows, negative), z up; the unit is a cell. The camera's own: x right, y down, z ahead.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import subkernel
from xworld.maps.grid import STEP_COLUMN, STEP_ROW
from xworld.world3d.canvas import NEAR, Canvas
from xworld.world3d.dynamics import LENGTH

EYE_HEIGHT = 1.5
DOWN, AHEAD = 0.4472135954999579, 0.8944271909999159  # looks at a point one cell ahead and half a cell lower

Camera = NDArray[np.float64]  # [4, 3]: where it is; its axes right, down and ahead in the world


@subkernel
def look_from(row: float, column: float, heading: int, camera: Camera) -> None:
    """The camera of an agent."""
    east, north = STEP_COLUMN[heading] * LENGTH[heading], -STEP_ROW[heading] * LENGTH[heading]
    camera[0, 0], camera[0, 1], camera[0, 2] = column, -row, EYE_HEIGHT
    camera[1, 0], camera[1, 1], camera[1, 2] = north, -east, 0.0
    camera[2, 0], camera[2, 1], camera[2, 2] = -DOWN * east, -DOWN * north, -AHEAD
    camera[3, 0], camera[3, 1], camera[3, 2] = AHEAD * east, AHEAD * north, -DOWN


@subkernel
def turn(camera: Camera, x: float, y: float, z: float, out: NDArray[np.float64]) -> None:
    """A direction of the world in the camera's axes."""
    for axis in range(3):
        out[axis] = camera[axis + 1, 0] * x + camera[axis + 1, 1] * y + camera[axis + 1, 2] * z


@subkernel
def may_be_seen(canvas: Canvas, middle: NDArray[np.float64], radius: float) -> bool:
    """Can a sphere be in the picture?"""
    height, width = canvas.colour.shape
    across, up = width / 2.0 / canvas.focal, height / 2.0 / canvas.focal
    return (
        middle[2] > NEAR - radius
        and abs(middle[0]) <= middle[2] * across + radius * sqrt(1.0 + across * across)
        and abs(middle[1]) <= middle[2] * up + radius * sqrt(1.0 + up * up)
    )
