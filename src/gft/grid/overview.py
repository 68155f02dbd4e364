"""How far a grid is, in words: a line while it goes on, and all cells when asked.

Path of the data: states → **overview** → terminal.
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from gft.commands.progress import ProgressLine, span
from gft.grid.manifest import Cell
from gft.grid.state import State, state_of

LIVE, QUIET = 2.0, 60.0  # seconds between two lines, on a terminal and elsewhere


class Overview:
    """The line of a driver at work."""

    def __init__(self, grid: Path, cells: Sequence[Cell]):
        self.grid, self.cells, self.line = grid, cells, ProgressLine(quiet=QUIET)
        self.line.every = LIVE if self.line.live else QUIET
        self.done: dict[str, State] = {}  # what is done stays so

    def show(self) -> None:
        """Another line, if it is time."""
        if self.line.due():
            self.line.write(in_a_line(self.cells, self.states()))

    def states(self) -> list[State]:
        states = [self.done.get(cell.folder) or state_of(self.grid, cell) for cell in self.cells]
        self.done |= {cell.folder: state for cell, state in zip(self.cells, states) if state.done}
        return states


def in_a_line(cells: Sequence[Cell], states: Sequence[State]) -> str:
    """Done, running, waiting, failed, and the time left."""
    count = {
        "done": sum(state.done for state in states),
        "running": sum(state.working for state in states),
        "failed": sum(state.failed for state in states),
    }
    count["waiting"] = len(states) - sum(count.values())
    parts = [f"{number} {what}" for what, number in count.items() if number or what == "done"]
    at_work = [f"{cell.name} {_share(state)}" for cell, state in zip(cells, states) if state.working]
    left = seconds_left(cells, states)
    return (
        f"{len(states)} cells: "
        + ", ".join(parts)
        + _joined(": ", at_work)
        + ("" if left is None else f"; about {span(left)} left")
    )


def seconds_left(cells: Sequence[Cell], states: Sequence[State]) -> float | None:
    """About how long it will take at the present pace; None if nobody is at work, or has not told yet how fast it is. What
    has not begun counts as fast as the others of its world, or as all."""
    known = [(cell.place[0], state.rate) for cell, state in zip(cells, states) if state.rate]
    working = sum(state.working for state in states)
    if not known or not working:
        return None
    seconds = 0.0
    for cell, state in zip(cells, states):
        if not state.failed:
            alike = [rate for world, rate in known if world == cell.place[0]] or [rate for _, rate in known]
            seconds += state.left / (state.rate or fmean(alike))
    return seconds / working


def in_full(grid: Path, cells: Sequence[Cell]) -> str:
    """Every cell, and all of them in a line."""
    states = [state_of(grid, cell) for cell in cells]
    width = max(len(cell.name) for cell in cells)
    rows = [f"{cell.name:{width}}  {state}" for cell, state in zip(cells, states)]
    return "\n".join([*rows, in_a_line(cells, states)])


def _share(state: State) -> str:
    return "evaluating" if state.steps >= state.total else f"{state.steps / state.total:.0%}"


def _joined(before: str, parts: Sequence[str]) -> str:
    return before + ", ".join(parts) if parts else ""
