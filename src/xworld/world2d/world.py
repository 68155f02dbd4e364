"""XWORLD2D as one object: its pictures, its view and its physics, for a batch."""

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.objects.packs import PicturePack
from xworld.state import Batch, Env
from xworld.world2d.dynamics import advance
from xworld.world2d.picture import Caption, draw_map
from xworld.world2d.view import as_words, draw_all, make_textures, scenery_tiles, stamp_all


class World2D:
    """The 2D world of a batch. The pictures of the running sessions are kept here; they follow from the state."""

    name = "2d"
    steps_per_cell = 3  # a session is over after 3·X·Y steps

    def __init__(self, pack: PicturePack, batch: Batch, view: int = 5, pixels: int = 16):
        if not isinstance(view, int) or view % 2 == 0 or not 3 <= view <= 31:
            raise XWorldError(f"view={view!r} is not usable; the agent sees an odd number of cells from 3 to 31.")
        if not isinstance(pixels, int) or not 4 <= pixels <= 128:
            raise XWorldError(f"pixels={pixels!r} is not usable; a cell has 4 to 128 pixels.")
        self.pack, self.view, self.pixels = pack, view, pixels
        self.image_shape = (view * pixels, view * pixels, 3)
        self._batch = batch
        self._first = pack.first
        self._textures = make_textures(pack.pictures, pixels)
        objects = batch.dtype["kind"].shape[0]
        self._tiles = np.zeros((len(batch), objects, 4, pixels, pixels, 3), np.uint8)
        # Rows of pixels as words, for copying; the image is a view of the same kind.
        self._scenery_words = as_words(scenery_tiles(pack, pixels).reshape(4, 4, pixels, 3 * pixels))
        self._tile_words = as_words(self._tiles.reshape(len(batch), objects, 4, pixels, 3 * pixels))

    def begin(self, which: NDArray[np.int64]) -> None:
        """Draw the objects of sessions that have just begun."""
        stamp_all(self._batch, which, self._textures, self._first, self._tiles)

    def advance(
        self,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float64],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
    ) -> int:
        """One action in every environment: see `dynamics.advance`."""
        return advance(self._batch, actions, rewards, terminated, truncated)

    def images(self, which: NDArray[np.int64]) -> NDArray[np.uint8]:
        """What the agents in these environments see."""
        images = np.empty((len(which), *self.image_shape), np.uint8)
        words = images.reshape(len(which), self.image_shape[0], -1).view(self._tile_words.dtype)
        draw_all(self._batch, which, self.view, self._scenery_words, self._tile_words, words)
        return images

    def render(self, env: Env, caption: Caption) -> NDArray[np.uint8]:
        """The whole map for a person."""
        pixels = max(24, min(64, 768 // max(int(env.rows), int(env.columns))))
        return draw_map(env, self.pack, self.view, caption, pixels)
