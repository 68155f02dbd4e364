"""Runs as a report sees them: config, metrics and results of a folder, never a model.

Path of the data: RUN/config.json, metrics.jsonl, results.jsonl → **runs** → tables, figures.
"""

import json
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gft.report.curves import Curve
from gft.runs.results import Result, read_results, taught_by, unique

BINS = 100  # of a training curve: sessions that ended within one are counted together
# Options that may differ between runs which are averaged or compared.
FREE = (
    "method seed world steps init_from log_every checkpoint_every keep milestone_every tensorboard processes threads device"
).split()
WORLD = "curriculum size goals obstacles tasks classes".split()  # options that say which sessions a run trains on


class Run(NamedTuple):
    """What a run's folder tells."""

    folder: Path
    config: dict[str, Any]
    metrics: list[dict[str, Any]]
    results: list[Result]

    @property
    def kind(self) -> tuple[Any, ...]:
        """What runs must share to stand in one figure of training."""
        names = ("world", "algo", "agent", "encoder", *WORLD)
        return (taught_by(self.config), *(str(self.config.get(name)) for name in names))

    @property
    def place(self) -> str:
        """The sessions that it trains on, in a few words."""
        config = self.config
        side = config.get("size") or 8
        parts = [f"curriculum “{config['curriculum']}”" if config.get("curriculum") else f"{side}×{side}"]
        parts += [f"{config['goals']} objects"] if config.get("goals") else []
        parts += [f"{config['classes']} classes"] if config.get("classes") else []
        parts += ["tasks " + " ".join(config["tasks"])] if config.get("tasks") else []
        return ", ".join(parts)

    def curve(self, tasks: str) -> Curve | None:
        """Success in training against samples: of all sessions ("tasks"), or of those on the last level ("final_tasks")."""
        if not self.metrics:
            return None
        edges = np.linspace(0, self.metrics[-1]["steps"], BINS + 1)[1:]
        won, played, last = np.zeros(BINS), np.zeros(BINS), np.zeros(BINS)
        for record in self.metrics:
            place = int(np.searchsorted(edges, record["steps"]))
            last[place] = record["steps"]
            for task in record[tasks].values():
                played[place] += task["sessions"]
                won[place] += task["sessions"] * task["success"]
        there = played > 0
        if not there.any():
            return None
        return Curve(self.config["method"], self.config["seed"], last[there], won[there] / played[there])

    def climb(self) -> Curve | None:
        """The mean level of its environments against samples; None if there is only one level."""
        if not self.metrics or not self.config.get("curriculum"):
            return None
        steps = np.array([record["steps"] for record in self.metrics], float)
        means = [
            sum(int(level) * count for level, count in record["levels"].items()) / sum(record["levels"].values())
            for record in self.metrics
        ]
        return Curve(self.config["method"], self.config["seed"], steps, np.array(means))

    def train_command(self) -> str:
        """The command that would train this run anew, from what its config says."""
        from gft.runs.config import Config

        usual = Config().to_dict()
        words = ["gft", "train", "--out", str(self.folder)]
        for name, value in self.config.items():
            if name in usual and value != usual[name]:
                words += _option(name, value)
        return shlex.join(words)


def read_run(folder: Path) -> Run:
    """A run's folder, or a sentence that says why it is none."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{str(folder)!r} has no config.json; give the folder of a run that gft train made.") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"cannot read {str(folder / 'config.json')!r}: {error}.") from None
    if not isinstance(config, dict) or not {"method", "seed", "algo", "world"} <= config.keys():
        raise ValueError(f"{str(folder / 'config.json')!r} is not the config of a run that gft train made.")
    return Run(folder, config, _read_metrics(folder / "metrics.jsonl"), read_results(folder))


def differing(runs: Iterable[Run]) -> list[str]:
    """Options in which runs differ though a comparison would have them equal."""
    configs = [run.config for run in runs]
    names = unique(name for config in configs for name in config if name not in FREE)
    return [name for name in names if len({json.dumps(config.get(name)) for config in configs}) > 1]


def _read_metrics(file: Path) -> list[dict[str, Any]]:
    """The records of a metrics file; a last line cut short is left out."""
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    try:
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    except ValueError:
        raise ValueError(
            f"{str(file)!r} has a line that is no record of gft train; restore the file or move it away."
        ) from None


def _option(name: str, value: Any) -> list[str]:
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{flag}" if value else f"--no-{flag}"]
    text = ",".join(value) if isinstance(value, list) else str(value)
    return [f"--{flag}", "none" if value is None or text == "" else text]
