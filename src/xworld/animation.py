"""Played sessions as animated pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from xworld.errors import XWorldError
from xworld.files import replacing

FRAME, PAUSE = 220, 1100  # milliseconds
WIDEST = 768  # pixels; larger pictures are scaled down
COLOURS = 192
ENDINGS = (".gif", ".png", ".webp")


@dataclass(frozen=True)
class Film:
    """A played session, from its first picture to its last."""

    task: str
    mission: str
    steps: int
    feedback: str
    frames: list[Any]  # pictures [height, width, 3]; or texts


def check_animation_name(file: Path) -> None:
    """Refuse a file that could not be written in the end."""
    if file.suffix.lower() not in ENDINGS:
        raise XWorldError(f"cannot write {file.name!r}; the name must end in {', '.join(ENDINGS)}.")


def write_animation(file: Path, films: Sequence[Film]) -> None:
    """All films one after the other, the last frame of each held a while; written whole or not at all."""
    check_animation_name(file)
    frames = [frame for film in films for frame in film.frames]
    durations = [d for film in films for d in [FRAME] * (len(film.frames) - 1) + [PAUSE]]
    height = max(frame.shape[0] for frame in frames)
    padded = [np.pad(f, ((0, height - f.shape[0]), (0, 0), (0, 0)), constant_values=250) for f in frames]
    images = [_scaled(Image.fromarray(frame)) for frame in padded]
    # One palette and no dithering: what stays the same in a picture costs nothing in the next.
    palette = Image.fromarray(np.concatenate(padded[:: 1 + len(padded) // 10])).quantize(COLOURS)
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    with replacing(file) as temporary:
        images[0].save(temporary, save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=True)


def _scaled(image: Image.Image) -> Image.Image:
    """No wider than WIDEST."""
    if image.width <= WIDEST:
        return image
    return image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
