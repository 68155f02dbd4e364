"""The matrices of commands: centred, smoothed, compared; and what the paper says of them."""

import numpy as np
import pytest
import torch

from gft.cli import main
from gft.evaluation.matrices import Matrices, matrices_of, mean_matrices
from gft.runs.build import make_agent
from gft.runs.checkpoint import load_agent
from gft.runs.shipped import shipped_names
from gft.training import train
from tests.gft.rollouts import tiny
from xworld import XWorldError, grammar


def test_the_mean_over_sampled_commands_is_taken_away():
    agent, spoken = make_agent(tiny()), grammar("2d")
    mean = mean_matrices(agent, spoken, 300)
    with torch.no_grad():
        for layer in agent.grounding.second:
            layer.bias += 3.0
    moved = mean_matrices(agent, spoken, 300)
    assert torch.allclose(moved - mean, torch.full_like(mean, 3.0), atol=1e-4)
    commands = ["go to cat .", "avoid cat ."]
    first = matrices_of(agent, "2d", commands, 300).centred
    with torch.no_grad():
        for layer in agent.grounding.second:
            layer.bias -= 5.0
    assert torch.allclose(first, matrices_of(agent, "2d", commands, 300).centred, atol=1e-4)


def test_likeness_is_a_cosine_and_smoothing_a_mean_of_surroundings():
    one = torch.zeros(1, 1, 9, 10)
    one[0, 0, 4, 4] = 49.0
    three = Matrices(("a", "b", "c"), torch.cat([one, -2 * one, one.roll(1, dims=3)]))
    assert torch.allclose(three.likeness(), torch.tensor([[1.0, -1, 0], [-1, 1, 0], [0, 0, 1]]))
    smooth = three.smoothed()[0, 0]
    assert torch.allclose(smooth[3:6, 3:7], torch.ones(3, 4))  # where the whole kernel lies inside
    assert smooth[1, 1] == pytest.approx(49 / 25)  # at the edges, the mean of what there is
    assert smooth[8, 4] == 0


def test_commands_and_methods_without_matrices_are_refused():
    with pytest.raises(XWorldError, match="only GFT"):
        matrices_of(make_agent(tiny(method="film")), "2d", ["go to cat ."], 10)
    with pytest.raises(XWorldError, match="moon"):
        matrices_of(make_agent(tiny()), "2d", ["go to the moon ."], 10)


def test_the_command_prints_likeness_and_writes_a_figure(tmp_path, capsys):
    train(tiny(steps=32), tmp_path / "run")
    out = tmp_path / "new" / "matrices.png"
    assert main(["matrices", str(tmp_path / "run"), "go to cat .", "avoid cat .", "--out", str(out)]) == 0
    assert "avoid cat ." in capsys.readouterr().out
    assert out.read_bytes()[:4] == b"\x89PNG"
    assert main(["matrices", str(tmp_path / "run"), "--out", str(tmp_path / "m.doc")]) == 2


@pytest.mark.parametrize("name", shipped_names())
def test_paraphrases_are_more_alike_than_commands_of_another_meaning(name):
    agent, config = load_agent(name)
    spoken, random = grammar(config.world), np.random.default_rng(5)
    commands: list[str] = []  # in threes: a command, the same in other words, one that means something else
    for task in spoken.tasks:
        for _ in range(20):
            sentence, meaning = spoken.sample(random, task=task)
            same = spoken.sample(random, task, meaning.objects, meaning.relation)[0]
            other, another = spoken.sample(random, task=spoken.tasks[int(random.integers(len(spoken.tasks)))])
            if same != sentence and another != meaning:
                commands += [sentence, same, other]
    likeness = matrices_of(agent, config.world, commands, 500).likeness()
    nearer = [bool(likeness[n, n + 1] > likeness[n, n + 2]) for n in range(0, len(commands), 3)]
    assert len(nearer) > 50
    assert sum(nearer) / len(nearer) > 0.8
