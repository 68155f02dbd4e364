import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.xworld.sessions import WORLDS
from xworld import XWorldError
from xworld.maps.ascii import AGENTS, OBJECT_MARKS, FixedMap
from xworld.maps.grid import FORWARD, FREE, OBSTACLE, TURN_RIGHT
from xworld.state import OBJECT_ROOM


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


def test_a_session_is_written_as_it_was_drawn(world):
    drawn = "A.#.\n..<.\n#..B"
    env = world.on_map(drawn, "nav", {"A": "cat", "B": "dog"}, render_mode="ansi")
    mission = env.reset(seed=0)[0]["mission"]
    assert env.render() == f"{drawn}\nA = cat, B = dog\n{mission}"


def test_the_end_of_a_session_is_told_in_words(world):
    envs = world.batch(num_envs=2, map="..>A", legend={"A": "cat"}, tasks="nav", autoreset=False, render_mode="ansi")
    first, _ = envs.reset(seed=0)
    *_, info = envs.step([0, -1])
    assert info["outcome"].tolist() == ["success", "running"]
    agent = "..>A"
    assert envs.render() == (
        f"{agent}\nA = cat\n{first['mission'][0]}\nwell done !",
        f"{agent}\nA = cat\n{first['mission'][1]}",
    )


def test_in_3d_all_eight_headings_have_signs_and_the_agent_stands_in_the_nearest_cell():
    env = WORLDS["3d"].on_map("....\n.^..\n....\n...a", "nav", {"a": "cat"}, render_mode="ansi")
    env.reset(seed=0)
    seen = []
    for _ in range(9):
        seen.append(env.render()[6])
        env.step(TURN_RIGHT)
    assert "".join(seen) == "^↗>↘v↙<↖^"
    env.reset(seed=0)
    for expected in ("....\n.^..", ".^..\n...."):  # half a cell is nearer to neither; a whole one is there
        env.step(FORWARD)
        assert env.render().startswith(expected)


@given(st.integers(3, 12), st.integers(3, 12), st.integers(0, 2**31), st.sampled_from(["2d", "3d"]))
@settings(max_examples=40)
def test_what_is_written_can_be_read(rows, columns, seed, name):
    env = WORLDS[name].one(size=(rows, columns), render_mode="ansi", tasks=["nav", "avoid"])
    env.reset(seed=seed)
    state = env.simulation.batch[0]
    state.agent[2] -= state.agent[2] % 2  # maps are drawn with headings along the grid
    *lines, legend, mission = env.render().splitlines()
    drawn = FixedMap.parse("\n".join(lines), dict(entry.split(" = ") for entry in legend.split(", ")))
    number = {kind: k for k, kind in enumerate(env.simulation.teacher.classes)}
    assert drawn.agent == tuple(state.agent)
    for r, row in enumerate(drawn.cells()):
        for c, content in enumerate(row):
            expected = state.grid[r, c]
            assert (content if content < 0 else number[drawn.classes[content]]) == (
                expected if expected < 0 else state.kind[expected]
            )
    assert env.simulation.vocabulary.encode(mission).tolist() == state.tokens.tolist()


def test_there_are_letters_for_as_many_objects_as_fit():
    assert len(set(OBJECT_MARKS)) == len(OBJECT_MARKS) >= max(OBJECT_ROOM)
    assert all(mark.isalnum() and mark not in AGENTS for mark in OBJECT_MARKS)
