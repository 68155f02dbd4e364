"""What each method costs: parameters, and the time that training and testing took.

Path of the data: metrics.jsonl, results.jsonl, the names in a checkpoint → **costs** → grid → files, page.
"""

import json
from collections.abc import Sequence
from math import prod
from pathlib import Path
from statistics import fmean, median

from gft.report.grid import Grid
from gft.report.runs import Run
from gft.report.tables import LABELS, NONE, in_order, method_label
from gft.runs.folder import checkpoints
from gft.runs.results import unique

PREFIX = "agent."  # of the agent's weights in a checkpoint


def cost_tables(runs: Sequence[Run]) -> list[Grid]:
    """One table for each world and size of agent."""
    timed = [run for run in runs if run.metrics and all("time" in line for line in run.metrics)]
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in timed:
        groups.setdefault((run.config["world"], run.config["agent"]), []).append(run)
    return [_table(world, agent, groups[world, agent]) for world, agent in sorted(groups)]


def _table(world: str, agent: str, runs: Sequence[Run]) -> Grid:
    rows = []
    for method in in_order(unique(run.config["method"] for run in runs), list(LABELS)):
        mine = [run for run in runs if run.config["method"] == method]
        counts = [count for run in mine if (count := parameters(run.folder)) is not None]
        speed = fmean(median(line["time"]["steps_per_second"] for line in run.metrics) for run in mine)
        trained = fmean(run.metrics[-1]["time"]["seconds"] for run in mine)
        tested = fmean(sum(result.seconds for result in run.results) for run in mine)
        rows.append(
            [
                method_label(method),
                f"{counts[0] / 1e6:.3f}" if counts else NONE,
                f"{speed:,.0f}",
                f"{trained / 60:.1f}",
                f"{tested / 60:.1f}",
                f"{tested / trained:.0%}",
            ]
        )
    columns = ["method", "parameters, millions", "steps/s", "training, min", "testing, min", "testing of training"]
    title = f"Cost · XWORLD{world.upper()} · {agent} agent"
    shares = unique((run.config["processes"], run.config["precision"]) for run in runs)
    how = ", ".join(f"{processes} process{'' if processes == 1 else 'es'} in {precision}" for processes, precision in shares)
    notes = [f"Means over runs, each with {how}; times are those of a machine that may have had other work beside it."]
    return Grid(title, [(column, "") for column in columns], rows, notes=notes)


def parameters(run: Path) -> int | None:
    """How many numbers the agent of a run learns, from the header of its last checkpoint; None without one."""
    for file in reversed(checkpoints(run)):
        with open(file, "rb") as content:
            header = json.loads(content.read(int.from_bytes(content.read(8), "little")))
        return sum(prod(tensor["shape"]) for name, tensor in header.items() if name.startswith(PREFIX))
    return None
