"""A grid is a folder: the manifest of its cells, and a run's folder for each of them.

    GRID/manifest.json   cells/2d-gft-2-0-1a2b3c4d5e6f/ …   report/

Path of the data: budget → **cells** → runs. A cell is everything that decides how it goes: the whole config of its run, its
tests, and the source of its method. Its folder is named by a hash of that. The manifest is written whole; more seeds or
methods add cells, and none that is there ever changes.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from gft.grid.budgets import Test, budget_of
from gft.runs.folder import read_text, write_text
from xworld import XWorldError, whole

FILE, VERSION = "manifest.json", 1
PAPERS = ("gft-2", "gft-1", "film", "gated", "cgated", "concept", "concat", "encdec")
ALL = (*PAPERS, "adaln", "attention")
WORLDS = ("2d", "3d")
DIGITS = 12  # of a hash, in a folder's name


@dataclass(frozen=True)
class Cell:
    """One method in one world with one seed."""

    budget: str  # by name
    config: dict[str, Any]  # of its run, all options, nothing left to the machine
    tests: list[Test]
    source: str  # hash of the file that its method stands in

    @property
    def place(self) -> tuple[str, str, int]:
        """World, method and seed: a grid has one cell of each."""
        return self.config["world"], self.config["method"], self.config["seed"]

    @property
    def name(self) -> str:
        """As people call it."""
        world, method, seed = self.place
        return f"{world} {method} seed {seed}"

    @property
    def folder(self) -> str:
        world, method, seed = self.place
        plain = "".join(sign if sign.isalnum() or sign == "-" else "-" for sign in method)
        text = json.dumps(asdict(self), sort_keys=True)
        return f"{world}-{plain}-{seed}-{hashlib.sha256(text.encode()).hexdigest()[:DIGITS]}"

    @property
    def batch(self) -> int:
        """Steps of a rollout."""
        return int(self.config["environments"] * self.config["rollout"])

    @property
    def steps(self) -> int:
        """After which training ends: whole rollouts."""
        return -(-int(self.config["steps"]) // self.batch) * self.batch


def budget_in_words(cell: Cell) -> str:
    """What a cell may cost, and what that can tell."""
    budget, steps = budget_of(cell.budget), cell.config["steps"]
    world = cell.config["world"]
    planned = budget.amounts[world].steps
    usual = "" if steps == planned else f" in place of {planned:,}"
    return f"budget {cell.budget} in XWORLD{world.upper()}, {steps:,} steps a cell{usual}: {budget.says}"


def path_of(grid: Path, cell: Cell) -> Path:
    """The folder of a cell's run."""
    return grid / "cells" / cell.folder


def make_cells(
    budget: str,
    worlds: Iterable[str],
    methods: Iterable[str],
    seeds: Iterable[int],
    changes: dict[str, Any],
    sessions: int | None,
) -> list[Cell]:
    """The cells of a comparison, first all methods with one seed, then with the next."""
    import torch

    from gft.agent.precision import resolved
    from gft.grounding import source_of
    from gft.runs.presets import preset

    known = budget_of(budget)
    cells = []
    for seed, world, method in product(seeds, worlds, methods):
        amount = known.amounts[world]
        options = {**known.changes, "steps": amount.steps, **changes, "world": world, "method": method, "seed": seed}
        config = preset(known.preset, **options)
        settled = config.to_dict() | {"precision": resolved(config.precision, torch.device(config.device))}
        cells.append(Cell(budget, settled, amount.tests(sessions), source_of(config.method)))
    return cells


def is_grid(grid: Path) -> bool:
    return (grid / FILE).is_file()


def read_manifest(grid: Path) -> list[Cell]:
    """The cells of a grid."""
    if not is_grid(grid):
        raise XWorldError(
            f"{str(grid)!r} is not the folder of a grid: there is no {FILE} in it; gft reproduce --out makes one."
        )
    try:
        values = json.loads(read_text(grid / FILE))
        if values["version"] != VERSION:
            raise ValueError(f"it has version {values['version']}")
        cells = [Cell(**{name: value for name, value in row.items() if name != "folder"}) for row in values["cells"]]
        if [cell.folder for cell in cells] != [row["folder"] for row in values["cells"]]:
            raise ValueError("a cell is not what its folder's name says")
    except (ValueError, TypeError, KeyError) as error:
        raise XWorldError(f"{str(grid / FILE)!r} is not a manifest of this version of gft reproduce ({error}).") from None
    return cells


def add_cells(grid: Path, more: Sequence[Cell]) -> list[Cell]:
    """Add the cells that a grid does not have yet to its manifest; returns all of them, in order."""
    cells = read_manifest(grid) if is_grid(grid) else []
    places = {cell.place for cell in cells}
    new = [cell for cell in more if cell.place not in places]
    if new:
        rows = [{"folder": cell.folder, **asdict(cell)} for cell in [*cells, *new]]
        write_text(grid / FILE, json.dumps({"version": VERSION, "cells": rows}, indent=1) + "\n")
    return [*cells, *new]


# ---- what the command line says


def split_methods(text: str) -> list[str]:
    """Methods separated by commas, "all" or "paper"; the options of a method have commas of their own."""
    if text in ("all", "paper"):
        return list(ALL if text == "all" else PAPERS)
    methods: list[str] = []
    for part in text.split(","):
        if methods and "=" in part and ":" not in part:
            methods[-1] += f",{part}"
        else:
            methods.append(part)
    return methods


def numbered(count: int) -> list[int]:
    """The seeds 0, 1, …"""
    return list(range(whole("seeds", count, 1, 1000)))
