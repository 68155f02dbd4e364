"""The whole report of some runs: one page, commands, and what is missing or at odds."""

import argparse
import csv
import re
import shlex

from gft.cli import main
from gft.report import paper
from gft.report.runs import differing, read_run
from gft.runs.config import Config
from gft.runs.options import add_options
from gft.runs.presets import preset
from tests.gft.report.runs import make_run, result


def test_a_report_holds_everything_in_one_page_and_says_what_is_missing(tmp_path, capsys):
    some = [result(step=step, command="gft eval a --shuffled") for step in (100, 200, 300, 400)]
    a = make_run(tmp_path / "a", results=[*some, result(step=400, commands="shuffled", successes=100)])
    b = make_run(tmp_path / "b", metrics=False, algo="imitation", method="film")
    out = tmp_path / "out"
    assert main(["report", str(a), str(b), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert f"{b} has no results yet" in said
    assert f"{b} has no metrics yet" in said
    page = (out / "index.html").read_text()
    assert "gft eval a --shuffled" in page
    assert f"gft train --out {b}" in page
    assert "imitation" in page
    assert not re.search(r"""(src|href|srcset)=["'](?!data:)|url\(|@import|<script""", page)
    assert page.count("<img") == len(list(out.glob("*.png"))) == len(list(out.glob("*.svg"))) == 4
    rows = list(csv.DictReader((out / "tables.csv").open()))
    assert {row["task"] for row in rows} == set(paper.TASKS)
    assert next(row for row in rows if row["task"] == "nav")["paper"] == "70.7"
    assert len(list(csv.DictReader((out / "results.csv").open()))) == 5 * 5
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    assert main(["report", str(a), str(b), "--out", str(out)]) == 0
    assert before == {file.name: file.read_bytes() for file in out.iterdir()}


def test_the_command_that_trains_a_run_anew(tmp_path):
    config = preset("paper", method="film", tasks=("nav", "dir"), curriculum=None, wait=False, lr=0.001, size=5)
    run = read_run(make_run(tmp_path / "a", **config.to_dict()))
    parser = argparse.ArgumentParser()
    parser.add_argument("--out")
    add_options(parser, Config)
    given = vars(parser.parse_args(shlex.split(run.train_command())[2:]))
    assert given.pop("out") == str(tmp_path / "a")
    assert preset("paper", **given) == config


def test_runs_that_should_be_alike_and_are_not_are_named(tmp_path):
    runs = [read_run(make_run(tmp_path / name, lr=lr, seed=seed)) for name, lr, seed in (("a", 1e-5, 0), ("b", 1e-4, 1))]
    assert differing(runs) == ["lr"]


def test_bad_folders_get_a_sentence(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "config.json").write_text('{"a": 1}')
    for name in ("nowhere", "empty", "foreign"):
        assert main(["report", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 2
        said = capsys.readouterr().err
        assert said.startswith("gft: ")
        assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()
