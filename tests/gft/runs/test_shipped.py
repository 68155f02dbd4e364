"""Agents in small files: what comes back is what was rounded, found by name, and refused when it is not one."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from gft.cli import main
from gft.commands.agents import describe
from gft.evaluation import Plan, measure, planned_levels
from gft.evaluation.playing import play_sessions
from gft.runs import shipped
from gft.runs.checkpoint import load_agent
from gft.runs.results import HEARD, Tally
from gft.runs.shipped import read_shipped, rounded, write_shipped
from tests.gft.training.runs import A2C, arguments
from xworld import XWorldError


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A tiny run, and a file made of it."""
    folder = tmp_path_factory.mktemp("made")
    assert main(arguments(folder / "run", **A2C | {"steps": 64, "classes": 16})) == 0
    file = folder / "2d.safetensors"
    assert main(["agents", "--pack", str(folder / "run"), "--out", str(file), "--sessions", "4"]) == 0
    return folder


@pytest.fixture
def packed(made, tmp_path, monkeypatch):
    """A copy of it as the agent "2d" of a package of its own."""
    shutil.copytree(made / "run", tmp_path / "run")
    (tmp_path / "agents").mkdir()
    file = Path(shutil.copy(made / "2d.safetensors", tmp_path / "agents"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shipped, "files", lambda package: tmp_path)
    return file


def test_weights_come_back_rounded_with_the_table_of_the_rounded_ones(packed, tmp_path):
    own, config = load_agent(tmp_path / "run")
    agent, told = load_agent("2d")
    expected = rounded({name: tensor.numpy() for name, tensor in own.state_dict().items()})
    assert all(np.array_equal(tensor.numpy(), expected[name]) for name, tensor in agent.state_dict().items())
    assert any(not torch.equal(a, b) for a, b in zip(own.state_dict().values(), agent.state_dict().values()))
    assert (told.method, told.processes, told.init_from) == (config.method, None, None)
    card = read_shipped(packed)
    assert (card.steps, len(card.results)) == (64, 4 * 2 * 2)  # sizes × policies × heard and shuffled
    assert all(result.total.sessions == 4 for result in card.results)


def test_what_is_new_of_a_split_is_measured_on_what_is_new(tmp_path, monkeypatch):
    assert main(arguments(tmp_path / "run", **A2C | {"steps": 32, "classes": 16, "split": "instances=2"})) == 0
    asked = []
    monkeypatch.setattr(measure, "play", lambda *where, side, **more: asked.append(side) or {"nav": Tally(4)})
    file = tmp_path / "there" / "agent.safetensors"
    assert main(["agents", "--pack", str(tmp_path / "run"), "--out", str(file), "--sessions", "4"]) == 0
    results = read_shipped(file).results
    assert asked == [result.setting.side for result in results]
    assert {result.setting.side for result in results} == {"trained", "instances"}
    assert {result.step for result in results} == {32}
    assert not any(str(tmp_path) in result.command for result in results)


def test_a_run_starts_from_its_weights_by_name(packed, tmp_path):
    options = A2C | {"steps": 16, "classes": 16, "init_from": "2d", "lr": 0.0}
    assert main(arguments(tmp_path / "after", **options)) == 0
    started, _ = load_agent(tmp_path / "after")
    shipped_agent, _ = load_agent("2d")
    assert all(torch.equal(a, b) for a, b in zip(started.state_dict().values(), shipped_agent.state_dict().values()))
    assert main(arguments(tmp_path / "other", **options | {"method": "film"})) == 2  # another architecture


def test_what_began_with_other_weights_counts_their_training_too(packed, tmp_path):
    options = A2C | {"steps": 32, "classes": 16}
    assert main(arguments(tmp_path / "second", **options | {"init_from": "2d"})) == 0
    assert main(arguments(tmp_path / "third", **options | {"init_from": tmp_path / "second"})) == 0
    packed.unlink()
    shutil.rmtree(tmp_path / "second")
    assert main(["train", "--resume", str(tmp_path / "third"), "--steps", "64"]) == 0
    file = tmp_path / "third.safetensors"
    assert main(["agents", "--pack", str(tmp_path / "third"), "--out", str(file), "--sessions", "2"]) == 0
    assert read_shipped(file).steps == 64 + 32 + 64


def test_it_is_listed_and_evaluated_by_name_and_its_results_stay_here(packed, tmp_path, capsys):
    before = {file.name for file in packed.parent.iterdir()}
    assert main(["agents"]) == 0
    assert "2d: gft-2, small agent, XWORLD2D, reward only; 64 steps" in capsys.readouterr().out
    assert main(["eval", "2d", "--sessions", "3", "--size", "4"]) == 0
    assert (tmp_path / "runs" / "agent-2d" / "results.jsonl").is_file()
    assert {file.name for file in packed.parent.iterdir()} == before
    assert main(["report", "runs/agent-2d", "--out", "report"]) == 0
    assert main(["eval", "4d"]) == 2


def test_a_task_that_was_not_tested_leaves_its_column_empty(packed, capsys):
    card = read_shipped(packed)
    tasks = {"avoid": Tally(10, 9), "near": Tally(10, 2)}
    describe("2d", 1000, card._replace(results=[replace(card.results[0], tasks=tasks)]))
    _, heading, row, *_ = capsys.readouterr().out.splitlines()
    assert heading.split()[-5:] == ["nav", "avoid", "between", "dir", "near"]
    assert row.split()[-5:] == ["–", "90.0", "–", "–", "20.0"]
    assert len(row) == len(heading)


def test_what_is_no_such_agent_is_refused(packed, tmp_path, monkeypatch):
    card = read_shipped(packed)
    with pytest.raises(XWorldError, match=r"at most 8,000,000 are shipped"):
        write_shipped(tmp_path / "big.safetensors", card._replace(weights={"x": np.zeros(5_000_000)}))
    assert not (tmp_path / "big.safetensors").exists()
    content = bytearray(packed.read_bytes())
    packed.write_bytes(content[: len(content) // 2])
    with pytest.raises(XWorldError, match="is no agent of this version"):
        load_agent("2d")
    header = json.dumps({}).encode()
    packed.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(XWorldError, match="is no agent of this version"):
        load_agent("2d")
    write_shipped(packed, card)
    monkeypatch.setattr(shipped, "vocabulary", lambda world: type("Other", (), {"fingerprint": "0"}))
    with pytest.raises(XWorldError, match="another vocabulary"):
        load_agent("2d")


def test_only_what_reward_has_taught_is_shipped(tmp_path, capsys):
    assert main(arguments(tmp_path / "run", **A2C | {"steps": 32, "shuffled": True})) == 0
    assert main(["agents", "--pack", str(tmp_path / "run"), "--out", str(tmp_path / "a.safetensors")]) == 2
    assert "by reward alone" in capsys.readouterr().err
    assert main(["agents", "--pack", str(tmp_path / "run")]) == 2


@pytest.mark.parametrize("name", shipped.shipped_names())
def test_what_comes_with_the_package_still_does_what_its_table_says(name):
    """Two hundred of the table's sessions; another machine's rounding may turn some of them, and a tenth is three deviations
    of a count of two hundred."""
    agent, config = load_agent(name)
    card = read_shipped(shipped.shipped_file(name))
    told = next(each for each in card.results if (each.setting.rows, each.policy, each.commands) == (8, "sampled", HEARD))
    (level,) = planned_levels(config, Plan(sizes=(8,)))
    played = list(play_sessions(agent, config, level, 200, "sampled"))
    assert len(played) == 200
    assert sum(session.success for session in played) / 200 > told.total.success - 0.1
