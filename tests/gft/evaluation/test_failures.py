"""What an agent gets wrong, counted."""

from dataclasses import replace

import pytest

from gft.cli import main
from gft.evaluation.contenders import load_contender
from gft.evaluation.failures import Failures, Sights, failure_tables
from gft.evaluation.playing import play_sessions
from gft.report.grid import as_text
from gft.training import train
from gft.training.rollout import Session
from tests.gft.rollouts import tiny
from xworld import Level


def session(task: str, objects: tuple[str, ...], reached: str | None, reason: str, relation: str | None = None) -> Session:
    return Session(0, task, reason == "", "", 5, 4, 0.0, "main", 1, relation, objects, reached, reason)


def test_every_session_counts_once_under_its_way():
    played = [
        session("nav", ("cat",), "cat", ""),
        session("nav", ("cat",), "dog", "wrong object"),
        session("nav", ("dog",), "cat", "wrong object"),
        session("nav", ("dog",), None, "time up"),
        session("dir", ("cat",), "dog", "wrong side"),
    ]
    failures = Failures.of(played)
    ways, taken, classes = (as_text(table) for table in failure_tables(failures, "mine"))
    assert [line.split() for line in ways.splitlines()[-2:]] == [
        ["dir", "1", "0.0", "0.0", "0.0", "100.0", "0.0"],
        ["nav", "4", "25.0", "50.0", "0.0", "0.0", "25.0"],
    ]
    assert ["cat", "/", "dog", "2", "1", "1"] in [line.split() for line in taken.splitlines()]
    assert ["dog", "0.0", "2", "cat", "50.0"] in [line.split() for line in classes.splitlines()]


def test_a_task_with_several_relations_has_a_row_for_each():
    played = [
        session("dir", ("cat",), "dog", "", "left"),
        session("dir", ("cat",), "dog", "", "left"),
        session("dir", ("cat",), "dog", "wrong side", "front"),
        session("dir", ("cat",), "cat", "named object", "front"),
        session("nav", ("cat",), "cat", ""),
    ]
    ways = as_text(failure_tables(Failures.of(played), "mine")[0])
    assert [line.split() for line in ways.splitlines()[-4:]] == [
        ["dir", "4", "50.0", "0.0", "25.0", "25.0", "0.0"],
        ["dir:", "front", "2", "0.0", "0.0", "50.0", "50.0", "0.0"],
        ["dir:", "left", "2", "100.0", "0.0", "0.0", "0.0", "0.0"],
        ["nav", "1", "100.0", "0.0", "0.0", "0.0", "0.0"],
    ]


def test_what_was_in_sight_is_counted_by_task_and_success():
    failures = Failures()
    failures.add(session("nav", ("cat",), "cat", ""), {"cat", "dog"})
    failures.add(session("nav", ("cat",), "dog", "wrong object"), {"dog"})
    failures.add(session("nav", ("cat",), "dog", "wrong object"), {"cat"})
    failures.add(session("between", ("cat", "dog"), "dog", "wrong object"), {"dog"})
    (sights,) = (as_text(table) for table in failure_tables(failures, "mine")[3:])
    rows = [line.split() for line in sights.splitlines()]
    assert ["nav", "1", "100.0", "2", "50.0"] in rows
    assert ["between", "0", "–", "1", "0.0"] in rows


@pytest.mark.parametrize("world", ["2d", "3d"])
def test_the_oracle_has_seen_what_it_was_sent_to(world):
    player, config = load_contender(f"oracle-{world}")
    sights, seen = Sights(), []
    for each in play_sessions(player, replace(config, tasks=("nav",)), Level(4, 2, 0), 40, environments=8, watch=sights):
        assert each.success
        seen.append(each.objects[0] in sights.of(each))
    assert sum(seen) / len(seen) > 0.9  # it never looks, but what it runs into is ahead of it
    assert not any(sights.seen.values())


def test_the_command_counts_the_test_sessions(tmp_path, capsys):
    config = tiny(tasks=("nav", "avoid"), steps=64)
    train(config, tmp_path / "run")
    out = tmp_path / "failures.md"
    assert main(["failures", str(tmp_path / "run"), "--size", "3", "--sessions", "30", "--sights", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    ways, sights = printed.split("Which classes are confused")
    rows = [line.split() for line in ways.splitlines() if line.startswith(("nav ", "avoid "))]
    assert sum(int(row[1]) for row in rows) == 30
    watched = [line.split() for line in sights.splitlines() if line.startswith(("nav ", "avoid "))]
    assert sum(int(row[1]) + int(row[3]) for row in watched) == 30
    for row in rows:
        assert abs(sum(map(float, row[2:])) - 100) < 0.3
    assert "### How sessions ended" in out.read_text()
    assert main(["failures", str(tmp_path / "nothing")]) == 2
