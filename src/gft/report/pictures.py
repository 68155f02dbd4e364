"""Which figures a set of runs gives.

Path of the data: runs, tables → **pictures** → figures → files, page.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from gft.report.curves import Curve, is_line
from gft.report.figures import draw_curves, draw_levels, draw_tasks
from gft.report.runs import Run
from gft.report.tables import LAST, Kind, Summary, taught
from gft.runs.curricula import curriculum
from gft.runs.results import HEARD, Result


class Drawing(NamedTuple):
    """A figure to be drawn in any theme."""

    name: str  # of its files, without ending
    caption: str
    draw: Callable[..., Figure]  # takes theme=…


def drawings(runs: Iterable[Run], tables: Iterable[Summary]) -> list[Drawing]:
    """All figures, each with a name of its own."""
    runs, tables = list(runs), list(tables)
    found: dict[str, Drawing] = {}
    results = [result for run in runs for result in run.results]
    for drawing in [*training_drawings(runs), *checkpoint_drawings(results, tables), *task_drawings(tables)]:
        name, number = drawing.name, 1
        while name in found:
            number += 1
            name = f"{drawing.name}-{number}"
        found[name] = drawing._replace(name=name)
    return list(found.values())


def training_drawings(runs: Iterable[Run]) -> Iterator[Drawing]:
    """Success in training as in the paper's Figure 4, on the last level, and by task where that is not too much for one
    figure; on all levels where that is another curve; and how the environments climb them."""
    groups: dict[Any, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.kind, []).append(run)
    for kin in groups.values():
        learning, config = kin[0].kind[0], kin[0].config
        who = f"{taught(learning, config['algo'])} · {kin[0].place} · {config['agent']} agent"
        where = f"XWORLD{config['world'].upper()} · {who}"
        name = _slug("training", config["world"], learning, config["algo"], config["agent"])
        everywhere = [curve for run in kin if (curve := run.curve("tasks"))]
        final = [curve for run in kin if (curve := run.curve("final_tasks")) and is_line(curve)]
        if final:
            yield _curves(name, "Success in training, sessions on the last level", where, final)
        by_task = [curve for run in kin for curve in run.curves_by_task() if is_line(curve)]
        if by_task and len({curve.method for curve in by_task}) == 1:
            yield _curves(f"{name}-by-task", "Success in training, sessions on the last level by task", where, by_task)
        if everywhere and not _same(everywhere, final):
            yield _curves(f"{name}-all-levels", "Success in training, on the levels reached so far", where, everywhere)
        climbs = [curve for run in kin for curve in run.climbs()]
        if climbs:
            title = f"Level of the curriculum\n{where}"
            tracks = {each.name: len(each.levels) for each in curriculum(config["curriculum"], config["world"]).tracks}
            yield Drawing(f"{name}-levels", _caption(title), partial(draw_levels, climbs, title, tracks))


def checkpoint_drawings(results: Iterable[Result], tables: Iterable[Summary]) -> Iterator[Drawing]:
    """Success in test sessions against steps, where more checkpoints were evaluated than a table counts."""
    for kind, world in _first_settings(tables):
        runs: dict[tuple[str, str, int], dict[int, float]] = {}
        for result in sorted(results, key=lambda result: (result.step, result.sessions)):
            if result.commands == HEARD and (Kind.of(result), result.world) == (kind, world):
                runs.setdefault((result.run, result.method, result.seed), {})[result.step] = result.total.success
        curves = [Curve(m, s, np.array([*r], float), np.array([*r.values()])) for (_, m, s), r in runs.items()]
        if max(len(curve.steps) for curve in curves) > LAST:
            where = f"XWORLD{world.upper()} · {kind.title}"
            yield _curves(_name("test", kind, world), "Success in test sessions", where, curves)


def task_drawings(tables: Iterable[Summary]) -> Iterator[Drawing]:
    """Success by task."""
    tables = list(tables)
    for kind, world in _first_settings(tables):
        table = next(table for table in tables if table.kind == kind)
        title = f"Success in test sessions by task\nXWORLD{world.upper()} · {kind.title}"
        yield Drawing(_name("tasks", kind, world), _caption(title), partial(draw_tasks, table, world, title))


def _first_settings(tables: Iterable[Summary]) -> list[tuple[Kind, str]]:
    """The first setting of each kind and world; figures of all settings would be too many, and the tables have them."""
    first: dict[tuple[Any, ...], tuple[Kind, str]] = {}
    for table in tables:
        for world in table.worlds:
            first.setdefault((world, *table.kind._replace(setting=None)), (table.kind, world))  # type: ignore[arg-type]
    return list(first.values())


def _curves(name: str, what: str, where: str, curves: list[Curve]) -> Drawing:
    title = f"{what}\n{where}"
    return Drawing(name, _caption(title), partial(draw_curves, curves, title))


def _same(some: list[Curve], others: list[Curve]) -> bool:
    return len(some) == len(others) and all(
        np.array_equal(a.steps, b.steps) and np.array_equal(a.values, b.values) for a, b in zip(some, others)
    )


def _caption(title: str) -> str:
    return title.replace("\n", ": ") + "."


def _name(what: str, kind: Kind, world: str) -> str:
    size = f"{kind.setting.rows}x{kind.setting.columns}"
    return _slug(what, world, kind.learning, kind.algo, kind.agent, kind.policy, size)


def _slug(*parts: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", " ".join(dict.fromkeys(parts)).lower()).strip("-")
