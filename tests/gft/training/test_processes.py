"""Two processes as one, and how they end when something is wrong."""

import shutil

import numpy as np
import pytest

from gft.cli import main
from gft.commands.train import work
from gft.training.processes import Group, launch
from gft.training.trainer import Trainer, train
from tests.gft.rollouts import tiny
from tests.gft.training.runs import (
    A2C,
    ALONE,
    PPO,
    TORCHRUN,
    arguments,
    assert_same,
    contents,
    final,
    metrics,
    refused,
    started,
    tensors,
)


@pytest.mark.parametrize(("algo", "start"), [(A2C, ALONE), (PPO, TORCHRUN)], ids=["a2c", "ppo-torchrun"])
def test_two_processes_learn_what_one_learns(tmp_path, algo, start):
    # Small steps: rounding differs with the size of a batch, and large ones would blow that up.
    options = algo | {"steps": 256, "log_every": 80, "lr": 1e-4, "epsilon": 0.01}
    assert main(arguments(tmp_path / "one", **options)) == 0
    process = started(arguments(tmp_path / "two", **options, processes=2 if start == ALONE else 1), start)
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert said.count("done: 256 steps") == 1
    assert final(tmp_path / "two").config.processes == 2
    one, two = tensors(tmp_path / "one"), tensors(tmp_path / "two")
    assert one.keys() == two.keys()
    for name, array in one.items():
        if array.dtype.kind == "f":
            assert np.allclose(array, two[name], atol=1e-5), name
        else:  # environments and actions are the same, bit by bit
            assert np.array_equal(array, two[name]), name
    start = Trainer(tiny(**options), Group()).agent.state_dict()
    moved = max(np.abs(two[f"agent.{name}"] - weight.numpy()).max() for name, weight in start.items())
    assert moved > 1e-3
    for a, b in zip(metrics(tmp_path / "one"), metrics(tmp_path / "two")):
        assert (a["tasks"], a["samples"], a["levels"]) == (b["tasks"], b["samples"], b["levels"])
        assert abs(a["grad_norm"] - b["grad_norm"]) < 1e-4 * a["grad_norm"]
        assert abs(a["value_loss"] - b["value_loss"]) < 1e-5
    # And one process goes on with what two have written.
    assert main(["train", "--resume", str(tmp_path / "two"), "--steps", "320", "--processes", "1"]) == 0
    assert main(["train", "--resume", str(tmp_path / "one"), "--steps", "320"]) == 0
    for name, array in tensors(tmp_path / "one").items():
        assert np.allclose(array, tensors(tmp_path / "two")[name], atol=1e-4), name


def test_processes_that_may_not_begin_end_together_with_one_sentence(tmp_path, capfd):
    train(tiny(**A2C, steps=32), tmp_path / "run")
    before = contents(tmp_path)
    capfd.readouterr()
    assert launch(work, 2, tiny(**A2C, steps=32, processes=2), tmp_path / "run", False) == 2
    said = capfd.readouterr().err
    assert said.count("exists already") == 1
    assert "Traceback" not in said
    assert contents(tmp_path) == before


def test_a_run_that_torchrun_starts_again_needs_its_own_folder_alone(tmp_path, monkeypatch):
    assert main(arguments(tmp_path / "first", **A2C, steps=64)) == 0
    options = A2C | {"init_from": str(tmp_path / "first"), "log_every": 64}
    for name, steps in (("whole", 128), ("lost", 64)):
        assert main(arguments(tmp_path / name, **options, steps=steps)) == 0
    shutil.rmtree(tmp_path / "first")
    monkeypatch.setenv("TORCHELASTIC_RESTART_COUNT", "1")
    assert main(arguments(tmp_path / "lost", **options, steps=128)) == 0
    assert_same(tmp_path / "lost", tmp_path / "whole")


def test_a_torchrun_that_was_refused_does_not_take_over_the_run_when_it_starts_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RANK", "0")
    monkeypatch.setenv("WORLD_SIZE", "1")
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "the first")
    assert main(arguments(tmp_path / "run", **A2C, steps=32)) == 0
    before = contents(tmp_path / "run")
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "another")
    for count in ("0", "1"):
        monkeypatch.setenv("TORCHELASTIC_RESTART_COUNT", count)
        assert "exists already" in refused(capsys, arguments(tmp_path / "run", **A2C, steps=64))
    assert contents(tmp_path / "run") == before
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "the first")
    assert main(arguments(tmp_path / "run", **A2C, steps=64)) == 0
