"""Sessions played by the oracle, as animated pictures: first contact, and the figures of the README."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xworld.envs import XWorld, XWorld2D, XWorld3D
from xworld.errors import XWorldError
from xworld.files import replacing
from xworld.teacher.session import PAPER_TASKS

WORLDS: dict[str, tuple[type[XWorld], str]] = {"2d": (XWorld2D, "rgb_array"), "3d": (XWorld3D, "both")}
FRAME, PAUSE = 220, 1100  # milliseconds
WIDEST = 768  # pixels; larger pictures are scaled down
COLOURS = 192
ENDINGS = (".gif", ".png", ".webp")


@dataclass(frozen=True)
class Session:
    """One session from its first picture to its last."""

    task: str
    mission: str
    steps: int
    feedback: str
    frames: list[NDArray[np.uint8]]


def play(count: int, seed: int = 0, world: str = "2d", **options: Any) -> list[Session]:
    """Let the oracle solve sessions of the paper's tasks, one task after the other."""
    kind, mode = WORLDS[world]
    envs = [kind(tasks=task.name, render_mode=mode, **options) for task in PAPER_TASKS[:count]]
    return [_play_one(envs[n % len(envs)], seed + n) for n in range(count)]


def _play_one(env: XWorld, seed: int) -> Session:
    observation, info = env.reset(seed=seed)
    frames = [env.render()]
    ended = False
    while not ended:
        _, _, terminated, truncated, info = env.step(env.oracle())
        frames.append(env.render())
        ended = terminated or truncated
    return Session(info["task"], observation["mission"], info["steps"], info["feedback"], frames)


def check_name(file: Path) -> None:
    """Refuse a file that could not be written in the end."""
    if file.suffix.lower() not in ENDINGS:
        raise XWorldError(f"cannot write {file.name!r}; the name must end in {', '.join(ENDINGS)}.")


def write_animation(file: Path, sessions: list[Session]) -> None:
    """All sessions one after the other, the last frame of each held a while; written whole or not at all."""
    check_name(file)
    frames = [frame for session in sessions for frame in session.frames]
    durations = [d for s in sessions for d in [FRAME] * (len(s.frames) - 1) + [PAUSE]]
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
