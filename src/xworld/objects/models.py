"""The built-in models: our own low-poly models of the 88 classes of XWORLD3D, and its textures.

They are modelled in code in the repository's art/models/ and art/textures/, and shipped as one compressed file.
"""

import json
import lzma
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld.objects.mesh import Mesh
from xworld.objects.meshes import MeshPack

FILE = Path(__file__).with_name("models.xz")
STEPS = 16384  # of a cell: coordinates are stored as 16-bit numbers
TEXTURE_SIDE = 64


def pack_models(models: dict[str, Mesh], textures: dict[str, NDArray[np.uint8]]) -> bytes:
    """One compressed file of models and textures [64, 64, 3]; same input, same bytes."""
    head = {
        "models": [[name, len(mesh.vertices), len(mesh.triangles)] for name, mesh in models.items()],
        "textures": list(textures),
    }
    parts = [json.dumps(head, separators=(",", ":")).encode() + b"\n"]
    for mesh in models.values():
        parts.append(np.rint(mesh.vertices * STEPS).astype("<i2").T.tobytes())
        parts.append(mesh.triangles.astype("<u2").T.tobytes())
        parts.append(mesh.colours.T.tobytes())
    parts += [np.ascontiguousarray(texture).tobytes() for texture in textures.values()]
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
    return lzma.compress(b"".join(parts), lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=filters)


@lru_cache(maxsize=1)
def _load() -> tuple[MeshPack, dict[str, NDArray[np.uint8]]]:
    head_line, _, body = lzma.decompress(FILE.read_bytes()).partition(b"\n")
    head = json.loads(head_line)
    at = 0

    def take(kind: str, rows: int, count: int) -> NDArray[Any]:
        nonlocal at
        array = np.frombuffer(body, kind, rows * count, at).reshape(rows, count)
        at += array.nbytes
        return array

    meshes = []
    for _, vertices, triangles in head["models"]:
        points = (take("<i2", 3, vertices).T / STEPS).astype(np.float32)
        meshes.append((Mesh(points, take("<u2", 3, triangles).T.astype(np.int32), take("u1", 3, triangles).T.copy()),))
    side = TEXTURE_SIDE
    textures = {name: take("u1", side, 3 * side).reshape(side, side, 3).copy() for name in head["textures"]}
    return MeshPack("models", tuple(name for name, *_ in head["models"]), tuple(meshes)), textures


def models() -> MeshPack:
    """The built-in pack: one model of each class."""
    return _load()[0]


def textures() -> dict[str, NDArray[np.uint8]]:
    """The built-in textures by name: brick, crate, cube, wall_1, wall_2, floor."""
    return _load()[1]
