"""What XWORLD3D draws with, made ready for the kernels: shaded textures in several sizes, models in four turns.

The light never moves, and blocks, walls and models stand in four turns only: all shading is done here, once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.objects.mesh import Mesh
from xworld.objects.meshes import MeshPack
from xworld.world3d.canvas import LEVELS, TEXELS, TEXTURE_LENGTH
from xworld.world3d.solids import MATERIALS, WALLS, Solids

AMBIENT = 0.55
LIGHT = np.array([-0.45, -0.65, 0.62]) / np.linalg.norm([-0.45, -0.65, 0.62])  # towards the light: x east, y north, z up
TOP, NORTH_SIDE, EAST_SIDE, SOUTH_SIDE, WEST_SIDE = range(5)  # the faces of a block
NORMALS = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, -1, 0], [-1, 0, 0]], np.float64)
FLOOR, FIRST_WALL, FIRST_BLOCK = 0, 1, 1 + 4 * len(WALLS)  # rows of `Scenery.surfaces`


class Scenery(NamedTuple):
    """Everything that can be seen. P models with V corners and F triangles in all."""

    surfaces: NDArray[np.uint32]  # [S, 5440] floor; walls by pattern and side; blocks by material and face
    corners: NDArray[np.float32]  # [4, V, 3] in four turns
    triangles: NDArray[np.int32]  # [F, 3] numbers of corners within a model
    colours: NDArray[np.uint32]  # [4, F] shaded
    first_corner: NDArray[np.int64]  # [P + 1]
    first_triangle: NDArray[np.int64]  # [P + 1]
    centre: NDArray[np.float64]  # [P] height of the middle of a sphere around the model
    radius: NDArray[np.float64]  # [P] of that sphere


def shade(normals: NDArray[np.float64]) -> NDArray[np.float64]:
    """How bright surfaces with these normals [..., 3] are, in AMBIENT…1."""
    bright: NDArray[np.float64] = AMBIENT + (1 - AMBIENT) * np.clip((normals * LIGHT).sum(axis=-1), 0, 1)
    return bright


def packed(colours: NDArray[np.float64]) -> NDArray[np.uint32]:
    """Colours [..., 3] in 0…255 as one number each."""
    red, green, blue = np.moveaxis(np.rint(colours).astype(np.uint32), -1, 0)
    return red | green << 8 | blue << 16


def shaded_colours(mesh: Mesh) -> NDArray[np.uint32]:
    """The colours of a model's triangles in the light: [F]."""
    corners = mesh.corners.astype(np.float64)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return packed(mesh.colours * shade(normals)[:, None])


def build_scenery(pack: MeshPack, textures: Mapping[str, NDArray[np.uint8]]) -> Scenery:
    """The built-in scenery around the models of a pack."""
    walls = [(textures[name], -normal) for name in WALLS for normal in NORMALS[1:]]  # seen from inside
    blocks = [(textures[name], normal) for name in MATERIALS for normal in NORMALS]
    surfaces = [_sizes(picture * shade(normal)) for picture, normal in [(textures["floor"], NORMALS[0]), *walls, *blocks]]
    return model_scenery([mesh for models in pack.meshes for mesh in models])._replace(surfaces=np.stack(surfaces))


def model_scenery(meshes: Sequence[Mesh]) -> Scenery:
    """Models without a world around them."""
    turns = [[mesh.turned(90.0 * quarter) for mesh in meshes] for quarter in range(4)]
    spheres = [_sphere(mesh) for mesh in meshes]
    # Kernels are compiled for the exact layout of their arrays, so it is the same whatever that of the meshes is.
    return Scenery(
        surfaces=np.empty((0, TEXTURE_LENGTH), np.uint32),
        corners=np.stack([np.concatenate([mesh.vertices for mesh in turned]) for turned in turns]),
        triangles=np.ascontiguousarray(np.concatenate([mesh.triangles for mesh in meshes])),
        colours=np.stack([np.concatenate([shaded_colours(mesh) for mesh in turned]) for turned in turns]),
        first_corner=np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)]),
        first_triangle=np.cumsum([0, *(len(mesh.triangles) for mesh in meshes)]),
        centre=np.array([centre for centre, _ in spheres]),
        radius=np.array([radius for _, radius in spheres]),
    )


def footprints(pack: MeshPack) -> Solids:
    """How large the models are on the floor."""
    halves = [np.abs(mesh.vertices[:, :2]).max(axis=0) for models in pack.meshes for mesh in models]
    return Solids(np.cumsum([0, *pack.counts])[:-1].astype(np.int64), np.array(halves, np.float64))


def _sizes(picture: NDArray[np.float64]) -> NDArray[np.uint32]:
    """A texture [64, 64, 3] in all its sizes, one after the other."""
    sizes = [
        picture.reshape(s := TEXELS >> level, 1 << level, s, 1 << level, 3).mean(axis=(1, 3)) for level in range(LEVELS)
    ]
    return np.concatenate([packed(size).reshape(-1) for size in sizes])


def _sphere(mesh: Mesh) -> tuple[float, float]:
    """A sphere around the model with its middle above the origin: height of the middle, radius."""
    low, high = mesh.bounds
    centre = float(low[2] + high[2]) / 2
    return centre, float(np.linalg.norm(mesh.vertices - [0, 0, centre], axis=1).max())
