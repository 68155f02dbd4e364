"""The obstacles of XWORLD3D: three materials in four sizes. A block's number is 4·material + size."""

import numpy as np

MATERIALS = ("brick", "crate", "cube")
SCALES = np.array([1.0, 0.7, 0.5, 0.3])  # sides, in cells
WALLS = ("wall_1", "wall_2")
WALL_HEIGHT = 3.0
BLOCKS = len(MATERIALS) * len(SCALES)
