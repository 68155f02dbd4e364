"""XWORLD2D for people: the whole map from above, what the agent cannot see shaded, the command below.

Path of the data: beside it. Nothing here is needed to train.
"""

import numpy as np
from numpy.typing import NDArray

from xworld.caption import Caption, caption_strip
from xworld.maps.grid import FREE, OBSTACLE, STEP_COLUMN, STEP_ROW
from xworld.objects.packs import PicturePack
from xworld.state import Env
from xworld.world2d.view import AGENT, BLOCK, FLOOR, HIDDEN, UNSEEN, Bytes, make_textures, scenery_tiles, see, stamp

SHADE = 0.45  # brightness of what the agent cannot see
LINE = (225, 225, 225)


def draw_map(env: Env, pack: PicturePack, side: int, caption: Caption, pixels: int) -> Bytes:
    """The map as a picture [height, width, 3] with cells of `pixels`, the command below."""
    scenery = scenery_tiles(pack, pixels)
    rows, columns = int(env.rows), int(env.columns)
    image = np.full((rows * pixels, columns * pixels, 3), 255, np.uint8)
    objects = _object_tiles(env, pack, pixels)[:, 0]
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
    return np.concatenate([image, caption_strip(caption, image.shape[1], max(11, pixels * 5 // 16))])


def draw_view(env: Env, pack: PicturePack, side: int, pixels: int) -> Bytes:
    """What the agent sees, as in its own view, with cells of other `pixels`: [side·T, side·T, 3]."""
    scenery = scenery_tiles(pack, pixels)
    objects = _object_tiles(env, pack, pixels)
    turn = int(env.agent[2]) // 2
    view = see(env, side)
    image = np.empty((side, pixels, side, pixels, 3), np.uint8)
    for row in range(side):
        for column in range(side):
            content = int(view[row, column])
            if content >= 0:
                tile = objects[content, turn]
            elif content == FREE and (row, column) == (side - 1, side // 2):
                tile = scenery[AGENT, turn]
            else:
                tile = scenery[{OBSTACLE: BLOCK, UNSEEN: HIDDEN, FREE: FLOOR}[content], turn]
            image[row, :, column] = tile
    return image.reshape(side * pixels, side * pixels, 3)


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
    """The objects as in the agent's view, only larger, in the four turns: [K, 4, T, T, 3]."""
    count = int(env.count)
    chosen = [int(pack.first[env.kind[k]] + env.instance[k]) for k in range(count)]
    textures = make_textures(pack.pictures[chosen], pixels)
    tiles = np.empty((count, 4, pixels, pixels, 3), np.uint8)
    for k in range(count):
        stamp(textures, k, env.look[k], tiles[k])
    return tiles
