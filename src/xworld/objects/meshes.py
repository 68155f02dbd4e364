"""Mesh packs: models of other people for the 3D world.

A pack is a folder, or a Sweet Home 3D furniture library (`.sh3f`), or a folder with such libraries in it:

    <class>/<anything>.obj|glb                   one folder a class
    <group>/…/<class>_<number>/<anything>.obj    the original's tree, with .mtl and textures

Each model is reduced to a budget of triangles with one colour each, fitted to a cell and put on the floor: see `reading.py`.
Needs the extra "meshes" (trimesh). Results are cached on disk.
"""

import hashlib
import json
import os
import sys
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from xworld.errors import XWorldError
from xworld.objects.mesh import Mesh
from xworld.objects.reading import read_model
from xworld.objects.sources import model_sources

BUDGET = 600  # triangles
CACHE_VERSION = 1


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
            mesh = read_model(source, budget)
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
