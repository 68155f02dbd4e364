"""XWORLD2D for people: the whole map from above, what the agent cannot see shaded, the command below.

Path of the data: beside it. Nothing here is needed to train.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld.caption import Caption, caption_strip
from xworld.maps.grid import FREE, OBSTACLE, STEP_COLUMN, STEP_ROW
from xworld.objects.packs import PicturePack
from xworld.state import Env
from xworld.world2d.view import AGENT, BLOCK, FLOOR, HIDDEN, UNSEEN, Bytes, make_textures, scenery_tiles, see, stamp

SHADE = 0.45  # brightness of what the agent cannot see
LINE = (225, 225, 225)
MOST = 48  # tiles that are kept: those of a few sessions


class LargeTiles:
    """Scenery and objects of a pack in tiles for people. A session shows the same ones at every step: they are made once."""

    def __init__(self, pack: PicturePack):
        self.pack = pack
        self._kept: dict[tuple[int, ...], Bytes] = {}

    def scenery(self, pixels: int) -> Bytes:
        """As `scenery_tiles`: [4, 4, T, T, 3]."""
        return self._once((pixels,), scenery_tiles, self.pack, pixels)

    def objects(self, env: Env, pixels: int) -> list[Bytes]:
        """The objects as in the agent's view, only larger, in the four turns: each [4, T, T, 3]."""
        count = int(env.count)
        pictures = self.pack.first[env.kind[:count]] + env.instance[:count]
        return [
            self._once((pixels, picture, *look.tolist()), self._stamped, picture, look, pixels)
            for picture, look in zip(pictures.tolist(), env.look)
        ]

    def _stamped(self, picture: int, look: NDArray[np.int32], pixels: int) -> Bytes:
        tile = np.empty((4, pixels, pixels, 3), np.uint8)
        stamp(make_textures(self.pack.pictures[picture : picture + 1], pixels), 0, look, tile)
        return tile

    def _once(self, key: tuple[int, ...], make: Callable[..., Bytes], *values: Any) -> Bytes:
        if key not in self._kept:
            if len(self._kept) >= MOST:
                self._kept.clear()
            self._kept[key] = make(*values)
        return self._kept[key]


def draw_map(env: Env, tiles: LargeTiles, side: int, caption: Caption, pixels: int) -> Bytes:
    """The map as a picture [height, width, 3] with cells of `pixels`, the command below."""
    scenery = tiles.scenery(pixels)
    rows, columns = int(env.rows), int(env.columns)
    image = np.full((rows * pixels, columns * pixels, 3), 255, np.uint8)
    objects = tiles.objects(env, pixels)
    seen = seen_cells(env, side)
    for r in range(rows):
        for c in range(columns):
            cell = image[r * pixels : (r + 1) * pixels, c * pixels : (c + 1) * pixels]
            if env.grid[r, c] == OBSTACLE:
                cell[:] = scenery[BLOCK, 0]
            elif env.grid[r, c] >= 0:
                cell[:] = objects[env.grid[r, c]][0]
            elif (r, c) == (env.agent[0], env.agent[1]):  # its picture looks north
                cell[:] = np.rot90(scenery[AGENT, 0], -int(env.agent[2]) // 2)
            if env.grid[r, c] != OBSTACLE:
                cell[0], cell[:, 0] = LINE, LINE
            if not seen[r, c]:
                cell[:] = (cell * SHADE).astype(np.uint8)
    return np.concatenate([image, caption_strip(caption, image.shape[1], max(11, pixels * 5 // 16))])


def draw_view(env: Env, tiles: LargeTiles, side: int, pixels: int) -> Bytes:
    """What the agent sees, as in its own view, with cells of other `pixels`: [side·T, side·T, 3]."""
    scenery, objects = tiles.scenery(pixels), tiles.objects(env, pixels)
    turn = int(env.agent[2]) // 2
    view = see(env, side)
    image = np.empty((side, pixels, side, pixels, 3), np.uint8)
    for row in range(side):
        for column in range(side):
            content = int(view[row, column])
            if content >= 0:
                tile = objects[content][turn]
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
    row, column, heading = env.agent.tolist()
    right = (heading + 2) % 8
    for ahead in range(side):
        for sideways in range(-(side // 2), side // 2 + 1):
            r = row + ahead * STEP_ROW[heading] + sideways * STEP_ROW[right]
            c = column + ahead * STEP_COLUMN[heading] + sideways * STEP_COLUMN[right]
            if 0 <= r < seen.shape[0] and 0 <= c < seen.shape[1]:
                seen[r, c] = view[side - 1 - ahead, sideways + side // 2] != UNSEEN
    return seen
