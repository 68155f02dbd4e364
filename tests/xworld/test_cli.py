import pytest
from PIL import Image

from xworld.cli import main


@pytest.mark.parametrize(("world", "width"), [("2d", 256), ("3d", 768)])
def test_demo_writes_an_animation_and_says_what_happened(world, width, tmp_path, capsys):
    file = tmp_path / "new" / "demo.gif"
    assert main(["demo", "--world", world, "--out", str(file), "--sessions", "2", "--size", "4"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("well done !") == 2
    assert f"XWorld{world.upper()}-v0" in printed
    with Image.open(file) as animation:
        assert animation.n_frames > 4
        assert animation.width == width
    assert [f.name for f in file.parent.iterdir()] == ["demo.gif"]


def test_sessions_are_saved_and_shown_again(tmp_path, capsys):
    file, film = tmp_path / "sessions.jsonl", tmp_path / "film.gif"
    again = tmp_path / "again.gif"
    demo = ["demo", "--sessions", "2", "--size", "4", "--out", str(film), "--save", str(file)]
    assert main(demo) == 0
    assert main(["play", str(file), "--out", str(again)]) == 0
    assert again.read_bytes() == film.read_bytes()
    capsys.readouterr()
    assert main(["play", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("-- 0: start") == 2
    assert printed.count("well done !") == 2
    file.write_text(file.read_text().replace('"version":1', '"version":9', 1))
    assert main(["play", str(file)]) == 2
    assert "line 1 of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["demo", "--size", "1"], "size=1 is not usable"),
        (["demo", "--sessions", "0"], "--sessions 0 is not usable"),
        (["demo", "--size", "3", "--out", "demo.mp4"], "must end in .gif"),
        (["demo", "--size", "3", "--out", "/dev/null/demo.gif"], "cannot write"),
        (["demo", "--objects", "nowhere"], "is not a folder"),
        (["play", "nowhere.json"], "No such file"),
        (["demo", "--world", "3d", "--objects", "nowhere"], "does not exist; give a folder of models"),
        (["demo", "--world", "3d", "--size", "70"], "size=70 is not usable"),
    ],
)
def test_bad_input_ends_in_one_sentence(arguments, message, capsys):
    assert main(arguments) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("xworld: compil")]
    assert len(said) == 1
    assert message in said[0]


def test_a_file_that_cannot_be_had_is_named_and_a_bug_is_a_traceback(monkeypatch, capsys):
    def fails(error):
        def play(*about, **options):
            raise error

        monkeypatch.setattr("xworld.demo.solved", play)
        return main(["demo"])

    assert fails(PermissionError(13, "Permission denied", "/some/pack")) == 2
    assert capsys.readouterr().err == "xworld: '/some/pack': Permission denied.\n"
    assert fails(OSError("the disk is gone")) == 2
    assert capsys.readouterr().err == "xworld: the disk is gone.\n"
    with pytest.raises(ValueError, match="a bug"):
        fails(ValueError("a bug"))


def test_a_pack_of_the_other_world_is_refused(tmp_path, capsys):
    file = tmp_path / "cat" / "a.png"
    file.parent.mkdir()
    Image.new("RGB", (8, 8)).save(file)
    assert main(["demo", "--world", "3d", "--objects", str(tmp_path)]) == 2
    file.rename(file.with_suffix(".obj"))
    assert main(["demo", "--world", "2d", "--objects", str(tmp_path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "has no models; expected <class>/<any name>.obj" in first
    assert "has no pictures; expected <class>/<any name>.png" in second


def test_unknown_commands_and_help(capsys):
    for arguments, code in ((["fly"], 2), (["demo", "--world", "4d"], 2), (["--help"], 0), (["demo", "--help"], 0)):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code
    assert "oracle" in capsys.readouterr().out
