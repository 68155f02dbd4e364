"""What a run holds out: the sides share nothing, and tests tell them apart."""

import json

import pytest

import gft
from gft.evaluation import Plan, evaluate
from gft.evaluation.measure import check_sides
from gft.report.grid import as_text
from gft.report.paper import has_setting
from gft.report.splits import split_tables
from gft.runs.build import make_environments, sides_of
from gft.runs.config import Config
from gft.runs.curricula import first_classes
from gft.runs.splits import read_split
from tests.gft.rollouts import tiny
from xworld import XWorldError, grammar


@pytest.mark.parametrize("world", ["2d", "3d"])
@pytest.mark.parametrize("split", ["instances=2", "pairs=0.1", "templates=0.1", "classes=0.1"])
def test_what_is_new_was_never_seen(split, world):
    part = split.partition("=")[0]
    trained, new = sides_of(Config(world=world, split=split)).values()
    assert trained.split.disjoint_by(new.split) == part
    assert new.tasks == (("near", "between", "dir") if part == "pairs" else None)
    assert sides_of(Config(world=world, split=split))[part] == new  # drawn the same in every run
    count = len(grammar(world).objects)
    if part == "pairs":
        assert len(new.split.pairs.items) == round(0.1 * count * (count - 1) / 2)
    if part == "classes":
        assert len(new.split.classes.items) == round(0.1 * count)


def test_parts_are_held_out_together_and_tested_one_by_one():
    found = sides_of(Config(split="instances=2,pairs=0.1", classes=8))
    assert list(found) == ["trained", "instances", "pairs"]
    for part in ("instances", "pairs"):
        assert found["trained"].split.disjoint_by(found[part].split) == part
        assert len(found[part].split.classes.items) == 8
    assert 2 not in found["pairs"].split.instances


def test_a_split_as_json_or_in_a_file_stands_in_the_config(tmp_path):
    rules = {"classes": {"without": ["tiger", "zebra", "lion", "bear"]}}
    (tmp_path / "held_out.json").write_text(json.dumps(rules, indent=2))
    text = read_split(str(tmp_path / "held_out.json"))
    config = Config.from_dict(json.loads(json.dumps(Config(split=text).to_dict())))
    assert json.loads(config.split) == rules
    assert read_split("instances=2") == "instances=2"
    with pytest.raises(XWorldError, match="No such file"):
        read_split("nowhere.json")
    _, new = sides_of(config).values()
    assert new.split.to_dict() == {"classes": {"only": ["bear", "lion", "tiger", "zebra"]}}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"split": "size=2"}, "split part 'size' is unknown"),
        ({"split": "instances=two"}, "split='instances=two' is not usable; give say instances=2"),
        ({"split": "pairs=10"}, "the share of pairs lies between 0 and 1"),
        ({"split": "{"}, "is not JSON"),
        ({"split": '{"classes": "tiger"}'}, "is not usable"),
        ({"split": '{"classes": ["tiger"]}'}, "is not usable"),
        ({"split": '{"classes": {"without": [{}]}}'}, "is not usable"),
        ({"split": '{"classes": {"but": ["tiger"]}}'}, "needs {'only'"),
        ({"split": '{"pairs": 3}'}, "the share of pairs lies between 0 and 1"),
        ({"split": "pairs=0.1", "tasks": ("nav",)}, "a split of pairs is about near, between, dir"),
    ],
)
def test_bad_splits_are_refused_with_a_sentence(changes, sentence):
    with pytest.raises(XWorldError, match=sentence):
        Config(**changes)


def test_a_rule_for_classes_keeps_to_those_of_the_run():
    own = first_classes("2d", 8)
    trained, new = sides_of(Config(classes=8, split=json.dumps({"classes": {"without": own[:3]}}))).values()
    assert trained.split.classes.items == frozenset(own[3:])
    assert new.split.classes.items == frozenset(own[:3])
    with pytest.raises(XWorldError, match="the split's class 'tigger' is unknown"):
        sides_of(Config(split='{"classes": {"without": ["tigger"]}}'))


def test_of_sentences_held_out_only_their_tasks_can_be_asked():
    trained, new = sides_of(Config(split='{"templates": {"without": ["please go to G ."]}}')).values()
    assert (trained.tasks, new.tasks) == (None, ("nav",))


def test_a_side_that_could_never_be_tested_is_refused_before_training():
    for split, sentence in {
        '{"classes": {"without": ["tiger"]}}': "what the split holds out of classes cannot be tested: .*as many classes",
        "instances=3": "what the split holds out of instances cannot be tested: the split leaves no instance",
    }.items():
        with pytest.raises(XWorldError, match=sentence):
            check_sides(Config(split=split))
    with pytest.raises(XWorldError, match="out of tasks that the run does not have"):
        check_sides(Config(split='{"templates": {"without": ["please go to G ."]}}', tasks=("avoid",)))
    check_sides(Config(split="instances=2,pairs=0.1,templates=0.1,classes=0.1"))


def test_environments_keep_to_their_side():
    config = tiny(split="instances=2", tasks=())
    for side, instances in (("trained", {0, 1}), ("instances", {2})):
        envs = make_environments(config, 8, side=side)
        envs.reset(seed=0)
        assert {thing.instance for i in range(8) for thing in envs.session(i).objects} == instances


def test_both_sides_are_tested_and_stand_side_by_side(tmp_path):
    config = tiny(split="instances=2,pairs=0.3", tasks=(), size=4, classes=8, steps=32)
    gft.train(config, tmp_path / "run")
    plan = Plan(sessions=12, policies=("greedy",))
    results = list(evaluate(tmp_path / "run", plan))
    assert [result.setting.side for result in results] == ["trained", "instances", "pairs"]
    assert set(results[2].tasks) <= {"near", "between", "dir"}
    assert not any(has_setting(result.setting) for result in results)
    assert "new pairs of instances=2,pairs=0.3" in results[2].setting.name
    (table,) = split_tables(results)
    text = as_text(table)
    assert "held out: instances=2,pairs=0.3" in text
    assert "new pairs lost" in text
    for row in table.rows:
        assert row[4:] == ["–", "–"] if row[0] in ("nav", "avoid") else row[5][0] in "+-"
    assert list(evaluate(tmp_path / "run", plan)) == results  # nothing is played twice
