"""A run's folder while it is trained: whose it is, what is written into it, what is said meanwhile.

Path of the data: beside the learner: records → **metrics.jsonl, TensorBoard, terminal**.
"""

import fcntl
import json
from pathlib import Path
from typing import IO, Any

from gft.runs.config import Config
from gft.runs.metrics import MetricsFile, Progress, Sums
from xworld.errors import XWorldError
from xworld.files import replacing


class Journal:
    """What the first process writes and says."""

    def __init__(self, config: Config, run: Path, steps: int):
        self.config, self.run = config, run
        self.claim = claimed(run)
        with replacing(run / "config.json") as temporary:
            temporary.write_text(json.dumps(config.to_dict(), indent=2) + "\n", encoding="utf-8")
        self.metrics = MetricsFile(run, steps, config.tensorboard)
        self.progress = Progress(config.steps)
        self.last: dict[str, Any] | None = None
        how = "by imitation of the oracle" if config.algo == "imitation" else f"by {config.algo}, from reward alone"
        how += ", from weights that imitation had trained" if config.taught else ""
        at = f" from step {steps:,}" if steps else ""
        self.progress.say(f"{run}: {config.method}, XWORLD{config.world.upper()}, {how}{at} to {config.steps:,}")

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *error: object) -> None:
        self.metrics.close()
        self.progress.close()
        self.claim.close()

    def add(self, record: dict[str, Any]) -> None:
        self.metrics.add(record)
        self.last = record

    def show(self, steps: int, sums: Sums, levels: dict[str, int]) -> None:
        """On the terminal, if it is time to: how far the run is."""
        self.progress.show(steps, sums, self.last, levels)

    def conclude(self, steps: int, seconds: float) -> None:
        """The last line: what came of it, and the next command."""
        if steps >= self.config.steps:
            success = "" if self.last is None or self.last["success"] is None else f", success {self.last['success']:.1%}"
            self.progress.say(f"done: {steps:,} steps in {seconds:,.0f} s{success}; next: gft eval {self.run}")
        else:
            self.progress.say(f"stopped and saved at step {steps:,}; go on with: gft train --resume {self.run}")


def claimed(run: Path) -> IO[str]:
    """A lock on the run's folder, held until it is closed or the process ends, however it ends."""
    try:
        run.mkdir(parents=True, exist_ok=True)
        claim = (run / ".lock").open("w")
    except OSError as error:
        raise XWorldError(f"cannot write to {str(run)!r}: {error.strerror}.") from None
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        claim.close()
        raise XWorldError(f"{str(run)!r} is being trained by another process; wait for it, or stop it.") from None
    return claim
