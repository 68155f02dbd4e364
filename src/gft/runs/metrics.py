"""What a run tells about itself: running sums, metrics.jsonl, TensorBoard, a line in the terminal.

Path of the data: beside the learner; `gft report` reads the file. Everything between two records is a sum of numbers by
name, so that processes add theirs up, and a checkpoint keeps those of a record not yet finished.
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from gft.training.rollout import Session
from xworld.files import replacing

Sums = dict[str, float]
Record = dict[str, Any]
LIVE, QUIET = 0.5, 60.0  # seconds between two lines, on a terminal and elsewhere


def session_sums(sessions: Iterable[Session], last_level: int) -> Sums:
    """Sums over sessions: how many, and how many succeeded, by task, and again on the last level alone."""
    sums: Sums = defaultdict(float)
    for session in sessions:
        for where in ("all", "final") if session.level == last_level else ("all",):
            sums[f"played.{where}.{session.task}"] += 1
            sums[f"won.{where}.{session.task}"] += int(session.success)
        sums["length"] += session.steps
    return sums


def add(sums: Sums, more: Mapping[str, float]) -> None:
    """Add to sums, name by name."""
    for name, value in more.items():
        sums[name] = sums.get(name, 0.0) + value


def added(parts: Iterable[Mapping[str, float]]) -> Sums:
    """The sums of all processes."""
    total: Sums = {}
    for part in parts:
        add(total, part)
    return total


def record_of(sums: Mapping[str, float]) -> Record:
    """The part of a record that is worked out from sums."""
    learned, updates, samples = sums["learned"], sums["updates"], sums["samples"]
    variance = sums["returns²"] / samples - (sums["returns"] / samples) ** 2
    unexplained = sums["errors²"] / samples - (sums["errors"] / samples) ** 2
    everything, final = _by_task(sums, "all"), _by_task(sums, "final")
    played = sum(task["sessions"] for task in everything.values())
    return {
        "sessions": played,
        "success": _overall(everything),
        "tasks": everything,
        "final_success": _overall(final),
        "final_tasks": final,
        "session_length": sums["length"] / played if played else None,
        "policy_loss": sums["policy"] / learned,
        "value_loss": sums["value"] / learned,
        "entropy": sums["entropy"] / learned,
        "moved": sums["moved"] / learned,
        "explained_variance": 1 - unexplained / variance if variance > 0 else None,
        "grad_norm": sums["norm"] / updates,
        "mean_return": sums["returns"] / samples,
    }


def _by_task(sums: Mapping[str, float], where: str) -> dict[str, dict[str, float]]:
    start = f"played.{where}."
    return {
        name.removeprefix(start): {"sessions": int(count), "success": sums[name.replace("played", "won", 1)] / count}
        for name, count in sorted(sums.items())
        if name.startswith(start)
    }


def _overall(tasks: Mapping[str, Mapping[str, float]]) -> float | None:
    """Success over all sessions of all tasks."""
    played = sum(task["sessions"] for task in tasks.values())
    return sum(task["sessions"] * task["success"] for task in tasks.values()) / played if played else None


class MetricsFile:
    """RUN/metrics.jsonl, one record a line, and the same for TensorBoard."""

    def __init__(self, run: Path, steps: int, tensorboard: bool):
        self.file = run / "metrics.jsonl"
        kept = [line for line, record in read_metrics(self.file) if record["steps"] <= steps]
        with replacing(self.file) as temporary:  # what lies beyond the checkpoint will come again
            temporary.write_text("".join(kept), encoding="utf-8")
        self.writer: Any = None
        if tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self.writer = SummaryWriter(str(run / "tensorboard"), purge_step=steps + 1)

    def add(self, record: Record) -> None:
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(record) + "\n")
        if self.writer is not None:
            for name, value in _flat(record).items():
                self.writer.add_scalar(name, value, record["steps"])
            self.writer.flush()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


def read_metrics(file: Path) -> list[tuple[str, Record]]:
    """Lines and records of a metrics file; a last line cut short by a crash is left out."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    return [(line, json.loads(line)) for line in lines if line.endswith("}\n")]


def _flat(record: Mapping[str, Any], before: str = "") -> dict[str, float]:
    flat: dict[str, float] = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{before}{name}/")
        elif value is not None:
            flat[before + name] = value
    return flat


class Progress:
    """A line that is rewritten on a terminal; elsewhere one a minute."""

    def __init__(self, total: int, out: TextIO | None = None):
        self.total, self.out = total, out or sys.stdout
        self.live = self.out.isatty()
        self.last = time.monotonic() - (LIVE if self.live else 0.0)
        self.begun = False  # a line that is not ended yet
        self.marks: list[tuple[float, int]] = []  # times and steps of late, for the speed

    def show(self, steps: int, sums: Mapping[str, float], record: Record | None, levels: Mapping[str, int]) -> None:
        """Tell how far the run is, if it is time to."""
        now = time.monotonic()
        self.marks = [*self.marks[-200:], (now, steps)]
        if now - self.last < (LIVE if self.live else QUIET):
            return
        self.last = now
        (then, before), tasks = self.marks[0], _by_task(sums, "all")
        if record is not None and sum(task["sessions"] for task in tasks.values()) < 100:
            tasks = record["tasks"]
        speed = (steps - before) / (now - then) if now > then else 0.0
        left = f"{_span((self.total - steps) / speed)} left" if speed else "…"
        success = "  ".join(f"{name} {task['success']:.0%}" for name, task in tasks.items())
        reached = "  ".join(f"{level}: {count / sum(levels.values()):.0%}" for level, count in levels.items())
        text = f"{steps:,} of {self.total:,} steps  {speed:,.0f}/s  {left}  {success}  on level {reached}"
        self.begun = self.live
        self.out.write(f"\r\x1b[2K{text}" if self.live else f"{text}\n")
        self.out.flush()

    def close(self) -> None:
        """Leave the terminal with the line as it is, if one was begun."""
        if self.begun:
            self.out.write("\n")
            self.begun = False

    def say(self, text: str) -> None:
        """A line of its own."""
        self.begun = False
        self.out.write(f"\r\x1b[2K{text}\n" if self.live else f"{text}\n")
        self.out.flush()


def _span(seconds: float) -> str:
    hours, minutes = divmod(int(seconds / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min" if minutes else f"{int(seconds)} s"
