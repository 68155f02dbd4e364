"""Tables: the paper's figures, cells of ours, what shares a table and what never does."""

import re
from dataclasses import replace

import numpy as np
import pytest

from gft.grounding import METHODS, canonical
from gft.report import paper
from gft.report.details import detail_tables
from gft.report.figures import STYLES
from gft.report.grid import Grid, as_html, as_latex, as_markdown, as_text
from gft.report.tables import LABELS, paper_table, short_number, summaries
from gft.runs.results import IMITATION
from tests.gft.report.runs import PAPER_SETTING, SMALL_SETTING, result


def test_the_papers_figures_are_all_there_but_for_its_slip():
    assert len(paper.FIGURES) == 4 * 8 * 10 - 5
    missing = {(10, "concept", task, "2d") for task in paper.TASKS}
    assert not missing & paper.FIGURES.keys()
    for task in paper.TASKS:  # "GFT-2 produces the best numbers in all the five columns"
        column = {method: paper.FIGURES[8, method, task, "2d"].mean for method in paper.NAMES}
        assert max(column, key=column.get) == "gft-2"


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
