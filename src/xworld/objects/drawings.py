"""The built-in pictures: our own drawings of the 115 classes of XWORLD2D, three of each, and of agent and obstacle.

They are drawn as SVG in the repository's art/drawings/ and shipped rasterised, as one compressed file.
"""

import json
import lzma
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from xworld.objects.packs import SIDE, SPECIAL, PicturePack

FILE = Path(__file__).with_name("drawings.xz")


def pack_drawings(names: list[str], pictures: NDArray[np.uint8]) -> bytes:
    """One compressed file of pictures [P, 64, 64, 4] and their names, classes together; same input, same bytes."""
    head = json.dumps(names, separators=(",", ":")).encode()
    planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))  # a colour at a time packs better
    filters = [{"id": lzma.FILTER_DELTA, "dist": 1}, {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
    return lzma.compress(head + b"\n" + planes.tobytes(), lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=filters)


@lru_cache(maxsize=1)
def drawings() -> PicturePack:
    """The built-in pack."""
    head, _, body = lzma.decompress(FILE.read_bytes()).partition(b"\n")
    names = json.loads(head)
    planes = np.frombuffer(body, np.uint8).reshape(len(names), 4, SIDE, SIDE)
    pictures = np.ascontiguousarray(planes.transpose(0, 2, 3, 1))
    special = {SPECIAL[name]: pictures[n] for n, name in enumerate(names) if name in SPECIAL}
    mine = [n for n, name in enumerate(names) if name not in SPECIAL]
    classes = tuple(dict.fromkeys(names[n] for n in mine))
    counts = tuple(names.count(name) for name in classes)
    return PicturePack("drawings", classes, counts, pictures[mine], **special)
