"""Results of evaluated sessions: what a line of results.jsonl says, and the statistics of counts.

Path of the data: evaluation → **results.jsonl** → tables, figures. Written by `gft.evaluation`, read by `gft.report`; this
file needs neither PyTorch nor a world.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any

from gft.runs.config import one_name
from gft.runs.folder import append_line, read_lines
from gft.runs.legacy import still_holds
from xworld import XWorldError

FILE = "results.jsonl"
UNASKED = ("tasks", "command", "spent", "seconds", "played", "run")  # fields of a result that do not say what was measured
VERSION = 2
LONGEST = 40  # letters of a split in a title
Z95 = NormalDist().inv_cdf(0.975)
HEARD, SHUFFLED = "heard", "shuffled"  # the commands that the agent got: its session's own, or another session's
REWARD, BOTH, IMITATION = "reward only", "imitation, then reward", "imitation"  # what has taught an agent
UNTAUGHT = "nothing here"  # has taught a player by rules, or a language model


def taught_by(config: Mapping[str, Any]) -> str:
    """The label of a run's config: results with different labels never share a table or a figure."""
    label = IMITATION if config["algo"] in ("imitation", "cloning") else BOTH if config.get("taught") else REWARD
    return label + (", trained on shuffled commands" if config.get("shuffled") else "")


def wilson(successes: int, sessions: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a success rate: it stays within [0, 1] and is right near its ends too."""
    if sessions == 0:
        return 0.0, 1.0
    rate, spread = successes / sessions, z * z / sessions
    centre = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float | None]:
    """Mean and sample standard deviation (of at least two values)."""
    return fmean(values), stdev(values) if len(values) > 1 else None


@dataclass(frozen=True)
class Tally:
    """How the sessions of one task went, as sums, so that tallies can be added."""

    sessions: int = 0
    successes: int = 0
    wrong: int = 0  # ended by reaching an object that was not asked for
    timeouts: int = 0
    steps: int = 0
    spl: float = 0.0  # success × shortest / taken, summed over the sessions

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.sessions + other.sessions,
            self.successes + other.successes,
            self.wrong + other.wrong,
            self.timeouts + other.timeouts,
            self.steps + other.steps,
            self.spl + other.spl,
        )

    def share(self, count: float) -> float:
        """A sum as a mean over the sessions; NaN without any."""
        return count / self.sessions if self.sessions else math.nan

    @property
    def success(self) -> float:
        return self.share(self.successes)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the success rate."""
        return wilson(self.successes, self.sessions)


@dataclass(frozen=True)
class Setting:
    """The sessions that an agent is tested on, the world itself left out."""

    rows: int
    columns: int
    goals: int
    obstacles: int
    tasks: tuple[str, ...]
    classes: tuple[str, ...] | None = None  # None: all of the world's
    map: tuple[str, ...] | None = None  # a drawn one, row by row; None: a new maze for each session
    split: str | None = None  # of the run; None: it holds nothing out
    side: str | None = None  # of the split: "trained", or the part that is new

    @property
    def name(self) -> str:
        drawn = "" if self.map is None else "drawn map of "
        parts = [f"{drawn}{self.rows}×{self.columns}", _count(self.goals, "object"), _count(self.obstacles, "obstacle")]
        parts += [_count(len(self.classes), "class")] if self.classes is not None else []
        if self.split is not None:
            held_out = self.split if len(self.split) <= LONGEST else f"{self.split[:LONGEST]}…"
            parts += [f"but {held_out}" if self.side == "trained" else f"new {self.side} of {held_out}"]
        return ", ".join(parts)


@dataclass(frozen=True)
class Result:
    """One checkpoint in one setting with one policy: everything that a table needs to know."""

    world: str  # 2d or 3d
    method: str
    encoder: str
    agent: str  # size of the network: paper, laptop, small
    learning: str  # what has taught the agent: see `taught_by`
    algo: str
    seed: int
    step: int  # of training, at which this checkpoint was made
    weights: str  # fingerprint of its weights
    setting: Setting
    policy: str  # greedy or sampled
    commands: str  # HEARD or SHUFFLED
    sessions: int
    first_seed: int  # of the sessions
    tasks: dict[str, Tally] = field(default_factory=dict)
    command: str = ""  # that measured it
    spent: dict[str, int] = field(default_factory=dict)  # by a language model: answers, unread, calls, tokens in and out
    seconds: float = 0.0  # that it took, and
    played: str = ""  # a letter for each session, in the order of their numbers (see `letter_of`), if these are to be kept
    run: str = ""  # the folder it was read from; not written

    @property
    def total(self) -> Tally:
        """All tasks together."""
        return sum(self.tasks.values(), Tally())

    @property
    def key(self) -> tuple[Any, ...]:
        """What has been measured, without how it went: two results with one key are the same measurement."""
        return tuple(value for name, value in vars(self).items() if name not in UNASKED)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for a line of JSON."""
        values = {"version": VERSION, **asdict(self)}
        del values["run"]
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], run: str = "") -> "Result":
        values = dict(values)
        if values.pop("version") not in (1, VERSION):
            raise ValueError("another version")
        setting: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in values.pop("setting").items()}
        tasks = {name: Tally(**tally) for name, tally in values.pop("tasks").items()}
        values["method"] = one_name(values["method"])
        return cls(setting=Setting(**setting), tasks=tasks, run=run, **values)


def read_results(run: Path) -> list[Result]:
    """The results of a run, in order; of the same measurement only the latest, and none that would be another today."""
    found: dict[tuple[Any, ...], Result] = {}
    for number, values in read_lines(run / FILE):
        try:
            if values.get("version") == 1 and not still_holds(values):
                continue
            result = Result.from_dict(values, str(run))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise XWorldError(
                f"line {number} of {str(run / FILE)!r} is not a result of this version of gft eval; delete that line, or "
                "move the file away, and evaluate again."
            ) from None
        found.pop(result.key, None)
        found[result.key] = result
    return list(found.values())


def append_result(run: Path, result: Result) -> None:
    """Add one line, whole."""
    append_line(run / FILE, result.to_dict())


def letter_of(task: int, success: bool) -> str:
    """How one session went: a letter for its task, by its place among the sorted names, a capital for success."""
    return chr(ord("A" if success else "a") + task)


def unique(values: Iterable[Any]) -> list[Any]:
    """Each value once, in order of appearance."""
    return list(dict.fromkeys(values))


def _count(number: int, what: str) -> str:
    plural = "classes" if what == "class" else f"{what}s"
    return f"{number} {what if number == 1 else plural}"
