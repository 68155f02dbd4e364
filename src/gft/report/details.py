"""Tables of single checkpoints, task by task; what `gft eval` prints.

Path of the data: results.jsonl → **details** → grid → terminal, files, page.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gft.report import paper
from gft.report.grid import Grid
from gft.report.tables import NONE, Kind, by_run, in_order, short_number, summaries
from gft.runs.results import HEARD, SHUFFLED, Result, Tally


def detail_tables(results: Iterable[Result]) -> list[Grid]:
    """Each run's last evaluated checkpoint, task by task, with the language-blind control beside it."""
    results = list(results)
    blind = {_pair(result): result for result in results if result.commands == SHUFFLED}
    latest = [run[-1] for table in summaries(results) for run in by_run(_of(results, table.kind))]
    return [_details(result, blind.get(_pair(result))) for result in latest]


def _details(result: Result, control: Result | None) -> Grid:
    columns = ["task", "sessions", "success", "95 % interval", "SPL", "steps", "wrong object", "time-out"]
    tasks = in_order(list(result.tasks), list(paper.TASKS))
    parts = {task: (result.tasks[task], control.tasks.get(task) if control else None) for task in tasks}
    if len(tasks) > 1:
        parts["all"] = (result.total, control.total if control else None)
    rows = [_detail_row(name, tally, other, control is not None) for name, (tally, other) in parts.items()]
    kind = Kind.of(result)
    where = f"{paper.NAMES.get(result.method, result.method)} · XWORLD{result.world.upper()} · seed {result.seed}"
    notes = [] if control else ["The language-blind control was not evaluated: add --control."]
    headings = columns + (["commands shuffled"] if control else [])
    title = f"{where} · {short_number(result.step)} samples · {kind.title}"
    return Grid(title, [(heading, "") for heading in headings], rows, notes=notes)


def _detail_row(name: str, tally: Tally, control: Tally | None, controlled: bool) -> list[str]:
    low, high = tally.interval
    row = [
        name,
        f"{tally.sessions:,}",
        _percent(tally.success),
        f"{100 * low:.1f} to {100 * high:.1f}",
        f"{tally.share(tally.spl):.3f}",
        f"{tally.share(tally.steps):.1f}",
        _percent(tally.share(tally.wrong)),
        _percent(tally.share(tally.timeouts)),
    ]
    return row + ([NONE if control is None else _percent(control.success)] if controlled else [])


def _of(results: Iterable[Result], kind: Kind) -> list[Result]:
    return [result for result in results if result.commands == HEARD and Kind.of(result) == kind]


def _pair(result: Result) -> tuple[Any, ...]:
    """What a result and its control share."""
    return (result.run, *replace(result, commands=HEARD).key)


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"
