import pytest
from PIL import Image

from xworld.cli import main


def test_demo_writes_an_animation_and_says_what_happened(tmp_path, capsys):
    file = tmp_path / "new" / "demo.gif"
    assert main(["demo", "--out", str(file), "--sessions", "2", "--size", "4"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("well done !") == 2
    with Image.open(file) as animation:
        assert animation.n_frames > 4
    assert [f.name for f in file.parent.iterdir()] == ["demo.gif"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["demo", "--size", "1"], "size=1 is not usable"),
        (["demo", "--sessions", "0"], "--sessions 0 is not usable"),
        (["demo", "--size", "3", "--out", "demo.mp4"], "must end in .gif"),
        (["demo", "--size", "3", "--out", "/dev/null/demo.gif"], "cannot write"),
        (["demo", "--objects", "nowhere"], "is not a folder"),
    ],
)
def test_bad_input_ends_in_one_sentence(arguments, message, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.count("\n") == 1 or "compil" in printed


def test_unknown_commands_and_help(capsys):
    for arguments, code in ((["fly"], 2), (["--help"], 0), (["demo", "--help"], 0)):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code
    assert "oracle" in capsys.readouterr().out
