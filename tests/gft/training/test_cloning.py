"""From a data set to an agent: what was played comes out of the lanes whole, and is learned."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

import gft
from gft.agent import FIRST
from gft.cli import main
from gft.evaluation import Plan, evaluate
from gft.players import AgentPlayer
from gft.report.tables import Kind
from gft.runs.build import make_agent
from gft.runs.checkpoint import load_agent
from gft.runs.metrics import read_metrics
from gft.training.cloning import Demonstrations
from tests.gft.rollouts import tiny
from xworld import Dataset, Recipe, XWorldError, write_dataset

SESSIONS = {"size": 3, "tasks": ("nav",), "sessions": 12, "shard": 6}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "oracle"
    write_dataset(folder, Recipe(**SESSIONS))
    return str(folder)


def lanes(data, count, first=0, of=4):
    config = tiny(algo="cloning", data=data, classes=None)
    agents = AgentPlayer(make_agent(config), count)
    return Demonstrations(data, "2d", agents, lanes=of, first=first, seed=0, gamma=0.9)


def test_lanes_hold_every_session_whole_and_all_of_them(data):
    source = lanes(data, 4)
    rollouts = [source.collect(5) for _ in range(12)]
    joined = {
        name: torch.cat([getattr(rollout, name) for rollout in rollouts])
        for name in ("images", "actions", "rewards", "previous", "terminated", "tokens")
    }
    known = {(tuple(episode.session.actions), episode.images[0].tobytes()): episode for episode in Dataset(data)}
    met = set()
    for lane in range(4):
        column = {name: part[:, lane].numpy() for name, part in joined.items()}
        starts = np.flatnonzero(column["previous"] == FIRST)
        for begin, end in pairwise(starts):
            key = tuple(column["actions"][begin:end].tolist()), column["images"][begin].tobytes()
            episode = known[key]
            met.add(key)
            assert (column["images"][begin:end] == episode.images[:-1]).all()
            assert np.allclose(column["rewards"][begin:end], episode.rewards)
            assert (column["previous"][begin + 1 : end] == episode.actions[:-1]).all()
            assert column["terminated"][begin:end].tolist() == [False] * (end - begin - 1) + [True]
            assert (column["tokens"][begin:end] == episode.tokens).all()
    assert met == set(known)
    last = rollouts[-1]
    goes_on = ~last.terminated[-1]
    assert (last.bootstrap[-1][goes_on] > 0).all()  # the oracle's sessions end well
    assert (last.bootstrap[:-1] == 0).all()


def test_lanes_are_the_same_in_any_number_of_processes_and_go_on_where_they_were(data):
    both = lanes(data, 4)
    parts = [lanes(data, 2, first=first) for first in (0, 2)]
    whole, halves = both.collect(7), [part.collect(7) for part in parts]
    assert (whole.images == torch.cat([half.images for half in halves], dim=1)).all()
    other = lanes(data, 4)
    other.restore(both.state())
    one, two = both.collect(6), other.collect(6)
    assert (one.images == two.images).all()
    assert (one.logits == two.logits).all()
    with pytest.raises(XWorldError, match="another data set"):
        other.restore(both.state() | {"world": np.zeros(4, np.uint8)})


def test_the_way_round(data, tmp_path, capsys):
    """Data set → agent → table, labelled as imitation; stopped and gone on with, it is the same run."""
    common = "--agent small --initialisation orthogonal --environments 8 --rollout 4 --no-wait --optimiser adam --lr 1e-3 "
    common += "--rho 0.999 --epsilon 1e-5 --no-tensorboard --threads 1 --log-every 320 --checkpoint-every 640"
    clone = ["train", "--algo", "cloning", "--data", data, *common.split()]
    assert main([*clone, "--out", str(tmp_path / "whole"), "--steps", "1280"]) == 0
    assert main([*clone, "--out", str(tmp_path / "part"), "--steps", "640"]) == 0
    assert main(["train", "--resume", str(tmp_path / "part"), "--steps", "1280"]) == 0
    (one, config), (two, _) = load_agent(tmp_path / "whole"), load_agent(tmp_path / "part")
    assert all((a == b).all() for a, b in zip(one.state_dict().values(), two.state_dict().values()))
    assert (config.size, config.tasks, config.curriculum, config.reward_only) == (3, ("nav",), None, False)
    lines = read_metrics(tmp_path / "whole")
    assert lines[-1]["policy_loss"] < 0.9 * lines[0]["policy_loss"]
    (result,) = evaluate(tmp_path / "whole", Plan(sessions=8, policies=("greedy",)))
    assert result.learning == "imitation"
    assert Kind.of(result).title.startswith("imitation (cloning) · 3×3")
    assert "by imitation of what was played in" in capsys.readouterr().out


def test_an_agent_plays_a_data_set(tmp_path):
    gft.train(tiny(steps=32, environments=8, classes=None), tmp_path / "run")
    arguments = ["dataset", str(tmp_path / "run"), "--out", str(tmp_path / "data"), "--sessions", "3", "--size", "3"]
    assert main(arguments) == 0
    dataset = Dataset(tmp_path / "data")
    assert len(list(dataset)) == 3
    assert dataset.recipe.policy.startswith("gft-2, sampled, weights ")
    assert {episode.session.task for episode in dataset} == {"nav"}
    assert main(arguments) == 0  # nothing left to do


def test_the_time_left_of_a_data_set_counts_what_is_played_now_alone(tmp_path, monkeypatch, capsys):
    gft.train(tiny(steps=32, environments=8, classes=None), tmp_path / "run")
    clock = [0.0]

    def told(folder, recipe, demonstrator, tell):
        tell(400, 0, 4_000_000)
        clock[0] = 80.0
        tell(500, 800, 5_000_000)
        return write_dataset(tmp_path / "small", replace(recipe, sessions=1), demonstrator)

    monkeypatch.setattr("xworld.write_dataset", told)
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    assert (
        main(["dataset", str(tmp_path / "run"), "--out", str(tmp_path / "data"), "--sessions", "1000", "--size", "3"]) == 0
    )
    assert "500 of 1,000 sessions  10 steps/s  5.0 MB  6 min left" in capsys.readouterr().out


def test_what_does_not_fit_is_refused(data, tmp_path, capsys):
    for words, sentence in (
        ("--algo cloning", "algo cloning and data belong together"),
        (f"--data {data}", "algo cloning and data belong together"),
        (f"--algo cloning --data {tmp_path}", "is not a data set"),
        (f"--algo cloning --data {data} --shuffled", "shuffled is not for cloning"),
    ):
        assert main(["train", *words.split(), "--out", str(tmp_path / "new")]) == 2
        assert sentence in capsys.readouterr().err
    with pytest.raises(XWorldError, match="is of XWORLD2D, and the run of XWORLD3D"):
        gft.train(tiny(world="3d", algo="cloning", data=data), tmp_path / "run3d")
