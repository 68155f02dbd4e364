import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gft.runs.folder import append_line, as_line, read_lines
from gft.runs.results import (
    BOTH,
    FILE,
    IMITATION,
    REWARD,
    Z95,
    Result,
    Setting,
    Tally,
    append_result,
    mean_and_deviation,
    read_results,
    taught_by,
    wilson,
)

counts = st.integers(1, 20_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
tallies = st.builds(Tally, *[st.integers(0, 100)] * 5, st.floats(0, 100))

RESULT = Result(
    world="2d",
    method="gft-2",
    encoder="bow",
    agent="small",
    learning=REWARD,
    algo="ppo",
    seed=3,
    step=640_000,
    weights="0123abcd",
    setting=Setting(8, 8, 4, 16, ("avoid", "nav"), ("cat", "dog")),
    policy="greedy",
    commands="heard",
    sessions=30,
    first_seed=10**12,
    tasks={"avoid": Tally(10, 9, 1, 0, 70, 7.25), "nav": Tally(20, 5, 10, 5, 400, 3.5)},
    command="gft eval runs/a",
)


@given(counts)
def test_wilsons_bounds_solve_the_equation_that_defines_them(count):
    successes, n = count
    rate = successes / n
    low, high = wilson(successes, n)
    assert 0 <= low <= rate <= high <= 1
    for bound in (low, high):  # the rates p at which the observed rate is z standard errors away
        assert (rate - bound) ** 2 == pytest.approx(Z95**2 * bound * (1 - bound) / n, abs=1e-12)
    if 0 < successes < n:
        assert low < rate < high


def test_wilson_by_hand():
    assert wilson(0, 0) == (0, 1)
    z = Z95**2
    assert wilson(0, 10) == pytest.approx((0, z / (10 + z)))
    assert wilson(10, 10) == pytest.approx((10 / (10 + z), 1))


@given(st.lists(st.floats(0, 100), min_size=2, max_size=12))
def test_mean_and_deviation_are_numpys(values):
    mean, deviation = mean_and_deviation(values)
    assert mean == pytest.approx(np.mean(values))
    assert deviation == pytest.approx(np.std(values, ddof=1), abs=1e-6)


def test_one_value_has_no_deviation():
    assert mean_and_deviation([0.5]) == (0.5, None)


@given(tallies, tallies)
def test_tallies_add_up(a, b):
    both = a + b
    assert both.sessions == a.sessions + b.sessions
    assert both.timeouts == a.timeouts + b.timeouts
    assert both.spl == a.spl + b.spl


def test_rates_of_a_tally():
    tally = Tally(20, 5, 10, 5, 400, 3.5)
    assert (tally.success, tally.share(tally.wrong), tally.share(tally.steps)) == (0.25, 0.5, 20)
    assert tally.interval == wilson(5, 20)
    assert math.isnan(Tally().success)
    assert RESULT.total == Tally(30, 14, 11, 5, 470, 10.75)


def test_results_come_back_as_they_were_written(tmp_path):
    other = replace(RESULT, setting=Setting(9, 9, 6, 20, ("nav",), map=("#.#", "...")), commands="shuffled")
    assert read_results(tmp_path) == []
    append_result(tmp_path, RESULT)
    append_result(tmp_path, other)
    assert read_results(tmp_path) == [replace(RESULT, run=str(tmp_path)), replace(other, run=str(tmp_path))]


def test_results_of_one_method_under_several_names_are_of_one(tmp_path):
    for method in ("gft", "gft:steps=2", "gft-2"):
        append_line(tmp_path / FILE, RESULT.to_dict() | {"method": method})
    assert [result.method for result in read_results(tmp_path)] == ["gft-2"]


def test_of_the_same_measurement_the_latest_counts(tmp_path):
    again = replace(RESULT, tasks={"nav": Tally(30, 30)}, command="another")
    append_result(tmp_path, RESULT)
    append_result(tmp_path, again)
    assert [result.tasks for result in read_results(tmp_path)] == [again.tasks]


@given(st.integers(1, len(as_line(RESULT.to_dict()).encode()) - 1))
def test_a_line_cut_short_is_no_result_and_does_no_harm(tmp_path_factory, kept):
    run = tmp_path_factory.mktemp("run")
    append_result(run, RESULT)
    with (run / FILE).open("ab") as file:
        file.write(as_line(replace(RESULT, seed=4).to_dict()).encode()[:kept])
    assert [result.seed for result in read_results(run)] == [3]
    append_result(run, replace(RESULT, seed=5))
    assert [result.seed for result in read_results(run)] == [3, 5]


@pytest.mark.parametrize("line", ["hello\n", "{}\n", "[1]\n", as_line(RESULT.to_dict() | {"version": 99})])
def test_a_foreign_line_is_named(tmp_path, line):
    append_result(tmp_path, RESULT)
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write(line)
    with pytest.raises(ValueError, match=r"line 2 of .*results.jsonl.* is (not a result|damaged)"):
        read_results(tmp_path)


@pytest.mark.parametrize("text", ["one\u2028two\u2029three\u0085four", "half a character: \ud800"])
def test_whatever_somebody_answers_comes_back(tmp_path, text):
    for number in (1, 2):
        append_line(tmp_path / "lines.jsonl", {"answer": text, "number": number})
    assert [values for _, values in read_lines(tmp_path / "lines.jsonl")] == [
        {"answer": text, "number": 1},
        {"answer": text, "number": 2},
    ]


def test_what_cannot_be_written_is_said(tmp_path):
    with pytest.raises(ValueError, match="cannot write"):
        append_result(tmp_path / "nowhere", RESULT)


def test_a_line_is_plain_json_of_everything():
    fields = json.loads(as_line(RESULT.to_dict()))
    assert fields["tasks"]["nav"]["successes"] == 5
    assert {"world", "method", "seed", "algo", "agent", "step", "setting", "learning"} <= fields.keys()


def test_what_taught_an_agent():
    assert taught_by({"algo": "ppo", "taught": False}) == REWARD
    assert taught_by({"algo": "ppo", "taught": True}) == BOTH
    assert taught_by({"algo": "imitation"}) == IMITATION
    assert taught_by({"algo": "a2c", "shuffled": True}) not in (REWARD, BOTH, IMITATION)


def test_what_an_earlier_version_sampled_is_not_mixed_with_what_this_one_does(tmp_path):
    """Its sessions shared one random stream; its greedy ones went as they go now."""
    for policy in ("greedy", "sampled"):
        append_line(tmp_path / FILE, replace(RESULT, policy=policy).to_dict() | {"version": 1})
    assert [result.policy for result in read_results(tmp_path)] == ["greedy"]
    append_result(tmp_path, replace(RESULT, policy="sampled"))
    assert [result.policy for result in read_results(tmp_path)] == ["greedy", "sampled"]
