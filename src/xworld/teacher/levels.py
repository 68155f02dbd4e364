"""Levels of difficulty: how large a map is, what stands on it, and what may happen there."""

from dataclasses import dataclass

from xworld.errors import XWorldError, whole
from xworld.maps.ascii import FixedMap
from xworld.maps.maze import most_obstacles

SMALLEST, LARGEST = 3, 64  # cells of a side


def check_threshold(threshold: object) -> None:
    """Refuse what is no success rate to move up by."""
    if not isinstance(threshold, (int, float)) or isinstance(threshold, bool) or not 0.0 <= threshold < 1.0:
        raise XWorldError(f"threshold={threshold!r} is not usable; give a success rate from 0 to below 1.")


@dataclass(frozen=True)
class Level:
    """The map and what may happen on it. `tasks` and `classes` narrow what the environment allows; None: all of it."""

    size: int | tuple[int, int] = 8  # cells in a row and column, or (rows, columns)
    goals: int = 4  # objects on the map
    obstacles: int = 16
    tasks: tuple[str, ...] | None = None
    classes: tuple[str, ...] | None = None
    map: FixedMap | None = None  # a drawn map: size and obstacles are its own, and so are its objects if it shows any
    threshold: float | None = None  # success rate that every task must be above to leave it; None: the track's

    def __post_init__(self) -> None:
        if self.threshold is not None:
            check_threshold(self.threshold)
        for name in ("tasks", "classes"):
            if isinstance(getattr(self, name), str):
                object.__setattr__(self, name, (getattr(self, name),))
        if self.map is not None:
            self._take_map(self.map)
            return
        shape = self.size if isinstance(self.size, tuple) else (self.size, self.size)
        if len(shape) != 2:
            raise XWorldError(f"size={self.size!r} is not usable; give the cells of a side, or (rows, columns).")
        rows, columns = (whole("size", side, SMALLEST, LARGEST) for side in shape)
        where, most = f"a {rows}×{columns} map", most_obstacles(rows, columns)
        if whole("obstacles", self.obstacles, 0) > most:
            raise XWorldError(f"obstacles={self.obstacles} do not fit {where}; a maze there has 0 to {most}.")
        room = rows * columns - self.obstacles - 2  # the agent, and a cell to move to
        if whole("goals", self.goals, 1) > room:
            raise XWorldError(f"goals={self.goals} do not fit {where} with {self.obstacles} obstacles; 1 to {room} do.")

    def _take_map(self, drawn: FixedMap) -> None:
        if not isinstance(drawn, FixedMap):
            raise XWorldError("a level's map is a FixedMap; FixedMap.parse(text, legend) makes one.")
        if max(drawn.shape) > LARGEST:
            raise XWorldError(f"the map has {drawn.shape[0]} rows and {drawn.shape[1]} columns; at most {LARGEST} each.")
        shown = len(drawn.marks)
        object.__setattr__(self, "size", drawn.shape)
        object.__setattr__(self, "obstacles", sum(row.count("#") for row in drawn.rows))
        object.__setattr__(self, "goals", shown or whole("goals", self.goals, 1))
        free = sum(row.count(".") for row in drawn.rows)
        needed = (0 if shown else self.goals) + (drawn.agent is None)
        if needed > free:
            what = f"goals={self.goals} do not fit the map" if not shown else "there is no room for the agent on the map"
            raise XWorldError(f"{what}, which has {free} free cells.")

    @property
    def rows(self) -> int:
        return int(self.size[0] if isinstance(self.size, tuple) else self.size)

    @property
    def columns(self) -> int:
        return int(self.size[1] if isinstance(self.size, tuple) else self.size)


# The paper's Table "curriculum"; level 6 is the world of its experiments.
PAPER_LEVELS = (
    Level(3, 2, 0),
    Level(4, 2, 3),
    Level(5, 2, 6),
    Level(6, 4, 9),
    Level(7, 4, 12),
    Level(8, 4, 16),
)

# Objects and obstacles that the paper gives a map of each size, the larger test maps included.
PAPER_SIZES = {level.rows: level for level in PAPER_LEVELS} | {
    9: Level(9, 6, 20),
    10: Level(10, 6, 24),
    11: Level(11, 8, 28),
}
