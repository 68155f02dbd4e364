"""Tiny runs for tests: how they are started, and what is compared of them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from gft.cli import main
from gft.runs import checkpoint as files
from gft.runs.folder import checkpoints
from gft.runs.metrics import read_metrics
from tests.gft.rollouts import TINY

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


def contents(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def refused(capsys, words: list[str]) -> str:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said
