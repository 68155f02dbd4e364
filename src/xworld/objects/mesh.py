"""Meshes with flat colours: what the 3D world's objects are made of.

Units are cells. x points right, y away from a viewer in front, z up; a model stands on the floor z = 0 around the
origin, its front towards −y. Triangles are counter-clockwise seen from outside.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vertices = NDArray[np.float32]
FITTED = 0.95  # cells


@dataclass(frozen=True)
class Mesh:
    """Triangles: corners [V, 3], their vertex numbers [F, 3] and colours [F, 3]."""

    vertices: Vertices
    triangles: NDArray[np.int32]
    colours: NDArray[np.uint8]

    @property
    def bounds(self) -> tuple[Vertices, Vertices]:
        """The smallest and largest coordinates."""
        return self.vertices.min(axis=0), self.vertices.max(axis=0)

    @property
    def corners(self) -> NDArray[np.float32]:
        """The corners of every triangle: [F, 3, 3]."""
        return self.vertices[self.triangles]

    def turned(self, degrees: float) -> "Mesh":
        """Turned about the vertical, counter-clockwise seen from above."""
        cosine, sine = np.round([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], 12)  # quarter turns are exact
        matrix = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]], np.float32)
        return Mesh(self.vertices @ matrix.T, self.triangles, self.colours)

    def fitted(self) -> "Mesh":
        """Scaled to fill a cell along its longest side, but for a little, centred, and put on the floor."""
        low, high = self.bounds
        scale = FITTED / float((high - low).max())
        middle = np.array([*(low + high)[:2] / 2, low[2]], np.float32)
        return Mesh(((self.vertices - middle) * scale).astype(np.float32), self.triangles, self.colours)
