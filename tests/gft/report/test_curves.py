"""Curves and figures from metrics.jsonl: success, levels by track, colours and bands."""

import json

import numpy as np
import pytest

from gft.report.curves import Curve, band
from gft.report.figures import draw_curves, draw_tasks
from gft.report.pictures import drawings
from gft.report.runs import Run, read_run
from gft.report.tables import summaries
from gft.runs.curricula import curriculum
from tests.gft.report.runs import make_run, result


def test_a_curve_counts_sessions_not_records(tmp_path):
    metrics = [
        {"steps": steps, "tasks": {"nav": {"sessions": sessions, "success": success}}, "final_tasks": {}}
        for steps, sessions, success in ((999, 10, 0.0), (1000, 30, 1.0), (100_000, 5, 0.2))
    ]
    run = Run(tmp_path, {"method": "film", "seed": 1}, metrics, [])
    curve = run.curve("tasks")
    assert curve.steps.tolist() == [1000, 100_000]
    assert curve.values == pytest.approx([0.75, 0.2])
    assert run.curve("final_tasks") is None
    assert run._replace(metrics=[]).curve("tasks") is None


def test_curves_by_task_are_of_the_last_level_and_join_what_is_few(tmp_path):
    """Of four points with 30, 10, 15 and 40 sessions the second goes with the third; one task alone has no such curves."""
    often = {"sessions": 40, "success": 0.5}
    metrics = [
        {"steps": steps, "tasks": {}, "final_tasks": {"nav": {"sessions": n, "success": won}, "dir": often}}
        for steps, n, won in ((25_000, 30, 0.1), (50_000, 10, 0.0), (75_000, 15, 1.0), (100_000, 40, 0.9))
    ]
    run = Run(tmp_path, {"method": "film", "seed": 1}, metrics, [])
    curves = {curve.track: curve for curve in run.curves_by_task()}
    assert list(curves) == ["dir", "nav"]
    assert curves["nav"].steps.tolist() == [25_000, 75_000, 100_000]
    assert curves["nav"].values == pytest.approx([0.1, 0.6, 0.9])
    assert curves["dir"].steps.tolist() == [25_000, 50_000, 75_000, 100_000]
    for line in metrics:
        del line["final_tasks"]["dir"]
    assert run.curves_by_task() == []


OF_BEFORE = [{"steps": 100, "levels": {"1": 4}}, {"steps": 200, "levels": {"1": 1, "2": 1, "12": 2}}]

BY_TRACK = [
    {"steps": 100, "levels": {"crowded": {"1": 2}, "paper": {"1": 4}, "words": {"1": 2}}},
    {"steps": 200, "levels": {"crowded": {"8": 1, "11": 1}, "paper": {"12": 4}, "words": {"9": 2}}},
]


def test_a_climb_is_the_mean_level_of_the_environments_of_a_track(tmp_path):
    run = Run(tmp_path, {"method": "film", "seed": 1, "curriculum": "evening"}, BY_TRACK, [])
    climbs = {curve.track: (curve.steps.tolist(), curve.values.tolist()) for curve in run.climbs()}
    assert climbs == {"crowded": ([100, 200], [1, 9.5]), "paper": ([100, 200], [1, 12]), "words": ([100, 200], [1, 9])}
    for lines in (OF_BEFORE, [line | {"levels": {"main": line["levels"]}} for line in OF_BEFORE]):
        (climb,) = run._replace(metrics=lines).climbs()
        assert (climb.steps.tolist(), climb.values.tolist(), climb.track) == ([100, 200], [1, 6.75], "")
    assert run._replace(config=run.config | {"curriculum": None}).climbs() == []
    assert run._replace(metrics=[]).climbs() == []


def level_figure(*runs):
    (drawing,) = [drawing for drawing in drawings(runs, []) if drawing.caption.startswith("Level of")]
    return drawing.draw().axes[0]


def level_run(folder, curriculum, levels, **config):
    run = make_run(folder, curriculum=curriculum, **config)
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()[:2]]
    (run / "metrics.jsonl").write_text("".join(json.dumps(a | b) + "\n" for a, b in zip(lines, levels)))
    return read_run(run)


def test_levels_are_drawn_within_their_tracks_each_with_its_name(tmp_path):
    run = level_run(tmp_path / "a", "evening", BY_TRACK)
    axes = level_figure(run)
    counts = {track.name: len(track.levels) for track in curriculum("evening", "2d").tracks}
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines) == [f"GFT-2, {name} ({count} levels), 1 seed" for name, count in counts.items()]
    assert [text.get_text() for text in axes.figure.legends[0].get_texts()] == list(lines)
    assert list(lines.values())[-1].get_ydata().tolist() == [1, 12]
    assert len({(line.get_color(), line.get_linestyle()) for line in lines.values()}) == 3
    assert max(counts.values()) <= axes.get_ylim()[1] <= 1.05 * max(counts.values())
    axes.figure.draw_without_rendering()
    legend, paper_size = axes.figure.legends[0].get_window_extent(), axes.figure.bbox
    assert paper_size.x0 <= legend.x0 < legend.x1 <= paper_size.x1  # it fits


def test_levels_of_several_methods_have_a_panel_for_each_track_and_room_beside_the_legend(tmp_path):
    methods = ["gft-2", "film", "concat", *(f"gft:steps={n}" for n in range(3, 12))]
    runs = [level_run(tmp_path / f"{n}", "evening", BY_TRACK, method=method) for n, method in enumerate(methods)]
    first = level_figure(*runs)
    figure, panels = first.figure, first.figure.axes
    counts = {track.name: len(track.levels) for track in curriculum("evening", "2d").tracks}
    assert [axes.get_title(loc="left") for axes in panels] == [f"{name} ({count} levels)" for name, count in counts.items()]
    for axes in panels:
        assert len({line.get_color() for line in axes.get_lines()}) == len(axes.get_lines()) == len(methods)
    assert [axes.get_lines()[0].get_ydata()[-1] for axes in panels] == [9, 9.5, 12]
    assert len(figure.legends[0].get_texts()) == len(methods)  # each once
    figure.draw_without_rendering()
    lowest = min(axes.get_tightbbox().y0 for axes in panels)
    assert figure.legends[0].get_window_extent().y1 <= lowest + 1
    assert all(axes.get_window_extent().height > figure.bbox.height / 3 for axes in panels)


def test_a_level_that_has_only_just_been_reached_has_no_figure_of_its_own(tmp_path):
    reached = {"final_tasks": {"nav": {"sessions": 50, "success": 0.5}}}
    names = []
    for number, late in enumerate(([{}, reached], [reached, reached])):
        run = level_run(tmp_path / f"{number}", "evening", [line | more for line, more in zip(BY_TRACK, late)])
        names.append([drawing.name for drawing in drawings([run], [])])
    assert "training-2d-reward-only-a2c-paper" not in names[0]
    assert "training-2d-reward-only-a2c-paper" in names[1]


def test_every_method_of_a_figure_has_a_colour_of_its_own():
    methods = ["gft-2", "gft-1:rank=4", "gft-2:rank=8", "film", *(f"gft:steps={n}" for n in range(3, 12))]
    curves = [Curve(method, 0, np.array([1.0, 2]), np.array([0.1, 0.2])) for method in methods]
    lines = draw_curves(curves, "title").axes[0].get_lines()
    assert len({line.get_color() for line in lines}) == len(methods)
    (table,) = summaries([result(method=method, run=method) for method in methods])
    bars = [patch.get_facecolor() for patch in draw_tasks(table, "2d", "title").axes[0].patches]
    assert len(set(bars)) == len(methods)


def test_a_figure_of_a_world_shows_the_methods_that_have_played_there():
    (table,) = summaries([result(), result(method="film", run="b"), result(method="film", run="c", world="3d")])
    both, one = (draw_tasks(table, world, "title").axes[0] for world in ("2d", "3d"))
    assert len(both.patches) == 2 * len(one.patches) == 2 * len(table.tasks)
    names = [set(axes.get_legend_handles_labels()[1]) for axes in (both, one)]
    assert names == [{"FiLM", "GFT-2", "paper"}, {"FiLM", "paper"}]
    marks = [sum(len(line.get_xdata()) for line in axes.get_lines() if line.get_marker() == "_") for axes in (both, one)]
    assert marks[0] == 2 * marks[1] > 0  # the paper's, and the ends of whiskers


def test_levels_of_one_track_are_drawn_as_they_were(tmp_path):
    axes = level_figure(level_run(tmp_path / "a", "fast", OF_BEFORE))
    (line,) = axes.get_lines()
    assert line.get_label() == "GFT-2, 1 seed"
    assert line.get_ydata().tolist() == [1, 6.75]
    assert 17 <= axes.get_ylim()[1] <= 17.5


def test_a_band_is_the_mean_and_deviation_where_all_runs_have_values():
    one = Curve("film", 0, np.array([10.0, 20, 30]), np.array([0.1, 0.2, 0.3]))
    two = Curve("film", 1, np.array([20.0, 40]), np.array([0.4, 0.8]))
    both = band([one, two])
    assert both.steps.tolist() == [20, 30]
    assert both.mean == pytest.approx([0.3, 0.45])
    assert both.deviation == pytest.approx([np.std([0.2, 0.4], ddof=1), np.std([0.3, 0.6], ddof=1)])
    assert band([one]).deviation is None
