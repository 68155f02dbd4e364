"""What was seen in training beside what was held out: how much is lost on what is new.

Path of the data: results.jsonl → **tables of splits** → grid → terminal, files, page.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gft.report import paper
from gft.report.grid import Grid
from gft.report.tables import NONE, in_order, method_label, short_number, taught
from gft.runs.results import HEARD, Result, Tally
from gft.runs.splits import TRAINED


def split_tables(results: Iterable[Result]) -> list[Grid]:
    """For each run that holds something out, checkpoint, map and policy: success on both sides, task by task."""
    groups: dict[Any, dict[str, Result]] = {}
    for result in results:
        if result.setting.side is not None and result.commands == HEARD:
            place = replace(result.setting, side=None, tasks=(), classes=None)
            key = (result.run, result.weights, result.step, result.sessions, result.policy, place)
            groups.setdefault(key, {})[result.setting.side] = result
    return [_table(sides) for sides in groups.values() if TRAINED in sides and len(sides) > 1]


def _table(sides: dict[str, Result]) -> Grid:
    trained = sides[TRAINED]
    parts = [part for part in sides if part != TRAINED]
    rows = []
    for task in in_order(list(trained.tasks), list(paper.TASKS)):
        seen = trained.tasks[task]
        row = [task, _rate(seen)]
        for part in parts:
            new = sides[part].tasks.get(task)
            row += [NONE, NONE] if new is None else [_rate(new), f"{100 * (seen.success - new.success):+.1f}"]
        rows.append(row)
    columns = [
        ("task", ""),
        ("seen in training", ""),
        *((f"new {part}", name) for part in parts for name in ("success", "lost")),
    ]
    where = f"{method_label(trained.method)} · XWORLD{trained.world.upper()} · seed {trained.seed}"
    setting = replace(trained.setting, side=None, split=None).name
    title = (
        f"{where} · {short_number(trained.step)} steps · {taught(trained.learning, trained.algo)} · {setting} · "
        f"{trained.policy} policy · held out: {trained.setting.split}"
    )
    note = (
        f"Success in percent with 95 % intervals, {trained.sessions:,} test sessions on each side; lost: percentage points."
    )
    return Grid(title, columns, rows, notes=[note])


def _rate(tally: Tally) -> str:
    low, high = tally.interval
    return f"{100 * tally.success:.1f} ({100 * low:.1f} to {100 * high:.1f})"
