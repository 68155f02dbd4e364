"""Object packs: the pictures that stand for the objects of a world.

A pack is a folder, in either of two layouts:

    <class>/<anything>.png                       one folder a class
    <group>/…/<class>_<number>.jpg               the original's tree; the groups mean nothing

Beside objects, a picture named `agent` or `robot` (facing up) and one named `brick`, `block` or `obstacle` replace
the built-in ones. Pictures are untrusted: their size is looked at before they are decoded.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from xworld.errors import XWorldError
from xworld.language.grammar import WORD

SIDE = 64  # pixels of a stored picture
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
MOST_PIXELS = 4096 * 4096
MOST_BYTES = 32 * 1024 * 1024
MOST_PICTURES = 20_000
SPECIAL = {"agent": "agent", "robot": "agent", "brick": "obstacle", "block": "obstacle", "obstacle": "obstacle"}
NUMBERED = re.compile(r"(.+?)_(\d+)")

Picture = NDArray[np.uint8]  # [64, 64, 4]: red, green, blue, opacity


@dataclass(frozen=True)
class PicturePack:
    """Pictures of classes: those of class c are `pictures[first[c] : first[c] + counts[c]]`."""

    name: str
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    pictures: NDArray[np.uint8]  # [P, 64, 64, 4]
    agent: Picture
    obstacle: Picture

    @property
    def first(self) -> NDArray[np.int32]:
        return np.concatenate([[0], np.cumsum(self.counts)[:-1]]).astype(np.int32)

    def ordered(self, classes: Iterable[str]) -> "PicturePack":
        """The same pictures with the classes in another order; classes without pictures may be among them."""
        order = tuple(classes)
        has = dict(zip(self.classes, self.counts))
        pictures = np.concatenate([self.of(name) for name in order if name in has])
        return replace(self, classes=order, counts=tuple(has.get(name, 0) for name in order), pictures=pictures)

    def of(self, name: str) -> NDArray[np.uint8]:
        """The pictures of a class."""
        c = self.classes.index(name)
        return self.pictures[self.first[c] : self.first[c] + self.counts[c]]


def load_pack(path: str | Path) -> PicturePack:
    """Read a folder of pictures. The first unusable file is named and refused, and with it the pack."""
    root = Path(path).expanduser()
    if not root.is_dir():
        raise XWorldError(f"objects={str(path)!r} is not a folder; give a folder of pictures, <class>/<any name>.png.")
    return _load(root.resolve(), max((f.stat().st_mtime_ns for f in root.rglob("*")), default=0))


@lru_cache(maxsize=8)
def _load(root: Path, newest: int) -> PicturePack:
    """`newest`: the latest change below the folder, so that an edited pack is read again."""
    from xworld.objects.drawings import drawings  # the built-in pack is made of this module's parts

    found: dict[str, list[Path]] = {}
    special = {"agent": drawings().agent, "obstacle": drawings().obstacle}
    for file in sorted(root.rglob("*")):
        if file.suffix.lower() not in ENDINGS or not file.is_file():
            continue
        name = class_of(file, root)
        if name in SPECIAL:
            special[SPECIAL[name]] = read_picture(file)
        else:
            found.setdefault(name, []).append(file)
    if not found:
        raise XWorldError(f"the pack {str(root)!r} has no pictures; expected <class>/<any name>.png or <class>_<n>.jpg.")
    if sum(map(len, found.values())) > MOST_PICTURES:
        raise XWorldError(f"the pack {str(root)!r} has more than {MOST_PICTURES:,} pictures.")
    classes = tuple(sorted(found))
    pictures = np.stack([read_picture(file) for name in classes for file in found[name]])
    return PicturePack(root.name, classes, tuple(len(found[c]) for c in classes), pictures, **special)


def class_of(file: Path, root: Path) -> str:
    """The class of a picture: from a name like apple_2.jpg, else from its folder, else the name itself."""
    numbered = NUMBERED.fullmatch(file.stem)
    name = numbered[1] if numbered else file.parent.name if file.parent != root else file.stem
    if file.stem.lower() in SPECIAL:
        name = file.stem
    name = name.strip().lower().replace(" ", "-")
    if not WORD.fullmatch(name):
        raise XWorldError(f"{file.relative_to(root)}: {name!r} cannot be a class; use letters, digits, '-' or '_'.")
    return name


def read_picture(file: Path) -> Picture:
    """Decode one picture to 64×64 with opacity; a picture that is not square is centred on nothing."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise XWorldError(f"the picture {str(file)!r} is larger than {MOST_BYTES // 2**20} MiB.")
        with Image.open(file) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise XWorldError(f"the picture {str(file)!r} is {opened.width}×{opened.height}; at most 4096×4096.")
            image = opened.convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, XWorldError):
            raise
        raise XWorldError(f"the picture {str(file)!r} cannot be read: {error}") from None
    side = max(image.size)
    square = Image.new("RGBA", (side, side))
    square.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
    return np.asarray(square.resize((SIDE, SIDE), Image.Resampling.LANCZOS if side > SIDE else Image.Resampling.BICUBIC))
