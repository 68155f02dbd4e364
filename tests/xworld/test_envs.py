"""The Gymnasium side: conformance, determinism, batches, autoreset, saving and bad options."""

import copy
import pickle
import subprocess
import sys
from contextlib import contextmanager

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tests.xworld.sessions import random_actions
from xworld import XWorldError, grammar
from xworld.envs import XWorld2D, XWorld2DVector, XWorld3D
from xworld.maps.grid import TURN_LEFT
from xworld.objects.drawings import drawings
from xworld.teacher import Curriculum
from xworld.world2d.view import make_textures


def same(a, b) -> bool:
    """Equal observations or infos, arrays and all."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    a, b = np.asarray(a), np.asarray(b)
    return bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))


@pytest.mark.filterwarnings("error::UserWarning")
@pytest.mark.parametrize("options", [{}, {"curriculum": True}, {"size": 5, "pixels": 32, "tasks": ["dir"]}])
def test_gymnasiums_own_check_passes(world, options):
    for mode in ("rgb_array", "ansi"):
        env = gym.make(world.id, render_mode=mode, **options).unwrapped
        assert mode in env.metadata["render_modes"]
        check_env(env)


def test_make_gives_the_papers_world(world):
    env = gym.make(world.id)
    observation, info = env.reset(seed=0)
    assert observation["image"].shape == {"2d": (80, 80, 3), "3d": (84, 84, 3)}[world.name]
    assert observation["image"].dtype == np.uint8
    assert observation["tokens"].shape == (16,)
    assert env.unwrapped.simulation.vocabulary.decode(observation["tokens"]) == observation["mission"]
    assert env.action_space.n == 6
    assert observation in env.observation_space
    batch = env.unwrapped.simulation.batch[0]
    assert (batch.rows, batch.columns, batch.count, batch.limit) == (8, 8, 4, {"2d": 192, "3d": 640}[world.name])
    assert (batch.grid[:8, :8] == -2).sum() == 16
    assert info["task"] in ("nav", "avoid", "near", "between", "dir")
    assert (info["optimal_steps"] > 0) == (world.name == "2d")


def test_info_says_what_the_command_says(world):
    envs = gym.make_vec(world.id, num_envs=200, size=4, goals=3, obstacles=0)
    observation, info = envs.reset(seed=0)
    for mission, *told in zip(observation["mission"], info["task"], info["objects"], info["relation"]):
        meaning = grammar(world.name).parse(mission)
        assert told == [meaning.task, meaning.objects, meaning.relation]
    assert {"left", "right", "front"} <= set(info["relation"])


def test_make_vec_is_native_and_names_its_autoreset_mode(world):
    envs = gym.make_vec(world.id, num_envs=3, size=5)
    assert isinstance(envs, world.batch)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, _ = envs.reset(seed=0)
    assert observation in envs.observation_space
    observation, *_ = envs.step(envs.action_space.sample())
    assert observation in envs.observation_space


def test_environment_i_of_a_batch_is_that_environment_alone(world):
    n, seed, steps = 7, 100, 700
    envs = world.batch(num_envs=n, curriculum=Curriculum(threshold=0.1, window=30))
    alone = [world.one(curriculum=Curriculum(threshold=0.1, window=30)) for _ in range(n)]
    observations, _ = envs.reset(seed=seed)
    now = [env.reset(seed=seed + i)[0] for i, env in enumerate(alone)]
    ends = 0
    for actions in random_actions(steps, n):
        for i in range(n):
            assert same({key: value[i] for key, value in observations.items()}, now[i])
        observations, rewards, terminated, truncated, info = envs.step(actions)
        for i, env in enumerate(alone):
            now[i], reward, ended, late, own = env.step(actions[i])
            assert (reward, ended, late) == (rewards[i], terminated[i], truncated[i])
            if ended or late:
                ends += 1
                assert same(info["final_obs"][i], now[i])
                assert all(same(info["final_info"][key][i], own[key]) for key in own)
                now[i], own = env.reset()
            assert all(same(info[key][i], own[key]) for key in own)
    assert ends > 50
    assert len(set(info["level"])) > 1


def test_batches_of_any_size_agree(world):
    few, many = world.batch(num_envs=3), world.batch(num_envs=50)
    a, b = few.reset(seed=5)[0], many.reset(seed=5)[0]
    for actions in random_actions(150, 50):
        assert (a["image"] == b["image"][:3]).all()
        a, b = few.step(actions[:3])[0], many.step(actions)[0]


def test_the_same_seed_gives_the_same_future_and_another_does_not(world):
    env = world.one()
    first = [env.reset(seed=4)[0], *(env.reset()[0] for _ in range(5))]
    second = [env.reset(seed=4)[0], *(env.reset()[0] for _ in range(5))]
    assert all(same(a, b) for a, b in zip(first, second))
    assert not same(first[0], env.reset(seed=5)[0])
    streams = []
    for _ in range(2):
        env = world.one()
        env.reset()
        streams.append(int(env.save()["stream"][0, 0]))
    assert streams[0] != streams[1]


def test_a_saved_state_has_the_same_future_in_another_process_too(world, tmp_path):
    options = {"num_envs": 5, "curriculum": True}
    actions = random_actions(400, 5)
    envs = world.batch(**options)
    envs.reset(seed=1)
    for action in actions[:150]:
        envs.step(action)
    state = envs.save()
    untouched = {name: array.copy() for name, array in state.items()}
    expected = [envs.step(action) for action in actions[150:]]
    other = world.batch(**options)
    at = other.restore(state)
    assert at["mission"] == tuple(other.simulation.missions)
    for action, then in zip(actions[150:], expected):
        got = other.step(action)
        assert same(got[0], then[0])
        assert all(same(a, b) for a, b in zip(got[1:4], then[1:4]))
        assert same(got[4]["level"], then[4]["level"])
    assert all((state[name] == untouched[name]).all() for name in state)
    np.savez(tmp_path / "state.npz", **state)
    script = f"""
import numpy as np
from xworld.envs import {world.batch.__name__}
envs = {world.batch.__name__}(num_envs=5, curriculum=True)
envs.restore(dict(np.load({str(tmp_path / "state.npz")!r})))
for action in np.array({actions[150:].tolist()}):
    observation, *_ = envs.step(action)
print(observation["image"].sum(), *observation["mission"])
"""
    got = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()
    last = expected[-1][0]
    assert got == " ".join([str(last["image"].sum()), *last["mission"]])


def test_a_state_of_other_options_is_refused_and_nothing_is_lost(world):
    envs = world.batch(num_envs=2)
    envs.reset(seed=0)
    before = envs.save()
    for options in (
        {"num_envs": 3},
        {"num_envs": 2, "size": 5},
        {"num_envs": 2, "tasks": "nav"},
        {"num_envs": 2, "level": 6},
    ):
        other = world.batch(**options)
        with pytest.raises(XWorldError, match="call reset"):
            other.save()
        other.reset(seed=0)
        if options != {"num_envs": 2, "level": 6}:  # which is the same world by another name
            with pytest.raises(XWorldError, match=r"other options|number of environments"):
                envs.restore(other.save())
    with pytest.raises(XWorldError, match="other options"):
        envs.restore({})
    assert same(envs.save(), before)


def test_seeds_left_open_differ(world):
    envs = world.batch(num_envs=4)
    envs.reset(seed=[5, None, None, None])
    assert len(np.unique(envs.save()["stream"])) == 4
    alone = world.one()
    alone.reset(seed=5)
    assert alone.save()["stream"][0] == envs.save()["stream"][0]


def test_a_session_that_has_ended_waits(world):
    envs = world.batch(num_envs=1, map="....\n.>a.", legend={"a": "cat"}, tasks="nav", autoreset=False)
    envs.reset(seed=0)
    assert envs.step([0])[1].tolist() == [pytest.approx(0.99)]
    after = envs.save()
    _, rewards, terminated, _, info = envs.step([1])
    assert rewards.tolist() == [0.0]
    assert terminated.tolist() == [True]
    assert info["feedback"].tolist() == ["well done !"]
    assert same(envs.save(), after)
    envs.reset(options={"reset_mask": np.array([True])})
    assert envs.simulation.batch["noted"].tolist() == [1]


def test_autoreset_keeps_the_end_and_shows_the_next_beginning(world):
    envs = world.batch(num_envs=1, map="....\n.>a.", legend={"a": "cat"}, tasks="nav")
    first, _ = envs.reset(seed=0)
    observation, rewards, terminated, _, info = envs.step(np.array([0]))
    assert terminated[0]
    assert rewards[0] == pytest.approx(0.99)
    assert info["_final_obs"][0]
    assert info["final_obs"][0]["mission"] == first["mission"][0]
    assert info["final_info"]["success"][0]
    assert info["final_info"]["feedback"][0] == "well done !"
    assert not info["success"][0]
    assert info["steps"][0] == 0
    assert observation["mission"][0] == envs.simulation.missions[0]


def test_without_autoreset_a_mask_begins_the_next_sessions(world):
    envs = world.batch(num_envs=4, autoreset=False)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    envs.reset(seed=0)
    before = envs.save()
    mask = np.array([False, True, False, True])
    envs.reset(options={"reset_mask": mask})
    after = envs.save()
    changed = (before["stream"] != after["stream"])[:, 0]
    assert changed.tolist() == mask.tolist()
    with pytest.raises(XWorldError, match="reset_mask must be 4 booleans"):
        envs.reset(options={"reset_mask": [True]})


def test_hold_leaves_an_environment_as_it_is(world):
    envs = world.batch(num_envs=2)
    envs.reset(seed=0)
    before = envs.save()
    _, rewards, terminated, truncated, info = envs.step(np.array([-1, TURN_LEFT]))
    after = envs.save()
    assert rewards.tolist() == [0.0, pytest.approx(-0.01)]
    assert not (terminated | truncated).any()
    assert all(same(before[name][0], after[name][0]) for name in before)
    assert info["steps"].tolist() == [0, 1]


def test_render_shows_the_whole_map():
    env = XWorld2D(size=6, render_mode="rgb_array")
    env.reset(seed=0)
    frame = env.render()
    assert frame.dtype == np.uint8
    assert frame.shape[1] == 6 * 64
    assert frame.shape[0] > 6 * 64  # the command stands below
    envs = XWorld2DVector(num_envs=2, size=3)
    envs.reset(seed=0)
    assert len(envs.render()) == 2


def test_the_first_picture_says_that_it_compiles(world, monkeypatch):
    said = []

    @contextmanager
    def announced(what, *about):
        said.append(what)
        yield
        said.append(f"{what}: done")

    monkeypatch.setattr("xworld.kernels.announced", announced)
    monkeypatch.setattr("xworld.kernels._compiled", set())
    env = world.one(size=3, render_mode="rgb_array")
    env.reset(seed=0)
    pictures = f"the {world.name.upper()} world's pictures"
    assert pictures not in said
    monkeypatch.setattr(type(env.simulation.world), "render", lambda *about: said.append("drawing"))
    env.render()
    assert said[-3:] == [pictures, "drawing", f"{pictures}: done"]
    env.render()
    assert said[-1] == "drawing"


def test_observations_are_the_callers_own(world):
    envs = world.batch(num_envs=2)
    first, _ = envs.reset(seed=0)
    image = first["image"].copy()
    second, *_ = envs.step(np.array([4, 4]))
    assert (first["image"] == image).all()
    second["image"][:] = 0
    second["tokens"][:] = 0
    third, *_ = envs.step(np.array([-1, -1]))
    assert third["image"].any()
    assert third["tokens"].any()


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


def test_the_worlds_import_neither_torch_nor_plotting_nor_gft():
    script = (
        "import sys, gymnasium, xworld; [gymnasium.make(f'XWorld{n}D-v0').reset(seed=0) for n in (2, 3)]; "
        "print([m for m in ('torch', 'matplotlib', 'gft') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


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


def test_the_whole_solution_is_at_hand(world):
    env = world.one(optimal=True)
    _, info = env.reset(seed=3)
    actions = env.solution()
    assert len(actions) == info["optimal_steps"]
    for action in actions:
        *_, info = env.step(action)
    assert info["success"]


def test_environments_can_be_copied_and_pickled(world):
    for env in (world.one(size=5), world.batch(num_envs=3, curriculum=True)):
        assert isinstance(copy.deepcopy(env), type(env))  # before the first session, too
        env.reset(seed=2)
        twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        for _ in range(40):
            action = env.oracle()
            expected = env.step(action)
            if isinstance(env, world.one) and expected[2]:
                break
            for twin in twins:
                got = twin.step(action)
                assert same(got[0], expected[0])
                assert same(got[1], expected[1])


def test_frames_have_one_size_and_no_stray_colours():
    env = XWorld2D(size=5, render_mode="rgb_array", objects=None)
    shapes = set()
    for seed in range(25):
        _, info = env.reset(seed=seed)
        shapes.add(env.render().shape)
        while info["outcome"] == "running":
            *_, info = env.step(env.oracle())
        shapes.add(env.render().shape)
    assert len(shapes) == 1
    for pixels in (16, 33, 64):
        for texture in make_textures(drawings().pictures[:60], pixels):
            assert (texture[..., :3] <= texture[..., 3:]).all()
