import pytest

from tests.xworld.sessions import WORLDS
from xworld import XWorldError
from xworld.maps.ascii import FixedMap
from xworld.maps.grid import FREE, OBSTACLE


def test_a_map_is_read_as_drawn():
    drawn = FixedMap.parse(
        """
        #.a
        .>b
        """,
        {"a": "cat"},
    )
    assert drawn.shape == (2, 3)
    assert drawn.cells() == [[OBSTACLE, FREE, 0], [FREE, FREE, 1]]
    assert drawn.agent == (1, 1, 2)
    assert drawn.classes == ("cat", None)


def test_sessions_keep_what_is_drawn_and_draw_the_rest_anew(world):
    env = world.on_map("a..\n.#.\nb.@", "nav", {"a": "cat"})
    headings, others = set(), set()
    for seed in range(60):
        env.reset(seed=seed)
        state = env.simulation.batch[0]
        assert state.grid[:3, :3].tolist() == [[0, -1, -1], [-1, -2, -1], [1, -1, -1]]
        assert state.agent[:2].tolist() == [2, 2]
        assert env.simulation.teacher.classes[state.kind[0]] == "cat"
        headings.add(int(state.agent[2]))
        others.add(int(state.kind[1]))
    assert headings == {"2d": {0, 2, 4, 6}, "3d": set(range(8))}[world.name]
    assert len(others) > 20


def test_a_map_without_objects_gets_as_many_as_goals_says(world):
    env = world.on_map(".....\n.#.#.\n.....", "between", goals=3)
    env.reset(seed=0)
    state = env.simulation.batch[0]
    assert (state.grid[:3, :5] >= 0).sum() == 3
    assert (state.grid[:3, :5] == OBSTACLE).sum() == 2


@pytest.mark.parametrize(
    ("text", "legend", "message"),
    [
        ("..\n...", None, "equal length"),
        ("..x*\n....", None, r"'\*' means nothing"),
        (">..<\n....", None, "agent stands on the map more than once"),
        ("a..a\n....", None, "object 'a' stands on the map more than once"),
        ("a...\n....", {"b": "cat"}, "legend's letter 'b'"),
        ("a..b\n....", {"a": "cat", "b": "cat"}, "puts 'cat' on the map twice"),
        ("ab\ncd", None, "no room for the agent"),
        ("a##b", None, "no room for the agent"),
        ("a...\n....", {"a": "catt"}, "map's class 'catt' is unknown; did you mean 'cat'"),
        ("...", None, "at least 4 cells"),
        ("..#\n..#", None, "goals=4 do not fit the map, which has 4 free cells"),
    ],
)
def test_bad_maps_are_refused_with_a_sentence(text, legend, message):
    with pytest.raises(XWorldError, match=message):
        WORLDS["2d"].on_map(text, "nav", legend)
