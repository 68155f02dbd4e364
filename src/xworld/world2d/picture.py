"""XWORLD2D for people: the whole map from above, what the agent cannot see shaded, the command below.

Path of the data: beside it. Nothing here is needed to train.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from xworld.maps.grid import OBSTACLE, STEP_COLUMN, STEP_ROW
from xworld.objects.packs import PicturePack
from xworld.state import Env
from xworld.world2d.view import AGENT, BLOCK, UNSEEN, Bytes, make_textures, scenery_tiles, see, stamp

SHADE = 0.45  # brightness of what the agent cannot see
LINE, PAPER, INK = (225, 225, 225), (250, 250, 248), (30, 30, 30)


class Caption(NamedTuple):
    """What stands under the picture: the command, and when the session has ended what the teacher says to it."""

    text: str
    feedback: str = ""
    colour: tuple[int, int, int] = INK
    longest: str = ""  # room is left for so much text, so that all pictures of an environment have the same size


def draw_map(env: Env, pack: PicturePack, side: int, caption: Caption | None = None, pixels: int = 64) -> Bytes:
    """The map as a picture [height, width, 3] with cells of `pixels`."""
    scenery = scenery_tiles(pack, pixels)
    rows, columns = int(env.rows), int(env.columns)
    image = np.full((rows * pixels, columns * pixels, 3), 255, np.uint8)
    objects = _object_tiles(env, pack, pixels)
    seen = seen_cells(env, side)
    for r in range(rows):
        for c in range(columns):
            cell = image[r * pixels : (r + 1) * pixels, c * pixels : (c + 1) * pixels]
            if env.grid[r, c] == OBSTACLE:
                cell[:] = scenery[BLOCK, 0]
            elif env.grid[r, c] >= 0:
                cell[:] = objects[env.grid[r, c]]
            elif (r, c) == (env.agent[0], env.agent[1]):  # its picture looks north
                cell[:] = np.rot90(scenery[AGENT, 0], -int(env.agent[2]) // 2)
            if env.grid[r, c] != OBSTACLE:
                cell[0], cell[:, 0] = LINE, LINE
            if not seen[r, c]:
                cell[:] = (cell * SHADE).astype(np.uint8)
    return image if caption is None else np.concatenate([image, _caption(caption, image.shape[1], pixels)])


def seen_cells(env: Env, side: int) -> NDArray[np.bool_]:
    """Which cells of the map the agent sees."""
    seen = np.zeros((int(env.rows), int(env.columns)), np.bool_)
    view = see(env, side)
    heading = int(env.agent[2])
    right = (heading + 2) % 8
    for ahead in range(side):
        for sideways in range(-(side // 2), side // 2 + 1):
            r = env.agent[0] + ahead * STEP_ROW[heading] + sideways * STEP_ROW[right]
            c = env.agent[1] + ahead * STEP_COLUMN[heading] + sideways * STEP_COLUMN[right]
            if 0 <= r < env.rows and 0 <= c < env.columns:
                seen[r, c] = view[side - 1 - ahead, sideways + side // 2] != UNSEEN
    return seen


def _object_tiles(env: Env, pack: PicturePack, pixels: int) -> Bytes:
    """The objects as in the agent's view, only larger: [K, T, T, 3]."""
    count = int(env.count)
    chosen = [int(pack.first[env.kind[k]] + env.instance[k]) for k in range(count)]
    textures = make_textures(pack.pictures[chosen], pixels)
    tiles = np.empty((count, 4, pixels, pixels, 3), np.uint8)
    for k in range(count):
        stamp(textures, k, env.look[k], tiles[k])
    return tiles[:, 0]


def _caption(caption: Caption, width: int, pixels: int) -> Bytes:
    """The command, centred, in as many lines as it needs, and a line for the teacher's last word."""
    size = max(11, pixels * 5 // 16)
    font = ImageFont.load_default(size)
    height = int(size * 1.35)
    room = max(len(_lines(caption.text, font, width)), len(_lines(caption.longest, font, width))) + 1
    strip = Image.new("RGB", (width, height * room + 8), PAPER)
    draw = ImageDraw.Draw(strip)
    for n, line in enumerate([*_lines(caption.text, font, width), caption.feedback]):
        draw.text(((width - font.getlength(line)) / 2, 3 + n * height), line, fill=caption.colour, font=font)
    return np.asarray(strip)


def _lines(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: int) -> list[str]:
    """The text in lines that fit the width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) > width - 12 and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
