"""A model's sessions: those of the tables, whatever the server does, and however often the run is killed."""

import json
import multiprocessing
import random
import time
from dataclasses import replace

import pytest

from gft.cli import main
from gft.llm import Options, estimate, play
from gft.llm.journal import Journal
from gft.llm.playing import make_environment
from gft.runs.config import FIRST_TEST_SEED
from gft.runs.folder import read_lines
from gft.runs.results import FILE, read_results
from xworld import DEFAULT_ACTION, XWorldError

WAYS = "good+wrong+late+empty+garbage+good+pieces+429+500+hangup"


def options(server, **changes) -> Options:
    usual = {"model": "good", "size": 3, "sessions": 6, "history": 2, "concurrency": 3, "timeout": 9.0}
    return Options(server.url, **(usual | changes))


def ends(folder) -> dict[int, tuple]:
    """How each session has ended; each has one line and steps without gaps."""
    lines = [values for _, values in read_lines(folder / "journal.jsonl")]
    ended = [line for line in lines if line["kind"] == "end"]
    assert len({line["session"] for line in ended}) == len(ended)
    for line in ended:
        steps = [step["step"] for step in lines if step["kind"] == "step" and step["session"] == line["session"]]
        assert steps == list(range(line["steps"]))
    return {line["session"]: (line["task"], line["outcome"], line["steps"]) for line in ended}


def test_the_sessions_are_those_of_the_tables(server, tmp_path):
    wanted = options(server, sessions=4, keep=True)
    played = play(wanted, tmp_path, pause=0.01)
    env = make_environment(wanted.world, wanted.size, wanted.image)
    for number, end in Journal.open(tmp_path, wanted).ends.items():
        observation, info = env.reset(seed=FIRST_TEST_SEED + number)
        assert (end["command"], end["task"]) == (observation["mission"], info["task"])
        told = (tmp_path / "exchanges" / f"{number:06}.md").read_text()
        assert observation["text"] in told
        assert told.count("## answer") == end["steps"]
    (result,) = read_results(tmp_path)
    assert result == replace(played.result, command="")
    assert (result.method, result.total.sessions, result.sessions) == ("good", 4, 4)
    assert result.spent["answers"] == result.total.steps == len(server.requests())
    assert result.spent["tokens_in"] == 100 * result.total.steps
    assert max(request["turns"] for request in server.requests()) == 2 + 2 * wanted.history


def test_whatever_the_server_does_sessions_go_on_and_what_cannot_be_read_is_a_turn(server, tmp_path):
    wanted = options(server, model=WAYS, sessions=3, image=True, timeout=0.4)
    played = play(wanted, tmp_path, pause=0.01)
    assert len(ends(tmp_path)) == 3
    steps = [step for steps in Journal.open(tmp_path, wanted).steps.values() for step in steps]
    unread = [step for step in steps if step["unread"]]
    assert {step["answer"] for step in unread} == {"I would rather fly.", ""}
    assert {step["action"] for step in unread} == {DEFAULT_ACTION}
    assert played.result.spent["unread"] == len(unread)
    assert played.result.spent["calls"] > len(steps)
    assert {request["images"] for request in server.requests()} == {1}  # of what is seen now alone


def test_killed_at_ten_random_moments_nothing_is_lost_and_nothing_played_twice(server, tmp_path):
    """By SIGKILL, in another process each time; the outcome is that of a run that nobody killed."""
    wanted = options(server, sessions=8, concurrency=2)
    play(wanted, tmp_path / "whole", pause=0.01)
    needed = len(server.requests())
    chance, kills, folder = random.Random(4), 0, tmp_path / "killed"
    fork = multiprocessing.get_context("fork")
    while kills < 10:
        process = fork.Process(target=play, args=(wanted, folder), kwargs={"pause": 0.01})
        process.start()
        before, patience = len(server.requests()), chance.randrange(0, needed // 8)
        while process.is_alive() and len(server.requests()) < before + patience:
            time.sleep(0.001)
        time.sleep(chance.random() / 100)
        process.kill()
        process.join()
        kills += 1
    played = play(wanted, folder, pause=0.01)
    again = play(wanted, folder, pause=0.01)
    assert ends(folder) == ends(tmp_path / "whole")
    assert set(ends(folder)) == set(range(8))
    assert len(read_results(folder)) == len((folder / FILE).read_text().splitlines()) == 1
    assert again.result.tasks == played.result.tasks
    # Asked twice was at most what was on its way at a kill.
    assert len(server.requests()) - 2 * needed <= kills * wanted.concurrency


def test_a_budget_and_a_refusal_stop_a_run_that_then_goes_on(server, tmp_path):
    wanted = options(server, sessions=3, concurrency=1)
    played = play(replace(wanted, budget=3000), tmp_path, pause=0.01)
    assert played.result is None
    assert "go on with a larger --budget" in str(played.problem)
    assert 0 < len(server.requests()) * 107 <= 3000
    play(wanted, tmp_path, pause=0.01)
    assert len(ends(tmp_path)) == 3
    with pytest.raises(XWorldError, match="was begun with history=2, not 5"):
        play(replace(wanted, history=5), tmp_path)
    refused = play(options(server, model="refuse"), tmp_path / "other", key="sk-secret", pause=0.01)
    assert "refuses the request (401)" in str(refused.problem)


def test_the_command_says_what_it_would_cost_then_plays_and_never_writes_the_key(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    words = f"llm --base-url {server.url} --model good --size 3 --sessions 3 --history 1 --key-env MY_KEY --keep".split()
    words += ["--out", str(tmp_path / "run")]
    assert main([*words, "--dry-run"]) == 0
    assert "at most            81 calls" in capsys.readouterr().out
    assert not (tmp_path / "run").exists()
    assert not server.requests()
    assert main(words) == 0
    said = capsys.readouterr()
    assert "On the same sessions · XWORLD2D · 3×3" in said.out
    files = [file for file in (tmp_path / "run").rglob("*") if file.is_file()]
    assert all("sk-very-secret" not in text for text in (said.out, said.err, *(file.read_text() for file in files)))
    left = estimate(Options(server.url, "good", size=3, sessions=4, history=1), tmp_path / "run")
    assert (left.sessions, left.calls) == (1, 27)
    assert main(["report", str(tmp_path / "run"), "--out", str(tmp_path / "report")]) == 0
    table = (tmp_path / "report" / "tables.md").read_text()
    assert "| good (text; temperature 0, history 1) |" in table
    assert json.loads((tmp_path / "run" / "player.json").read_text()) == {"player": "good", "world": "2d"}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"base_url": "localhost"}, "give an address like"),
        ({"base_url": "http://me:secret@host/v1"}, "give the key in the environment instead"),
        ({"base_url": "http://host/v1?key=secret"}, "give the key in the environment instead"),
        ({"extra": "[]"}, "give an object of JSON"),
        ({"sessions": 0}, "sessions=0 is not usable"),
        ({"temperature": -1.0}, "temperature"),
        ({"size": 1}, "size=1 is not usable"),
    ],
)
def test_bad_options_are_refused(changes, sentence):
    with pytest.raises(XWorldError, match=sentence) as refused:
        Options(**({"base_url": "http://localhost:1/v1", "model": "m"} | changes))
    assert "secret" not in str(refused.value)
