"""Checkpoints: what comes back is what went in, and what is damaged or foreign is refused."""

import errno
import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gft.cli import main
from gft.runs import checkpoint as files
from gft.runs.build import make_agent
from gft.runs.checkpoint import Checkpoint, find, flatten, latest, load_agent, put_weights, read, write
from gft.runs.folder import checkpoints, file_at, prune, steps_of, write_config
from tests.gft.rollouts import tiny
from xworld import Vocabulary, XWorldError, vocabulary

SMALL = Checkpoint(
    tiny(),
    {
        "agent": {"policy.0.weight": np.arange(6, dtype=np.float32).reshape(2, 3)},
        "actor": {"environments": {"stream": np.array([[2**64 - 1]], np.uint64)}, "flag": np.array([True, False])},
        "scalar": np.float32(3.0).reshape(()),
    },
    {"steps": 128, "sums": {"x": 0.1 + 0.2, "tallies": [[1, "nav", {}]]}},
)


def same(a: Checkpoint, b: Checkpoint) -> bool:
    first, second = flatten(a.tensors), flatten(b.tensors)
    return (
        a.config == b.config
        and a.state == b.state
        and first.keys() == second.keys()
        and all(np.array_equal(first[n], second[n]) and first[n].dtype == second[n].dtype for n in first)
    )


def test_what_comes_back_is_what_went_in(tmp_path):
    write(tmp_path / "a.safetensors", SMALL)
    assert same(read(tmp_path / "a.safetensors"), SMALL)
    assert read(tmp_path / "a.safetensors").tensors["agent"].keys() == {"policy.0.weight"}
    assert read(tmp_path / "a.safetensors", weights_only=True).tensors.keys() == {"agent"}
    assert os.listdir(tmp_path) == ["a.safetensors"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(data=st.data())
def test_a_damaged_file_is_noticed(tmp_path, data):
    file = tmp_path / "a.safetensors"
    write(file, SMALL)
    content = bytearray(file.read_bytes())
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(0, len(content) - 1))]  # torn
    else:
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))  # a byte changed
    file.write_bytes(content)
    try:
        got, sentence = read(file), ""
    except XWorldError as refused:
        got, sentence = None, str(refused)
    assert same(got, SMALL) if got else str(file) in sentence  # the former: white space of the header has changed
    assert "\n" not in sentence


def test_foreign_files_and_other_versions_are_refused(tmp_path, monkeypatch):
    file = tmp_path / "a.safetensors"
    safetensors.numpy.save_file({"x": np.zeros(3)}, file)
    with pytest.raises(XWorldError, match="not a checkpoint of gft train"):
        read(file)
    monkeypatch.setattr(files, "VERSION", "99")
    write(file, SMALL)
    monkeypatch.undo()
    with pytest.raises(XWorldError, match="version 99; this program reads version 2"):
        read(file)
    torch.save({"x": torch.zeros(3)}, file)
    with pytest.raises(XWorldError, match="damaged or no checkpoint"):
        read(file)
    with pytest.raises(XWorldError, match="there is no checkpoint"):
        read(tmp_path / "b.safetensors")


def test_the_newest_good_checkpoint_is_found(tmp_path):
    with pytest.raises(XWorldError, match="has no checkpoints"):
        latest(tmp_path)
    for steps in (100, 20_000, 3_000):
        write(file_at(tmp_path, steps), SMALL)
    assert latest(tmp_path) == file_at(tmp_path, 20_000)
    file_at(tmp_path, 20_000).write_bytes(file_at(tmp_path, 20_000).read_bytes()[:-5])
    assert latest(tmp_path) == file_at(tmp_path, 3_000)
    assert find(tmp_path) == file_at(tmp_path, 3_000)
    assert find(file_at(tmp_path, 100)) == file_at(tmp_path, 100)
    for file in checkpoints(tmp_path):
        file.write_bytes(b"nothing")
    with pytest.raises(XWorldError, match="has no checkpoint that can be read"):
        latest(tmp_path)


def test_a_full_disk_costs_nothing_that_was_there(tmp_path, monkeypatch):
    file = tmp_path / "a.safetensors"
    write(file, SMALL)

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(XWorldError, match=r"cannot write .*No space left on device"):
        write(file, SMALL._replace(state={}))
    assert same(read(file), SMALL)
    assert os.listdir(tmp_path) == ["a.safetensors"]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.integers(1, 5), st.integers(5, 50))
def test_the_latest_and_the_milestones_are_kept(gaps, keep, every):
    """Pruned after every checkpoint, as training does: the first at or after each multiple of `every` stays."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder)
        (run / "checkpoints").mkdir()
        made = np.cumsum(gaps).tolist()
        for steps in made:
            file_at(run, steps).touch()
            prune(run, keep, every)
        milestones = {next(s for s in made if s // every == k) for k in {s // every for s in made} - {0}}
        assert {steps_of(file) for file in checkpoints(run)} == milestones | set(made[-keep:])


def test_an_agent_is_built_from_what_its_checkpoint_says(tmp_path):
    config = tiny(method="film", seed=5)
    agent = make_agent(config)
    with torch.no_grad():
        agent.policy[-1].bias += 1
    write(file_at(tmp_path, 10), Checkpoint(config, {"agent": files.weights_of(agent)}, {}))
    got, told = load_agent(tmp_path)
    assert told == config
    assert all(torch.equal(a, b) for a, b in zip(agent.state_dict().values(), got.state_dict().values()))


def test_weights_of_another_agent_are_refused():
    weights = files.weights_of(make_agent(tiny(method="film")))
    with pytest.raises(
        XWorldError, match=r"the weights of 'there' do not fit this agent: grounding\.\S+ is .*; use the same"
    ):
        put_weights(make_agent(tiny()), weights, "there")


def test_weights_trained_with_other_words_are_refused(tmp_path, monkeypatch, capsys):
    config = tiny(method="film")
    write_config(tmp_path, config)
    write(file_at(tmp_path, 10), Checkpoint(config, {"agent": files.weights_of(make_agent(config))}, {}))
    assert load_agent(tmp_path)[1] == config
    others = Vocabulary(tuple(reversed(vocabulary("2d").words)))  # as many, so that the shapes fit
    monkeypatch.setattr(files, "vocabulary", lambda world: others)
    with pytest.raises(XWorldError, match="trained with another vocabulary"):
        load_agent(tmp_path)
    assert main(["eval", str(tmp_path)]) == 2
    assert "trained with another vocabulary" in capsys.readouterr().err
