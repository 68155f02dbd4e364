"""What a run says of itself: sums that add, and the line about them."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gft.commands import progress
from gft.commands.progress import EvaluationProgress, TrainingProgress
from gft.runs.metrics import Sums, mean_level, summed
from gft.runs.results import Tally

SUMS = Sums({("main", 1, "nav"): Tally(200, 150, 50, 0, 1000)})
LEVELS = {"main": {"3": 32, "4": 96}}

counts = st.integers(0, 1000)
tallies = st.builds(Tally, counts, counts, counts, counts, counts, st.integers(0, 100).map(float))
all_sums = st.builds(
    Sums,
    st.dictionaries(st.tuples(st.sampled_from("ab"), st.integers(1, 3), st.sampled_from(["nav", "dir"])), tallies),
    steps=counts,
    samples=counts,
    policy_loss=st.integers(-100, 100).map(float),
    seconds=counts.map(float),
)


@given(st.lists(all_sums, max_size=4))
def test_sums_of_processes_add_up_and_survive_json(parts):
    together = summed(parts)
    assert together.samples == sum(part.samples for part in parts)
    assert together.policy_loss == sum(part.policy_loss for part in parts)
    keys = {key for part in parts for key in part.tallies}
    assert together.tallies.keys() == keys
    for key in keys:
        assert together.tallies[key].successes == sum(part.tallies.get(key, Tally()).successes for part in parts)
    assert Sums.from_dict(json.loads(json.dumps(together.to_dict()))) == together


def test_a_line_tells_of_all_levels_and_of_the_one_that_the_run_is_about():
    tasks = {
        ("words", 2, "nav"): Tally(10, 5, 5, 0, 100),
        ("main", 2, "nav"): Tally(30, 15, 0, 15, 500),
        ("main", 2, "dir"): Tally(10, 10, 0, 0, 50),
    }
    returns = {"returns": 20.0, "returns_squared": 60.0, "errors": 0.0, "errors_squared": 4.0}
    sums = Sums(tasks, samples=20, learned=40, policy_loss=4.0, approx_kl=2.0, updates=4, grad_norm=2.0, **returns)
    line = sums.line(("main", 2))
    assert line["tasks"] == {"dir": {"sessions": 10, "success": 1.0}, "nav": {"sessions": 40, "success": 0.5}}
    assert line["final_tasks"]["nav"] == {"sessions": 30, "success": 0.5}
    assert (line["sessions"], line["success"], line["final_success"]) == (50, 0.6, 25 / 40)
    assert (line["session_length"], line["grad_norm"], line["approx_kl"]) == (13.0, 0.5, 0.05)
    assert line["explained_variance"] == pytest.approx(1 - 0.2 / 2)
    assert line["tracks"]["words"] == {"2": {"nav": {"sessions": 10, "success": 0.5}}}
    assert Sums(samples=1, learned=1, updates=1).line(("main", 1))["success"] is None


def test_levels_are_counted_within_their_tracks():
    assert mean_level({"words": {"2": 1}, "paper": {"1": 1, "12": 2}}) == 27 / 4
    assert mean_level({"1": 1, "2": 1, "12": 2}) == 6.75  # as earlier versions wrote it


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_on_a_terminal_one_line_is_rewritten(clock):
    out = Terminal()
    telling = TrainingProgress(10_000, out)
    for step in range(3):
        telling.show(1000 * step, SUMS, None, LEVELS)
        clock[0] += 10.0
    telling.line.close()
    *_, last = out.getvalue().split("\r\x1b[2K")
    assert last == "2,000 of 10,000 steps  100/s  1 min left  nav 75%  on level 3: 25%  4: 75%\n"
    assert out.getvalue().count("\n") == 1


def test_a_last_rollout_that_goes_beyond_the_steps_leaves_no_time(clock):
    out = Terminal()
    telling = TrainingProgress(1500, out)
    for step in range(3):
        telling.show(1000 * step, SUMS, None, LEVELS)
        clock[0] += 1.0
    assert "2,000 of 1,500 steps  1,000/s  0 s left" in out.getvalue()


def test_tracks_are_told_by_name(clock):
    out = Terminal()
    TrainingProgress(10_000, out).show(10, SUMS, None, {"words": {"8": 10}, "paper": {"3": 5, "4": 15}})
    assert out.getvalue().endswith("on level words 8: 100%   paper 3: 25%  4: 75%")


def test_elsewhere_it_is_a_line_a_minute(clock):
    out = io.StringIO()
    telling = TrainingProgress(10_000, out)
    for step in range(130):
        telling.show(step, SUMS, None, LEVELS)
        clock[0] += 1.0
    telling.line.close()
    assert [line.split(" of ")[0] for line in out.getvalue().splitlines()] == ["60", "120"]


def test_few_sessions_since_the_last_line_are_not_shown_instead_of_it(clock):
    out = Terminal()
    line = {"tasks": {"nav": {"sessions": 500, "success": 0.9}}}
    TrainingProgress(10_000, out).show(10, Sums({("main", 1, "nav"): Tally(3, 0, 3)}), line, LEVELS)
    assert "nav 90%" in out.getvalue()


def test_a_test_has_a_bar_where_somebody_watches(clock):
    out, nobody = Terminal(), io.StringIO()
    for where in (out, nobody):
        telling = EvaluationProgress("runs/a", where)
        telling.show("8×8, greedy", 0, 100)
        clock[0] += 10.0
        telling.show("8×8, greedy", 25, 100)
        telling.line.clear()
    assert "██████░░░░░░░░░░░░░░░░░░  25 of 100 sessions, 30 s left" in out.getvalue()
    assert out.getvalue().endswith("\r\x1b[2K")
    assert nobody.getvalue() == ""
