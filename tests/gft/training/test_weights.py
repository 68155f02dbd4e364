"""Weights that come from elsewhere: whose they were, how they were taught, and which fit."""

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch

from gft.cli import main
from gft.runs import checkpoint as files
from gft.runs.build import make_agent
from gft.runs.folder import file_at
from gft.training.processes import Group
from gft.training.trainer import Trainer, train
from tests.gft.rollouts import tiny
from tests.gft.training.runs import A2C, IMITATION, arguments, assert_same, final
from xworld.errors import XWorldError


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
