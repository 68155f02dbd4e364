"""The pictures of the documents, made anew:  python docs/images/make.py [NAME …]

Every one of them is an ordinary session, named by its seed, or a contact sheet: what a user gets with the same calls.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xworld.animation import write_animation
from xworld.demo import films, solved
from xworld.envs import XWorld3D
from xworld.files import replacing
from xworld.objects.drawings import drawings
from xworld.objects.models import models
from xworld.sheet import mesh_sheet, picture_sheet, save_sheet

FOLDER = Path(__file__).parent
FRAMES = (262, 2601, 3207, 5689)  # seeds of sessions whose first frame shows much
SESSION, SHOWN = 475, 8  # the seed of a session that is shown from its start to its end, in so many frames
GAP = 6

Bytes = NDArray[np.uint8]


def session(seed: int, mode: str = "rgb_array") -> list[Bytes]:
    """All frames of a session that the oracle plays."""
    env = XWorld3D(render_mode=mode)
    _, info = env.reset(seed=seed)
    frames = [env.render()]
    while info["outcome"] == "running":
        *_, info = env.step(env.oracle())
        frames.append(env.render())
    return frames


def tiled(frames: list[Bytes], columns: int, side: int) -> Image.Image:
    """Frames in rows, scaled to `side` pixels."""
    sheet = Image.new("RGB", (columns * (side + GAP) - GAP, len(frames) // columns * (side + GAP) - GAP), "white")
    for n, frame in enumerate(frames):
        image = Image.fromarray(frame).resize((side, side), Image.Resampling.LANCZOS)
        sheet.paste(image, (n % columns * (side + GAP), n // columns * (side + GAP)))
    return sheet


def save(image: Image.Image, file: Path) -> None:
    """In 256 colours, which nobody sees, and a third of the bytes."""
    with replacing(file) as temporary:
        image.quantize(256, dither=Image.Dither.NONE).save(temporary, optimize=True)


def frames_3d(file: Path) -> None:
    save(tiled([session(seed)[0] for seed in FRAMES], 2, 512), file)


def session_3d(file: Path) -> None:
    frames = session(SESSION)
    chosen = np.linspace(0, len(frames) - 1, SHOWN).round().astype(int)
    save(tiled([frames[n] for n in chosen], 4, 256), file)


def top_view(file: Path) -> None:
    save(Image.fromarray(session(SESSION, "top_view")[0]), file)


PICTURES: dict[str, Callable[[Path], None]] = {
    "demo.gif": lambda file: write_animation(file, films(solved(5))),
    "demo_3d.gif": lambda file: write_animation(file, films(solved(3, 0, "3d"))),
    "frames_3d.png": frames_3d,
    "session_3d.png": session_3d,
    "top_view.png": top_view,
    "sheet_2d.png": lambda file: save_sheet(picture_sheet(drawings()), file),
    "sheet_3d.png": lambda file: save_sheet(mesh_sheet(models()), file),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PICTURES)} (default: all)")
    for name in parser.parse_args().names or PICTURES:
        if name not in PICTURES:
            parser.error(f"there is no picture {name!r}; there are {', '.join(PICTURES)}.")
        PICTURES[name](FOLDER / name)
        print(f"wrote {name}: {(FOLDER / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
