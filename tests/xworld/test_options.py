"""What no environment can be made of, or asked for, gets one clear sentence."""

import numpy as np
import pytest

from tests.xworld.sessions import same
from xworld import XWorldError
from xworld.envs import XWorld2D, XWorld3D


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goals": 70}, "goals=70 do not fit a 8×8 map"),
        ({"size": 3, "goals": 9}, "goals=9 do not fit a 3×3 map"),
        ({"size": 3, "obstacles": 5}, "obstacles=5 do not fit a 3×3 map; a maze there has 0 to 2"),
        ({"size": 2}, "size=2 is not usable; give a whole number, from 3 to 64"),
        ({"size": "big"}, "size='big' is not usable"),
        ({"goals": "many"}, "goals='many' is not usable"),
        ({"map": 5}, "map=5 is not usable"),
        ({"map": "a..", "legend": [("a", "cat")]}, "a legend a dictionary"),
        ({"map": "a...", "goals": 3}, "goals are drawn on the map"),
        ({"map": "....", "goals": -1}, "goals=-1 is not usable"),
        ({"objects": 5}, "objects=5 is not usable"),
        ({"tasks": 5}, "tasks=5 is not usable"),
        ({"tasks": [["nav"]]}, "task \\['nav'\\] is unknown"),
        ({"tasks": ["navigate"]}, "task 'navigate' is unknown; accepted: nav, avoid"),
        ({"tasks": []}, "1 to 60 different ones"),
        ({"tasks": ["nav", "nav"]}, "different ones"),
        ({"objects": "no/such/folder"}, "objects='no/such/folder' (is not a folder|does not exist)"),
        ({"level": 0}, "level=0 is not usable; give a whole number, from 1 to 6"),
        ({"level": True}, "level=True is not usable"),
        ({"seed": 3}, r"reset\(seed"),
        ({"objects": ""}, "objects='' is not usable"),
        ({"level": 2, "size": 8}, "level and size contradict"),
        ({"level": 2, "goals": 3}, "goals are set by level"),
        ({"curriculum": "paper"}, "curriculum='paper' is not usable"),
        ({"pixels": 2}, "pixels=2 is not usable"),
        ({"optimal": 1}, "optimal=1 is not usable; give True or False"),
        ({"sise": 8}, "option 'sise' is unknown; did you mean 'size'"),
        ({"render_mode": "human"}, "render_mode 'human' is unknown"),
        ({"legend": {"a": "cat"}}, "legend explains"),
        ({"map": "....", "obstacles": 3}, "obstacles are drawn"),
    ],
)
def test_bad_options_give_one_clear_sentence(world, options, message):
    with pytest.raises(XWorldError, match=message) as caught:
        world.one(**options)
    assert "\n" not in str(caught.value)


def test_bad_calls_give_one_clear_sentence(world):
    envs = world.batch(num_envs=2)
    envs.reset(seed=0)
    before = envs.save()
    with pytest.raises(XWorldError, match=r"action 6 of environment 1 does not exist; 0 to 5 are move_forward"):
        envs.step(np.array([0, 6]))
    with pytest.raises(XWorldError, match="actions must be 2 whole numbers"):
        envs.step(np.array([0.5, 0.5]))
    with pytest.raises(XWorldError, match="seed has 3 entries"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(XWorldError, match="num_envs=0"):
        world.batch(num_envs=0)
    for bad in (-1, 1.5):
        with pytest.raises(XWorldError, match=r"seed=.* at least 0"):
            envs.reset(seed=bad)
    with pytest.raises(XWorldError, match="seed=-1"):
        world.one().reset(seed=-1)
    assert same(envs.save(), before)
    for call in (
        world.one().oracle,
        world.one().solution,
        world.one().render,
        lambda: world.one().step(0),
        lambda: world.batch(num_envs=1).step([0]),
    ):
        with pytest.raises(XWorldError, match="call reset"):
            call()


def test_a_scene_that_cannot_be_is_refused_and_not_searched_for_ever(world):
    env = world.one(map="a#.\n##.\n..^", legend={"a": "cat"}, tasks="nav")
    with pytest.raises(XWorldError, match="task 'nav' found no scene"):
        env.reset(seed=0)
    with pytest.raises(XWorldError, match="task 'between' found no scene"):
        world.one(map="a.b^", tasks="between", legend={"a": "cat"}).reset(seed=0)


def test_options_of_the_other_world_are_refused():
    assert XWorld2D(view=7).observation_space["image"].shape == (112, 112, 3)
    with pytest.raises(XWorldError, match="view=4 is not usable"):
        XWorld2D(view=4)
    with pytest.raises(XWorldError, match="view is an option of XWORLD2D; XWORLD3D has none"):
        XWorld3D(view=5)
    with pytest.raises(XWorldError, match="depth is an option of XWORLD3D"):
        XWorld2D(depth=True)


def test_square_sizes_are_the_papers_however_they_are_written(world):
    for size in (3, 9, 11, np.int64(10)):
        square, pair = world.one(size=size), world.one(size=(int(size), int(size)))
        tables = [env.simulation.teacher.tables.levels for env in (square, pair)]
        assert (tables[0]["goals"], tables[0]["obstacles"]) == (tables[1]["goals"], tables[1]["obstacles"])
