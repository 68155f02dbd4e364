"""The progress line of long work: one that is rewritten on a terminal; elsewhere one now and then, or none.

Path of the data: beside it. `gft train` tells through `TrainingProgress`, `gft eval` through `EvaluationProgress`.
"""

import sys
import time
from collections.abc import Mapping
from typing import TextIO

from gft.runs.metrics import Levels, Line, Sums
from gft.runs.results import Tally

LIVE, QUIET = 0.5, 60.0  # seconds between two lines, on a terminal and elsewhere
WIDTH = 24  # characters of a bar
ENOUGH = 100  # sessions since the last line of metrics to tell success by


class ProgressLine:
    """A line about work that goes on."""

    def __init__(self, out: TextIO | None = None, quiet: float | None = QUIET):
        self.out = out or sys.stdout
        self.live = self.out.isatty()
        self.every = LIVE if self.live else quiet  # None: nothing where nobody watches
        self.last = time.monotonic() - (LIVE if self.live else 0.0)
        self.open = False  # a line that is not ended yet

    def due(self) -> bool:
        """Whether it is time for another line."""
        return self.every is not None and time.monotonic() - self.last >= self.every

    def write(self, text: str) -> None:
        """Take the place of the line before."""
        self.last, self.open = time.monotonic(), self.live
        self._put(f"\r\x1b[2K{text}" if self.live else f"{text}\n")

    def say(self, text: str) -> None:
        """A line that stays."""
        self.open = False
        self._put(f"\r\x1b[2K{text}\n" if self.live else f"{text}\n")

    def clear(self) -> None:
        """Take the line back."""
        if self.open:
            self.open = False
            self._put("\r\x1b[2K")

    def close(self) -> None:
        """Leave the line as it is."""
        if self.open:
            self.open = False
            self._put("\n")

    def _put(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()


class TrainingProgress:
    """How far a run is: a `gft.training.journal.Progress`."""

    def __init__(self, total: int, out: TextIO | None = None):
        self.total, self.line = total, ProgressLine(out)
        self.say = self.line.say
        self.marks: list[tuple[float, int]] = []  # times and steps of late, for the speed

    def show(self, steps: int, sums: Sums, line: Line | None, levels: Levels) -> None:
        now = time.monotonic()
        self.marks = [*self.marks[-200:], (now, steps)]
        if not self.line.due():
            return
        then, before = self.marks[0]
        speed = (steps - before) / (now - then) if now > then else 0.0
        left = f"{span(max(0, self.total - steps) / speed)} left" if speed else "…"
        reached = "   ".join(_reached(track, counts, len(levels) > 1) for track, counts in levels.items())
        success = "  ".join(f"{task} {rate:.0%}" for task, rate in self._success(sums.by_task(), line).items())
        self.line.write(f"{steps:,} of {self.total:,} steps  {speed:,.0f}/s  {left}  {success}  on level {reached}")

    def _success(self, tasks: Mapping[str, Tally], line: Line | None) -> dict[str, float]:
        """Since the last line of metrics, or while that is too little, in it."""
        if line is not None and sum(tally.sessions for tally in tasks.values()) < ENOUGH:
            return {name: task["success"] for name, task in line["tasks"].items()}
        return {name: tally.success for name, tally in tasks.items()}


class EvaluationProgress:
    """How far a test is; nothing where nobody watches."""

    def __init__(self, name: str, out: TextIO | None = None):
        self.name, self.line = name, ProgressLine(out or sys.stderr, quiet=None)
        self.what, self.began = "", 0.0

    def show(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what != self.what:
            self.what, self.began = what, now
        if self.line.due():
            filled = WIDTH * done // total
            left = f", {span((now - self.began) * (total - done) / done)} left" if done else ""
            bar = "█" * filled + "░" * (WIDTH - filled)
            self.line.write(f"{self.name}  {what}  {bar}  {done:,} of {total:,} sessions{left}")


def _reached(track: str, counts: Mapping[str, int], named: bool) -> str:
    """The levels of a track's environments."""
    shares = "  ".join(f"{level}: {count / sum(counts.values()):.0%}" for level, count in counts.items())
    return f"{track} {shares}" if named else shares


def span(seconds: float) -> str:
    """A time to wait, in words."""
    hours, minutes = divmod(int(seconds / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min" if minutes else f"{int(seconds)} s"
