"""The newcomer's run, with a training that is cut short."""

import sys

import pytest

from gft.cli import main
from gft.commands import tour
from gft.runs.presets import PRESETS


@pytest.fixture
def short(monkeypatch):
    """The preset with a hundredth of its steps, in this process."""
    changes = {"steps": 2_048, "environments": 16, "log_every": 512, "processes": 1}
    monkeypatch.setitem(PRESETS, "quick", PRESETS["quick"] | changes)
    monkeypatch.setattr(tour, "SESSIONS", 40)


def test_it_ends_in_a_table_a_curve_a_film_and_the_next_commands(short, tmp_path, capsys):
    assert main(["tour", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "shuffled" in said
    assert "a policy that does not listen succeeds in at most 50% of the sessions" in said
    assert f"gft train --preset quick --shuffled --out {tmp_path / 'shuffled'}" in said
    assert (tmp_path / "sessions.gif").read_bytes().startswith(b"GIF8")
    assert (tmp_path / "report" / "index.html").is_file()
    curve = next(line for line in said.splitlines() if line.startswith("curve")).split()[1]
    with open(curve, "rb") as picture:
        assert picture.read(4) == b"\x89PNG"

    assert main(["tour", "--out", str(tmp_path)]) == 0  # nothing is trained or played again
    again = capsys.readouterr().out
    assert len((tmp_path / "quick" / "results.jsonl").read_text().splitlines()) == 2
    assert "at most 50%" in again


def test_a_folder_that_cannot_be_written_is_named_once_for_all_processes(tmp_path, capfd):
    (tmp_path / "file").write_text("")
    assert main(["tour", "--out", str(tmp_path / "file")]) == 2
    said = capfd.readouterr().err
    assert "Traceback" not in said
    (sentence,) = [line for line in said.splitlines() if line.startswith("gft:")]
    assert "file" in sentence


def test_without_what_draws_figures_nothing_is_trained(tmp_path, capsys, monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("gft.report.write", "gft.commands.tour"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gft.report.figures", None)
    assert main(["tour", "--out", str(tmp_path / "out")]) == 2
    assert "pip install 'gft-xworld[report]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
