"""Training end to end: exact resume after a kill, two processes as one, and what is said when something is wrong."""

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from gft.cli import main
from gft.commands.train import work
from gft.runs import checkpoint as files
from gft.runs.build import make_agent
from gft.runs.folder import checkpoints, file_at, locked, steps_of
from gft.runs.metrics import read_metrics
from gft.training.processes import Group, launch
from gft.training.trainer import Trainer, save, train
from tests.gft.rollouts import TINY, tiny
from xworld.errors import XWorldError

PPO = {
    "algo": "ppo", "wait": False, "epochs": 2, "minibatches": 2, "normalise": True, "gae_lambda": 0.9, "optimiser": "adam",
    "lr": 1e-3, "lr_end": 1e-4, "kappa_end": 0.0, "max_grad_norm": 0.5,
}  # fmt: skip
A2C = {"wait": True, "lr": 1e-3}  # the paper's way, at a rate that shows
ALONE = ("-m", "gft")
TORCHRUN = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", "-m", "gft")
IMITATION = {"algo": "imitation", "wait": False, "lr": 1e-3}


def arguments(run: Path, **changes) -> list[str]:
    """The command line of a tiny run."""
    words = ["train", "--out", str(run)]
    for name, value in (TINY | changes).items():
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            words += [f"--{flag}", ",".join(value) if isinstance(value, tuple) else str(value)]
    return words


def started(words: list[str], start: tuple[str, ...] = ALONE) -> subprocess.Popen:
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, *start, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def wait_for_checkpoints(run: Path, process: subprocess.Popen, count: int = 1) -> None:
    while len(checkpoints(run)) < count:
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.005)


def metrics(run: Path) -> list[dict]:
    """The lines, but for the times of day."""
    lines = read_metrics(run)
    for line in lines:
        del line["time"]
    return lines


def final(run: Path) -> files.Checkpoint:
    return files.read(files.latest(run))


def tensors(run: Path) -> dict:
    return files.flatten(final(run).tensors)


def assert_same(run: Path, other: Path) -> None:
    a, b = final(run), final(other)
    first, second = files.flatten(a.tensors), files.flatten(b.tensors)
    assert first.keys() == second.keys()
    for name, array in first.items():
        assert np.array_equal(array, second[name]), name
    for state in (a.state, b.state):
        del state["seconds"]
        state["sums"].pop("seconds", None)
    assert a.state == b.state
    assert metrics(run) == metrics(other)


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


def test_a_run_starts_from_anothers_weights_and_remembers_how_they_were_trained(tmp_path):
    assert main(arguments(tmp_path / "taught", **IMITATION, steps=64)) == 0
    assert not final(tmp_path / "taught").config.reward_only
    assert main(arguments(tmp_path / "next", **A2C | {"lr": 0.0}, steps=64, init_from=str(tmp_path / "taught"))) == 0
    before, after = final(tmp_path / "taught"), final(tmp_path / "next")
    assert after.config.taught
    assert not after.config.reward_only
    for name, array in before.tensors["agent"].items():
        assert np.array_equal(array, after.tensors["agent"][name])


def test_from_python_too_weights_keep_the_label_of_what_taught_them(tmp_path):
    train(tiny(**IMITATION, steps=32), tmp_path / "taught")
    config = tiny(**A2C, steps=32, init_from=str(tmp_path / "taught"))
    train(config, tmp_path / "next")
    assert not final(tmp_path / "next").config.reward_only
    assert json.loads((tmp_path / "next" / "config.json").read_text())["taught"]
    train(replace(config, steps=64), tmp_path / "next", resume=True)
    assert not final(tmp_path / "next").config.reward_only


def contents(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


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


def test_processes_that_may_not_begin_end_together_with_one_sentence(tmp_path, capfd):
    train(tiny(**A2C, steps=32), tmp_path / "run")
    before = contents(tmp_path)
    capfd.readouterr()
    assert launch(work, 2, tiny(**A2C, steps=32, processes=2), tmp_path / "run", False) == 2
    said = capfd.readouterr().err
    assert said.count("exists already") == 1
    assert "Traceback" not in said
    assert contents(tmp_path) == before


def test_a_run_that_started_from_another_goes_on_without_it(tmp_path):
    assert main(arguments(tmp_path / "first", **A2C, steps=64)) == 0
    options = A2C | {"steps": 96, "init_from": str(tmp_path / "first")}
    for name in ("whole", "stopped", "cut"):
        assert main(arguments(tmp_path / name, **options)) == 0
    files.latest(tmp_path / "cut").unlink()  # as if killed before its first checkpoint
    shutil.rmtree(tmp_path / "first")
    assert main(["train", "--resume", str(tmp_path / "cut")]) == 0
    assert_same(tmp_path / "cut", tmp_path / "whole")
    assert main(["train", "--resume", str(tmp_path / "stopped"), "--steps", "128"]) == 0


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


@pytest.mark.parametrize("has", [True, False])
def test_what_is_left_to_the_machine_is_settled_when_a_run_begins_and_stays_so(tmp_path, monkeypatch, has):
    monkeypatch.setattr("gft.agent.precision.has_bf16", lambda device: has)
    train(tiny(**A2C, steps=32, precision="auto", processes=None), str(tmp_path / "run"))
    config = final(tmp_path / "run").config
    assert (config.precision, config.processes) == ("bf16" if has else "float32", 1)
    monkeypatch.setattr("gft.agent.precision.has_bf16", lambda device: not has)
    assert main(["train", "--resume", str(tmp_path / "run"), "--steps", "64"]) == 0
    assert final(tmp_path / "run").config.precision == config.precision


def test_weights_mean_the_same_whatever_a_run_starts_with(tmp_path):
    """GFT's orthogonal start is in its weights alone."""
    assert main(arguments(tmp_path / "orthogonal", **A2C, steps=32)) == 0
    more = A2C | {"lr": 0.0, "steps": 32, "init_from": str(tmp_path / "orthogonal"), "initialisation": "paper"}
    assert main(arguments(tmp_path / "plain", **more)) == 0
    outputs = []
    for name in ("orthogonal", "plain"):
        agent, _ = files.load_agent(tmp_path / name)
        torch.manual_seed(0)
        images, tokens = torch.randint(0, 256, (4, 80, 80, 3), dtype=torch.uint8), torch.randint(1, 100, (4, 16))
        outputs.append(agent.step(images, agent.condition(tokens), torch.zeros(4, dtype=torch.long), agent.start(4))[0])
    assert torch.equal(*outputs)


@pytest.mark.parametrize(
    ("source", "other", "different"),
    [
        (
            "gft:rank=4",
            {"method": "gft:rank=4,residual=yes"},
            "method is 'gft-2:rank=4' there and 'gft-2:rank=4,residual=yes'",
        ),
        ("gft-1", {"method": "gft:steps=3,recurrent=yes"}, "method is 'gft-1' there and 'gft:steps=3,recurrent=yes' here"),
        ("film", {"encoder": "gru"}, "encoder is 'bow' there and 'gru' here"),
        ("film", {"agent": "paper"}, "agent is 'small' there and 'paper' here"),
        ("film", {"world": "3d"}, "world is '2d' there and '3d' here"),
    ],
)
def test_weights_of_another_architecture_are_refused_though_their_shapes_may_fit(tmp_path, source, other, different):
    config = tiny(method=source)
    trained = files.Checkpoint(config, {"agent": files.weights_of(make_agent(config))}, {})
    files.write(file_at(tmp_path / "run", 32), trained)
    trainer = Trainer(tiny(**{"method": source} | other), Group())
    with pytest.raises(XWorldError, match=re.escape(different)):
        trainer.start_from(files.latest(tmp_path / "run"))
    with pytest.raises(XWorldError, match=re.escape(different)):
        trainer.restore(trained, "run")


def test_weights_of_the_same_architecture_by_another_name_are_taken(tmp_path):
    source, same = tiny(method="gft"), Trainer(tiny(method="gft:steps=2", seed=1), Group())
    weights = files.weights_of(make_agent(source))
    files.write(file_at(tmp_path, 32), files.Checkpoint(source, {"agent": weights}, {}))
    same.start_from(files.latest(tmp_path))
    assert all(np.array_equal(weight.numpy(), weights[name]) for name, weight in same.agent.state_dict().items())


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


def refused(capsys, words: list[str]) -> str:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said


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
        (arguments(new, split="pairs=0.1", tasks=("nav", "near")), "goals=2 need as many classes"),
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
