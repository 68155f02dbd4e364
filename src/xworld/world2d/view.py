"""What the agent sees in XWORLD2D: the cells ahead of it, from above, turned so that forward is up.

Path of the data: world → observation. Each session's objects are drawn once, when it begins, as small tiles in all
four turns; a frame is then put together by copying tiles.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xworld.kernels import kernel, subkernel
from xworld.maps.grid import OBSTACLE, STEP_COLUMN, STEP_ROW
from xworld.maps.layout import UNIT, YAWS
from xworld.objects.packs import PicturePack
from xworld.state import Batch, Env

Bytes = NDArray[np.uint8]
Words = NDArray[np.unsignedinteger[Any]]

# Rounded, so that no two mathematics libraries disagree in the last bit: frames are the same on every machine.
COSINE = np.array([round(math.cos(2 * math.pi * n / YAWS), 6) for n in range(YAWS)])
SINE = np.array([round(math.sin(2 * math.pi * n / YAWS), 6) for n in range(YAWS)])
FIXED = 1 << 16  # texel positions are whole numbers of 1/65536 texel

UNSEEN = -3  # beside FREE, OBSTACLE and objects, in what an agent sees
FLOOR, HIDDEN, BLOCK, AGENT = range(4)  # the scenery tiles
WHITE = 255


class Textures(NamedTuple):
    """All pictures, colours weighted by their opacity, at two sizes: for objects of large and of small scale."""

    fine: Bytes  # [P, 2T, 2T, 4]
    coarse: Bytes  # [P, T, T, 4]


def make_textures(pictures: Bytes, pixels: int) -> Textures:
    """Textures for tiles of `pixels`."""
    return Textures(_resized(pictures, 2 * pixels), _resized(pictures, pixels))


def _resized(pictures: Bytes, side: int) -> Bytes:
    how = Image.Resampling.BOX if side < pictures.shape[1] else Image.Resampling.BICUBIC
    textures = np.stack([np.asarray(Image.fromarray(p).convert("RGBa").resize((side, side), how)) for p in pictures])
    return np.minimum(textures, textures[..., 3:])  # bicubic overshoots: no colour may exceed its opacity


def scenery_tiles(pack: PicturePack, pixels: int) -> Bytes:
    """Floor, the unseen, obstacle and agent, each in the four turns: [4, 4, T, T, 3]."""
    tiles = np.empty((4, 4, pixels, pixels, 3), np.uint8)
    tiles[FLOOR], tiles[HIDDEN] = WHITE, 0
    for tile, picture, turns in ((BLOCK, pack.obstacle, True), (AGENT, pack.agent, False)):
        flat = Image.new("RGBA", (picture.shape[1], picture.shape[0]), "white")
        flat.alpha_composite(Image.fromarray(picture))
        small = np.asarray(flat.convert("RGB").resize((pixels, pixels), Image.Resampling.BOX))
        for turn in range(4):  # the view turns, the agent in it always looks up
            tiles[tile, turn] = np.rot90(small, turn) if turns else small
    return tiles


@kernel
def stamp_all(batch: Batch, which: NDArray[np.int64], textures: Textures, first: NDArray[np.int32], tiles: Bytes) -> None:
    """Draw the tiles [N, K, 4, T, T, 3] of every object of the sessions `which`; `first` [C]: a class's first picture."""
    for i in which:
        env = batch[i]
        for k in range(env.count):
            stamp(textures, first[env.kind[k]] + env.instance[k], env.look[k], tiles[i, k])


@kernel
def stamp(textures: Textures, picture: int, look: NDArray[np.int32], turns: Bytes) -> None:
    """One object on white floor, turned clockwise by its yaw, scaled and moved, in all four turns [4, T, T, 3].

    A pixel is the mean of four samples, half a pixel apart; on the texture that is about one texel.
    """
    yaw, scale, down, right = look[0], look[1], look[2], look[3]
    texture = textures.fine[picture] if 4 * scale >= 3 * UNIT else textures.coarse[picture]
    side, pixels = texture.shape[0], turns.shape[1]
    # A step of one sample to the right in the tile is a step of (along, −across) in the texture, one down (across, along).
    texels = FIXED * side * UNIT / (2.0 * pixels * scale)
    along, across = int(np.rint(COSINE[yaw] * texels)), int(np.rint(SINE[yaw] * texels))
    # Samples are counted from the object's centre, in halves of a sample to stay whole.
    corner_x = 1 - 2 * pixels - 4 * pixels * right // UNIT
    corner_y = 1 - 2 * pixels - 4 * pixels * down // UNIT
    middle = FIXED * side // 2
    last = pixels - 1
    for y in range(pixels):
        for x in range(pixels):
            red, green, blue, alpha = 2, 2, 2, 0
            for sample in range(4):
                sx, sy = 4 * x + 2 * (sample & 1) + corner_x, 4 * y + (sample & 2) + corner_y
                u = ((sx * along + sy * across) // 2 + middle) >> 16
                v = ((sy * along - sx * across) // 2 + middle) >> 16
                if 0 <= u < side and 0 <= v < side:
                    red += texture[v, u, 0]
                    green += texture[v, u, 1]
                    blue += texture[v, u, 2]
                    alpha += texture[v, u, 3]
            floor = 4 * WHITE - alpha
            for turn in range(4):  # as np.rot90 does
                ty = y if turn == 0 else last - x if turn == 1 else last - y if turn == 2 else x
                tx = x if turn == 0 else y if turn == 1 else last - x if turn == 2 else last - y
                turns[turn, ty, tx, 0] = (red + floor) >> 2
                turns[turn, ty, tx, 1] = (green + floor) >> 2
                turns[turn, ty, tx, 2] = (blue + floor) >> 2


@subkernel
def look_around(env: Env, view: NDArray[np.int16]) -> None:
    """The cells ahead of the agent as it sees them, [0, 0] far left: an object's number, FREE, OBSTACLE, or UNSEEN.

    Sideways along the agent's own row, an obstacle stops the columns beyond it; then forward along each column, an
    obstacle is seen and what is behind it is not. Beyond the border of the map nothing is seen.
    """
    side = view.shape[0]
    middle = side // 2
    heading = env.agent[2]
    right = (heading + 2) % 8
    ahead_row, ahead_column = STEP_ROW[heading], STEP_COLUMN[heading]
    for direction in (-1, 1):
        open_sideways = True
        for sideways in range(0 if direction > 0 else 1, middle + 1):
            r = env.agent[0] + direction * sideways * STEP_ROW[right]
            c = env.agent[1] + direction * sideways * STEP_COLUMN[right]
            open_ahead = open_sideways
            for ahead in range(side):
                content = UNSEEN
                if open_ahead and 0 <= r < env.rows and 0 <= c < env.columns:
                    content = env.grid[r, c]
                view[side - 1 - ahead, middle + direction * sideways] = content
                open_ahead = open_ahead and content != OBSTACLE
                if ahead == 0:
                    open_sideways = open_ahead
                r += ahead_row
                c += ahead_column


@kernel
def see(env: Env, side: int) -> NDArray[np.int16]:
    """What the agent sees of the side×side cells ahead, as in `look_around`."""
    view = np.empty((side, side), np.int16)
    look_around(env, view)
    return view


@kernel
def draw_all(batch: Batch, which: NDArray[np.int64], side: int, scenery: Words, tiles: Words, images: Words) -> None:
    """The views of the environments `which`. A row of a tile is W words: scenery [4, 4, T, W], tiles [N, K, 4, T, W],
    images [len(which), side·T, side·W]."""
    pixels, width = scenery.shape[2], scenery.shape[3]
    view = np.empty((side, side), np.int16)
    for n in range(len(which)):
        env = batch[which[n]]
        turn = env.agent[2] // 2
        look_around(env, view)
        for row in range(side):
            for column in range(side):
                content = view[row, column]
                if content >= 0:
                    tile = tiles[which[n], content, turn]
                elif content == OBSTACLE:
                    tile = scenery[BLOCK, turn]
                elif content == UNSEEN:
                    tile = scenery[HIDDEN, turn]
                elif row == side - 1 and column == side // 2:
                    tile = scenery[AGENT, turn]
                else:
                    tile = scenery[FLOOR, turn]
                _copy_tile(tile, images[n], row * pixels, column * width)


@subkernel
def _copy_tile(tile: Words, image: Words, top: int, left: int) -> None:
    height, width = tile.shape
    if width == 6:  # 16 pixels in words of 8 bytes, the default: spelled out, it takes half the time
        for y in range(height):
            target = image[top + y]
            target[left] = tile[y, 0]
            target[left + 1] = tile[y, 1]
            target[left + 2] = tile[y, 2]
            target[left + 3] = tile[y, 3]
            target[left + 4] = tile[y, 4]
            target[left + 5] = tile[y, 5]
    else:
        for y in range(height):
            for x in range(width):
                image[top + y, left + x] = tile[y, x]


def as_words(rows: Bytes) -> Words:
    """Rows of bytes [..., B] as the widest whole numbers that fit: fewer to copy."""
    for word in (np.uint64, np.uint32, np.uint16):
        if rows.shape[-1] % np.dtype(word).itemsize == 0:
            return rows.view(word)
    return rows
