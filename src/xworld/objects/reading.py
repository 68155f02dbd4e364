"""One model of a pack: read with trimesh, coloured, reduced, turned upright and fitted to a cell.

Files have y up and their front towards +z, as glTF says. They are strangers' data: a loader is given nothing but the files
of the pack, and what it makes of them is checked.
"""

import io
import posixpath
import warnings
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.objects.mesh import Mesh
from xworld.objects.packs import open_picture
from xworld.objects.sources import Source

MOST_TRIANGLES = 2_000_000
PLAIN = 160  # grey of a model without colours


def read_model(source: Source, budget: int) -> Mesh:
    """Load, colour, reduce, turn upright and fit one model."""
    corners, colours = _triangles(source)
    if source.rotation is not None:
        corners = corners @ np.array(source.rotation).reshape(3, 3).T
    corners = np.stack([corners[..., 0], -corners[..., 2], corners[..., 1]], axis=-1)  # y up → z up, front to −y
    extent = np.ptp(corners.reshape(-1, 3), axis=0)
    if source.size is not None and (extent > 1e-9).all():
        corners = corners * (np.array(source.size) / extent)
    mesh = _reduced(corners, colours, budget)
    if not len(mesh.triangles):
        raise XWorldError(f"{source.file} has no surface.")
    return mesh.fitted()


def _triangles(source: Source) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """All triangles of a file [F, 3, 3] and their colours [F, 3]."""
    trimesh = _trimesh()
    data = source.tree.read(source.file)
    refused: list[str] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = trimesh.load_scene(
                io.BytesIO(data),
                file_type=PurePosixPath(source.file).suffix[1:].lower(),
                resolver=_resolver(source, refused),
                process=False,
            )
            parts = [part for part in loaded.dump() if isinstance(part, trimesh.Trimesh) and len(part.faces)]
    except XWorldError:
        raise
    except Exception as error:  # loaders raise whatever they like on broken files
        raise XWorldError(f"{source.file} cannot be read as a model: {type(error).__name__}: {error}") from None
    if refused:
        raise XWorldError(f"{source.file} asks for a file that is refused: {refused[0]}")
    if not parts:
        raise XWorldError(f"{source.file} has no triangles.")
    if sum(len(part.faces) for part in parts) > MOST_TRIANGLES:
        raise XWorldError(f"{source.file} has more than {MOST_TRIANGLES:,} triangles.")
    corners = np.concatenate([np.asarray(part.triangles, np.float64) for part in parts])
    if not np.isfinite(corners).all() or np.abs(corners).max() > 1e9:
        raise XWorldError(f"{source.file} has corners that are not finite numbers.")
    return corners, np.concatenate([_face_colours(part) for part in parts])


def _face_colours(part: Any) -> NDArray[np.uint8]:
    """One colour a triangle: of the material, or the mean of the texture at its corners."""
    with suppress(Exception):  # whatever is wrong with a material, the shape is still good
        visual = part.visual
        if visual.kind == "texture":
            material = visual.material
            picture = getattr(material, "image", None) or getattr(material, "baseColorTexture", None)
            if picture is None or visual.uv is None:
                return np.tile(np.asarray(material.main_color, np.uint8)[:3], (len(part.faces), 1))
            visual = visual.to_color()
        if visual.kind == "vertex":
            return np.asarray(visual.vertex_colors)[part.faces][..., :3].mean(axis=1).round().astype(np.uint8)
        return np.asarray(visual.face_colors)[:, :3].astype(np.uint8)
    return np.full((len(part.faces), 3), PLAIN, np.uint8)


def _reduced(corners: NDArray[np.float64], colours: NDArray[np.uint8], budget: int) -> Mesh:
    """Corners that coincide are joined; beyond the budget the surface is simplified, each triangle keeping the colour
    of the nearest one before."""
    scale = float(np.ptp(corners.reshape(-1, 3), axis=0).max()) or 1.0
    points = np.round(corners.reshape(-1, 3) / scale, 5)
    vertices, numbers = np.unique(points, axis=0, return_inverse=True)
    triangles = numbers.reshape(-1, 3)
    proper = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    triangles, colours = triangles[proper], colours[proper]
    if len(triangles) > budget:
        import fast_simplification

        fewer, faces = fast_simplification.simplify(
            vertices.astype(np.float32), triangles.astype(np.int32), target_count=budget
        )
        if len(faces):
            colours = colours[_nearest(fewer[faces].mean(axis=1), vertices[triangles].mean(axis=1))]
            vertices, triangles = fewer, faces
        if len(triangles) > budget:  # loose sheets do not collapse: keep the largest triangles
            sides = np.diff(vertices[triangles], axis=1)
            areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
            largest = np.argsort(-areas, kind="stable")[:budget]
            triangles, colours = triangles[largest], colours[largest]
    return Mesh(vertices.astype(np.float32), triangles.astype(np.int32), colours)


def _nearest(points: NDArray[Any], among: NDArray[Any]) -> NDArray[np.int64]:
    """For each point the number of the nearest of `among`, a few at a time to spare memory."""
    step = max(1, 4_000_000 // len(among))
    squares = (among**2).sum(axis=1)  # |p − a|² is |p|² − 2 p·a + |a|², of which |p|² decides nothing
    found = [(squares - 2 * points[n : n + step] @ among.T).argmin(axis=1) for n in range(0, len(points), step)]
    return np.concatenate(found)


def _trimesh() -> Any:
    try:
        import fast_simplification  # noqa: F401
        import trimesh
    except ImportError:
        raise XWorldError("reading models needs trimesh: pip install 'gft-xworld[meshes]'.") from None
    return trimesh


def _resolver(source: Source, refused: list[str]) -> Any:
    """Gives a model's loader the files beside it (.mtl, textures), and nothing outside the pack.

    A file that is not in the pack is done without; one that must not be read is noted in `refused`, as loaders go on
    without it.
    """
    from trimesh.resolvers import Resolver

    class Beside(Resolver):
        def __init__(self) -> None:
            """Nothing to remember: the source is known."""

        def get(self, name: str) -> bytes:
            folder, path = posixpath.dirname(source.file), name.strip().replace("\\", "/")
            wanted = posixpath.normpath(posixpath.join(folder, path))
            if wanted not in known:  # often a path on its maker's disk: perhaps the file came along
                wanted = posixpath.join(folder, posixpath.basename(path))
            if wanted not in known:
                raise KeyError(name)
            try:
                data = source.tree.read(wanted)
                if not wanted.lower().endswith((".mtl", ".bin")):
                    open_picture(data, name)  # refuses what is too large before the loader unpacks it
            except XWorldError as error:
                refused.append(str(error))
                raise
            return data

        def keys(self) -> list[str]:
            return []

        def write(self, name: str, data: bytes) -> None:
            raise XWorldError("a pack is not written to.")

        def namespaced(self, namespace: str) -> "Beside":
            return self

    known = frozenset(source.tree.names())
    return Beside()
