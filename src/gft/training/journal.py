"""A run's folder while it is trained: what the first process writes into it, and what it says meanwhile.

Path of the data: beside the learner: sums → **metrics.jsonl, TensorBoard, terminal**.
"""

from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from gft.runs.config import Config
from gft.runs.folder import locked, write_config, write_launch
from gft.runs.metrics import Levels, Line, MetricsFile, Sums, read_metrics
from gft.training.processes import torchrun_name
from gft.training.watch import ADVICE, Watch


class Progress(Protocol):
    """Whoever is told how far a run is."""

    def show(self, steps: int, sums: Sums, line: Line | None, levels: Levels) -> None:
        """How far it is: steps, what has happened since the last line of metrics, that line, environments by level."""

    def say(self, text: str) -> None:
        """A sentence."""


class Silence:
    """A Progress that nobody hears."""

    def show(self, steps: int, sums: Sums, line: Line | None, levels: Levels) -> None: ...

    def say(self, text: str) -> None: ...


class Journal:
    """What the first process writes and says; entered with `with`, the run's folder is its alone."""

    def __init__(self, config: Config, run: Path, progress: Progress):
        self.config, self.run, self.progress = config, run, progress
        self.stack = ExitStack()
        self.last: Line | None = None

    def __enter__(self) -> "Journal":
        self.stack.enter_context(locked(self.run))
        write_config(self.run, self.config)
        write_launch(self.run, torchrun_name())
        return self

    def __exit__(self, *error: object) -> None:
        self.stack.close()

    def begin(self, steps: int) -> None:
        """A run begins, or goes on from a step."""
        config = self.config
        self.metrics = MetricsFile(self.run, steps, config.tensorboard)
        self.watch = Watch(config, read_metrics(self.run))
        self.stack.callback(self.metrics.close)
        ways = {"imitation": "by imitation of the oracle", "cloning": f"by imitation of what was played in {config.data}"}
        how = ways.get(config.algo, f"by {config.algo}, from reward alone")
        how += ", from weights that imitation had trained" if config.taught else ""
        at = f" from step {steps:,}" if steps else ""
        self.progress.say(f"{self.run}: {config.method}, XWORLD{config.world.upper()}, {how}{at} to {config.steps:,}")

    def add(self, line: Line) -> None:
        self.metrics.add(line)
        self.last = line
        warning = self.watch.add(line)
        if warning is not None:
            self.progress.say(warning)

    def show(self, steps: int, sums: Sums, levels: Levels) -> None:
        self.progress.show(steps, sums, self.last, levels)

    def conclude(self, steps: int, seconds: float) -> None:
        """The last line: what came of it, and the next command."""
        if steps >= self.config.steps:
            success = "" if self.last is None or self.last["success"] is None else f", success {self.last['success']:.1%}"
            still = self.watch.still_since()
            how = "done" if still is None else f"ended, but it has been standing still since step {still:,}"
            self.progress.say(f"{how}: {steps:,} steps in {seconds:,.0f} s{success}; next: gft eval {self.run}")
            if still is not None:
                self.progress.say(ADVICE)
        else:
            self.progress.say(f"stopped and saved at step {steps:,}; go on with: gft train --resume {self.run}")
