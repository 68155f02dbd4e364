"""Rebuild the built-in art from its sources, as the two files that are shipped in the package.

    python art/build.py            write drawings.xz and models.xz
    python art/build.py --check    fail if they are not what the sources give, byte for byte

Drawings and textures (art/drawings/, art/textures/) are SVG, rasterised to 64×64 pixels by resvg; models are Python
(art/models/), put together from the solids of art/solids.py.
"""

import argparse
import importlib
import io
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from xworld.errors import XWorldError
from xworld.language.productions import OBJECTS
from xworld.objects import drawings, models
from xworld.objects.mesh import Mesh
from xworld.objects.packs import SIDE

ART = Path(__file__).parent
MODEL_FILES = sorted(file.stem for file in (ART / "models").glob("*.py"))
FEWEST_TRIANGLES, MOST_TRIANGLES = 60, 600


def rasterise(file: Path) -> NDArray[np.uint8]:
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(file), width=SIDE, height=SIDE, skip_system_fonts=True))
    pixels = np.array(Image.open(io.BytesIO(png)).convert("RGBA"))
    pixels[pixels[..., 3] == 0] = 0  # what cannot be seen has no colour, and packs better
    return pixels


def build_drawings() -> bytes:
    files = (ART / "drawings").glob("*.svg")
    named = sorted((name, int(number), file) for file in files for name, _, number in [file.stem.rpartition("_")])
    return drawings.pack_drawings([name for name, _, _ in named], np.stack([rasterise(file) for *_, file in named]))


def build_models() -> bytes:
    sys.path.insert(0, str(ART))  # models import `solids`
    sources = {}
    for file in MODEL_FILES:
        sources.update(importlib.import_module(f"models.{file}").MODELS)
    meshes: dict[str, Mesh] = {}
    for name in OBJECTS["3d"]:
        if name not in sources:
            raise XWorldError(f"no file in art/models/ has a model of {name!r}.")
        meshes[name] = sources[name]().mesh().fitted()
        count = len(meshes[name].triangles)
        if not FEWEST_TRIANGLES <= count <= MOST_TRIANGLES:
            raise XWorldError(f"{name} has {count} triangles; {FEWEST_TRIANGLES} to {MOST_TRIANGLES} are allowed.")
    textures = {file.stem: rasterise(file)[..., :3] for file in sorted((ART / "textures").glob("*.svg"))}
    return models.pack_models(meshes, textures)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the shipped files instead of writing them")
    check = parser.parse_args().check
    parts: list[tuple[Path, Callable[[], bytes]]] = [(drawings.FILE, build_drawings), (models.FILE, build_models)]
    same = True
    for file, build in parts:
        data = build()
        if check:
            equal = file.exists() and file.read_bytes() == data
            print(f"{file.name} {'is' if equal else 'is NOT'} what the sources give ({len(data):,} bytes)")
            same = same and equal
        else:
            temporary = file.with_suffix(".tmp")
            temporary.write_bytes(data)
            temporary.replace(file)
            print(f"wrote {file.name}: {len(data):,} bytes")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
