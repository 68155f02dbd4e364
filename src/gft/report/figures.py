"""Figures: training curves as in the paper's Figure 4, and success by task beside that with shuffled commands.

Path of the data: metrics.jsonl, results.jsonl → **figures** → PNG, SVG, page. Here everything is drawn; matplotlib is
imported in `gft.report` alone.
"""

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from colorsys import hsv_to_rgb
from itertools import product
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter
from matplotlib.transforms import ScaledTranslation

from gft.report.curves import Curve, band
from gft.report.tables import Cell, Summary, in_order, method_label, short_number
from gft.runs.results import unique

# Okabe and Ito's colours, which people with any kind of colour vision tell apart, on light and on dark ground; the two
# that vanish on one of them are darker here, and dashes tell the methods apart a second time. The last two were chosen to be
# far from all others on both grounds.
Style = tuple[str, Any]  # colour and dashes
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (2, 1)), "-.")
STYLES: dict[str, Style] = {
    "gft-2": ("#D55E00", "-"),
    "gft-1": ("#0072B2", "-"),
    "film": ("#E69F00", (0, (5, 1.5))),
    "gated": ("#56B4E9", (0, (5, 1.5))),
    "cgated": ("#CC79A7", (0, (5, 1.5))),
    "concept": ("#009E73", (0, (2, 1))),
    "concat": ("#8A8A8A", (0, (2, 1))),
    "encdec": ("#B5A100", (0, (2, 1))),
    "adaln": ("#884422", (0, (5, 1, 1, 1))),
    "attention": ("#AA00EE", (0, (5, 1, 1, 1))),
}
OTHER_HUE, GOLDEN = 0.745, 0.618034  # a violet; the hues that follow in steps of the golden section stay apart
MARKS = {"o": "shuffled", "_": "paper"}
STEPS, SUCCESS, LEVEL = "training steps, of all environments", "success", "level, mean over environments"  # what axes show
SIZE = (8.0, 4.4)  # inches: 1,200 pixels wide, sharp at the width of a README


class Theme(NamedTuple):
    """Colours of everything that is not data."""

    ground: str
    ink: str
    line: str


LIGHT = Theme("#ffffff", "#1f2328", "#d0d7de")
DARK = Theme("#15181d", "#e6e8eb", "#3a4048")


def styles_of(methods: Iterable[str]) -> dict[str, Style]:
    """A colour and dashes for each method of a figure: the known ones have theirs, and every other one its own."""
    styles = {method: STYLES[method] for method in methods if method in STYLES}
    for number, method in enumerate(method for method in methods if method not in STYLES):
        colour = hsv_to_rgb((OTHER_HUE + GOLDEN * number) % 1, 0.5, 0.66)
        styles[method] = (to_hex(colour), DASHES[-1 - number % len(DASHES)])
    return styles


def draw_curves(curves: Sequence[Curve], title: str, theme: Theme = LIGHT) -> Figure:
    """Success, its deviation over seeds shaded: one line per method, or per track (or task) of one."""
    figure, axes = _blank(title, theme, (STEPS, SUCCESS))
    _lines(axes, curves, styles_of(_methods(curves)), (0, 1))
    axes.set_ylim(0, 1)
    _legend(figure, theme)
    return figure


def draw_levels(curves: Sequence[Curve], title: str, levels: Mapping[str, int], theme: Theme = LIGHT) -> Figure:
    """The mean level of each track, which has so many `levels`: all in one panel, or where several methods climb several
    tracks a panel for each of these."""
    styles, top = styles_of(_methods(curves)), max([*levels.values(), *(math.ceil(curve.values.max()) for curve in curves)])
    tracks = in_order(unique(curve.track for curve in curves), list(levels))
    if len(styles) > 1 and len(tracks) > 1:
        figure, panels = _panels(title, theme, [_track_name(track, levels) for track in tracks], ("training steps", LEVEL))
        shown = [[curve._replace(track="") for curve in curves if curve.track == track] for track in tracks]
    else:
        figure, axes = _blank(title, theme, (STEPS, LEVEL))
        panels, shown = [axes], [list(curves)]
    room = 0.02 * top
    for axes, mine in zip(panels, shown):
        _lines(axes, mine, styles, (1, top), levels)
        axes.set_ylim(1 - room, top + room)  # a line on the first or last level is seen whole
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))
        axes.set_yticks(range(1, top + 1, math.ceil((top - 1) / 8) or 1))
    _legend(figure, theme)
    return figure


def _methods(curves: Sequence[Curve]) -> list[str]:
    return in_order(unique(curve.method for curve in curves), list(STYLES))


def _lines(
    axes: Axes,
    curves: Sequence[Curve],
    styles: Mapping[str, Style],
    limits: tuple[float, float],
    levels: Mapping[str, int] | None = None,
) -> None:
    """Curves against steps, those of one method and track as one line."""
    tracks = in_order(unique(curve.track for curve in curves), list(levels or ()))
    for method, track in product(styles, tracks):
        mine = [curve for curve in curves if (curve.method, curve.track) == (method, track)]
        if mine:
            label = ", ".join([method_label(method), *([_track_name(track, levels)] if track else [])])
            _line(axes, mine, label, _style(styles[method], tracks, track), limits)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short_number(round(value))))
    axes.margins(x=0.02)
    axes.set_xlim(left=0)


def _line(axes: Axes, curves: Sequence[Curve], label: str, style: Style, limits: tuple[float, float]) -> None:
    """The mean of some runs, and their deviation."""
    (colour, dashes), line = style, band(curves)
    axes.plot(
        line.steps,
        line.mean,
        color=colour,
        linestyle=dashes,
        linewidth=2,
        marker="o" if len(line.steps) <= 30 else "",
        markersize=4,
        label=f"{label}, {len(curves)} {'seed' if len(curves) == 1 else 'seeds'}",
    )
    if line.deviation is not None:
        low, high = line.mean - line.deviation, line.mean + line.deviation
        axes.fill_between(line.steps, low.clip(limits[0]), high.clip(max=limits[1]), color=colour, alpha=0.18, linewidth=0)


def _track_name(track: str, levels: Mapping[str, int] | None) -> str:
    return f"{track} ({levels[track]} levels)" if levels and track in levels else track


def _style(own: Style, tracks: Sequence[str], track: str) -> Style:
    """A method's own; where the tracks of one method are drawn, each has another."""
    if len(tracks) == 1:
        return own
    number = tracks.index(track)
    return list(STYLES.values())[number % len(STYLES)][0], DASHES[number % len(DASHES)]


def draw_tasks(summary: Summary, world: str, title: str, theme: Theme = LIGHT) -> Figure:
    """Success by task, one bar a method; in it what is left with shuffled commands, and what the paper reached.

    The whiskers are the deviation over test runs, or of a single one the 95 % interval.
    """
    figure, axes = _blank(title, theme, ("", SUCCESS))
    methods = [method for method in summary.methods if any(key[::2] == (method, world) for key in summary.cells)]
    width, styles = 0.84 / len(methods), styles_of(summary.methods)
    for n, method in enumerate(methods):
        colour, _ = styles[method]
        keys = [(method, task, world) for task in summary.tasks]
        place = [at + (n - (len(methods) - 1) / 2) * width for at in range(len(keys))]
        ours = [summary.cells.get(key) for key in keys]
        means = np.array([cell.mean if cell else np.nan for cell in ours]) / 100
        spread = np.array([_whiskers(cell) for cell in ours]).T / 100  # [2, tasks]: below, above
        axes.bar(place, means, 0.9 * width, color=colour, label=method_label(method))
        axes.errorbar(place, means, spread, fmt="none", ecolor=theme.ink, capsize=min(3, 20 * width), linewidth=1)
        for at, mean, above in zip(place, means, spread[1]) if len(methods) <= 2 else ():
            axes.annotate(
                f"{100 * mean:.0f}", (at, mean + above), (0, 3), textcoords="offset points", ha="center", color=theme.ink
            )
        beside = [at - width / 4 for at in place] if len(methods) <= 2 else place  # clear of the whiskers
        _mark(axes, beside, [summary.shuffled.get(key) for key in keys], "o", theme)
        _mark(axes, place, [summary.paper_cell(*key) for key in keys], "_", theme)
    drawn = {
        "o": any(key[2] == world for key in summary.shuffled),
        "_": any(summary.paper_cell(*key) for key in summary.cells if key[2] == world),
    }
    for marker, label in MARKS.items():
        if drawn[marker]:
            axes.plot([], [], marker, label=label, **_marker(marker, theme))
    axes.set_xticks(np.arange(len(summary.tasks)), summary.tasks)
    room = max(0.5, 2 - len(summary.tasks) / 2)  # few bars do not get fat
    axes.set_xlim(-room, len(summary.tasks) - 1 + room)
    axes.set_ylim(0, 1.08)
    axes.set_yticks(np.linspace(0, 1, 6))
    axes.grid(axis="x", visible=False)
    _legend(figure, theme)
    return figure


def _whiskers(cell: Cell | None) -> tuple[float, float]:
    if cell is None:
        return 0.0, 0.0
    if cell.interval:
        return cell.mean - cell.interval[0], cell.interval[1] - cell.mean
    spread = cell.deviation or 0.0
    return min(spread, cell.mean), min(spread, 100 - cell.mean)


def _mark(axes: Axes, place: Sequence[float], cells: Sequence[Cell | None], marker: str, theme: Theme) -> None:
    shown = [(at, cell.mean / 100) for at, cell in zip(place, cells) if cell]
    if shown:
        axes.plot(*zip(*shown), marker, zorder=4, **_marker(marker, theme))


def _marker(marker: str, theme: Theme) -> dict[str, Any]:
    size, fill = (12, theme.ink) if marker == "_" else (6, theme.ground)
    return {"markersize": size, "markerfacecolor": fill, "markeredgecolor": theme.ink, "markeredgewidth": 1.6}


def image_bytes(figure: Figure, kind: str) -> bytes:
    """The figure as a png or svg file, the same bytes for the same figure."""
    with io.BytesIO() as buffer, mpl.rc_context({"svg.hashsalt": "gft"}):
        figure.savefig(buffer, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {"Software": None})
        return buffer.getvalue()


def _blank(title: str, theme: Theme, labels: tuple[str, str]) -> tuple[Figure, Axes]:
    """An empty figure; what its axes show is said below and on the left."""
    figure = Figure(figsize=SIZE, facecolor=theme.ground, layout="constrained")
    axes = figure.add_subplot()
    heading, _, below = title.partition("\n")
    axes.set_title(f"{heading}\n", color=theme.ink, fontsize=12.5, fontweight="bold", loc="left")  # a free line below it
    axes.annotate(below, (0, 1), (0, 8), "axes fraction", textcoords="offset points", color=theme.ink, fontsize=9.5)
    axes.set_xlabel(labels[0], color=theme.ink, fontsize=11)
    axes.set_ylabel(labels[1], color=theme.ink, fontsize=11)
    _dress(axes, theme)
    return figure, axes


def _panels(title: str, theme: Theme, names: Sequence[str], labels: tuple[str, str]) -> tuple[Figure, list[Axes]]:
    """An empty figure with a panel for each name, three in a row at most, all on the same scales."""
    rows = math.ceil(len(names) / 3)
    columns = math.ceil(len(names) / rows)
    figure = Figure(figsize=(SIZE[0], SIZE[1] * (0.5 + 0.5 * rows)), facecolor=theme.ground, layout="constrained")
    heading, _, below = title.partition("\n")
    figure.suptitle(f"{heading}\n", x=0.01, ha="left", color=theme.ink, fontsize=12.5, fontweight="bold")
    place = figure.transFigure + ScaledTranslation(0, -0.33, figure.dpi_scale_trans)  # on the free line
    figure.text(0.01, 1, below, va="top", color=theme.ink, fontsize=9.5, transform=place)
    figure.supylabel(labels[1], color=theme.ink, fontsize=11)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flatten()
    for axes in grid[len(names) :]:
        axes.remove()
    for axes, name in zip(grid, names):
        axes.set_title(name, color=theme.ink, fontsize=11, loc="left")
        axes.set_xlabel(labels[0], color=theme.ink, fontsize=11)
        axes.label_outer()
        _dress(axes, theme)
    return figure, list(grid[: len(names)])


def _dress(axes: Axes, theme: Theme) -> None:
    axes.set_facecolor(theme.ground)
    axes.tick_params(colors=theme.ink, labelsize=11, length=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(theme.line)
    axes.grid(color=theme.line, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def _legend(figure: Figure, theme: Theme) -> None:
    """Under the axes, so that it never hides data; methods first, then what the marks mean. The figure grows with it."""
    named: dict[str, Any] = {}
    for axes in figure.axes:
        handles, labels = axes.get_legend_handles_labels()
        named |= dict(zip(labels, handles))
    names = sorted(named, key=lambda name: name in MARKS.values())
    fitting = int(SIZE[0] / (0.7 + 0.075 * max(map(len, names))))  # inches: a sample of the line, and a letter
    columns = max(1, min(5, fitting, len(names)))
    figure.set_figheight(figure.get_figheight() + 0.22 * max(0, math.ceil(len(names) / columns) - 3))  # inches of a row
    figure.legend(
        [named[name] for name in names],
        names,
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        labelcolor=theme.ink,
        fontsize=10,
    )
