"""What `gft eval` does: every run in turn, a bar while it plays, tables at the end.

Path of the data: checkpoint → evaluation → results.jsonl, and → **terminal**.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from gft.evaluation.evaluate import Plan, evaluate, places
from gft.evaluation.film import film as play_for_film
from gft.report.details import detail_tables
from gft.report.grid import as_text
from gft.runs import checkpoint
from gft.runs.results import FILE
from xworld.demo import check_name, write_animation
from xworld.errors import XWorldError

FILMED = 6  # sessions
WIDTH = 24  # characters of the bar


def numbers(option: str, text: str, example: str) -> tuple[int, ...]:
    """Whole numbers separated by commas."""
    try:
        return tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise XWorldError(f"{option} {text!r} is not usable; give {example}.") from None


def examine(runs: Sequence[Path], plan: Plan, film: Path | None = None, device: str = "cpu") -> int:
    """Evaluate runs; returns an exit code."""
    for run in runs:
        if not (run / "config.json").is_file():
            raise XWorldError(f"{str(run)!r} is not the folder of a run: there is no config.json in it.")
    if film is not None:
        write_film(runs[0], plan, film)
    if not plan.sizes and not plan.levels:
        print("tested on the last level of each run's own world; --size 8,9,10,11 tests on the paper's maps\n")
    results = []
    for run in runs:
        bar = Bar(str(run))
        try:
            results += list(evaluate(run, plan, bar.show, device))
        except KeyboardInterrupt:
            print(f"\nstopped; what was finished is in {run / FILE}, and the same command goes on from there")
            return 130
        finally:
            bar.clear()
    for grid in detail_tables(results):
        print(as_text(grid))
    print(
        f"written to {', '.join(str(run / FILE) for run in runs)}; next: gft report {' '.join(map(str, runs))} --out report"
    )
    return 0


def write_film(run: Path, plan: Plan, file: Path) -> None:
    """Some test sessions of a run's newest checkpoint, filmed."""
    check_name(file)
    agent, config = checkpoint.load_agent(run)
    sessions = play_for_film(agent, config, places(config, plan)[0], FILMED)
    for session in sessions:
        print(f"{session.task:8} {session.mission:58} {session.steps:3} steps   {session.feedback}")
    write_animation(file, sessions)
    print(f"wrote {file}\n")


class Bar:
    """How far a test is, in one line that is rewritten; nothing where nobody watches."""

    def __init__(self, name: str, out: TextIO | None = None):
        self.name, self.out = name, out or sys.stderr
        self.watched = self.out.isatty()
        self.what, self.began, self.shown = "", 0.0, 0.0

    def show(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what != self.what:
            self.what, self.began = what, now
        if self.watched and now - self.shown > 0.2:
            self.shown = now
            filled = WIDTH * done // total
            left = f", {(now - self.began) * (total - done) / done:,.0f} s left" if done else ""
            bar = "█" * filled + "░" * (WIDTH - filled)
            self.out.write(f"\r\x1b[2K{self.name}  {what}  {bar}  {done:,} of {total:,} sessions{left}")
            self.out.flush()

    def clear(self) -> None:
        if self.watched:
            self.out.write("\r\x1b[2K")
            self.out.flush()
