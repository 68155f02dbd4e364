"""Which models a pack has: files in folders, or the entries of a Sweet Home 3D furniture library (`.sh3f`, a zip)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from xworld.errors import XWorldError
from xworld.objects.tree import Archive, Folder, Tree, class_word, model_class

ENDINGS = (".obj", ".glb")
CATALOGUE = "PluginFurnitureCatalog.properties"


@dataclass(frozen=True)
class Source:
    """A model's file and what is known of it: `size` its width, depth and height, `rotation` 3×3, if the library says."""

    tree: Tree
    file: str
    kind: str
    size: tuple[float, float, float] | None = None
    rotation: tuple[float, ...] | None = None


def model_sources(root: Path) -> Iterator[Source | XWorldError]:
    """Every model of a pack, and every file that is not one though it should be."""
    if root.is_file():
        yield from _library(root)
        return
    folder = Folder(root)
    for name in folder.names():
        if name.lower().endswith(".sh3f"):
            yield from _library(folder.root / name)
        elif name.lower().endswith(ENDINGS):
            try:
                yield Source(folder, name, class_word(model_class(name)))
            except XWorldError as error:
                yield error


def _library(file: Path) -> Iterator[Source | XWorldError]:
    """The models that a Sweet Home 3D library lists in its catalogue."""
    try:
        archive = Archive(file)
        pieces = _pieces(archive)
    except XWorldError as error:
        yield error
        return
    for piece in pieces:
        try:
            yield _source(archive, piece)
        except XWorldError as error:
            yield error


def _pieces(archive: Archive) -> list[dict[str, str]]:
    """The catalogue's entries that have a name and a model (Java properties: name#1=Bed, model#1=/bed.obj)."""
    pieces: dict[str, dict[str, str]] = {}
    for line in archive.read(CATALOGUE).decode("latin-1").splitlines():
        if entry := re.fullmatch(r"\s*(\w+)#(\d+)\s*[=:]\s*(.*?)\s*", line):
            pieces.setdefault(entry[2], {})[entry[1]] = entry[3].encode("latin-1").decode("unicode-escape", "ignore")
    return [piece for piece in pieces.values() if piece.get("name") and piece.get("model")]


def _source(archive: Archive, piece: dict[str, str]) -> Source:
    file = piece["model"].lstrip("/")
    if not file.lower().endswith(ENDINGS):
        raise XWorldError(f"{archive.name}: the model {file!r} is not of a known kind ({', '.join(ENDINGS)}).")
    size = rotation = None
    try:
        if {"width", "depth", "height"} <= piece.keys():
            size = (float(piece["width"]), float(piece["depth"]), float(piece["height"]))
        if "modelRotation" in piece:
            rotation = tuple(float(number) for number in piece["modelRotation"].split())
    except ValueError:
        raise XWorldError(f"{file} has a size or rotation in the catalogue that is not a number.") from None
    if not all(0 < side < 1e6 for side in size or ()) or (
        rotation and (len(rotation) != 9 or not np.isfinite(rotation).all())
    ):
        raise XWorldError(f"{file} has an impossible size or rotation in the catalogue.")
    return Source(archive, file, class_word(piece["name"]), size, rotation)
