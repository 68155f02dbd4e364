"""Runs as a report sees them: config, metrics and results of a folder, never a model.

Path of the data: RUN/config.json, metrics.jsonl, results.jsonl → **runs** → tables, figures.
"""

import json
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gft.report.curves import Curve, Numbers
from gft.runs.config import Config
from gft.runs.folder import is_player, read_config
from gft.runs.legacy import levels_by_track
from gft.runs.metrics import mean_level, read_metrics
from gft.runs.options import as_words, names_with
from gft.runs.results import Result, read_results, taught_by, unique

BINS = 100  # of a training curve: sessions that ended within one are counted together
FEW = 20  # sessions: fewer than these are counted with those of the next bin


class Run(NamedTuple):
    """What a run's folder tells."""

    folder: Path
    config: dict[str, Any]  # empty of a player without weights, or a language model
    metrics: list[dict[str, Any]]
    results: list[Result]

    @property
    def kind(self) -> tuple[Any, ...]:
        """What runs must share to stand in one figure of training."""
        names = ("world", "algo", "agent", "encoder", *names_with(Config, "sessions"))
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
        parts += [f"but {config['split']}"] if config.get("split") else []
        return ", ".join(parts)

    def curve(self, tasks: str, task: str | None = None) -> Curve | None:
        """Success in training against steps: of all sessions ("tasks"), or of those on the last level ("final_tasks"), of
        all tasks together or of one."""
        if not self.metrics:
            return None
        edges = np.linspace(0, self.metrics[-1]["steps"], BINS + 1)[1:]
        won, played, last = np.zeros(BINS), np.zeros(BINS), np.zeros(BINS)
        for line in self.metrics:
            place = int(np.searchsorted(edges, line["steps"]))
            last[place] = line["steps"]
            for name, told in line[tasks].items():
                if task in (None, name):
                    played[place] += told["sessions"]
                    won[place] += told["sessions"] * told["success"]
        if not played.any():
            return None
        shares = [part[last > 0] for part in (last, won, played)]
        steps, success = _joined_where_few(*shares)
        return Curve(self.config["method"], self.config["seed"], steps, success, task or "")

    def curves_by_task(self) -> list[Curve]:
        """Success on the last level against steps, of each task; none if there is only one."""
        tasks = sorted({task for line in self.metrics for task in line["final_tasks"]})
        return [curve for task in tasks if len(tasks) > 1 and (curve := self.curve("final_tasks", task))]

    def climbs(self) -> list[Curve]:
        """The mean level of the environments of each track against steps; none if there is only one level."""
        if not self.config.get("curriculum"):
            return []
        lines = [(line["steps"], levels_by_track(line["levels"])) for line in self.metrics]
        tracks = unique(track for _, levels in lines for track in levels)
        return [self._climb(track, lines, track if len(tracks) > 1 else "") for track in tracks]

    def _climb(self, track: str, lines: list[tuple[int, dict[str, Mapping[str, int]]]], name: str) -> Curve:
        means = {steps: mean_level(levels[track]) for steps, levels in lines if track in levels}
        values = np.array([*means.values()], float)
        return Curve(self.config["method"], self.config["seed"], np.array([*means], float), values, name)

    def train_command(self) -> str:
        """The command that would train this run anew, from what its config says."""
        usual = Config().to_dict()
        words = ["gft", "train", "--out", str(self.folder)]
        for name in names_with(Config, "flag"):
            if self.config.get(name, usual[name]) != usual[name]:
                words += as_words(name, self.config[name])
        return shlex.join(words)


def _joined_where_few(last: Numbers, won: Numbers, played: Numbers) -> tuple[Numbers, Numbers]:
    """Where bins end, and the success in each; bins of few sessions are joined to the next, if there is one."""
    ends, rates, successes, sessions = [], [], 0.0, 0.0
    for steps, w, p in zip(last, won, played):
        successes, sessions = successes + w, sessions + p
        if sessions >= FEW or (sessions and steps == last[-1]):
            ends.append(steps)
            rates.append(successes / sessions)
            successes, sessions = 0.0, 0.0
    return np.array(ends), np.array(rates)


def read_run(folder: Path) -> Run:
    """A run's folder, or a sentence that says why it is none."""
    if is_player(folder):
        return Run(folder, {}, [], read_results(folder))
    return Run(folder, read_config(folder).to_dict(), read_metrics(folder), read_results(folder))


def differing(runs: Iterable[Run]) -> list[str]:
    """Options in which runs differ though a comparison would have them equal."""
    configs = [run.config for run in runs]
    free = names_with(Config, "may_differ")
    names = unique(name for config in configs for name in config if name not in free)
    return [name for name in names if len({json.dumps(config.get(name)) for config in configs}) > 1]
