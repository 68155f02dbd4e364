from dataclasses import replace

import numpy as np
import pytest

from gft.report.comparison import differences, order_tables, standings
from gft.report.tables import summaries
from gft.runs.results import letter_of
from tests.gft.report.test_report import result


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
    assert any("2 are in the paper's order" in note for note in grid.notes)
    assert any("once in 6 times" in note for note in grid.notes)
    assert order_tables([replace(each, played="") for each in results], summaries(results)) == []
