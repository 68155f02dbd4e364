import json
from dataclasses import replace

import pytest

from gft.cli import main
from gft.grid.budgets import BUDGETS
from gft.grid.manifest import ALL, FILE, PAPERS, add_cells, budget_in_words, make_cells, read_manifest, split_methods
from gft.grid.planning import Asked, more_cells, new_grid
from gft.grounding import METHODS, canonical
from gft.report import paper
from gft.runs.presets import preset
from tests.gft.grid.cells import tiny_cells, tiny_grid
from xworld import XWorldError


def test_a_cell_is_all_that_decides_how_it_goes_and_its_folder_a_hash_of_that(tmp_path):
    (cell,) = make_cells("laptop", ["2d"], ["gft-2"], [0], {}, None)
    assert None not in (cell.config["processes"], cell.config["threads"])
    assert cell.config["precision"] in ("bf16", "float32")
    assert cell.config["steps"] % cell.config["checkpoint_every"] == cell.config["checkpoint_every"] % cell.batch == 0
    others = [
        replace(cell, source="another"),
        replace(cell, tests=cell.tests[:1]),
        *(replace(cell, config=cell.config | change) for change in ({"seed": 1}, {"lr": 1.0}, {"processes": 2})),
    ]
    assert len({cell.folder, *(other.folder for other in others)}) == 6
    add_cells(tmp_path, [cell, others[2]])
    assert read_manifest(tmp_path) == [cell, others[2]]


def test_more_seeds_and_methods_add_cells_and_change_none(tmp_path):
    before = tiny_grid(tmp_path / "grid")
    old, new = more_cells(tmp_path / "grid", Asked(seeds=2))
    assert old == before
    assert [cell.place for cell in new] == [("2d", "gft-2", 1)]
    add_cells(tmp_path / "grid", new)
    old, new = more_cells(tmp_path / "grid", Asked(methods="film,gft:steps=3,rank=8"))
    assert [cell.place for cell in new] == [("2d", m, s) for s in (0, 1) for m in ("film", "gft:steps=3,rank=8")]
    assert all(cell.tests == before[0].tests for cell in new)
    alike = {"method", "seed"}
    assert {name for cell in new for name in cell.config if cell.config[name] != before[0].config[name]} == alike
    assert read_manifest(tmp_path / "grid")[:1] == before
    assert more_cells(tmp_path / "grid", Asked()) == (old, [])


def test_a_manifest_that_was_tampered_with_is_refused(tmp_path):
    tiny_grid(tmp_path)
    values = json.loads((tmp_path / FILE).read_text())
    values["cells"][0]["config"]["lr"] = 1.0
    (tmp_path / FILE).write_text(json.dumps(values))
    with pytest.raises(XWorldError, match="not what its folder's name says"):
        read_manifest(tmp_path)


def test_what_cannot_be_is_said(tmp_path, capsys):
    tiny_grid(tmp_path / "grid")
    grid = str(tmp_path / "grid")
    refused = {
        (): "give --out GRID for a new grid",
        ("--out", grid, "--budget", "smoke"): "exists already; go on with it by --resume",
        ("--out", str(tmp_path / "new")): "give --budget: paper, laptop, smoke",
        ("--out", str(tmp_path / "new"), "--budget", "smok"): "did you mean 'smoke'",
        ("--out", str(tmp_path / "new"), "--budget", "smoke", "--methods", "fil"): "method 'fil' is unknown",
        ("--out", str(tmp_path / "new"), "--budget", "smoke", "--worlds", "4d"): "world '4d' is unknown",
        ("--out", str(tmp_path / "new"), "--budget", "smoke", "--steps", "0"): "steps=0 is not usable",
        ("--resume", grid, "--steps", "5"): "--steps cannot change when a grid goes on",
        ("--resume", str(tmp_path)): "is not the folder of a grid",
        ("--status", str(tmp_path)): "is not the folder of a grid",
    }
    for words, sentence in refused.items():
        assert main(["reproduce", *words]) == 2
        assert sentence in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_another_world_joins_a_grid_with_its_own_recipe_and_what_the_user_had_changed(tmp_path):
    grid = tmp_path / "grid"
    add_cells(grid, new_grid(grid, Asked(budget="laptop", methods="film", seeds=1)))
    (there,), (new,) = more_cells(grid, Asked(worlds="2d,3d"))
    assert new == new_grid(tmp_path / "other", Asked(budget="laptop", worlds="3d", methods="film", seeds=1))[0]
    assert new.config["gamma"] != there.config["gamma"]
    assert new.tests != there.tests
    asked = Asked(budget="laptop", methods="film", seeds=1, steps=4_096_000, sessions=100, precision="float32")
    add_cells(tmp_path / "own", new_grid(tmp_path / "own", asked))
    _, (joined,) = more_cells(tmp_path / "own", Asked(worlds="2d,3d"))
    assert joined == new_grid(tmp_path / "other", asked._replace(worlds="3d"))[0]


def test_methods_by_name_and_together():
    assert set(ALL) == {canonical(name) for name in METHODS}
    assert set(PAPERS) == set(paper.NAMES)
    assert split_methods("film,gft:steps=3,rank=8,mine.py:Mine:width=2,depth=3,gated") == [
        "film", "gft:steps=3,rank=8", "mine.py:Mine:width=2,depth=3", "gated",
    ]  # fmt: skip


@pytest.mark.parametrize("name", BUDGETS)
def test_every_budget_makes_cells_that_keep_what_they_are_tested_with(name, tmp_path):
    (cell,) = new_grid(tmp_path / "grid", Asked(budget=name, methods="film", seeds=1))
    assert cell.config["keep"] >= 3
    assert [test["sizes"] for test in cell.tests] == [[8], [8], [9, 10, 11]]
    assert cell.steps >= 3 * cell.config["checkpoint_every"]


@pytest.mark.parametrize("name", BUDGETS)
def test_what_a_budget_says_goes_by_the_steps_that_are_asked_for(name, tmp_path):
    usual, other = (new_grid(tmp_path, Asked(budget=name, methods="film", seeds=1, steps=n))[0] for n in (None, 7_680_000))
    assert budget_in_words(usual).startswith(f"budget {name} in XWORLD2D, {usual.config['steps']:,} steps a cell: ")
    assert f", 7,680,000 steps a cell in place of {usual.config['steps']:,}: " in budget_in_words(other)


def test_the_papers_budget_is_the_papers_preset():
    assert {amount.steps for amount in BUDGETS["paper"].amounts.values()} == {preset("paper").steps}


def test_cells_come_seed_by_seed():
    assert [cell.place[1:] for cell in tiny_cells(("gft-2", "film"), (0, 1))] == [
        ("gft-2", 0), ("film", 0), ("gft-2", 1), ("film", 1),
    ]  # fmt: skip
