"""What an agent gets wrong, counted."""

from gft.cli import main
from gft.evaluation.failures import Failures, failure_tables
from gft.report.grid import as_text
from gft.training import train
from gft.training.rollout import Session
from tests.gft.rollouts import tiny


def session(task: str, objects: tuple[str, ...], reached: str | None, reason: str) -> Session:
    return Session(0, task, reason == "", "", 5, 4, 0.0, "main", 1, objects, reached, reason)


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


def test_the_command_counts_the_test_sessions(tmp_path, capsys):
    config = tiny(tasks=("nav", "avoid"), steps=64)
    train(config, tmp_path / "run")
    out = tmp_path / "failures.md"
    assert main(["failures", str(tmp_path / "run"), "--size", "3", "--sessions", "30", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    rows = [line.split() for line in printed.splitlines() if line.startswith(("nav ", "avoid "))]
    assert sum(int(row[1]) for row in rows) == 30
    for row in rows:
        assert abs(sum(map(float, row[2:])) - 100) < 0.3
    assert "### How sessions ended" in out.read_text()
    assert main(["failures", str(tmp_path / "nothing")]) == 2
