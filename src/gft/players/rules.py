"""The rules of a reader: what a command asks for on the map that it remembers, the way there, and where to look next.

Path of the data: memory, command → **rules** → action.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gft.players.remembering import BLOCK, FAR, FREE, STEPS, Cell, Memory, cells_in_view
from xworld import ACTIONS, Meaning

FORWARD, TURN_RIGHT = ACTIONS.index("move_forward"), ACTIONS.index("turn_right")
TURNS = {ACTIONS.index("turn_left"): -2, TURN_RIGHT: 2}
MOVES = {FORWARD: 0, ACTIONS.index("move_left"): 6, ACTIONS.index("move_right"): 2, ACTIONS.index("move_backward"): 4}
LOOKS = (FAR, 3.0, 1.8)  # cells in 3D: from how near everything must have been seen; then again, from nearer

Pose = tuple[int, int, int]  # row, column, heading


class Goal(NamedTuple):
    """What would be success: objects, each to be reached with one of some headings; or a cell to stand in."""

    reach: dict[str, tuple[int, ...]]
    stand: Cell | None = None


def goal_of(meaning: Meaning, objects: dict[str, Cell]) -> Goal:
    """What a command asks for, as far as the objects are known."""
    anyhow = (0, 2, 4, 6)
    named = [objects[name] for name in meaning.objects if name in objects]
    others = {name: cell for name, cell in objects.items() if name not in meaning.objects}
    if meaning.task == "nav":
        return Goal(dict.fromkeys(meaning.objects, anyhow))
    if meaning.task == "avoid":
        return Goal(dict.fromkeys(others, anyhow))
    if meaning.task == "between":
        return Goal({}, _middle(*named) if len(named) == 2 else None)
    if not named:
        return Goal({})
    row, column = named[0]
    around = {name: (r - row, c - column) for name, (r, c) in others.items() if max(abs(r - row), abs(c - column)) == 1}
    if meaning.task == "near":
        return Goal(dict.fromkeys(around, anyhow))
    beside = {name: offset for name, offset in around.items() if 0 in offset}
    return Goal({name: tuple(h for h in anyhow if _lies(meaning.relation, offset, h)) for name, offset in beside.items()})


def _middle(one: Cell, other: Cell) -> Cell | None:
    """The cell between two that are two apart."""
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    return ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2) if {down, right} == {0, 2} else None


def _lies(relation: str | None, offset: Cell, heading: int) -> bool:
    """Whether something so far from the named object lies in this direction of it, for who looks along the heading."""
    (ahead_row, ahead_column), (right_row, right_column) = STEPS[heading], STEPS[(heading + 2) % 8]
    ahead = offset[0] * ahead_row + offset[1] * ahead_column
    right = offset[0] * right_row + offset[1] * right_column
    return {"left": right < 0, "right": right > 0, "front": ahead < 0, "behind": ahead > 0}[relation or ""]


def next_action(meaning: Meaning, memory: Memory) -> int:
    """The next action by cells and quarter turns: towards what is asked for, or else to where something new can be seen."""
    goal = goal_of(meaning, memory.objects())
    first = _search(memory, goal, 0.0)
    for near in LOOKS if memory.world == "3d" else (0.0,):
        if first is None:
            first = _search(memory, None, near)
    if first is None:  # something was taken for what it is not
        memory.forget()
    return TURN_RIGHT if first is None else first


def _search(memory: Memory, goal: Goal | None, near: float) -> int | None:
    """The first action of a shortest way over known floor: to the goal, or without one to where something new is seen."""
    start = (*memory.at, memory.heading)
    seen: dict[Pose, int] = {start: -1}  # with the first action that leads there
    queue = [start]
    for pose in queue:
        if goal is None and _sees_something_new(memory, pose, near) and pose != start:
            return seen[pose]
        if goal is not None and (pose[0], pose[1]) == goal.stand and pose != start:
            return seen[pose]
        for action, after, mark in _steps(memory, pose):
            first = action if pose == start else seen[pose]
            if mark == FREE:
                if after not in seen:
                    seen[after] = first
                    queue.append(after)
            elif goal is not None and action == FORWARD and pose[2] in goal.reach.get(mark, ()):
                return first
    return None


def _steps(memory: Memory, pose: Pose) -> Iterator[tuple[int, Pose, str]]:
    """What can be done from a pose: the action, the pose after it, and what is there."""
    row, column, heading = pose
    for action, turn in MOVES.items():
        down, right = STEPS[(heading + turn) % 8]
        cell = (row + down, column + right)
        yield action, (*cell, heading), memory.cells.get(cell, BLOCK)
    for action, turn in TURNS.items():
        yield action, (row, column, (heading + turn) % 8), FREE


def _sees_something_new(memory: Memory, pose: Pose, near: float) -> bool:
    """Whether who stands there would see a cell that has not been seen, or not from so near."""
    row, column, heading = pose
    if memory.world == "3d":
        new = (cell for cell in cells_in_view(memory, row, column, heading) if memory.looked.get(cell, 99.0) > near)
        return any((r - row) ** 2 + (c - column) ** 2 <= near * near for r, c in new)
    return any(memory.inside(cell) and cell not in memory.cells for cell in _visible(memory, pose))


def _visible(memory: Memory, pose: Pose) -> Iterator[Cell]:
    """The cells that would be seen in 2D, if nothing unknown stands in the way."""
    row, column, heading = pose
    (down, right), (down_aside, right_aside) = STEPS[heading], STEPS[(heading + 2) % 8]
    for way in (-1, 1):
        for aside in range(memory.side // 2 + 1):
            side = (row + way * aside * down_aside, column + way * aside * right_aside)
            for far in range(memory.side):
                cell = (side[0] + far * down, side[1] + far * right)
                yield cell
                if memory.cells.get(cell) == BLOCK:
                    break
            if memory.cells.get(side) == BLOCK:
                break
