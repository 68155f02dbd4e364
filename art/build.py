"""Rebuild the built-in drawings from their sources: art/drawings/*.svg → src/xworld/objects/drawings.xz.

    python art/build.py            write the file
    python art/build.py --check    fail if the file is not what the sources give, byte for byte

Each drawing is rasterised to 64×64 pixels with opacity by resvg.
"""

import argparse
import io
import sys
from pathlib import Path

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from xworld.objects.drawings import FILE, pack_drawings
from xworld.objects.packs import SIDE

SOURCES = Path(__file__).parent / "drawings"


def rasterise(file: Path) -> NDArray[np.uint8]:
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(file), width=SIDE, height=SIDE, skip_system_fonts=True))
    pixels = np.array(Image.open(io.BytesIO(png)).convert("RGBA"))
    pixels[pixels[..., 3] == 0] = 0  # what cannot be seen has no colour, and packs better
    return pixels


def build() -> bytes:
    files = sorted(SOURCES.glob("*.svg"), key=lambda f: (f.stem.rpartition("_")[0], int(f.stem.rpartition("_")[2])))
    return pack_drawings([f.stem.rpartition("_")[0] for f in files], np.stack([rasterise(f) for f in files]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the shipped file instead of writing it")
    check = parser.parse_args().check
    data = build()
    if check:
        same = FILE.exists() and FILE.read_bytes() == data
        print(f"{FILE.name} {'is' if same else 'is NOT'} what {SOURCES.name}/ gives ({len(data):,} bytes)")
        return 0 if same else 1
    temporary = FILE.with_suffix(".tmp")
    temporary.write_bytes(data)
    temporary.replace(FILE)
    print(f"wrote {FILE.name}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
