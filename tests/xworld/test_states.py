"""A saved state has the same future; and what of environments can be copied."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from tests.xworld.sessions import random_actions, same
from xworld import XWorldError


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
