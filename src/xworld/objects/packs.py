"""Picture packs: the pictures that stand for the objects of the 2D world.

A pack is a folder, in either of two layouts:

    <class>/<anything>.png                       one folder a class
    <group>/…/<class>_<number>.jpg               the original's tree; the groups mean nothing

Beside objects, a picture named `agent` or `robot` (facing up) and one named `brick`, `block` or `obstacle` replace
the built-in ones.
"""

import io
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from xworld.errors import XWorldError
from xworld.objects.tree import Folder, class_word, picture_classes, split_number

SIDE = 64  # pixels of a stored picture
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
MOST_SIDE = 4096
SPECIAL = {"agent": "agent", "robot": "agent", "brick": "obstacle", "block": "obstacle", "obstacle": "obstacle"}

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
    problems: tuple[str, ...] = ()  # files that were left out, and why

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


def load_pack(path: str | Path, skip_bad: bool = False) -> PicturePack:
    """Read a folder of pictures. The first unusable file refuses the pack; with `skip_bad` it is left out and named."""
    root = Path(path).expanduser()
    if not root.is_dir():
        raise XWorldError(f"objects={str(path)!r} is not a folder; give a folder of pictures, <class>/<any name>.png.")
    files = sorted(file for file in root.rglob("*") if file.is_file())
    return _load(root, skip_bad, tuple((str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in files))


@lru_cache(maxsize=8)
def _load(root: Path, skip_bad: bool, files: tuple[tuple[str, int, int], ...]) -> PicturePack:
    """`files`: what lies in the folder, so that an edited pack is read again."""
    from xworld.objects.drawings import drawings  # the built-in pack is made of this module's parts

    folder = Folder(root)
    found: dict[str, list[Picture]] = {}
    special = {"agent": drawings().agent, "obstacle": drawings().obstacle}
    problems: list[str] = []
    pictures = [name for name in folder.names() if name.lower().endswith(ENDINGS)]
    for name, kind in picture_classes(pictures).items():
        try:
            picture = decode_picture(folder.read(name), name)
            role = _role(name)
            if role is None:
                found.setdefault(class_word(kind), []).append(picture)
            else:
                special[role] = picture
        except XWorldError as error:
            if not skip_bad:
                raise XWorldError(f"the pack {str(root)!r} is refused: {error}") from None
            problems.append(str(error))
    if not found:
        why = f" ({problems[0]})" if problems else ""
        raise XWorldError(
            f"the pack {str(root)!r} has no pictures{why}; expected <class>/<any name>.png or <class>_<n>.jpg."
        )
    classes = tuple(sorted(found))
    stacked = np.stack([picture for kind in classes for picture in found[kind]])
    counts = tuple(len(found[kind]) for kind in classes)
    return PicturePack(root.name, classes, counts, stacked, **special, problems=tuple(problems))


def _role(name: str) -> str | None:
    """Is this the picture of the agent or of the obstacle? It lies at the top, or in agent/ or block/ as in the original."""
    path = PurePosixPath(name.lower())
    if path.parent.name in ("", "agent", "block", "obstacle"):
        return SPECIAL.get(split_number(path.stem)[0])
    return None


def decode_picture(data: bytes, name: str) -> Picture:
    """One picture at 64×64 with opacity; a picture that is not square is centred on nothing."""
    image = open_picture(data, name).convert("RGBA")
    if not np.asarray(image)[..., 3].any():
        raise XWorldError(f"{name} is transparent all over.")
    side = max(image.size)
    square = Image.new("RGBA", (side, side))
    square.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
    how = Image.Resampling.LANCZOS if side > SIDE else Image.Resampling.BICUBIC
    return np.asarray(square.resize((SIDE, SIDE), how))


def open_picture(data: bytes, name: str) -> Image.Image:
    """Decode a picture of somebody else's: its size is checked before its pixels are unpacked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data))
            if max(image.size) > MOST_SIDE:
                raise XWorldError(f"{name} is {image.width}×{image.height}; at most {MOST_SIDE}×{MOST_SIDE}.")
            image.load()
    except XWorldError:
        raise
    except UnidentifiedImageError:
        raise XWorldError(f"{name} cannot be read as a picture: its contents are of no known kind.") from None
    except Exception as error:  # decoders raise whatever they like on broken files
        raise XWorldError(f"{name} cannot be read as a picture: {error}") from None
    return image
