"""Runs on the page: those below a directory, how they go, and what has gone wrong with them.

Path of the data: RUN/config.json, metrics.jsonl, results.jsonl → **runs** → page. They are found anew whenever
somebody looks, and pages name them by a key, never by a path.
"""

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gft.report.runs import Run, read_run
from gft.runs.config import Config
from gft.runs.folder import is_run
from gft.runs.legacy import levels_by_track
from xworld import XWorldError

DEPTH, MOST = 3, 200  # how far below the directory is looked, and how many are shown
PATIENCE = 4.0  # times the usual time between two lines of metrics, before a run counts as stopped


class Runs:
    """The runs of one studio."""

    def __init__(self, directories: Sequence[Path]):
        self.directories = list(directories)
        self._read: dict[Path, tuple[tuple[float, ...], Run | str]] = {}

    def listed(self) -> dict[str, Any]:
        """Every run in a line."""
        found = self._folders()
        return {
            "places": [str(place) for place in self.directories],
            "runs": [self._line(folder) for folder in found[:MOST]],
            "more": max(0, len(found) - MOST),
        }

    def shown(self, key: str) -> dict[str, Any] | None:
        """All about one run; None if there is none with this key."""
        folder = next((each for each in self._folders() if key_of(each) == key), None)
        if folder is None:
            return None
        run, told = self._run(folder), self._line(folder)
        if isinstance(run, str):
            return told
        curve, last = run.curve("tasks"), run.curve("final_tasks")
        return told | {
            "config": run.config,
            "command": run.train_command(),
            "curves": {name: _points(each) for name, each in (("all sessions", curve), ("last level", last)) if each},
            "climbs": {each.track or "level": _points(each) for each in run.climbs()},
            "levels": levels_by_track(run.metrics[-1]["levels"]) if run.metrics and "levels" in run.metrics[-1] else {},
            "results": [_row(result) for result in run.results],
        }

    # ----

    def _folders(self) -> list[Path]:
        found = {folder.resolve(): folder for place in self.directories for folder in _below(place, DEPTH)}
        return sorted(found.values(), key=lambda folder: -_changed(folder))

    def _run(self, folder: Path) -> Run | str:
        """A run, read again only if its files have changed; or what is wrong with it."""
        stamp = tuple(_changed(folder / name) for name in ("config.json", "metrics.jsonl", "results.jsonl"))
        if self._read.get(folder, ((), ""))[0] != stamp:
            try:
                run: Run | str = read_run(folder)
            except (XWorldError, OSError, KeyError, TypeError, ValueError) as error:
                run = str(error) or type(error).__name__
            self._read[folder] = stamp, run
        return self._read[folder][1]

    def _line(self, folder: Path) -> dict[str, Any]:
        run = self._run(folder)
        told: dict[str, Any] = {"key": key_of(folder), "name": self._name(folder)}
        if isinstance(run, str):
            return told | {"state": "unreadable", "wrong": run}
        config, metrics = run.config, run.metrics
        last = metrics[-1] if metrics else None
        steps = int(last["steps"]) if last else 0
        return told | {
            "world": config["world"],
            "method": config["method"],
            "seed": config["seed"],
            "algo": config["algo"],
            "place": run.place,
            "steps": steps,
            "of": config["steps"],
            "success": _number(last["success"]) if last else None,
            "speed": _number(last["time"].get("steps_per_second")) if last else None,
            "state": _state(run, steps, folder),
            "wrong": _wrong(run),
        }

    def _name(self, folder: Path) -> str:
        for place in self.directories:
            if folder != place and folder.is_relative_to(place):
                return str(folder.relative_to(place))
        return folder.name


def key_of(folder: Path) -> str:
    """What pages call a run's folder."""
    return hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]


def _below(place: Path, depth: int) -> Iterator[Path]:
    """The run folders at or below a place."""
    if is_run(place):
        yield place
    elif depth > 0 and place.is_dir():
        for child in sorted(place.iterdir()):
            if child.is_dir() and not child.name.startswith("."):
                yield from _below(child, depth - 1)


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _state(run: Run, steps: int, folder: Path) -> str:
    """Done, or training if its last line came not long ago, or else stopped."""
    if steps >= run.config["steps"]:
        return "done"
    times = [line["time"]["seconds"] for line in run.metrics[-2:]]
    usual = times[-1] - times[0] if len(times) == 2 else 60.0
    quiet = time.time() - _changed(folder / ("metrics.jsonl" if run.metrics else "config.json"))
    return "training" if quiet < max(60.0, PATIENCE * usual) else "stopped"


def _wrong(run: Run) -> str:
    """What has gone wrong with a run, in words; empty if nothing has."""
    if not run.metrics:
        return ""
    last = run.metrics[-1]
    broken = [name for name in ("policy_loss", "value_loss", "grad_norm") if not _finite(last.get(name))]
    if broken:
        return f"{broken[0].replace('_', ' ')} is not a number any more"
    from gft.training.watch import Watch  # PyTorch comes with it, and this module is there before

    since = Watch(Config.from_dict(run.config), run.metrics).still_since()
    return "" if since is None else f"standing still since step {since:,}"


def _finite(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and math.isfinite(value))


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def _points(curve: Any) -> dict[str, list[float]]:
    return {"steps": curve.steps.tolist(), "values": [round(value, 4) for value in curve.values.tolist()]}


def _row(result: Any) -> dict[str, Any]:
    tasks = {task: round(100 * tally.success, 1) for task, tally in result.tasks.items()}
    return {
        "steps": result.step,
        "setting": result.setting.name,
        "policy": result.policy,
        "commands": result.commands,
        "sessions": result.sessions,
        "tasks": tasks,
    }
