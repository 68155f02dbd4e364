"""Training end to end: what a run's folder holds, what is settled when it begins, and what is refused."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest
import torch

from gft.cli import main
from gft.runs import checkpoint as files
from gft.runs.folder import checkpoints, steps_of
from gft.runs.metrics import read_metrics
from gft.training.processes import Group
from gft.training.trainer import Trainer, train
from tests.gft.rollouts import tiny
from tests.gft.training.runs import A2C, IMITATION, PPO, arguments, contents, final, metrics, refused
from xworld.errors import XWorldError


def test_a_run_folder_holds_what_others_read(tmp_path, capsys):
    run = tmp_path / "run"
    assert main(arguments(run, **A2C, steps=256, log_every=64, checkpoint_every=64, keep=2, milestone_every=100)) == 0
    assert [steps_of(file) for file in checkpoints(run)] == [128, 192, 256]
    assert json.loads((run / "config.json").read_text())["steps"] == 256
    lines = read_metrics(run)
    assert [line["steps"] for line in lines] == [64, 128, 192, 256]
    assert [line["rollouts"] for line in lines] == [2, 4, 6, 8]
    assert sum(line["sessions"] for line in lines) > 0
    for line in lines:
        assert line["levels"] == {"main": {"1": 8}}
        assert line["samples"] <= line["steps"]
        assert 0 < sum(line["time"][part] for part in ("world", "forward", "backward", "optimiser")) < 1
    assert files.load_agent(run)[1].method == "gft-2"
    said = capsys.readouterr().out
    assert len(said.splitlines()) == 2  # off a terminal: how it began and how it ended
    assert "from reward alone" in said


def test_from_python_too_nothing_that_was_there_is_lost(tmp_path):
    config = tiny(**A2C, steps=32)
    train(config, tmp_path / "run")
    before = contents(tmp_path)
    with pytest.raises(XWorldError, match=r"exists already; go on with it by --resume .*resume=True"):
        train(replace(config, steps=64), tmp_path / "run")
    with pytest.raises(XWorldError, match="lr cannot change when a run goes on"):
        train(replace(config, lr=0.5), tmp_path / "run", resume=True)
    assert contents(tmp_path) == before
    assert train(replace(config, steps=64), tmp_path / "run", resume=True) == 0
    assert [line["steps"] for line in metrics(tmp_path / "run")] == [32, 64]


@pytest.mark.parametrize("has", [True, False])
def test_what_is_left_to_the_machine_is_settled_when_a_run_begins_and_stays_so(tmp_path, monkeypatch, has):
    monkeypatch.setattr("gft.agent.precision.has_bf16", lambda device: has)
    train(tiny(**A2C, steps=32, precision="auto", processes=None), str(tmp_path / "run"))
    config = final(tmp_path / "run").config
    assert (config.precision, config.processes) == ("bf16" if has else "float32", 1)
    monkeypatch.setattr("gft.agent.precision.has_bf16", lambda device: not has)
    assert main(["train", "--resume", str(tmp_path / "run"), "--steps", "64"]) == 0
    assert final(tmp_path / "run").config.precision == config.precision


@pytest.mark.parametrize("algo", [A2C, PPO, IMITATION], ids=["a2c", "ppo", "imitation"])
def test_training_draws_from_the_streams_that_checkpoints_hold_and_from_no_other(algo):
    """So a checkpoint need not hold PyTorch's random state, nor numpy's or Python's."""
    trainer = Trainer(tiny(**algo), Group())
    before = torch.get_rng_state(), np.random.get_state()[1].copy(), random.getstate()
    for _ in range(5):
        trainer.round()
    assert "random" not in trainer.checkpoint().tensors
    assert torch.equal(torch.get_rng_state(), before[0])
    assert np.array_equal(np.random.get_state()[1], before[1])
    assert random.getstate() == before[2]


def test_what_cannot_be_is_refused_with_a_sentence_and_nothing_is_lost(tmp_path, capsys):
    run = tmp_path / "run"
    assert main(arguments(run, **A2C, steps=32)) == 0
    before = contents(run)
    capsys.readouterr()  # the first run of all may tell that it compiles
    new = tmp_path / "new"
    for words, sentence in [
        (arguments(run), "exists already; go on with it by --resume"),
        (arguments(new, method="flim"), "method 'flim' is unknown; did you mean 'film'"),
        (arguments(new, method="gft:hidden=-1"), "hidden=-1 is not usable; give a whole number, at least 1"),
        (arguments(new, algo="sarsa"), "algo 'sarsa' is unknown"),
        (arguments(new, environments=0), "environments=0 is not usable"),
        (arguments(new, lr="much"), "lr='much' is not usable"),
        (arguments(new, tasks=("navy",)), "task 'navy' is unknown; did you mean 'nav'?"),
        (arguments(new, classes=999), "classes=999 is not usable; the 2d world has 1 to 115"),
        (arguments(new, size="none", curriculum="papers"), "curriculum 'papers' is unknown; did you mean 'paper'"),
        (arguments(new, init_from=str(new)), "has no checkpoints"),
        (arguments(new, method="film", init_from=str(run)), "do not fit this agent"),
        (arguments(new, device="cuda"), "there is no CUDA here"),
        (arguments(new, device="gpu"), "device='gpu' is unknown"),
        (arguments(new, device="meta"), "device='meta' is unknown; give cpu, cuda or cuda:N"),
        (arguments(new, method="none"), "method=None is not usable"),
        (arguments(new, split="instances=3"), "what the split holds out of instances cannot be tested: the split leaves no"),
        (arguments(new, split="classes=0.1"), "cannot be tested: goals=2 need as many classes"),
        (["train", "--preset", "papr", "--out", str(new)], "preset 'papr' is unknown"),
        (["train", "--resume", str(new)], "is not the folder of a run"),
        (["train", "--resume", str(run), "--method", "film"], "method cannot change when a run goes on"),
    ]:
        assert sentence in refused(capsys, words), words
    assert not new.exists()
    assert contents(run) == before
    blocked = tmp_path / "file"
    blocked.write_text("mine")
    assert "cannot write to" in refused(capsys, arguments(blocked / "run", steps=32))
    assert blocked.read_text() == "mine"
