"""Data sets: exact, resumable, and refused where they are damaged."""

import io
import json
import os
import shutil
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from xworld import Dataset, Recipe, XWorldError, write_dataset
from xworld.cli import main
from xworld.datasets.command import Progress
from xworld.datasets.folder import check_playback
from xworld.datasets.shard import ARRAYS

SMALL = {"sessions": 10, "shard": 4, "size": 3}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "oracle"
    write_dataset(folder, Recipe(**SMALL))
    return folder


@pytest.fixture
def copy(written, tmp_path):
    return Path(shutil.copytree(written, tmp_path / "copy"))


def contents(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_every_picture_of_a_session_plays_back(written):
    dataset = Dataset(written)
    assert len(dataset) == 10
    assert list(check_playback(dataset)) == list(range(1, 11))
    for episode in dataset:
        assert len(episode.images) == len(episode.actions) + 1 == len(episode.rewards) + 1
        assert episode.outcome == "success"
        assert episode.rewards.sum() == pytest.approx(1 - 0.01 * len(episode.actions))


@pytest.mark.parametrize("changes", [{"policy": "random"}, {"world": "3d", "sessions": 3}])
def test_other_players_and_the_other_world(changes, tmp_path):
    dataset = write_dataset(tmp_path / "data", Recipe(**SMALL | changes | {"seed": 1}))
    assert len(list(check_playback(dataset))) == len(dataset)
    assert {episode.session.world for episode in dataset} == {changes.get("world", "2d")}


def test_a_data_set_that_was_stopped_goes_on_to_the_same_bytes(written, tmp_path):
    folder, told = tmp_path / "stopped", []

    def stop(sessions, steps, size):
        told.append((sessions, steps, size))
        if len(told) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(folder, Recipe(**SMALL), tell=stop)
    (folder / ".000001.part.npz").write_bytes(b"half a file")  # what kill −9 leaves
    with pytest.raises(XWorldError, match="2 of 3 files are missing, the first is 000001"):
        Dataset(folder)
    before = (folder / "000000.npz").stat().st_mtime_ns
    write_dataset(folder, Recipe(**SMALL), tell=stop)
    assert (folder / "000000.npz").stat().st_mtime_ns == before
    assert contents(folder) == contents(written)
    assert [sessions for sessions, _, _ in told] == [4, 4, 8, 10]
    assert told[1][1] == 0  # steps: those sessions were there
    assert told[-1][2] == Dataset(folder).size - (folder / "dataset.json").stat().st_size
    with pytest.raises(XWorldError, match="a data set of another size"):
        write_dataset(folder, Recipe(**SMALL | {"size": 4}))


def test_the_time_left_counts_what_is_played_now_alone(monkeypatch):
    clock, out = [0.0], io.StringIO()
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    progress = Progress(1000, out)
    clock[0] = 100.0  # compiling takes its time, and is none of the playing
    progress.show(400, 0, 4_000_000)
    clock[0] = 140.0
    progress.show(500, 800, 5_000_000)
    assert out.getvalue() == "500 of 1,000 sessions  20 steps/s  5.0 MB, 10 MB in the end  3 min left\n"


class Bomb:
    """A pickle that does something when it is read."""

    def __reduce__(self):
        return Path.touch, (Path("executed"),)


def cut(file):
    file.write_bytes(file.read_bytes()[:-200])


def flip(file):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 255
    file.write_bytes(content)


def objects(file):
    np.savez(file, **{name: np.array([Bomb()], object) for name in ARRAYS})


def foreign(file):
    np.savez(file, images=np.zeros(3))


def huge(file):
    """A header that promises more than there is."""
    with np.load(file) as arrays:
        kept = dict(arrays)
    np.savez(file, **kept)
    content = file.read_bytes()
    shape = str(kept["images"].shape).encode()
    larger = str((10**9, *kept["images"].shape[1:])).encode()
    content = content.replace(shape + b", }" + b" " * (len(larger) - len(shape)), larger + b", }")
    file.write_bytes(content)


def shorter(file):
    with np.load(file) as arrays:
        kept = dict(arrays)
    np.savez_compressed(file, **kept | {"rewards": kept["rewards"][:-1]})


def other_sessions(file):
    lines = file.with_suffix(".jsonl").read_text().splitlines()
    file.with_suffix(".jsonl").write_text("\n".join(reversed(lines)) + "\n")


def no_sessions(file):
    file.with_suffix(".jsonl").unlink()


@pytest.mark.parametrize("damage", [cut, flip, objects, foreign, huge, shorter, other_sessions, no_sessions])
def test_a_damaged_shard_is_named_and_nothing_in_it_executed(damage, copy, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    damage(copy / "000001.npz")
    with pytest.raises(XWorldError, match=r"000001.npz' is damaged \(.+\); delete it") as refused:
        list(Dataset(copy))
    assert "\n" not in str(refused.value)
    assert not Path("executed").exists()


def test_an_archive_that_would_unpack_to_too_much_is_refused_unread(copy):
    file = copy / "000000.npz"
    content = bytearray(file.read_bytes())
    place = content.index(b"PK\x01\x02")  # of the first array in the index, whose size is told at byte 24
    struct.pack_into("<I", content, place + 24, 0xFFFFFFF0)
    struct.pack_into("<I", content, content.index(b"PK\x01\x02", place + 4) + 24, 0xFFFFFFF0)
    struct.pack_into("<I", content, content.rindex(b"PK\x01\x02") + 24, 0xFFFFFFF0)
    file.write_bytes(content)
    assert sum(info.file_size for info in zipfile.ZipFile(file).infolist()) > 1 << 33
    with pytest.raises(XWorldError, match="unpacks to more than 8 GiB"):
        list(Dataset(copy))


def test_a_description_that_is_damaged_is_refused(copy):
    told = json.loads((copy / "dataset.json").read_text())
    for changes in ({"version": 2}, {"sessions": "many"}, {"split": {"classes": 3}}, {"tasks": 5}, {"more": 1}):
        (copy / "dataset.json").write_text(json.dumps(told | changes))
        with pytest.raises(XWorldError, match="is not the description of a data set"):
            Dataset(copy)
    (copy / "dataset.json").write_text("{")
    with pytest.raises(XWorldError, match="it is not JSON"):
        Dataset(copy)


def test_the_command_writes_checks_and_refuses(tmp_path, capsys):
    out = str(tmp_path / "data")
    arguments = ["dataset", "--out", out, "--sessions", "5", "--size", "4", "--tasks", "nav,near"]
    held_out = ["--split", '{"instances": {"without": [2]}}']
    assert main([*arguments, *held_out]) == 0
    assert f"{out}: 5 sessions" in capsys.readouterr().out
    assert {thing.instance for episode in Dataset(out) for thing in episode.session.objects} <= {0, 1}
    assert {episode.session.task for episode in Dataset(out)} <= {"nav", "near"}
    assert main(["dataset", "--check", out]) == 0
    assert "5 sessions play back" in capsys.readouterr().out
    for more, sentence in (
        ([], "a data set of another split"),
        (["--policy", "runs/mine"], "agents play by gft dataset RUN"),
        (["--split", "{"], "is not JSON"),
        (["--sessions", "0"], "sessions=0 is not usable"),
        (["--size", "2"], "size=2 is not usable"),
    ):
        assert main([*arguments, *more]) == 2
        assert sentence in capsys.readouterr().err
    assert main(["dataset", "--check", str(tmp_path)]) == 2
    assert "is not a data set" in capsys.readouterr().err


def test_minari_loads_and_samples_it(written, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    from xworld import to_minari

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    dataset = Dataset(written)
    made = to_minari(dataset, "xworld/test-v0")
    assert made.total_episodes == 10
    loaded = minari.load_dataset("xworld/test-v0")
    for ours, theirs in zip(dataset, loaded.iterate_episodes()):
        assert (theirs.observations["image"] == ours.images).all()
        assert set(theirs.observations["mission"]) == {ours.session.command}
        assert (theirs.actions == ours.actions).all()
        assert (theirs.rewards == ours.rewards).all()
        assert theirs.terminations.tolist() == [False] * (len(ours.actions) - 1) + [True]
    loaded.set_seed(0)
    assert len(loaded.sample_episodes(3)) == 3
    assert loaded.recover_environment().unwrapped.world == "2d"
    with pytest.raises(XWorldError, match="has a data set 'xworld/test-v0' already"):
        to_minari(dataset, "xworld/test-v0")
    with pytest.raises(XWorldError, match="give a name like xworld/2d-oracle-v0"):
        to_minari(dataset, "no name")


def test_minari_sees_a_data_set_when_it_is_whole(written, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    from xworld import to_minari

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    dataset, seen = Dataset(written), []

    def stopped():
        for shard in Dataset(written).shards():
            seen.append((list(minari.list_local_datasets()), os.environ["MINARI_DATASETS_PATH"]))
            if len(seen) == 3:
                raise KeyboardInterrupt
            yield shard

    monkeypatch.setattr(dataset, "shards", stopped)
    with pytest.raises(KeyboardInterrupt):
        to_minari(dataset, "xworld/test-v0")
    assert seen == [([], str(tmp_path))] * 3
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".xworld-test-v0.part" / "xworld" / "test-v0" / "data").mkdir(parents=True)  # what kill −9 leaves
    assert to_minari(Dataset(written), "xworld/test-v0").total_episodes == 10
    assert to_minari(Dataset(written), "alone-v0").total_episodes == 10  # a name without a namespace
    assert {folder.name for folder in tmp_path.iterdir()} == {"xworld", "alone-v0"}
    assert minari.namespace.list_local_namespaces() == ["xworld"]
