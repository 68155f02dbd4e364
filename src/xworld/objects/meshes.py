"""Mesh packs: models of other people for the 3D world.

A pack is a folder, or a Sweet Home 3D furniture library (`.sh3f`), or a folder with such libraries in it:

    <class>/<anything>.obj|glb                   one folder a class
    <group>/…/<class>_<number>/<anything>.obj    the original's tree, with .mtl and textures

Files have y up and their front towards +z, as glTF says. Each model is reduced to a budget of triangles with one
colour each, fitted to a cell and put on the floor. Needs the extra "meshes" (trimesh). Results are cached on disk.
"""

import hashlib
import io
import json
import os
import posixpath
import sys
import warnings
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.objects.packs import open_picture
from xworld.objects.sources import Source, model_sources
from xworld.world3d.mesh import Mesh

BUDGET = 600  # triangles
MOST_TRIANGLES = 2_000_000
CACHE_VERSION = 1
PLAIN = 160  # grey of a model without colours


@dataclass(frozen=True)
class MeshPack:
    """Models of classes: those of class c are `meshes[c]`."""

    name: str
    classes: tuple[str, ...]
    meshes: tuple[tuple[Mesh, ...], ...]
    problems: tuple[str, ...] = ()  # files that were left out, and why

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(map(len, self.meshes))

    def ordered(self, classes: Iterable[str]) -> "MeshPack":
        """The same models with the classes in another order; classes without models may be among them."""
        order, has = tuple(classes), dict(zip(self.classes, self.meshes))
        return replace(self, classes=order, meshes=tuple(has.get(name, ()) for name in order))

    def of(self, name: str) -> tuple[Mesh, ...]:
        """The models of a class."""
        return self.meshes[self.classes.index(name)]


def load_meshes(path: str | Path, skip_bad: bool = False, budget: int = BUDGET) -> MeshPack:
    """Read a pack of models. The first unusable file refuses the pack; with `skip_bad` it is left out and named."""
    root = Path(path).expanduser()
    if not root.exists():
        raise XWorldError(f"objects={str(path)!r} does not exist; give a folder of models, <class>/<any name>.obj or .glb.")
    if budget < 4:
        raise XWorldError(f"budget={budget} is not usable; a model needs at least 4 triangles.")
    cache = _cache_file(root, skip_bad, budget)
    with suppress(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return _read_cache(cache, root.stem)
    found: dict[str, list[Mesh]] = {}
    problems: list[str] = []
    sources = list(model_sources(root))
    for n, source in enumerate(sources):
        if sys.stderr.isatty():
            print(f"\rreading models of {root.name}: {n + 1} of {len(sources)} ", end="", file=sys.stderr, flush=True)
        try:
            if isinstance(source, XWorldError):
                raise source
            mesh = _read_model(source, budget)
            found.setdefault(source.kind, []).append(mesh)
        except XWorldError as error:
            if not skip_bad:
                raise XWorldError(f"the pack {str(root)!r} is refused: {error}") from None
            problems.append(str(error))
    if sources and sys.stderr.isatty():
        print(file=sys.stderr)
    if not found:
        why = f" ({problems[0]})" if problems else ""
        raise XWorldError(f"the pack {str(root)!r} has no models{why}; expected <class>/<any name>.obj or .glb, or .sh3f.")
    classes = tuple(sorted(found))
    pack = MeshPack(root.stem, classes, tuple(tuple(found[kind]) for kind in classes), tuple(problems))
    with suppress(OSError):
        _write_cache(cache, pack)
    return pack


def _read_model(source: Source, budget: int) -> Mesh:
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


def _cache_file(root: Path, skip_bad: bool, budget: int) -> Path:
    files = [root] if root.is_file() else sorted(file for file in root.rglob("*") if file.is_file())
    stamp = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    key = json.dumps([CACHE_VERSION, str(root.resolve()), skip_bad, budget, stamp])
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "xworld" / f"meshes-{hashlib.sha256(key.encode()).hexdigest()[:20]}.npz"


def _write_cache(file: Path, pack: MeshPack) -> None:
    arrays: dict[str, Any] = {"head": np.array(json.dumps([pack.classes, pack.counts, pack.problems]))}
    for n, mesh in enumerate(mesh for meshes in pack.meshes for mesh in meshes):
        arrays.update({f"v{n}": mesh.vertices, f"t{n}": mesh.triangles, f"c{n}": mesh.colours})
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    with open(temporary, "wb") as opened:
        np.savez_compressed(opened, **arrays)
    temporary.replace(file)


def _read_cache(file: Path, name: str) -> MeshPack:
    with np.load(file, allow_pickle=False) as arrays:
        classes, counts, problems = json.loads(str(arrays["head"]))
        meshes = iter([Mesh(arrays[f"v{n}"], arrays[f"t{n}"], arrays[f"c{n}"]) for n in range(sum(counts))])
    return MeshPack(name, tuple(classes), tuple(tuple(next(meshes) for _ in range(c)) for c in counts), tuple(problems))
