"""Runs that are killed, stopped or out of luck: they go on exactly, and nothing is lost."""

import errno
import signal
import time

import numpy as np
import pytest

from gft.cli import main
from gft.runs import checkpoint as files
from gft.runs.folder import checkpoints, locked, steps_of
from gft.training.processes import Group
from gft.training.trainer import Trainer, save
from tests.gft.rollouts import tiny
from tests.gft.training.runs import (
    A2C,
    PPO,
    arguments,
    assert_same,
    final,
    metrics,
    refused,
    started,
    tensors,
    wait_for_checkpoints,
)
from xworld.errors import XWorldError


@pytest.mark.parametrize("algo", [A2C, PPO], ids=["a2c", "ppo"])
def test_killed_and_resumed_a_run_ends_exactly_as_in_one_go(tmp_path, algo):
    options = algo | {"steps": 1600, "log_every": 200, "checkpoint_every": 320, "keep": 2}
    process = started(arguments(tmp_path / "killed", **options))
    wait_for_checkpoints(tmp_path / "killed", process)
    time.sleep(0.1)  # somewhere in the middle of things
    process.kill()
    process.wait()
    assert process.returncode == -signal.SIGKILL  # it had not ended by itself
    assert main(["train", "--resume", str(tmp_path / "killed")]) == 0
    assert main(arguments(tmp_path / "whole", **options)) == 0
    assert_same(tmp_path / "killed", tmp_path / "whole")
    assert len(metrics(tmp_path / "whole")) == 8


def test_a_run_goes_on_from_the_last_good_checkpoint_and_its_metrics_are_cut_off_there(tmp_path):
    run, whole = tmp_path / "torn", tmp_path / "whole"
    options = A2C | {"steps": 640, "log_every": 64, "checkpoint_every": 128}
    assert main(arguments(run, **options)) == 0
    assert main(arguments(whole, **options)) == 0
    newest = checkpoints(run)[-1]
    newest.write_bytes(newest.read_bytes()[:1000])  # torn
    with (run / "metrics.jsonl").open("a") as out:
        out.write('{"steps": 700, "suc')  # cut short by a crash
    assert main(["train", "--resume", str(run)]) == 0
    assert_same(run, whole)


def test_asked_to_stop_it_saves_and_says_how_to_go_on(tmp_path):
    options = A2C | {"steps": 1600, "log_every": 300, "checkpoint_every": 320}
    process = started(arguments(tmp_path / "stopped", **options))
    wait_for_checkpoints(tmp_path / "stopped", process)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 130
    assert f"go on with: gft train --resume {tmp_path / 'stopped'}" in said
    assert "Traceback" not in said
    assert main(["train", "--resume", str(tmp_path / "stopped")]) == 0
    assert main(arguments(tmp_path / "whole", **options)) == 0
    assert_same(tmp_path / "stopped", tmp_path / "whole")


def test_a_run_goes_on_by_any_name_of_its_method(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = arguments(tmp_path, **A2C, steps=32, method="gft:steps=2")
    assert main([words[0], *words[3:]]) == 0  # into the folder named after it
    run = tmp_path / "runs" / "2d-gft-2-paper-0"
    assert main(["train", "--resume", str(run), "--steps", "64", "--method", "gft"]) == 0
    assert "method cannot change" in refused(capsys, ["train", "--resume", str(run), "--method", "gft:steps=3"])


def test_a_run_is_trained_by_one_at_a_time(tmp_path, capsys):
    run = tmp_path / "run"
    assert main(arguments(run, **A2C, steps=32)) == 0
    with locked(run):
        assert "is being trained by another process" in refused(capsys, ["train", "--resume", str(run), "--steps", "64"])
    assert main(["train", "--resume", str(run), "--steps", "64"]) == 0


def test_a_run_that_was_stopped_before_its_first_checkpoint_begins_again(tmp_path):
    run = tmp_path / "run"
    assert main(arguments(run, **A2C, steps=32)) == 0
    expected = final(run)
    files.latest(run).unlink()
    assert main(["train", "--resume", str(run)]) == 0
    got = tensors(run)
    assert all(np.array_equal(array, got[name]) for name, array in files.flatten(expected.tensors).items())


def test_a_full_disk_ends_the_run_with_a_sentence_and_the_last_good_checkpoint(tmp_path, capsys, monkeypatch):
    run, saved = tmp_path / "run", []

    def fills_up(descriptor):
        saved.append(descriptor)
        if len(saved) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fills_up)
    words = arguments(run, **A2C, steps=256, checkpoint_every=64)
    assert "No space left on device" in refused(capsys, words)
    monkeypatch.undo()
    assert [steps_of(file) for file in checkpoints(run)] == [64]
    assert main(["train", "--resume", str(run)]) == 0


def test_a_diverging_run_stops_with_a_sentence_and_keeps_finite_checkpoints(tmp_path, capsys):
    run = tmp_path / "run"
    assert "diverged" in refused(capsys, arguments(run, wait=True, lr=1e30, momentum=0, steps=640, checkpoint_every=32))
    for file in checkpoints(run):
        assert all(np.isfinite(a).all() for a in files.read(file, weights_only=True).tensors["agent"].values())
    trainer = Trainer(tiny(), Group())
    trainer.agent.policy[-1].bias.data[0] = float("nan")
    with pytest.raises(XWorldError, match="diverged"):
        save(trainer, run)
