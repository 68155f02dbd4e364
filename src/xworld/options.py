"""The options of the environments: one frozen dataclass, checked as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from xworld.errors import UnknownOption, XWorldError, one_of, whole
from xworld.maps.ascii import FixedMap
from xworld.maps.maze import most_obstacles
from xworld.teacher.curriculum import Curriculum
from xworld.teacher.levels import LARGEST, PAPER_SIZES, SMALLEST, Level
from xworld.teacher.split import Split
from xworld.teacher.task import Task

ONE_WORLD = {"view": "2d", "depth": "3d", "segmentation": "3d"}  # options that only one world has


@dataclass(frozen=True)
class Options:
    """What `gym.make("XWorld2D-v0", …)` and "XWorld3D-v0" take. The defaults are the worlds of the paper's experiments."""

    size: int | tuple[int, int] | None = None  # cells a side, or (rows, columns); default 8
    goals: int | None = None  # objects on the map; default: the paper's number for the size (4 on 8×8)
    obstacles: int | None = None  # default: the paper's number for the size (16 on 8×8)
    tasks: Sequence[str | Task] | str | Task | None = None  # default: nav, avoid, near, between, dir
    level: int | Level | None = None  # stay on one level: 1 to 6 of the paper, or your own
    curriculum: bool | Curriculum = False  # True: the paper's six levels, each environment moving up on its own
    map: str | FixedMap | None = None  # a drawn map instead of random mazes: see xworld.maps.ascii
    legend: Mapping[str, str] | None = None  # classes of the letters on the map
    objects: str | Path | None = None  # a pack of pictures (2D) or models (3D); default: the built-in ones
    split: Split | Mapping[str, Any] | None = None  # what sessions may use: see xworld.teacher.split
    pixels: int | None = None  # 2D: of a cell in the agent's view, default 16; 3D: of a side of its view, default 84
    view: int | None = None  # 2D: cells that the agent sees ahead and across; default 5
    depth: bool = False  # 3D: observations have "depth", how far ahead every pixel is, in cells
    segmentation: bool = False  # 3D: observations have "segmentation", what every pixel belongs to
    first: int = 0  # number of the first environment if a run has several batches: it decides the tracks of a curriculum
    optimal: bool = False  # 3D: find the oracle's step count of every session, for SPL; 2D always knows it

    @classmethod
    def of(cls, given: Mapping[str, Any], world: str) -> "Options":
        """Options of the world "2d" or "3d" by name; an unknown name is refused."""
        known = [field.name for field in fields(cls)]
        for name in given:
            if name == "seed":
                raise XWorldError("seed is not an option; give it to reset(seed=…).")
            if name not in known:
                raise UnknownOption(str(one_of(f"unexpected keyword argument {name!r}: option", name, known)))
            if name in ONE_WORLD and ONE_WORLD[name] != world:
                raise XWorldError(f"{name} is an option of XWORLD{ONE_WORLD[name].upper()}; XWORLD{world.upper()} has none.")
        return cls(**given)

    def __post_init__(self) -> None:
        ways = {
            "level": self.level is not None,
            "curriculum": self.curriculum is not False,
            "map": self.map is not None,
            "size": self.size is not None,
        }
        chosen = [name for name, given in ways.items() if given]
        if len(chosen) > 1:
            raise XWorldError(f"{' and '.join(chosen)} contradict each other; give one of level, curriculum, map or size.")
        sized = [name for name in ("goals", "obstacles") if getattr(self, name) is not None]
        if sized and (self.level is not None or self.curriculum is not False):
            raise XWorldError(f"{' and '.join(sized)} are set by {chosen[0]}; leave them out, or leave {chosen[0]} out.")
        if self.map is not None and self.obstacles is not None:
            raise XWorldError("obstacles are drawn on the map; leave the option out.")
        if self.legend is not None and not isinstance(self.map, str):
            raise XWorldError("legend explains the letters of map=TEXT; give both, or a FixedMap with its own legend.")
        if self.goals is not None and isinstance(self.map, str) and FixedMap.parse(self.map, self.legend).marks:
            raise XWorldError("goals are drawn on the map as letters; leave the option or the letters out.")
        if not isinstance(self.curriculum, (bool, Curriculum)):
            raise XWorldError(f"curriculum={self.curriculum!r} is not usable; give True, False or a Curriculum.")
        if self.map is not None and not isinstance(self.map, (str, FixedMap)):
            raise XWorldError(f"map={self.map!r} is not usable; give the map as text, or a FixedMap.")
        if self.objects is not None and (not isinstance(self.objects, (str, Path)) or not str(self.objects)):
            raise XWorldError(f"objects={self.objects!r} is not usable; give the path of a folder.")
        whole("first", self.first, 0)
        for name in ("depth", "segmentation", "optimal"):
            if not isinstance(getattr(self, name), bool):
                raise XWorldError(f"{name}={getattr(self, name)!r} is not usable; give True or False.")

    def levels(self) -> Curriculum:
        """The curriculum that these options describe; without one it has a single level."""
        if isinstance(self.curriculum, Curriculum):
            return self.curriculum
        if self.curriculum:
            return Curriculum()
        if self.level is not None:
            return Curriculum.fixed(self.level)
        if self.map is not None:
            drawn = self.map if isinstance(self.map, FixedMap) else FixedMap.parse(self.map, self.legend)
            return Curriculum.fixed(Level(map=drawn, goals=4 if self.goals is None else self.goals))
        level = default_level(8 if self.size is None else self.size)
        given = {name: getattr(self, name) for name in ("goals", "obstacles") if getattr(self, name) is not None}
        if "goals" in given and "obstacles" not in given:  # make room rather than refuse
            spare = level.rows * level.columns - 2 - whole("goals", self.goals, 1)
            given["obstacles"] = max(0, min(level.obstacles, spare))
        return Curriculum.fixed(replace(level, **given))

    def parts(self) -> Split:
        """The split that these options describe."""
        if self.split is None:
            return Split()
        if isinstance(self.split, Split):
            return self.split
        if isinstance(self.split, Mapping):
            return Split.from_dict(self.split)
        raise XWorldError(f"split={self.split!r} is not usable; give a Split, or a dictionary for Split.from_dict.")


def default_level(size: int | tuple[int, int]) -> Level:
    """The paper's numbers of objects and obstacles for a size; beyond its sizes a quarter of the cells are obstacles."""
    shape = tuple(size) if isinstance(size, (tuple, list)) else (size, size)
    if len(shape) != 2:
        raise XWorldError(f"size={size!r} is not usable; give the cells of a side, or (rows, columns).")
    rows, columns = (whole("size", side, SMALLEST, LARGEST) for side in shape)
    if rows == columns and rows in PAPER_SIZES:
        return PAPER_SIZES[rows]
    cells = rows * columns
    goals = 2 if cells < 36 else 4 if cells < 81 else 8
    return Level((rows, columns), goals, max(0, min(cells // 4, most_obstacles(rows, columns), cells - 2 - goals)))
