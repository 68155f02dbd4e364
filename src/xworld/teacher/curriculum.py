"""Levels of difficulty, and the rule by which an environment moves up.

Each environment has its own level and its own record: it moves up when, of its last 200 sessions, the success rate of
every task of the level is above 0.7. A task not seen yet blocks; after a promotion the record starts anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.kernels import part
from xworld.maps.ascii import FixedMap
from xworld.maps.maze import most_obstacles
from xworld.state import SUCCESS, Env


@dataclass(frozen=True)
class Level:
    """The map and what may happen on it. `tasks` and `classes` narrow what the environment allows; None: all of it."""

    size: int | tuple[int, int] = 8  # cells in a row and column, or (rows, columns)
    goals: int = 4  # objects on the map
    obstacles: int = 16
    tasks: tuple[str, ...] | None = None
    classes: tuple[str, ...] | None = None
    map: FixedMap | None = None  # a drawn map: size and obstacles are its own, and so are its objects if it shows any

    def __post_init__(self) -> None:
        if self.map is not None:
            shown = len(self.map.marks)
            free = sum(row.count(".") for row in self.map.rows)
            object.__setattr__(self, "size", self.map.shape)
            object.__setattr__(self, "obstacles", sum(row.count("#") for row in self.map.rows))
            object.__setattr__(self, "goals", shown or self.goals)
            if not shown and self.goals + (self.map.agent is None) > free:
                raise XWorldError(f"goals={self.goals} do not fit the map, which has {free} free cells.")
            return
        for name, value in (("rows", self.rows), ("columns", self.columns)):
            if not isinstance(value, int) or not 3 <= value <= 64:
                raise XWorldError(f"size={self.size!r} is not usable ({name}); sizes from 3 to 64 are accepted.")
        most = most_obstacles(self.rows, self.columns)
        where = f"a {self.rows}×{self.columns} map"
        if not isinstance(self.obstacles, int) or not 0 <= self.obstacles <= most:
            raise XWorldError(f"obstacles={self.obstacles!r} do not fit {where}; a maze there has 0 to {most}.")
        room = self.rows * self.columns - self.obstacles - 2  # the agent, and a cell to move to
        if not isinstance(self.goals, int) or not 1 <= self.goals <= room:
            raise XWorldError(f"goals={self.goals!r} do not fit {where} with {self.obstacles} obstacles; 1 to {room} do.")

    @property
    def rows(self) -> int:
        return self.size if isinstance(self.size, int) else self.size[0]

    @property
    def columns(self) -> int:
        return self.size if isinstance(self.size, int) else self.size[1]


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


@dataclass(frozen=True)
class Curriculum:
    """Levels in order, and when to move up: defaults as in the paper."""

    levels: tuple[Level, ...] = PAPER_LEVELS
    threshold: float = 0.7  # success rate that every task must be above
    window: int = 200  # number of latest sessions that count
    start: int = 1  # level of the first session, counted from 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(self.levels))
        if not self.levels:
            raise XWorldError("a curriculum needs at least one level.")
        if not 0.0 <= self.threshold <= 1.0:
            raise XWorldError(f"threshold={self.threshold!r} is not a success rate; give a number from 0 to 1.")
        if self.window < 1:
            raise XWorldError(f"window={self.window!r} is not usable; give a number of sessions, at least 1.")
        if not 1 <= self.start <= len(self.levels):
            raise XWorldError(f"level {self.start!r} is out of range; this curriculum has levels 1 to {len(self.levels)}.")

    @classmethod
    def fixed(cls, level: Level | int) -> "Curriculum":
        """One level for ever: a `Level`, or the number of a level of the paper."""
        if isinstance(level, int):
            if not 1 <= level <= len(PAPER_LEVELS):
                raise XWorldError(f"level={level!r} is out of range; the paper's levels are 1 to {len(PAPER_LEVELS)}.")
            level = PAPER_LEVELS[level - 1]
        return cls((level,), window=1)

    def with_tasks(self, tasks: Sequence[str]) -> "Curriculum":
        """The same levels, each restricted to these tasks."""
        return replace(self, levels=tuple(replace(level, tasks=tuple(tasks)) for level in self.levels))


@part
def record(env: Env, window: int, enabled: NDArray[np.bool_], threshold: float) -> None:
    """Note the session that has ended, and move the environment up if it has earned it.

    `enabled` [levels, tasks] says which tasks each level asks for.
    """
    env.history[env.recorded % window] = 2 * env.task + (1 if env.outcome == SUCCESS else 0)
    env.recorded += 1
    if env.level + 1 == enabled.shape[0]:
        return
    for task in range(enabled.shape[1]):
        if enabled[env.level, task]:
            seen, won = 0, 0
            for entry in env.history[: min(env.recorded, window)]:
                if entry // 2 == task:
                    seen += 1
                    won += int(entry % 2)
            if seen == 0 or won / seen <= threshold:
                return
    env.level += 1
    env.recorded = 0


def success_rates(env: Env, window: int, tasks: int) -> NDArray[np.float64]:
    """Success rate of each task in an environment's record, NaN where it has none."""
    entries = env.history[: min(int(env.recorded), window)]
    rates = np.full(tasks, np.nan)
    for task in range(tasks):
        mine = entries[entries // 2 == task]
        if len(mine):
            rates[task] = float(np.mean(mine % 2))
    return rates
