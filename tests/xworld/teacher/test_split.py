"""Sessions keep to their split, and splits prove that they are disjoint."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.xworld.sessions import WORLDS
from xworld import XWorldError, grammar
from xworld.envs import XWorld2D
from xworld.teacher import Split, only, without

HELD_OUT = ("bed", "chair", "cat", "dog", "horse", "sofa")


def sessions(world, split, n=400, **options):
    envs = world.batch(num_envs=n, split=split, **options)
    envs.reset(seed=0)
    return envs.simulation


def classes_on_maps(simulation):
    return {simulation.teacher.classes[k] for env in simulation.batch for k in env.kind[: env.count]}


def test_classes(world):
    test, train = sessions(world, Split(classes=only(*HELD_OUT))), sessions(world, Split(classes=without(*HELD_OUT)))
    assert classes_on_maps(test) == set(HELD_OUT)
    assert len(classes_on_maps(train)) == len(train.teacher.classes) - len(HELD_OUT)
    assert not classes_on_maps(train) & set(HELD_OUT)


def related_pairs(simulation):
    """The pairs of classes that each session relates: named together, or named and right to go to."""
    for env in simulation.batch:
        first, second = env.named
        rights = [k for k in range(env.count) if k != first and (env.reach[k] == 1).any()]
        for k in [*rights, *([second] if second >= 0 else [])]:
            yield frozenset((simulation.teacher.classes[env.kind[first]], simulation.teacher.classes[env.kind[k]]))


def test_pairs(world):
    pairs = [("cat", "dog"), ("bed", "chair"), ("sofa", "fan")]
    relating = ["near", "between", "dir"]
    held_out = {frozenset(pair) for pair in pairs}
    test = sessions(world, Split(pairs=only(*pairs)), tasks=relating)
    assert set(related_pairs(test)) == held_out
    few = ("cat", "dog", "bed", "chair", "sofa", "fan", "clock")
    train = sessions(world, Split(pairs=without(*pairs), classes=only(*few)), tasks=relating)
    assert not set(related_pairs(train)) & held_out
    assert len(set(related_pairs(train))) == 7 * 6 // 2 - 3


def test_templates(world):
    texts = [template.text for template in grammar(world.name).templates]
    held_out = texts[::3]
    train, test = sessions(world, Split(templates=without(*held_out))), sessions(world, Split(templates=only(*held_out)))
    for simulation, expected in ((train, False), (test, True)):
        for env in simulation.batch:
            assert (simulation.teacher.grammar.templates[env.template].text in held_out) == expected


def test_instances():
    world = WORLDS["2d"]  # which has three of each class
    simulation = sessions(world, Split(instances=only(2)))
    assert all((env.instance[: env.count] == 2).all() for env in simulation.batch)
    simulation = sessions(world, Split(instances=without(2)))
    assert {int(n) for env in simulation.batch for n in env.instance[: env.count]} == {0, 1}


items = st.frozensets(st.integers(0, 5), min_size=1)
selections = st.one_of(items.map(lambda s: only(*s)), items.map(lambda s: without(*s)))


@given(selections, selections)
def test_what_is_called_disjoint_shares_nothing(a, b):
    universe = range(7)  # 6 stands for everything that neither names
    shared = [item for item in universe if item in a and item in b]
    assert a.disjoint(b) == (not shared)


def test_a_split_names_the_part_that_proves_it():
    assert Split(classes=only("cat")).disjoint_by(Split(classes=without("cat", "dog"))) == "classes"
    assert Split(instances=only(0)).disjoint_by(Split(instances=only(1), classes=only("cat"))) == "instances"
    assert Split(classes=only("cat")).disjoint_by(Split(templates=only("G"))) is None


def test_splits_are_plain_data():
    split = Split(pairs=only(("dog", "cat")), templates=without("G"), instances=only(1, 0))
    data = split.to_dict()
    assert data == {"pairs": {"only": [["cat", "dog"]]}, "templates": {"without": ["G"]}, "instances": {"only": [0, 1]}}
    assert Split.from_dict(data) == split
    env = XWorld2D(split={"classes": {"only": list(HELD_OUT)}})
    env.reset(seed=0)


@pytest.mark.parametrize(
    ("split", "options", "message"),
    [
        (Split(classes=only("catt")), {}, "split's class 'catt' is unknown; did you mean 'cat'"),
        (Split(templates=only("go G")), {}, "split's template 'go G'"),
        (Split(pairs=only(("cat", "doge"))), {"tasks": "near"}, "split's class 'doge'"),
        (Split(pairs=only(("cat", "dog"))), {}, "nav, avoid relate no pair"),
        (Split(classes=only("cat", "dog")), {}, "goals=4 need as many classes.*2: cat, dog"),
        (Split(instances=only(3)), {}, "no instance of any class"),
        (Split(templates=only("G")), {}, "leaves task 'avoid' no sentence"),
        ({"colours": {"only": ["red"]}}, {}, "split part 'colours'"),
        ({"classes": ["cat"]}, {}, "needs {'only'"),
        ("train", {}, "split='train' is not usable"),
    ],
)
def test_bad_splits_are_refused_with_a_sentence(split, options, message):
    with pytest.raises(XWorldError, match=message):
        XWorld2D(split=split, **options)


def test_bad_items_are_refused():
    with pytest.raises(XWorldError, match="two different classes"):
        Split(pairs=only(("cat", "cat")))
    with pytest.raises(XWorldError, match="leave nothing"):
        only()
    with pytest.raises(XWorldError, match="whole numbers from 0"):
        Split(instances=only(-1))
