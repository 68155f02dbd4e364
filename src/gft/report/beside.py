"""Everybody on the same sessions: trained agents beside chance, readers, language models and the oracle.

Path of the data: results.jsonl → **tables** → grid → terminal, files, page. Only who has played the very same sessions
stands in one table; how each was taught is said in its row.
"""

from collections.abc import Iterable
from typing import Any

from gft.report import paper
from gft.report.grid import Grid
from gft.report.tables import NONE, in_order, method_label, short_number, taught
from gft.runs.results import HEARD, UNTAUGHT, Result, Tally, unique

SPENT = {"tokens_in": "tokens in", "tokens_out": "tokens out", "unread": "unread"}


def beside_tables(results: Iterable[Result]) -> list[Grid]:
    """A table for each set of test sessions that somebody without training here has played; best last."""
    heard = [result for result in results if result.commands == HEARD]
    sets = unique(_sessions(result) for result in heard if result.learning == UNTAUGHT)
    return [_table([result for result in heard if _sessions(result) == each]) for each in sets]


def _sessions(result: Result) -> tuple[Any, ...]:
    """Which test sessions: results that share this have met the same ones."""
    return result.world, result.setting, result.sessions, result.first_seed


def _table(results: list[Result]) -> Grid:
    results = sorted(results, key=lambda result: result.total.success)
    tasks = in_order(unique(task for result in results for task in result.tasks), list(paper.TASKS))
    spent = any(result.spent for result in results)
    rows = [
        [_who(result), _taught(result)]
        + [f"{100 * tally.success:.1f}" for tally in (*(result.tasks.get(task, Tally()) for task in tasks), result.total)]
        + ([_spent(result, name) for name in SPENT] if spent else [])
        for result in results
    ]
    columns = ["who", "taught by", *tasks, "all", *(SPENT.values() if spent else ())]
    one = results[0]
    counts = ", ".join(f"{task} {one.tasks[task].sessions:,}" for task in tasks if task in one.tasks)
    low, high = min((result.total.interval for result in results), key=lambda pair: pair[0] - pair[1])
    notes = [
        f"Success in percent, everybody on the same {one.sessions:,} test sessions ({counts}); over all tasks the 95 % "
        f"interval is at most {100 * (high - low):.1f} points wide."
    ]
    if spent:
        notes.append("Unread are answers that named no action, in percent of all answers; each counts as “turn right”.")
    title = f"On the same sessions · XWORLD{one.world.upper()} · {one.setting.name}"
    return Grid(title, [(column, "") for column in columns], rows, names=2, notes=notes)


def _who(result: Result) -> str:
    if result.learning != UNTAUGHT:
        return f"{method_label(result.method)}, {result.agent} agent, {short_number(result.step)} steps, {result.policy}"
    return result.method if result.encoder == "none" else f"{result.method} ({result.encoder}; {result.policy})"


def _taught(result: Result) -> str:
    return NONE if result.learning == UNTAUGHT else taught(result.learning, result.algo)


def _spent(result: Result, name: str) -> str:
    if not result.spent:
        return NONE
    if name == "unread":
        return f"{100 * result.spent[name] / max(1, result.spent['answers']):.1f} %"
    return short_number(result.spent[name])
