"""XWORLD3D as one object: its models, its view and its physics, for a batch."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from xworld.caption import Caption
from xworld.errors import whole
from xworld.events import Flags, Rewards
from xworld.objects.meshes import MeshPack, load_meshes
from xworld.objects.models import models, textures
from xworld.options import Options
from xworld.state import Batch
from xworld.text.scene import describe_scene
from xworld.world import Habits, Indices, Space
from xworld.world3d.dynamics import advance, enter, is_clear
from xworld.world3d.oracle import plan_all
from xworld.world3d.picture import both_views, first_person, through_eyes, top_view
from xworld.world3d.scenery import build_scenery, footprints
from xworld.world3d.solids import BLOCKS, MATERIALS, QUARTER, WALLS
from xworld.world3d.view import draw_all, seen_cells


class World3D:
    """The 3D world of a batch."""

    name: ClassVar[str] = "3d"
    habits: ClassVar[Habits] = Habits(10, scale=(1.0, 1.0), yaw_step=QUARTER, headings=8, blocks=BLOCKS, walls=WALLS)
    render_modes: ClassVar[tuple[str, ...]] = ("rgb_array", "top_view", "both")

    @staticmethod
    def load(path: str | Path | None) -> MeshPack:
        """A pack of models, or the built-in one."""
        return models() if path is None else load_meshes(path)

    def __init__(self, pack: MeshPack, batch: Batch, options: Options):
        side = whole("pixels", 84 if options.pixels is None else options.pixels, 16, 1024)
        self.pack, self.pixels, self.optimal = pack, side, options.optimal
        self.image_shape = (side, side, 3)
        self.kernels = 0  # they are the same for all options
        self._extras = tuple(name for name in ("depth", "segmentation") if getattr(options, name))
        self._batch, self._everyone = batch, np.arange(len(batch))
        self.scenery, self.solids = build_scenery(pack, textures()), footprints(pack)
        self._corners = max(6, int(np.diff(self.scenery.first_corner).max()))

    def extra_spaces(self) -> dict[str, Space]:
        """Low, high, shape and type of what an observation has beside the image."""
        side = self.pixels
        known: dict[str, Space] = {
            "depth": (0.0, np.inf, (side, side), np.float32),
            "segmentation": (0, 65535, (side, side, 2), np.int32),
        }
        return {name: known[name] for name in self._extras}

    @property
    def segmentation_classes(self) -> tuple[str, ...]:
        """The names of the classes in "segmentation", by their number."""
        return ("sky", "floor", "wall", *MATERIALS, *self.pack.classes)

    def enter(self, which: Indices) -> None:
        """Sessions have begun: put the agents on the floor, and find short solutions if somebody wants to know."""
        enter(self._batch, which)
        self._batch["optimal"][which] = self._plan(which, 0)[0] if self.optimal else -1

    def begin(self, which: Indices) -> None:
        """Nothing to draw ahead."""

    def advance(self, actions: Indices, rewards: Rewards, terminated: Flags, truncated: Flags) -> int:
        """One action in every environment: see `dynamics.advance`."""
        return advance(self._batch, self.solids, actions, rewards, terminated, truncated)

    def images(self, which: Indices) -> dict[str, NDArray[Any]]:
        """What the agents in these environments see."""
        n, side = len(which), self.pixels
        seen: dict[str, NDArray[Any]] = {"image": np.empty((n, side, side, 3), np.uint8)}
        for name, (_, _, shape, kind) in self.extra_spaces().items():
            seen[name] = np.empty((n, *shape), kind)
        depths = seen.get("depth", np.empty((0, 0, 0), np.float32))
        segments = seen.get("segmentation", np.empty((0, 0, 0, 0), np.int32))
        draw_all(self._batch, which, self.scenery, self.solids, side / 2.0, seen["image"], depths, segments, self._corners)
        return seen

    def poses(self) -> NDArray[np.float64]:
        """Row, column and heading of every agent."""
        return np.column_stack([self._batch["position"], self._batch["agent"][:, 2]])

    def fits(self, i: int) -> bool:
        """Whether the agent's disc touches nothing where it stands."""
        env = self._batch[i]
        return bool(is_clear(env, self.solids, env.position[0], env.position[1]))

    def seen(self, i: int) -> NDArray[np.bool_]:
        """Of every cell of the map, whether anything in it is in the agent's picture."""
        return seen_cells(self._batch[i], self.scenery, self.solids, self._corners, self.pixels)

    def describe(self, which: Indices) -> list[str]:
        """What the agents in these environments see, in words: of the depth and the segmentation of their pictures."""
        n, side, classes = len(which), self.pixels, self.segmentation_classes
        images, depths = np.empty((n, side, side, 3), np.uint8), np.empty((n, side, side), np.float32)
        segments = np.empty((n, side, side, 2), np.int32)
        draw_all(self._batch, which, self.scenery, self.solids, side / 2.0, images, depths, segments, self._corners)
        return [describe_scene(depth, segment, classes) for depth, segment in zip(depths, segments)]

    def next_actions(self) -> Indices:
        """The first action of a short solution in every environment, −1 where there is none."""
        lengths, actions = self._plan(self._everyone, 1)
        return np.where(lengths > 0, actions[:, 0], -1)

    def solution(self, i: int) -> list[int]:
        """All actions of a short solution in environment i; empty if there is none."""
        lengths, actions = self._plan(self._everyone[i : i + 1], 512)
        if lengths[0] > 512:
            lengths, actions = self._plan(self._everyone[i : i + 1], int(lengths[0]))
        return [int(action) for action in actions[0, : max(0, lengths[0])]]

    def picture(self, i: int, side: int, samples: int) -> NDArray[np.uint8]:
        """What the agent of environment i sees, so many samples a pixel and axis."""
        return through_eyes(self._batch[i], self.scenery, self.solids, self._corners, side, samples)

    def render(self, i: int, caption: Caption, mode: str | None) -> NDArray[np.uint8]:
        """Environment i for a person: through the agent's eyes, the whole map from above, or both."""
        draw = {"top_view": top_view, "both": both_views}.get(mode or "", first_person)
        return draw(self._batch[i], self.scenery, self.solids, self._corners, caption)

    def _plan(self, which: Indices | Sequence[int], most: int) -> tuple[Indices, Indices]:
        lengths, actions = np.empty(len(which), np.int64), np.empty((len(which), most), np.int64)
        plan_all(self._batch, np.asarray(which), self.solids, lengths, actions)
        return lengths, actions
