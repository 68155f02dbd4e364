"""What a run tells about itself: sums over what happened, and the lines of metrics.jsonl that are worked out from them.

Path of the data: beside the learner; `gft report` reads the file. Everything between two lines is a sum, so that processes
add theirs up, and a checkpoint keeps those of a line not yet finished.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from gft.runs.folder import append_line, as_line, read_lines, write_text
from gft.runs.legacy import levels_by_track, renamed_counts
from gft.runs.results import Tally

FILE = "metrics.jsonl"
Line = dict[str, Any]  # of metrics.jsonl
Where = tuple[str, int, str]  # track, level and task of a session
Levels = dict[str, dict[str, int]]  # how many environments are on each level of each track


@dataclass(frozen=True)
class Sums:
    """Everything that has happened since the last line."""

    tallies: dict[Where, Tally] = field(default_factory=dict)  # of ended sessions
    steps: int = 0  # of all environments, those of waiting agents included
    samples: int = 0  # steps that counted: an agent acted, and learns from it
    returns: float = 0.0  # of the samples
    returns_squared: float = 0.0
    errors: float = 0.0  # of the value, of the samples
    errors_squared: float = 0.0
    learned: int = 0  # samples, once for every pass over them; what follows is summed over these
    policy_loss: float = 0.0
    value_loss: float = 0.0
    entropy: float = 0.0
    approx_kl: float = 0.0
    updates: int = 0  # steps of the optimiser; a rollout gives one for each minibatch of each pass
    grad_norm: float = 0.0  # summed over the updates
    seconds: float = 0.0

    def __add__(self, other: "Sums") -> "Sums":
        numbers = {each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)[1:]}
        return Sums(add_tallies(self.tallies, other.tallies), **numbers)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        rows = [[*key, asdict(tally)] for key, tally in self.tallies.items()]
        return {each.name: getattr(self, each.name) for each in fields(self)[1:]} | {"tallies": rows}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Sums":
        tallies = {(track, level, task): Tally(**tally) for track, level, task, tally in values["tallies"]}
        return cls(**dict(values) | {"tallies": tallies})

    def by_task(self, track: str | None = None, level: int | None = None) -> dict[str, Tally]:
        """The sessions of each task: all of them, or those of a track, or of one of its levels."""
        tasks: dict[str, Tally] = {}
        for where, tally in self.tallies.items():
            if track in (None, where[0]) and level in (None, where[1]):
                tasks[where[2]] = tasks.get(where[2], Tally()) + tally
        return dict(sorted(tasks.items()))

    def by_track(self) -> dict[str, dict[str, Any]]:
        """Success by track, level and task."""
        tracks: dict[str, dict[str, Any]] = {}
        for track, level in sorted({where[:2] for where in self.tallies}):
            tracks.setdefault(track, {})[str(level)] = _shown(self.by_task(track, level))
        return tracks

    def line(self, final: tuple[str, int]) -> Line:
        """The part of a line of metrics that these sums tell; `final` is the track and level that a run is about."""
        samples, learned = self.samples, self.learned
        variance = self.returns_squared / samples - (self.returns / samples) ** 2
        unexplained = self.errors_squared / samples - (self.errors / samples) ** 2
        tasks, last = self.by_task(), self.by_task(*final)
        everything = total(tasks)
        return {
            "sessions": everything.sessions,
            "success": success_of(everything),
            "tasks": _shown(tasks),
            "final_success": success_of(total(last)),
            "final_tasks": _shown(last),
            "tracks": self.by_track(),
            "session_length": everything.steps / everything.sessions if everything.sessions else None,
            "policy_loss": self.policy_loss / learned,
            "value_loss": self.value_loss / learned,
            "entropy": self.entropy / learned,
            "approx_kl": self.approx_kl / learned,
            "explained_variance": 1 - unexplained / variance if variance > 0 else None,
            "grad_norm": self.grad_norm / self.updates,
            "mean_return": self.returns / samples,
        }


def add_tallies(some: Mapping[Any, Tally], more: Mapping[Any, Tally]) -> dict[Any, Tally]:
    """Tallies by key, added up."""
    return {key: some.get(key, Tally()) + more.get(key, Tally()) for key in (*some, *more)}


def total(tasks: Mapping[str, Tally]) -> Tally:
    """All tasks together."""
    return sum(tasks.values(), Tally())


def success_of(tally: Tally) -> float | None:
    """The success rate, None without sessions."""
    return tally.success if tally.sessions else None


def _shown(tasks: Mapping[str, Tally]) -> dict[str, dict[str, float]]:
    return {task: {"sessions": tally.sessions, "success": tally.success} for task, tally in tasks.items()}


class MetricsFile:
    """RUN/metrics.jsonl, and the same numbers for TensorBoard."""

    def __init__(self, run: Path, steps: int, tensorboard: bool):
        self.file = run / FILE
        kept = [as_line(line) for line in read_metrics(run) if line["steps"] <= steps]
        write_text(self.file, "".join(kept))  # what lies beyond the checkpoint will come again
        self.writer: Any = None
        if tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self.writer = SummaryWriter(str(run / "tensorboard"), purge_step=steps + 1)

    def add(self, line: Line) -> None:
        append_line(self.file, line)
        if self.writer is not None:
            for name, value in flat_numbers(line).items():
                self.writer.add_scalar(name, value, line["steps"])
            self.writer.flush()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


def read_metrics(run: Path) -> list[Line]:
    """The lines of a run's metrics."""
    return [renamed_counts(line) for _, line in read_lines(run / FILE)]


def flat_numbers(values: Mapping[str, Any], before: str = "") -> dict[str, float]:
    """Nested numbers under names with slashes, as TensorBoard has them."""
    flat: dict[str, float] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= flat_numbers(value, f"{before}{name}/")
        elif value is not None:
            flat[before + name] = value
    return flat


def summed(parts: Iterable[Sums]) -> Sums:
    """The sums of all processes."""
    return sum(parts, Sums())


def mean_level(levels: Mapping[str, Any]) -> float:
    """The mean level of a run's environments, each counted within its track."""
    counts = [item for track in levels_by_track(levels).values() for item in track.items()]
    return sum(int(level) * count for level, count in counts) / sum(count for _, count in counts)
