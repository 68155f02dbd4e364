"""A whole report: tables in three formats, figures in two, and the page that holds it all.

Path of the data: runs → tables, pictures → **files**. It says what is missing; it never fills in for it.
"""

import csv
import io
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gft.report.beside import beside_tables
from gft.report.comparison import order_tables
from gft.report.costs import cost_tables
from gft.report.details import detail_tables
from gft.report.figures import DARK, LIGHT, image_bytes
from gft.report.grid import as_latex, as_markdown
from gft.report.page import Picture, page
from gft.report.pictures import drawings
from gft.report.runs import Run, differing, read_run
from gft.report.splits import split_tables
from gft.report.tables import Summary, paper_table, summaries
from gft.runs.results import Result, unique
from xworld import replacing


def write_report(folders: Sequence[Path], out: Path, title: str = "Results", notes: Sequence[str] = ()) -> list[str]:
    """Write a report of runs into a folder; returns sentences about what is missing in it. `notes` stand before them."""
    runs = [read_run(folder) for folder in unique(folders)]
    results = [result for run in runs for result in run.results]
    trained = [run for run in runs if run.config]
    tables, missing = summaries(results), list(remarks(runs))
    orders, costs = order_tables(results, tables), cost_tables(trained)
    grids = [*map(paper_table, tables), *split_tables(results), *beside_tables(results)]
    details, pictures = detail_tables(results), []
    for name, caption, draw in drawings(trained, tables):
        light, dark = draw(theme=LIGHT), draw(theme=DARK)
        _write(out / f"{name}.png", image_bytes(light, "png"))
        _write(out / f"{name}.svg", image_bytes(light, "svg"))
        pictures.append(Picture(caption, image_bytes(light, "svg"), image_bytes(dark, "svg")))
    _write(out / "tables.md", "\n".join(map(as_markdown, grids)).encode())
    for name, more in (("order", orders), ("cost", costs)):
        if more:
            _write(out / f"{name}.md", "\n".join(map(as_markdown, more)).encode())
    _write(out / "details.md", "\n".join(map(as_markdown, details)).encode())
    _write(out / "tables.tex", "\n".join(map(as_latex, grids)).encode())
    _write(out / "tables.csv", _csv(cell_rows(tables)))
    _write(out / "results.csv", _csv(result_rows(results)))
    own = shlex.join(["gft", "report", *map(str, folders), "--out", str(out)])
    commands = "\n".join([*(run.train_command() for run in trained), *unique(r.command for r in results if r.command), own])
    text = page(title, [*notes, *missing], pictures, grids, details, commands, orders=orders, costs=costs)
    _write(out / "index.html", text.encode())
    return missing


def remarks(runs: Sequence[Run]) -> Iterator[str]:
    """What a reader should know before looking at anything."""
    for run in runs:
        if not run.results:
            yield f"{run.folder} has no results yet; gft eval {run.folder} makes them."
        if run.config and not run.metrics:
            yield f"{run.folder} has no metrics yet, so it has no training curve."
    trained = [run for run in runs if run.config]
    for kind in unique(run.kind for run in trained):
        kin = [run for run in trained if run.kind == kind]
        names = differing(kin)
        if names:
            yield f"Mind that {', '.join(str(run.folder) for run in kin)} differ in {', '.join(names)}."


def cell_rows(tables: Iterable[Summary]) -> Iterator[dict[str, Any]]:
    """The cells of the tables in the paper's layout, one a row."""
    for table in tables:
        for (method, task, world), cell in table.cells.items():
            shuffled, theirs = table.shuffled.get((method, task, world)), table.paper_cell(method, task, world)
            yield {
                **_kind(table.kind._asdict()),
                "world": world,
                "method": method,
                "task": task,
                "success": cell.mean,
                "deviation": cell.deviation,
                "test_runs": cell.runs,
                "seeds": table.seeds[method],
                "steps": table.steps[method][1],
                "shuffled": shuffled.mean if shuffled else None,
                "paper": theirs.mean if theirs else None,
                "paper_deviation": theirs.deviation if theirs else None,
            }


def result_rows(results: Iterable[Result]) -> Iterator[dict[str, Any]]:
    """Every measurement, task by task, with what is worked out from its counts."""
    for result in results:
        unlisted = ("tasks", "command", "spent", "played")
        known = _kind({name: value for name, value in vars(result).items() if name not in unlisted})
        for task, tally in result.tasks.items():
            low, high = tally.interval
            rates = {"success": tally.success, "low": low, "high": high, "mean_steps": tally.share(tally.steps)}
            yield {**known, "task": task, **asdict(tally), **rates, "mean_spl": tally.share(tally.spl)}


def _kind(fields: dict[str, Any]) -> dict[str, Any]:
    return fields | {"setting": fields["setting"].name}


def _csv(rows: Iterable[dict[str, Any]]) -> bytes:
    rows, text = list(rows), io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _write(file: Path, content: bytes) -> None:
    with replacing(file) as temporary:
        temporary.write_bytes(content)
