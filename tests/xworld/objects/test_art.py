"""The shipped art is what its sources give, and is ours to edit."""

import subprocess
import sys
from pathlib import Path

from PIL import Image

from xworld.cli import main
from xworld.language.productions import OBJECTS

ART = Path(__file__).parents[3] / "art"


def test_the_shipped_files_are_rebuilt_byte_for_byte():
    result = subprocess.run([sys.executable, ART / "build.py", "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_class_has_three_drawings_and_nothing_else_lies_about():
    names = sorted(file.name for file in (ART / "drawings").iterdir())
    expected = [f"{name}_{n}.svg" for name in OBJECTS["2d"] for n in (1, 2, 3)] + ["agent_1.svg", "brick_1.svg"]
    assert names == sorted(expected)


def test_drawings_are_plain_vector_art():
    for file in [*(ART / "drawings").glob("*.svg"), *(ART / "textures").glob("*.svg")]:
        text = file.read_text()
        assert 'viewBox="0 0 64 64"' in text, file.name
        assert not any(bad in text for bad in ("<image", "<text", "href", "<script", "data:")), file.name


def test_sheets_show_every_class(tmp_path, capsys):
    for world in ("2d", "3d"):
        out = tmp_path / f"{world}.png"
        assert main(["sheet", world, "--out", str(out)]) == 0
        with Image.open(out) as sheet:
            assert sheet.width * sheet.height > 1_000_000
    assert main(["sheet", "2d", "--out", str(tmp_path / "x.jpg")]) == 2
    assert "must end in .png" in capsys.readouterr().err
