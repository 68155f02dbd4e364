"""Maps as text, for tests and for users: drawn maps are read, running sessions are written.

#   obstacle            .   free
^ > v <   the agent, looking north, east, south or west        @   the agent, looking anywhere
other letters and digits: objects; a legend says which class a letter is, one without an entry is drawn anew
"""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xworld.errors import XWorldError, one_of
from xworld.maps.grid import EAST, FREE, NORTH, OBSTACLE, SOUTH, WEST
from xworld.state import Env

AGENTS = {"^": NORTH, ">": EAST, "v": SOUTH, "<": WEST, "@": -1}
MARKS = {"#": OBSTACLE, ".": FREE}

HEADING_MARKS = "^↗>↘v↙<↖"  # the eight headings of a running session, clockwise from north
MORE_LETTERS = "".join(filter(str.isalnum, map(chr, range(0x391, 0x600))))  # for maps with more than sixty objects
OBJECT_MARKS = "".join(m for m in string.ascii_uppercase + string.digits + string.ascii_lowercase if m not in AGENTS)
OBJECT_MARKS += MORE_LETTERS


@dataclass(frozen=True)
class FixedMap:
    """A map that stays as drawn. What it leaves open (classes, the agent, objects if it has none) is drawn anew."""

    rows: tuple[str, ...]
    legend: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str, legend: Mapping[str, str] | None = None) -> "FixedMap":
        """Read a map; indentation and empty lines around it are ignored."""
        if not isinstance(text, str) or not isinstance(legend or {}, Mapping):
            raise XWorldError("a map is text, and a legend a dictionary from letters to classes.")
        rows = tuple(line.strip() for line in text.strip().splitlines())
        return cls(rows, tuple(sorted((str(mark), kind) for mark, kind in (legend or {}).items())))

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.rows}
        if len(widths) != 1 or len(self.rows) * max(widths) < 4:
            raise XWorldError(f"a map needs at least 4 cells in rows of equal length; got lengths {sorted(widths)}.")
        for row in self.rows:
            for mark in row:
                if mark not in MARKS and mark not in AGENTS and not mark.isalnum():
                    raise XWorldError(f"{mark!r} means nothing on a map; use # . ^ > v < @ or letters for objects.")
        for what, marks in (("the agent", AGENTS), *((f"object {m!r}", {m: 0}) for m in self.marks)):
            if sum(row.count(mark) for row in self.rows for mark in marks) > 1:
                raise XWorldError(f"{what} stands on the map more than once.")
        for mark, kind in self.legend:
            if mark not in self.marks:
                raise one_of("the legend's letter", mark, self.marks or ["(no letters on the map)"])
            if self.classes.count(kind) > 1:
                raise XWorldError(f"the legend puts {kind!r} on the map twice; no class may stand on a map more than once.")

    @property
    def marks(self) -> tuple[str, ...]:
        """The letters of the objects, in reading order."""
        return tuple(dict.fromkeys(m for row in self.rows for m in row if m.isalnum() and m not in AGENTS))

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @property
    def agent(self) -> tuple[int, int, int] | None:
        """Row, column and heading (−1: any) of the agent, or None if it starts anywhere."""
        for r, row in enumerate(self.rows):
            for c, mark in enumerate(row):
                if mark in AGENTS:
                    return r, c, AGENTS[mark]
        return None

    def cells(self) -> list[list[int]]:
        """The grid: FREE, OBSTACLE or the object's number in `marks`."""
        number = {mark: k for k, mark in enumerate(self.marks)}
        return [[MARKS.get(m, number.get(m, FREE)) for m in row] for row in self.rows]

    @property
    def classes(self) -> tuple[str | None, ...]:
        """The class of each object, None where it is drawn anew."""
        legend = dict(self.legend)
        return tuple(legend.get(mark) for mark in self.marks)


def map_text(env: Env, classes: Sequence[str]) -> str:
    """A session's map with the agent in the cell that it is nearest to, and a line that says which letter is what.

    With a heading along the grid, `FixedMap.parse` reads the map back.
    """
    letters = OBJECT_MARKS[: int(env.count)]
    marks = {OBSTACLE: "#", FREE: ".", **dict(enumerate(letters))}
    rows = [[marks[content] for content in row] for row in env.grid[: env.rows, : env.columns].tolist()]
    row, column, heading = env.agent.tolist()
    rows[row][column] = HEADING_MARKS[heading]
    legend = ", ".join(f"{letter} = {classes[kind]}" for letter, kind in zip(letters, env.kind.tolist()))
    return "\n".join(["".join(row) for row in rows] + [legend])
