"""The agent's view of XWORLD2D in words: a small grid, and sentences; and the grid read back.

Path of the data: world → **text**. Made of the very cells that the picture is made of. What is hidden and what is outside
are both black there, so here they share a mark.

    ? ? # . .
    ? ? . A .
    # . . . .
    . . # . .
    . . ^ . ?
    A = cat
    You see cat 3 ahead and 1 to the right.
    Next to you: free ahead, free on the left, free on the right.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.maps.ascii import OBJECT_MARKS
from xworld.maps.grid import FREE, OBSTACLE

HIDDEN = "?"  # the mark of what is hidden or outside
AGENT, FLOOR, BLOCK = "^", ".", "#"
NOTHING = "No object is in view."
_SIDES = {BLOCK: "an obstacle", FLOOR: "free", HIDDEN: "hidden or outside"}


def describe_view(view: NDArray[np.int16], names: Sequence[str]) -> str:
    """The text of a view [side, side] as `look_around` gives it; `names`: the class of each object by its number."""
    side = len(view)
    marks: list[list[str]] = []
    legend: dict[int, str] = {}
    for row in view.tolist():
        marks.append([])
        for content in row:
            if content >= 0:  # letters in reading order: an object's number would tell of others
                legend.setdefault(content, OBJECT_MARKS[len(legend)])
            mark = legend[content] if content >= 0 else {FREE: FLOOR, OBSTACLE: BLOCK}.get(content, HIDDEN)
            marks[-1].append(mark)
    marks[-1][side // 2] = AGENT
    lines = [" ".join(row) for row in marks]
    if legend:
        lines.append(", ".join(f"{mark} = {names[number]}" for number, mark in legend.items()))
    lines += list(_objects(view, names)) or [NOTHING]
    lines.append(_beside(marks, {mark: names[number] for number, mark in legend.items()}))
    return "\n".join(lines)


def _objects(view: NDArray[np.int16], names: Sequence[str]) -> Iterator[str]:
    """A sentence for each object, the nearest first."""
    side = len(view)
    seen = [(side - 1 - row, column - side // 2, view[row, column]) for row, column in np.argwhere(view >= 0).tolist()]
    for ahead, right, number in sorted(seen, key=lambda each: (each[0] + abs(each[1]), each[:2])):
        yield f"You see {names[number]} {where(str(ahead), str(abs(right)), right < 0)}."


def where(ahead: str, aside: str, left: bool) -> str:
    """`3 ahead and 1 to the left`; what is nothing is not said."""
    parts = [f"{ahead} ahead"] if float(ahead) else []
    parts += [f"{aside} to the {'left' if left else 'right'}"] if float(aside) else []
    return " and ".join(parts) or "right here"


def _beside(marks: list[list[str]], names: dict[str, str]) -> str:
    """What the three cells around the agent that it can see hold."""
    last, middle = marks[-1], len(marks) // 2
    said = [
        f"{_SIDES.get(mark) or names[mark]} {place}"
        for mark, place in (
            (marks[-2][middle], "ahead"),
            (last[middle - 1], "on the left"),
            (last[middle + 1], "on the right"),
        )
    ]
    return f"Next to you: {', '.join(said)}."


def read_view(text: str) -> list[list[str]]:
    """The cells of a text, [0][0] far left: the class of an object, or the mark of floor, obstacle or HIDDEN. The agent's
    own cell is floor."""
    lines = text.splitlines()
    side = len(lines[0].split()) if lines else 0
    rows = [line.split() for line in lines[:side]]
    if side < 3 or len(rows) != side or any(len(row) != side for row in rows) or rows[-1][side // 2] != AGENT:
        raise XWorldError("this is not a view of XWORLD2D in words: it must begin with a square grid, the agent ^ below.")
    legend = {AGENT: FLOOR, FLOOR: FLOOR, BLOCK: BLOCK, HIDDEN: HIDDEN}
    for entry in lines[side].split(", ") if len(lines) > side and " = " in lines[side] else ():
        mark, _, name = entry.partition(" = ")
        legend[mark] = name
    unknown = {mark for row in rows for mark in row} - legend.keys()
    if unknown:
        raise XWorldError(f"the mark {min(unknown)!r} of this view is not in its legend.")
    return [[legend[mark] for mark in row] for row in rows]
