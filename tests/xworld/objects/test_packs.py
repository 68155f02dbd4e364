import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from xworld import XWorldError, grammar
from xworld.envs import XWorld2D
from xworld.objects.drawings import drawings
from xworld.objects.packs import load_pack

ORIGINALS = Path(__file__).parents[4] / "shared" / "xworld-images"


def picture(file: Path, colour: str = "red", size: tuple[int, int] = (40, 40)) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGBA", size, colour).save(file) if file.suffix == ".png" else Image.new("RGB", size, colour).save(file)


@pytest.fixture
def pack(tmp_path):
    """Two classes in the one layout, two in the other."""
    picture(tmp_path / "cat" / "a.png", "red")
    picture(tmp_path / "cat" / "b.png", "blue")
    picture(tmp_path / "Grand Piano" / "steinway.png", "green", (80, 20))
    picture(tmp_path / "goal" / "fruit" / "apple_1.jpg", "orange")
    picture(tmp_path / "goal" / "fruit" / "apple_2.jpg", "yellow")
    picture(tmp_path / "goal" / "fruit" / "fig_1.jpg", "purple")
    picture(tmp_path / "agent.png", "black")
    (tmp_path / "README.txt").write_text("not a picture")
    return tmp_path


def test_the_built_in_drawings_are_the_vocabulary_three_times():
    pack = drawings()
    assert pack.classes == grammar("2d").objects
    assert set(pack.counts) == {3}
    for pictures in (pack.of(name) for name in pack.classes):
        assert (pictures[..., 3] > 0).mean() > 0.2  # fills its cell
        for a, b in ((0, 1), (0, 2), (1, 2)):
            assert np.abs(pictures[a].astype(int) - pictures[b]).mean() > 5  # clearly different instances


def test_drawings_stay_inside_the_disc_that_turns_in_a_cell():
    y, x = np.mgrid[:64, :64] - 31.5
    outside = np.hypot(x, y) > 32.5
    assert (drawings().pictures[:, outside, 3] == 0).all()


def test_a_folder_is_a_class_whatever_its_files_are_called(tmp_path):
    for kind in ("cat", "dog", "robot"):
        for n in (1, 2):
            picture(tmp_path / kind / f"IMG_{n}.png")
    picture(tmp_path / "goal" / "animal" / "xyz_1.png")
    loaded = load_pack(tmp_path)
    assert loaded.classes == ("cat", "dog", "robot", "xyz")
    assert loaded.counts == (2, 2, 2, 1)
    assert np.array_equal(loaded.agent, drawings().agent)


def test_both_layouts_are_read(pack):
    loaded = load_pack(pack)
    assert loaded.classes == ("apple", "cat", "fig", "grand-piano")
    assert loaded.counts == (2, 2, 1, 1)
    assert loaded.of("cat")[1][32, 32].tolist() == [0, 0, 255, 255]
    assert loaded.of("grand-piano")[0][2, 32, 3] == 0  # a picture that is not square is centred on nothing
    assert loaded.agent[32, 32].tolist() == [0, 0, 0, 255]


def test_a_pack_is_playable_and_its_new_classes_extend_the_vocabulary(pack):
    env = XWorld2D(objects=pack, size=5)
    missions = " ".join(env.reset(seed=seed)[0]["mission"] for seed in range(80))
    assert "grand-piano" in missions
    assert len(env.simulation.vocabulary) == 164
    assert env.simulation.vocabulary.words[:163] == grammar("2d").vocabulary.words
    assert "zebra" not in missions


def test_an_edited_pack_is_read_again(pack):
    first = load_pack(pack)
    assert load_pack(pack) is first
    picture(pack / "cat" / "c.png", "white")
    os.utime(pack / "cat" / "c.png", ns=(2**62, 2**62))
    assert load_pack(pack).counts == (2, 3, 1, 1)
    shutil.rmtree(pack / "cat")
    assert load_pack(pack).classes == ("apple", "fig", "grand-piano")


@pytest.mark.skipif(not ORIGINALS.is_dir(), reason=f"the original icons are not beside the project ({ORIGINALS.name})")
def test_the_originals_tree_loads_and_plays():
    loaded = load_pack(ORIGINALS)
    assert loaded.classes == grammar("2d").objects
    assert len(loaded.pictures) == 345
    assert not np.array_equal(loaded.obstacle, drawings().obstacle)
    env = XWorld2D(objects=ORIGINALS)
    _, info = env.reset(seed=0)
    while not info["success"]:
        *_, info = env.step(env.oracle())
    assert len(env.simulation.vocabulary) == 163


def test_unusable_packs_are_refused_with_a_sentence(tmp_path, pack):
    (tmp_path / "empty").mkdir()
    with pytest.raises(XWorldError, match="has no pictures"):
        load_pack(tmp_path / "empty")
    with pytest.raises(XWorldError, match="is not a folder"):
        load_pack(pack / "README.txt")
    (pack / "cat" / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n and then nonsense")
    with pytest.raises(XWorldError, match=r"cat/broken\.png cannot be read as a picture"):
        load_pack(pack)
    (pack / "cat" / "broken.png").unlink()
    picture(pack / "cat" / "huge.png", size=(5000, 4000))
    with pytest.raises(XWorldError, match="5000×4000; at most 4096×4096"):
        load_pack(pack)
    (pack / "cat" / "huge.png").unlink()
    picture(pack / "!!" / "a.png")
    with pytest.raises(XWorldError, match="'!!' cannot be a class"):
        load_pack(pack)


def test_what_is_broken_can_be_left_out_instead(pack):
    (pack / "cat" / "broken.png").write_bytes(b"nonsense")
    loaded = load_pack(pack, skip_bad=True)
    assert loaded.counts == (2, 2, 1, 1)
    assert loaded.problems == ("cat/broken.png cannot be read as a picture: its contents are of no known kind.",)
