from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays

from gft.report.comparison import Difference, differences, order_tables, standings
from gft.report.tables import paper_table, summaries
from gft.runs.results import letter_of
from tests.gft.report.runs import result


def played(method: str, wins: np.ndarray, seed: int = 0, **changes):
    """A result with these sessions won, the tasks in turn."""
    letters = "".join(letter_of(number % 5, bool(won)) for number, won in enumerate(wins))
    return result(method=method, seed=seed, run=f"{method}{seed}", played=letters, sessions=len(wins), **changes)


def test_differences_are_paired_over_sessions():
    """Two methods that differ in few sessions: paired, the difference is clear; against one as good it is not."""
    random = np.random.default_rng(1)
    base = random.random(1000) < 0.5
    better = base.copy()
    better[np.flatnonzero(~base)[:20]] = True
    other = random.permutation(base)  # as good, in other sessions
    ranked = standings([played("film", base), played("gft-2", better), played("concat", other)])
    assert ranked[0].method == "gft-2"
    found = differences(ranked)
    pair = found["gft-2", "film"]
    assert pair.mean == pytest.approx(2.0)
    assert pair.low > 1.0
    assert pair.high < 3.0
    assert not found["gft-2", "concat"].clear


def test_seeds_and_the_last_three_checkpoints_are_averaged_over_the_sessions_that_all_have_played():
    first = [played("film", np.arange(8) < n, step=step) for step, n in ((1, 0), (2, 8), (3, 4), (4, 0))]
    second = [played("film", np.ones(10), seed=1, step=4)]
    (film,) = standings([*first, *second])
    assert len(film.sessions) == 8
    assert film.seeds == pytest.approx([50.0, 100.0])
    assert film.sessions.mean() == pytest.approx(0.75)


def test_the_order_stands_beside_the_papers_with_what_seeds_can_tell():
    wins = {"gft-2": 60, "film": 90, "concat": 30}
    results = [played(m, np.arange(100) < n + 10 * seed, seed) for m, n in wins.items() for seed in (0, 1)]
    silent = [replace(each, commands="shuffled") for each in results]
    (grid,) = order_tables([*results, *silent], summaries(results))
    assert [row[1] for row in grid.rows] == ["FiLM", "GFT-2", "Concat"]
    assert [row[-1] for row in grid.rows] == ["2", "1", "3"]
    assert grid.rows[1][3] == "60.0, 70.0"
    assert any("Of 3 pairs of methods that differ, 2 are in the paper's order" in note for note in grid.notes)
    assert any("once in 6 times" in note for note in grid.notes)
    assert order_tables([replace(each, played="") for each in results], summaries(results)) == []


@given(arrays(bool, (3, 12)))
def test_each_place_is_at_least_as_good_as_the_next_and_differences_are_those_of_the_means(wins):
    ranked = standings([played(method, row) for method, row in zip(("gft-2", "film", "concat"), wins)])
    means = [100 * standing.sessions.mean() for standing in ranked]
    assert means == sorted(means, reverse=True)
    for (above, below), difference in differences(ranked).items():
        a, b = (means[[standing.method for standing in ranked].index(method)] for method in (above, below))
        assert difference.mean == pytest.approx(a - b)
        assert difference.low <= difference.high
        assert not difference.clear or difference.apart


def test_an_interval_is_as_wide_as_the_paired_sessions_make_it():
    """Against the formula for means of independent differences: 1.96 deviations of the mean to either side."""
    random = np.random.default_rng(3)
    one, other = random.random(2000) < 0.6, random.random(2000) < 0.5
    (difference,) = differences(standings([played("gft-2", one), played("film", other)])).values()
    each = 100 * (one.astype(float) - other)
    half = 1.96 * each.std(ddof=1) / np.sqrt(len(each))
    assert (difference.low, difference.high) == pytest.approx((each.mean() - half, each.mean() + half), abs=half / 10)


def test_methods_that_are_equal_stand_in_no_order():
    wins = np.arange(9) < 4
    (grid,) = order_tables(results := [played(m, wins) for m in ("concat", "gft-2", "film")], summaries(results))
    assert not any("pairs of methods" in note for note in grid.notes)
    assert grid.rows[0][4] == grid.rows[1][4] == grid.rows[2][5] == "0.0 (0.0 to 0.0)"
    assert str(Difference(-0.01, -0.04, 0.02)) == "0.0 (0.0 to 0.0)"
    assert str(Difference(-1.0, -2.04, 0.02)) == "−1.0 (−2.0 to 0.0)"


def test_the_note_on_the_papers_order_counts_the_pairs_that_are_sure():
    def note(wins):
        (grid,) = order_tables(results := [played(m, np.arange(60) < n) for m, n in wins.items()], summaries(results))
        return grid.notes[-1]

    start = "Of 1 pairs of methods that differ, "
    assert note({"gft-2": 50, "film": 10}) == f"{start}1 are in the paper's order; of the 1 whose interval excludes 0, 1."
    assert note({"gft-2": 10, "film": 50}) == f"{start}0 are in the paper's order; of the 1 whose interval excludes 0, 0."
    assert note({"gft-2": 10, "film": 11}) == f"{start}0 are in the paper's order; no pair's interval excludes 0."


def test_what_seeds_can_tell_goes_by_the_method_that_has_fewest():
    counts = {"gft-2": 1, "film": 3}

    def notes():
        results = [played(m, np.arange(50) < 20 + seed, seed) for m, n in counts.items() for seed in range(n)]
        (grid,) = order_tables(results, summaries(results))
        return grid.notes[1]

    assert notes() == "With one seed of a method nothing tells a better method from a luckier seed."
    counts["gft-2"] = 2
    assert notes().startswith("2 seeds or more of each method: those of one differ by up to 4.0 points here.")
    assert "once in 6 times" in notes()
    counts["gft-2"] = 3
    assert notes().startswith("3 seeds of each method")
    assert "once in 20 times" in notes()


def test_a_world_in_which_one_method_played_has_no_order_and_its_cells_are_empty_for_the_others():
    wins = np.arange(10) < 5
    results = [played("gft-2", wins), played("film", wins[::-1]), replace(played("gft-2", wins, 0), world="3d", run="far")]
    tables = summaries(results)
    (grid,) = order_tables(results, tables)
    assert "XWORLD2D" in grid.title
    rows = {row[0]: row for row in paper_table(tables[0]).rows if row[1] == "ours"}
    column = paper_table(tables[0]).headings().index("nav 3D")
    assert rows["FiLM"][column] == "–"
    assert rows["GFT-2"][column] == "50.0"
