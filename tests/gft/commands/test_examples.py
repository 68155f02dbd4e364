"""Key frames of the first test session of each task."""

from PIL import Image

from gft.cli import main
from gft.training import train
from tests.gft.rollouts import tiny


def test_every_task_has_a_row_and_nothing_is_picked(tmp_path, capsys):
    train(tiny(tasks=("nav", "avoid", "dir"), steps=32), tmp_path / "run")
    first, second = tmp_path / "a.png", tmp_path / "b.png"
    for out in (first, second):
        assert main(["examples", str(tmp_path / "run"), "--size", "3", "--out", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed[:3]] == ["nav", "avoid", "dir"]
    assert printed[:3] == printed[4:7]
    assert first.read_bytes() == second.read_bytes()
    with Image.open(first) as picture:
        assert picture.width == 1200
    assert main(["examples", str(tmp_path / "run"), "--out", "x.gif"]) == 2
