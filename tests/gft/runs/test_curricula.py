"""Curricula by name: what they promise, and that runs with tracks share them out, tell of them and go on with them."""

import json
from dataclasses import replace

import pytest

from gft.cli import main
from gft.runs.build import final_level, make_environments
from gft.runs.config import Config
from gft.runs.curricula import COUNTS, CURRICULA, curriculum, first_classes
from gft.runs.presets import preset
from tests.gft.training.runs import PPO, arguments, assert_same
from xworld import PAPER_LEVELS, XWorldError, grammar


@pytest.mark.parametrize("world", ["2d", "3d"])
@pytest.mark.parametrize("name", CURRICULA)
def test_every_curriculum_can_be_played_in_both_worlds(name, world):
    envs = make_environments(Config(world=world, curriculum=name), 4)
    _, info = envs.reset(seed=0)
    assert (info["level"] == 1).all()
    levels = curriculum(name, world).levels
    most = len(grammar(world).objects)
    assert all(len(level.classes or range(most)) >= level.goals for level in levels)


@pytest.mark.parametrize("world", ["2d", "3d"])
def test_an_evening_begins_with_words_and_ends_on_the_papers_last_level(world):
    evening = curriculum("evening", world)
    for track in evening.tracks:
        counts = [len(level.classes) for level in track.levels if level.classes is not None]
        assert counts == [2, *COUNTS]
        assert track.levels[len(counts)].classes is None
    last = evening.tracks[-1].levels[-len(PAPER_LEVELS) :]
    assert tuple(replace(level, threshold=None) for level in last) == PAPER_LEVELS
    assert final_level(preset("evening", world=world)) == ("paper", len(evening.tracks[-1].levels))
    assert sum(track.share for track in evening.tracks) == pytest.approx(1)


def test_fewer_classes_are_a_part_of_more():
    for world in ("2d", "3d"):
        assert set(first_classes(world, 8)) < set(first_classes(world, 32)) < set(grammar(world).objects)
    with pytest.raises(XWorldError, match="classes=0 is not usable; the 2d world has 1 to 115"):
        first_classes("2d", 0)


def test_a_run_with_tracks_tells_of_each_and_goes_on_with_them(tmp_path):
    tracked = {"curriculum": "evening", "size": None, "classes": None, "tasks": ("nav", "avoid"), "environments": 16}
    constant = {"kappa_end": None, "lr_end": None}  # else they would follow the number of steps
    options = PPO | tracked | constant | {"log_every": 320, "checkpoint_every": 320}
    for name, steps in (("whole", 640), ("parts", 320)):
        assert main(arguments(tmp_path / name, **options | {"steps": steps})) == 0
    assert main(["train", "--resume", str(tmp_path / "parts"), "--steps", "640"]) == 0
    assert_same(tmp_path / "whole", tmp_path / "parts")
    lines = [json.loads(line) for line in (tmp_path / "whole" / "metrics.jsonl").read_text().splitlines()]
    assert lines[-1]["levels"].keys() == {"words", "crowded", "paper"}
    assert sum(sum(counts.values()) for counts in lines[-1]["levels"].values()) == 16
    assert lines[-1]["tracks"].keys() <= {"words", "crowded", "paper"}
