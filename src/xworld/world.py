"""What a world must be: the physics, views and solver that `simulation.py` asks for, and how it wants its sessions.

Path of the data: action → **world** → observation. Language, teacher, maps and curriculum are the same for every world.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from xworld.caption import Caption
from xworld.events import Flags, Rewards
from xworld.state import Batch

if TYPE_CHECKING:
    from xworld.options import Options

Indices = NDArray[np.int64]  # numbers of environments
Space = tuple[float, float, tuple[int, ...], Any]  # low, high, shape and type of an array


class Habits(NamedTuple):
    """What a world does its own way with the teacher's sessions. The defaults are those of the 2D world."""

    steps_per_cell: int = 3  # a session is over after so many steps for each cell of the map
    scale: tuple[float, float] = (0.5, 1.0)  # of objects, in cells
    yaw_step: int = 1  # of objects, in 1/4096 turns
    headings: int = 4  # that an agent can start with
    blocks: tuple[tuple[str, float], ...] = ()  # kinds of obstacles: material, and side in cells
    walls: tuple[str, ...] = ()  # patterns of the border


class Pack(Protocol):
    """The objects of a world: so many pictures or models of each class."""

    @property
    def classes(self) -> tuple[str, ...]: ...

    @property
    def counts(self) -> tuple[int, ...]: ...

    def ordered(self, classes: Iterable[str]) -> "Pack":
        """The same objects with the classes in another order; classes without any may be among them."""
        ...


class World(Protocol):
    """The world of a batch. It reads and moves what stands in the batch's records, and keeps nothing else that matters."""

    name: ClassVar[str]
    habits: ClassVar[Habits]
    render_modes: ClassVar[tuple[str, ...]]  # the pictures for people that `render` knows
    pack: Any
    image_shape: tuple[int, int, int]
    kernels: int  # options that need other kernels give another number

    @staticmethod
    def load(path: str | Path | None) -> Pack:
        """A pack of objects, or the built-in one."""
        ...

    def __init__(self, pack: Any, batch: Batch, options: "Options"): ...

    def extra_spaces(self) -> dict[str, Space]:
        """What an observation has beside the image."""
        ...

    def enter(self, which: Indices) -> None:
        """The teacher has begun sessions in these environments: put into their records what only this world knows."""
        ...

    def begin(self, which: Indices) -> None:
        """Sessions have appeared in these records, begun or restored: draw what can be drawn ahead."""
        ...

    def advance(self, actions: Indices, rewards: Rewards, terminated: Flags, truncated: Flags) -> int:
        """One action in every environment. Returns how many sessions ended; −1 − i if action i does not exist."""
        ...

    def images(self, which: Indices) -> dict[str, NDArray[Any]]:
        """What the agents in these environments see."""
        ...

    def poses(self) -> NDArray[Any]:
        """Row, column and heading of every agent."""
        ...

    def fits(self, i: int) -> bool:
        """Whether the agent of environment i can be where it is: nothing else is there."""
        ...

    def seen(self, i: int) -> NDArray[np.bool_]:
        """Of every cell of environment i's map, whether its agent sees any of it."""
        ...

    def describe(self, which: Indices) -> list[str]:
        """What the agents in these environments see, in words: see `xworld.text`."""
        ...

    def next_actions(self) -> Indices:
        """The solver: the first action of a short solution in every environment, −1 where there is none."""
        ...

    def solution(self, i: int) -> list[int]:
        """The solver: all actions of a short solution in environment i; empty if there is none."""
        ...

    def picture(self, i: int, side: int, samples: int) -> NDArray[np.uint8]:
        """What the agent of environment i sees, for a person: so many pixels a side, or as near as cells allow."""
        ...

    def render(self, i: int, caption: Caption, mode: str | None) -> NDArray[np.uint8]:
        """Environment i for a person, in one of the render modes."""
        ...
