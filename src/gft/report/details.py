"""Tables of single checkpoints, task by task; what `gft eval` prints.

Path of the data: results.jsonl → **details** → grid → terminal, files, page.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gft.report import paper
from gft.report.grid import Grid
from gft.report.tables import NONE, Kind, by_run, in_order, method_label, short_number, summaries
from gft.runs.results import HEARD, SHUFFLED, UNTAUGHT, Result, Tally


def detail_tables(results: Iterable[Result]) -> list[Grid]:
    """Each run's last evaluated checkpoint, task by task, and beside it the same with shuffled commands."""
    results = list(results)
    shuffled = {_pair(result): result for result in results if result.commands == SHUFFLED}
    latest = [run[-1] for table in summaries(results) for run in by_run(_of(results, table.kind))]
    latest += [result for result in results if result.learning == UNTAUGHT and result.commands == HEARD]
    return [_details(result, shuffled.get(_pair(result))) for result in latest]


def _details(result: Result, shuffled: Result | None) -> Grid:
    columns = ["task", "sessions", "success", "95 % interval", "SPL", "steps", "wrong object", "time-out"]
    tasks = in_order(list(result.tasks), list(paper.TASKS))
    parts = {task: (result.tasks[task], shuffled.tasks.get(task) if shuffled else None) for task in tasks}
    if len(tasks) > 1:
        parts["all"] = (result.total, shuffled.total if shuffled else None)
    rows = [_detail_row(name, tally, other, shuffled is not None) for name, (tally, other) in parts.items()]
    kind = Kind.of(result)
    where = f"{method_label(result.method)} · XWORLD{result.world.upper()}"
    notes = [] if shuffled else ["How it does with shuffled commands was not evaluated: add --shuffled."]
    headings = columns + (["shuffled"] if shuffled else [])
    title = f"{where} · seed {result.seed} · {short_number(result.step)} steps · {kind.title}"
    if result.learning == UNTAUGHT:
        title = f"{where} · {result.setting.name}"
    return Grid(title, [(heading, "") for heading in headings], rows, notes=notes)


def _detail_row(name: str, tally: Tally, shuffled: Tally | None, beside: bool) -> list[str]:
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
    return row + ([NONE if shuffled is None else _percent(shuffled.success)] if beside else [])


def _of(results: Iterable[Result], kind: Kind) -> list[Result]:
    return [result for result in results if result.commands == HEARD and Kind.of(result) == kind]


def _pair(result: Result) -> tuple[Any, ...]:
    """What a result and its shuffled share."""
    return (result.run, *replace(result, commands=HEARD).key)


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"
