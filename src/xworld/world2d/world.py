"""XWORLD2D as one object: its pictures, its view and its physics, for a batch."""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from xworld.caption import Caption
from xworld.errors import XWorldError
from xworld.events import Flags, Rewards
from xworld.maps.grid import FREE
from xworld.maps.oracle import next_actions, solution
from xworld.objects.drawings import drawings
from xworld.objects.packs import PicturePack, load_pack
from xworld.options import Options
from xworld.state import Batch
from xworld.text.view import describe_view
from xworld.world import Habits, Indices, Space
from xworld.world2d.dynamics import advance
from xworld.world2d.picture import LargeTiles, draw_map, draw_view, seen_cells
from xworld.world2d.view import as_words, draw_all, make_textures, scenery_tiles, see, stamp_all


class World2D:
    """The 2D world of a batch. The pictures of the running sessions are kept here; they follow from the state."""

    name: ClassVar[str] = "2d"
    habits: ClassVar[Habits] = Habits()
    render_modes: ClassVar[tuple[str, ...]] = ("rgb_array",)

    @staticmethod
    def load(path: str | Path | None) -> PicturePack:
        """A pack of pictures, or the built-in one."""
        return drawings() if path is None else load_pack(path)

    def __init__(self, pack: PicturePack, batch: Batch, options: Options):
        view = 5 if options.view is None else options.view
        pixels = 16 if options.pixels is None else options.pixels
        if not isinstance(view, int) or view % 2 == 0 or not 3 <= view <= 31:
            raise XWorldError(f"view={view!r} is not usable; the agent sees an odd number of cells from 3 to 31.")
        if not isinstance(pixels, int) or not 4 <= pixels <= 128:
            raise XWorldError(f"pixels={pixels!r} is not usable; a cell has 4 to 128 pixels.")
        self.pack, self.view, self.pixels = pack, view, pixels
        self.image_shape = (view * pixels, view * pixels, 3)
        self.kernels = pixels % 8  # which of them depends on the words that pixels are copied in
        self._batch = batch
        self._first = pack.first
        self._textures = make_textures(pack.pictures, pixels)
        self._large = LargeTiles(pack)
        objects = batch.dtype["kind"].shape[0]
        self._tiles = np.zeros((len(batch), objects, 4, pixels, pixels, 3), np.uint8)
        # Rows of pixels as words, for copying; the image is a view of the same kind.
        self._scenery_words = as_words(scenery_tiles(pack, pixels).reshape(4, 4, pixels, 3 * pixels))
        self._tile_words = as_words(self._tiles.reshape(len(batch), objects, 4, pixels, 3 * pixels))

    def extra_spaces(self) -> dict[str, Space]:
        """Nothing beside the image."""
        return {}

    def enter(self, which: Indices) -> None:
        """Sessions have begun: everything is in place."""

    def begin(self, which: Indices) -> None:
        """Draw the objects of sessions that have just begun."""
        stamp_all(self._batch, which, self._textures, self._first, self._tiles)

    def advance(self, actions: Indices, rewards: Rewards, terminated: Flags, truncated: Flags) -> int:
        """One action in every environment: see `dynamics.advance`."""
        return advance(self._batch, actions, rewards, terminated, truncated)

    def images(self, which: Indices) -> dict[str, NDArray[Any]]:
        """What the agents in these environments see."""
        height, width, channels = self.image_shape
        images = np.empty((len(which), height, width, channels), np.uint8)
        words = images.reshape(len(which), height, width * channels).view(self._tile_words.dtype)
        draw_all(self._batch, which, self.view, self._scenery_words, self._tile_words, words)
        return {"image": images}

    def poses(self) -> NDArray[np.int32]:
        """Row, column and heading of every agent."""
        return self._batch["agent"].copy()

    def fits(self, i: int) -> bool:
        """Whether the agent stands in a free cell."""
        env = self._batch[i]
        return bool(env.grid[env.agent[0], env.agent[1]] == FREE)

    def seen(self, i: int) -> NDArray[np.bool_]:
        """Of every cell of the map, whether the agent sees it."""
        return seen_cells(self._batch[i], self.view)

    def describe(self, which: Indices) -> list[str]:
        """What the agents in these environments see, in words."""
        envs, classes = [self._batch[i] for i in which], self.pack.classes
        return [describe_view(see(env, self.view), [classes[kind] for kind in env.kind[: env.count]]) for env in envs]

    def next_actions(self) -> Indices:
        """The first action of a shortest solution in every environment, −1 where there is none."""
        actions = np.empty(len(self._batch), np.int64)
        next_actions(self._batch, actions)
        return actions

    def solution(self, i: int) -> list[int]:
        """All actions of a shortest solution in environment i; empty if there is none."""
        return solution(self._batch[i])

    def picture(self, i: int, side: int, samples: int) -> NDArray[np.uint8]:
        """What the agent of environment i sees, in cells of as many pixels as fit."""
        return draw_view(self._batch[i], self._large, self.view, max(1, side // self.view))

    def render(self, i: int, caption: Caption, mode: str | None) -> NDArray[np.uint8]:
        """The whole map of environment i for a person."""
        env = self._batch[i]
        pixels = max(24, min(64, 768 // max(int(env.rows), int(env.columns))))
        return draw_map(env, self._large, self.view, caption, pixels)
