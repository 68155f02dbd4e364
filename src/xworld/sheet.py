"""Contact sheets: every class and every instance of a pack on one page, labelled."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from xworld.errors import XWorldError
from xworld.files import replacing
from xworld.kernels import compiling
from xworld.objects.meshes import MeshPack
from xworld.objects.packs import PicturePack
from xworld.world3d.picture import portrait

MOST_INSTANCES = 6  # shown of a class
WIDTH, LABEL, GAP, INK, PAPER = 1400, 18, 6, "#222222", "#f4f4f2"
PORTRAIT = 112  # pixels of a side
YAWS = (30.0, -130.0)


def picture_sheet(pack: PicturePack) -> Image.Image:
    """Each class's pictures at 64 pixels on white floor, as a person sees them."""
    return _sheet([(name, [_on_white(p) for p in pack.of(name)[:MOST_INSTANCES]]) for name in pack.classes], 64)


def mesh_sheet(pack: MeshPack) -> Image.Image:
    """Each class's models from two sides, with their number of triangles."""
    rows = []
    with compiling("portraits", "the portraits of models", "5 to 15"):
        portrait(pack.meshes[0][0], PORTRAIT, YAWS[0])
    for name, meshes in zip(pack.classes, pack.meshes):
        shown = meshes[: MOST_INSTANCES // 2]
        triangles = ", ".join(str(len(mesh.triangles)) for mesh in shown)
        rows.append((f"{name} ({triangles})", [portrait(mesh, PORTRAIT, yaw) for mesh in shown for yaw in YAWS]))
    return _sheet(rows, PORTRAIT)


def _on_white(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    opacity = picture[..., 3:] / 255
    return (picture[..., :3] * opacity + 255 * (1 - opacity)).round().astype(np.uint8)


def _sheet(rows: Sequence[tuple[str, list[NDArray[np.uint8]]]], pixels: int) -> Image.Image:
    """Classes one after the other, as many in a line as fit."""
    font = ImageFont.load_default(13)
    height = pixels + LABEL + GAP
    places, left, top = [], GAP, GAP
    for label, images in rows:
        width = max(len(images) * pixels, int(font.getlength(label))) + GAP
        if left + width > WIDTH:
            left, top = GAP, top + height
        places.append((left, top))
        left += width
    sheet = Image.new("RGB", (WIDTH, top + height), PAPER)
    draw = ImageDraw.Draw(sheet)
    for (x, y), (label, images) in zip(places, rows):
        draw.text((x, y), label, fill=INK, font=font)
        for k, image in enumerate(images):
            sheet.paste(Image.fromarray(image), (x + k * pixels, y + LABEL))
    return sheet


def check_sheet_name(file: Path) -> None:
    if file.suffix.lower() != ".png":
        raise XWorldError(f"cannot write {file.name!r}; a sheet's name must end in .png.")


def save_sheet(sheet: Image.Image, file: Path) -> None:
    """Write a sheet as PNG, whole or not at all."""
    check_sheet_name(file)
    small = sheet.quantize(256, dither=Image.Dither.NONE)  # a third of the bytes, and nobody sees it
    with replacing(file) as temporary:
        small.save(temporary, optimize=True)
