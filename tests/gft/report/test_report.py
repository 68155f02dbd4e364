import argparse
import csv
import json
import re
import shlex
from dataclasses import replace

import numpy as np
import pytest

from gft.cli import main
from gft.grounding import METHODS, canonical
from gft.report import paper
from gft.report.curves import Curve, band
from gft.report.details import detail_tables
from gft.report.figures import STYLES, draw_curves, draw_tasks
from gft.report.grid import Grid, as_html, as_latex, as_markdown, as_text
from gft.report.pictures import drawings
from gft.report.runs import Run, differing, read_run
from gft.report.tables import LABELS, paper_table, short_number, summaries
from gft.runs.config import Config
from gft.runs.curricula import curriculum
from gft.runs.options import add_options
from gft.runs.presets import preset
from gft.runs.results import IMITATION, Result, Setting, Tally, append_result

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


# ---- the paper's figures


def test_the_papers_figures_are_all_there_but_for_its_slip():
    assert len(paper.FIGURES) == 4 * 8 * 10 - 5
    missing = {(10, "concept", task, "2d") for task in paper.TASKS}
    assert not missing & paper.FIGURES.keys()
    for task in paper.TASKS:  # "GFT-2 produces the best numbers in all the five columns"
        column = {method: paper.FIGURES[8, method, task, "2d"].mean for method in paper.NAMES}
        assert max(column, key=column.get) == "gft-2"


# ---- tables


def test_cells_are_means_over_seeds_and_the_last_three_checkpoints():
    rates = {seed: [100, 400 + 10 * seed, 500, 600 - 20 * seed] for seed in range(4)}  # of 1,000; the first is too old
    results = [
        result(seed=seed, run=f"run{seed}", step=1000 * n, successes=successes)
        for seed, row in rates.items()
        for n, successes in enumerate(row)
    ]
    (table,) = summaries(reversed(results))
    counted = [successes / 10 for row in rates.values() for successes in row[1:]]
    cell = table.cells["gft-2", "nav", "2d"]
    assert (cell.mean, cell.deviation, cell.runs) == pytest.approx((np.mean(counted), np.std(counted, ddof=1), 12))
    assert table.steps["gft-2"] == (1000, 3000)
    assert table.seeds["gft-2"] == 4


def test_ours_with_shuffled_commands_and_the_papers_stand_together():
    results = [result(successes=700), result(successes=300, commands="shuffled")]
    grid = paper_table(summaries(results)[0])
    assert [row[:2] for row in grid.rows] == [["GFT-2", "ours"], ["", "shuffled"], ["", "paper"]]
    column = grid.headings().index("nav 2D")
    assert [row[column] for row in grid.rows] == ["70.0", "30.0", "70.7±3.5"]
    assert any("single test run" in note for note in grid.notes)
    assert any("Concat" in note for note in grid.notes)


def test_rows_tell_the_steps_of_the_checkpoints_that_they_count():
    heard = [result(step=step) for step in (1_000, 2_000, 3_000, 4_000)]
    grid = paper_table(summaries([*heard, result(step=4_000, commands="shuffled")])[0])
    assert [row[1:3] for row in grid.rows] == [["ours", "2,000 to 4,000"], ["shuffled", "4,000"], ["paper", "256 M"]]


def test_methods_that_the_paper_does_not_have_stand_below_its_own_without_its_numbers():
    names = ("mine", "attention", "gft:steps=3", "adaln", "gft-2")
    (table,) = summaries([result(method=name, run=name) for name in names])
    grid = paper_table(table)
    rows = [["GFT-2", "ours"], ["", "paper"], *([name, "ours"] for name in ("AdaLN", "Attention", "mine", "gft:steps=3"))]
    assert [row[:2] for row in grid.rows] == rows
    missing = next(note for note in grid.notes if note.startswith("No results yet"))
    assert missing == "No results yet of Concat, Gated, CGated, FiLM, Concept, EncDec, GFT-1."
    assert [grid.title.split(" · ")[0] for grid in detail_tables([result(method="adaln")])] == ["AdaLN"]


def test_every_method_of_ours_has_a_label_and_a_colour_that_stay_its_own():
    """But for "gft", which is called "gft-2"."""
    assert {canonical(name) for name in METHODS} == LABELS.keys() == STYLES.keys()
    assert len({colour for colour, _ in STYLES.values()}) == len(STYLES)


def test_a_cell_that_the_paper_got_wrong_stays_empty():
    ten = replace(PAPER_SETTING, rows=10, columns=10, goals=6, obstacles=24)
    results = [result(method="concept", setting=ten), result(method="concept", setting=ten, world="3d")]
    grid = paper_table(summaries(results)[0])
    theirs = next(row for row in grid.rows if row[1] == "paper")
    assert theirs[grid.headings().index("nav 2D")] == "–"
    assert theirs[grid.headings().index("nav 3D")] == "55.5±18.3"


@pytest.mark.parametrize(
    "change", [{"goals": 3}, {"rows": 9}, {"classes": ("cat", "dog")}, {"tasks": ("nav",)}, {"obstacles": 0}]
)
def test_the_papers_numbers_stand_only_beside_its_own_setting(change):
    (table,) = summaries([result(setting=replace(PAPER_SETTING, **change))])
    assert not any(row[1] == "paper" for row in paper_table(table).rows)
    assert "The paper has no numbers for this setting." in paper_table(table).notes


@pytest.mark.parametrize(
    "change",
    [
        {"learning": IMITATION, "algo": "imitation"},
        {"learning": "imitation, then reward"},
        {"algo": "ppo"},
        {"policy": "sampled"},
        {"agent": "small"},
        {"encoder": "gru"},
        {"setting": SMALL_SETTING},
    ],
)
def test_what_does_not_compare_never_shares_a_table(change):
    tables = summaries([result(run="a"), result(run="b", **change)])
    assert len(tables) == 2
    assert all(cell.runs == 1 for table in tables for cell in table.cells.values())
    assert tables[0].kind.learning == "reward only"  # which comes first
    titles = {paper_table(table).title for table in tables}
    assert len(titles) == 2


def test_the_best_of_ours_is_bold():
    results = [result(method=method, run=method, successes=n) for method, n in (("film", 600), ("gft-2", 700))]
    grid = paper_table(summaries(results)[0])
    assert {grid.rows[row][0] for row, _ in grid.best} == {"GFT-2"}
    assert "**70.0**" in as_markdown(grid)
    assert r"\textbf{70.0}" in as_latex(grid)
    assert "<b>70.0</b>" in as_html(grid)
    equal = [result(method=method, run=method, successes=0) for method in ("film", "gft-2")]
    assert not paper_table(summaries(equal)[0]).best


def test_details_are_of_the_last_checkpoint_beside_shuffled_commands():
    results = [
        result(step=1000, successes=100),
        result(step=2000, successes=800),
        result(step=2000, successes=250, commands="shuffled"),
        result(step=1000, successes=150, commands="shuffled"),
    ]
    (grid,) = detail_tables(results)
    assert [row[0] for row in grid.rows] == [*paper.TASKS, "all"]
    row = dict(zip(grid.headings(), grid.rows[0]))
    assert (row["success"], row["shuffled"], row["sessions"]) == ("80.0 %", "25.0 %", "1,000")
    assert (row["SPL"], row["steps"], row["wrong object"], row["time-out"]) == ("0.400", "20.0", "20.0 %", "0.0 %")


def test_a_grid_in_all_formats():
    grid = Grid("50 % & more", [("a_b", ""), ("x", "2D"), ("x", "3D")], [["p|q", "1±2", "<3"]], notes=["A note."])
    latex, markdown, html = as_latex(grid), as_markdown(grid), as_html(grid)
    assert r"\multicolumn{2}{c}{x}" in latex
    assert r"50 \% \& more" in latex
    assert r"1$\pm$2" in latex
    for line in [line for line in latex.splitlines() if line.endswith(r"\\")][1:]:
        assert len(re.findall(r"(?<!\\)&", line)) == 2
    assert "| a_b | x 2D | x 3D |" in markdown
    assert r"p\|q" in markdown
    assert "&lt;3" in html
    assert 'colspan="2">x<' in html
    assert html.count("<td>") == 2
    assert as_text(grid).splitlines()[2].split() == ["a_b", "x", "2D", "x", "3D"]


def test_numbers_are_short():
    assert list(map(short_number, (0, 1234, 12_345, 640_000, 1_234_567, 256_000_000))) == [
        "0", "1,234", "12.3 k", "640 k", "1.23 M", "256 M",
    ]  # fmt: skip


# ---- curves


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


# ---- the whole report


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


def test_a_report_holds_everything_in_one_page_and_says_what_is_missing(tmp_path, capsys):
    some = [result(step=step, command="gft eval a --shuffled") for step in (100, 200, 300, 400)]
    a = make_run(tmp_path / "a", results=[*some, result(step=400, commands="shuffled", successes=100)])
    b = make_run(tmp_path / "b", metrics=False, algo="imitation", method="film")
    out = tmp_path / "out"
    assert main(["report", str(a), str(b), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert f"{b} has no results yet" in said
    assert f"{b} has no metrics yet" in said
    page = (out / "index.html").read_text()
    assert "gft eval a --shuffled" in page
    assert f"gft train --out {b}" in page
    assert "imitation" in page
    assert not re.search(r"""(src|href|srcset)=["'](?!data:)|url\(|@import|<script""", page)
    assert page.count("<img") == len(list(out.glob("*.png"))) == len(list(out.glob("*.svg"))) == 4
    rows = list(csv.DictReader((out / "tables.csv").open()))
    assert {row["task"] for row in rows} == set(paper.TASKS)
    assert next(row for row in rows if row["task"] == "nav")["paper"] == "70.7"
    assert len(list(csv.DictReader((out / "results.csv").open()))) == 5 * 5
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    assert main(["report", str(a), str(b), "--out", str(out)]) == 0
    assert before == {file.name: file.read_bytes() for file in out.iterdir()}


def test_the_command_that_trains_a_run_anew(tmp_path):
    config = preset("paper", method="film", tasks=("nav", "dir"), curriculum=None, wait=False, lr=0.001, size=5)
    run = read_run(make_run(tmp_path / "a", **config.to_dict()))
    parser = argparse.ArgumentParser()
    parser.add_argument("--out")
    add_options(parser, Config)
    given = vars(parser.parse_args(shlex.split(run.train_command())[2:]))
    assert given.pop("out") == str(tmp_path / "a")
    assert preset("paper", **given) == config


def test_runs_that_should_be_alike_and_are_not_are_named(tmp_path):
    runs = [read_run(make_run(tmp_path / name, lr=lr, seed=seed)) for name, lr, seed in (("a", 1e-5, 0), ("b", 1e-4, 1))]
    assert differing(runs) == ["lr"]


def test_bad_folders_get_a_sentence(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "config.json").write_text('{"a": 1}')
    for name in ("nowhere", "empty", "foreign"):
        assert main(["report", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 2
        said = capsys.readouterr().err
        assert said.startswith("gft: ")
        assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()
