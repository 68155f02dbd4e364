"""What stands on the floor of XWORLD3D: obstacles of three materials in four sizes, and models; the walls around them.

To the physics each is a box in the middle of its cell. An obstacle's number in `block` is 4·material + size.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import subkernel
from xworld.maps.grid import OBSTACLE
from xworld.state import Env

MATERIALS = ("brick", "crate", "cube")
SCALES = np.array([1.0, 0.7, 0.5, 0.3])  # sides, in cells
BLOCKS = tuple((material, scale) for material in MATERIALS for scale in SCALES.tolist())
WALLS = ("wall_1", "wall_2")
WALL_HEIGHT = 3.0
QUARTER = 1024  # of the 4096 steps that a turn has in `look`


class Solids(NamedTuple):
    """How large the models are on the floor."""

    first: NDArray[np.int64]  # [C] number of a class's first model
    footprint: NDArray[np.float64]  # [P, 2] half of its extent across and along, as modelled


@subkernel
def half_sides(env: Env, solids: Solids, row: int, column: int) -> tuple[float, float]:
    """Half of the rows and columns that the box in a cell which is not free takes."""
    content = env.grid[row, column]
    if content == OBSTACLE:
        half = SCALES[env.block[row, column] % len(SCALES)] / 2
        return half, half
    across, along = solids.footprint[solids.first[env.kind[content]] + env.instance[content]]
    if env.look[content, 0] // QUARTER % 2 == 1:
        return across, along
    return along, across
