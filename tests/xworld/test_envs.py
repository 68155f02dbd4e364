"""The Gymnasium side: conformance, batches, autoreset, rendering."""

import subprocess
import sys
from contextlib import contextmanager

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tests.xworld.sessions import random_actions, same
from xworld import XWorldError, grammar
from xworld.envs import XWorld2D, XWorld2DVector
from xworld.maps.grid import TURN_LEFT
from xworld.objects.drawings import drawings
from xworld.teacher import Curriculum
from xworld.world2d.view import make_textures


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


def test_the_worlds_import_neither_torch_nor_plotting_nor_gft():
    script = (
        "import sys, gymnasium, xworld; [gymnasium.make(f'XWorld{n}D-v0').reset(seed=0) for n in (2, 3)]; "
        "print([m for m in ('torch', 'matplotlib', 'gft') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_the_whole_solution_is_at_hand(world):
    env = world.one(optimal=True)
    _, info = env.reset(seed=3)
    actions = env.solution()
    assert len(actions) == info["optimal_steps"]
    for action in actions:
        *_, info = env.step(action)
    assert info["success"]


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
