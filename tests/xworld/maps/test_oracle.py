from collections import deque

import numpy as np
import pytest

from tests.xworld.sessions import play_oracle
from xworld.envs import XWorld2D, XWorld2DVector
from xworld.maps.oracle import path_efficiency
from xworld.teacher import PAPER_TASKS

TASKS = [task.name for task in PAPER_TASKS]


@pytest.mark.parametrize("size", range(3, 12))
@pytest.mark.parametrize("task", TASKS)
def test_every_session_is_solved_in_exactly_the_optimal_steps(size, task):
    """In 2D. For 3D see tests/xworld/world3d/test_oracle.py: its solutions are short, and found anew from every pose."""
    envs = XWorld2DVector(num_envs=300, size=size, tasks=task, autoreset=False)
    _, first = envs.reset(seed=1000 * size)
    info = play_oracle(envs)
    assert info["success"].all()
    assert (info["steps"] == first["optimal_steps"]).all()
    assert (info["optimal_steps"] > 0).all()
    assert (info["spl"] == 1.0).all()


def shortest_by_trying_everything(env: XWorld2D) -> int:
    """Breadth-first search that knows nothing but reset, step, save and restore."""
    start = env.save()
    queue, seen = deque([(start, 0)]), {tuple(start["agent"][0])}
    while queue:
        state, depth = queue.popleft()
        for action in range(6):
            env.restore(state)
            *_, info = env.step(action)
            if info["outcome"] == "success":
                env.restore(start)
                return depth + 1
            if info["outcome"] == "running" and tuple(info["agent"]) not in seen:
                seen.add(tuple(info["agent"]))
                queue.append((env.save(), depth + 1))
    raise AssertionError("no solution")


@pytest.mark.parametrize("task", TASKS)
def test_no_shorter_solution_exists(task):
    for size, sessions in ((3, 12), (4, 6)):
        env = XWorld2D(size=size, tasks=task)
        for seed in range(sessions):
            _, info = env.reset(seed=seed)
            assert shortest_by_trying_everything(env) == info["optimal_steps"]


def test_the_oracle_plans_from_wherever_the_agent_is(world):
    envs = world.batch(num_envs=64, autoreset=False, tasks=["nav", "avoid", "near", "dir"])
    envs.reset(seed=7)
    random = np.random.default_rng(0)
    for _ in range(10):
        *_, info = envs.step(random.choice([1, 2, 3, 4, 5], size=64))  # in 2D nothing that can reach an object
    info = play_oracle(envs, info)
    failed_before = info["steps"] <= 10
    assert (info["success"] | failed_before).all()
    assert failed_before.sum() <= 3


def test_path_efficiency():
    assert path_efficiency(True, 5, 10) == 0.5
    assert path_efficiency(True, 5, 5) == 1.0
    assert path_efficiency(False, 5, 5) == 0.0
