"""Results and run folders made up for tests."""

import json

from gft.report import paper
from gft.runs.config import Config
from gft.runs.results import Result, Setting, Tally, append_result

PAPER_SETTING = Setting(8, 8, 4, 16, tuple(sorted(paper.TASKS)))
SMALL_SETTING = Setting(3, 3, 2, 0, ("nav",), ("cat", "dog"))


def result(**changes):
    """A result; `successes` of 1,000 sessions of every task."""
    successes = changes.pop("successes", 500)
    setting = changes.setdefault("setting", PAPER_SETTING)
    tally = Tally(1000, successes, 1000 - successes, 0, 20_000, successes / 2)
    tasks = dict.fromkeys(setting.tasks, tally)
    usual = {
        "world": "2d", "method": "gft-2", "encoder": "bow", "agent": "paper", "learning": "reward only", "algo": "a2c",
        "seed": 0, "step": 1000, "weights": "0", "policy": "greedy", "commands": "heard", "sessions": 5000, "first_seed": 7,
    }  # fmt: skip
    return Result(**(usual | changes), tasks=tasks)


def make_run(folder, metrics=True, results=(), **config):
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(Config(**config).to_dict()))
    if metrics:
        tasks = {"nav": {"sessions": 10, "success": 0.5}}
        record = {"tasks": tasks, "final_tasks": {}, "levels": {"1": 3, "2": 1}}
        lines = [json.dumps({"steps": 100 * n} | record) + "\n" for n in range(1, 9)]
        (folder / "metrics.jsonl").write_text("".join(lines) + '{"steps": 9')  # the last one cut short
    for each in results:
        append_result(folder, each)
    return folder
