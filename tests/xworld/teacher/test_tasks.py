"""Each task's rules on maps drawn by hand, and over many random sessions."""

import numpy as np
import pytest

from tests.xworld.sessions import WORLDS, session_about
from xworld.maps.grid import BACKWARD, FORWARD, FREE, LEFT, RIGHT, TURN_LEFT, TURN_RIGHT
from xworld.teacher import PAPER_TASKS, Task

ROW = "......\n.a.b..\n......\n.^.c.."
LEGEND = {"a": "cat", "b": "dog", "c": "rabbit"}


def test_nav_wants_the_named_object(world):
    env = world.on_map(ROW, "nav", LEGEND)
    session_about(env, "cat")
    assert world.outcome(env, [FORWARD, FORWARD]) == "success"
    session_about(env, "dog")
    assert world.outcome(env, [FORWARD, FORWARD]) == "failure"


def test_avoid_wants_any_other_object(world):
    env = world.on_map(ROW, "avoid", LEGEND)
    session_about(env, "cat")
    assert world.outcome(env, [FORWARD, FORWARD]) == "failure"
    session_about(env, "dog")
    assert world.outcome(env, [FORWARD, FORWARD]) == "success"


def test_near_counts_diagonals_and_not_the_named_one(world):
    env = world.on_map(".....\n.a...\n..b..\n.....\nc.^..", "near", LEGEND)
    session_about(env, "cat")
    assert world.outcome(env, [FORWARD, FORWARD]) == "success"  # the dog touches the cat's corner
    session_about(env, "dog")
    assert world.outcome(env, [FORWARD, FORWARD]) == "failure"  # that is the dog itself
    session_about(env, "dog")
    assert world.outcome(env, [TURN_LEFT, FORWARD, FORWARD]) == "failure"  # the rabbit is near nothing


def test_between_wants_the_cell_and_no_object(world):
    env = world.on_map(".....\na.b..\n.....\n.^..c", "between", LEGEND)
    for pair in (("cat", "dog"), ("dog", "cat")):
        session_about(env, *pair)
        assert world.outcome(env, [FORWARD]) == "running"
        assert world.outcome(env, [FORWARD]) == "success"
    session_about(env, "cat", "dog")
    assert world.outcome(env, [LEFT, FORWARD, FORWARD]) == "failure"  # that is the cat


def test_dir_is_seen_from_the_heading_at_the_end(world):
    # The cat stands west of the dog: left of it for who looks north, right of it for who looks south.
    env_north = world.on_map(".....\n.....\n.ab..\n.....\n.^...", "dir", {"a": "cat", "b": "dog"})
    session_about(env_north, "dog", relation="left")
    assert world.outcome(env_north, [FORWARD, FORWARD]) == "success"
    session_about(env_north, "dog", relation="right")
    assert world.outcome(env_north, [FORWARD, FORWARD]) == "failure"
    env_south = world.on_map(".v...\n.....\n.ab..\n.....\n.....", "dir", {"a": "cat", "b": "dog"})
    session_about(env_south, "dog", relation="right")
    assert world.outcome(env_south, [FORWARD, FORWARD]) == "success"
    env_east = world.on_map(".....\n.....\n>.ab.\n.....\n.....", "dir", {"a": "cat", "b": "dog"})
    session_about(env_east, "dog", relation="front")  # nearer than the dog
    assert world.outcome(env_east, [FORWARD, FORWARD]) == "success"


def test_only_a_forward_move_reaches_and_bumping_changes_nothing(world):
    env = world.on_map("..#\na^b\n.c#", "nav", LEGEND)
    session_about(env, "cat")
    for action in (LEFT, RIGHT, BACKWARD):  # cat, dog and rabbit are right beside the agent
        *_, info = env.step(action)
        assert info["outcome"] == "running"
        assert [round(place) for place in info["agent"]] == [1, 1, 0]
    assert world.outcome(env, [TURN_LEFT, FORWARD]) == "success"


def test_moves_are_relative_to_the_heading_and_borders_stop():
    env = WORLDS["2d"].on_map("....\n.>..\n...a", "nav", {"a": "cat"})
    env.reset(seed=0)
    for action, pose in (
        (FORWARD, [1, 2, 2]),
        (LEFT, [0, 2, 2]),
        (LEFT, [0, 2, 2]),  # the border
        (RIGHT, [1, 2, 2]),
        (BACKWARD, [1, 1, 2]),
        (TURN_RIGHT, [1, 1, 4]),
        (FORWARD, [2, 1, 4]),
        (TURN_LEFT, [2, 1, 2]),
    ):
        *_, info = env.step(action)
        assert info["agent"].tolist() == pose


def test_rewards_and_time_limit(world):
    env = world.on_map("....\n.>..\n...a", "nav", {"a": "cat"})
    env.reset(seed=0)
    limit = {"2d": 3, "3d": 10}[world.name] * 3 * 4
    for step in range(1, limit + 1):
        _, reward, terminated, truncated, info = env.step(TURN_LEFT)
        assert reward == pytest.approx(-0.01)
        assert not terminated
        assert truncated == (step == limit)
    assert info["outcome"] == "timeout"
    assert info["feedback"] == "time up ."
    env.reset()
    assert world.outcome(env, [RIGHT, FORWARD]) == "running"
    _, reward, terminated, truncated, info = env.step(FORWARD)
    assert (reward, terminated, truncated) == (pytest.approx(0.99), True, False)
    assert info["feedback"] == "well done !"


@pytest.mark.parametrize("size", [3, 5, 8, 11])
@pytest.mark.parametrize("task", [task.name for task in PAPER_TASKS])
def test_scenes_are_as_the_task_says(world, task, size):
    envs = world.batch(num_envs=200, size=size, tasks=task)
    envs.reset(seed=size)
    teacher = envs.simulation.teacher
    for env in envs.simulation.batch:
        count = int(env.count)
        assert len(set(env.kind[:count])) == count  # no class twice
        grid = env.grid[:size, :size]
        assert sorted(grid[grid >= 0]) == list(range(count))
        assert all(grid[tuple(env.place[k])] == k for k in range(count))
        assert grid[tuple(env.agent[:2])] == FREE
        named = [tuple(map(int, env.place[k])) for k in env.named if k >= 0]
        others = [tuple(map(int, env.place[k])) for k in range(count) if k not in env.named]
        if task == "near":
            assert min(np.hypot(*np.subtract(named[0], other)) for other in others) <= 1.5
        if task == "dir":
            assert min(np.abs(np.subtract(named[0], other)).sum() for other in others) == 1
            assert teacher.relations[0][env.relation] in ("left", "right", "front")
        if task == "between":
            middle = np.add(*named) / 2
            assert np.hypot(*np.subtract(*named)) == 2
            assert grid[tuple(middle.astype(int))] == FREE
            assert tuple(middle.astype(int)) != tuple(env.agent[:2])
        meaning = teacher.grammar.parse(teacher.grammar.vocabulary.decode(env.tokens))
        assert meaning.task == task
        assert meaning.objects == tuple(teacher.classes[env.kind[k]] for k in env.named if k >= 0)


def test_tasks_are_drawn_evenly(world):
    envs = world.batch(num_envs=4000)
    _, info = envs.reset(seed=0)
    _, counts = np.unique(info["task"].astype(str), return_counts=True)
    assert len(counts) == 5
    assert ((counts - 800) ** 2 / 800).sum() < 23  # 4 degrees of freedom: above this with probability 0.0001


@pytest.mark.parametrize("paper", PAPER_TASKS, ids=lambda task: task.name)
def test_a_task_in_python_does_what_the_compiled_one_does(world, paper):
    """The same rules, run uncompiled through the way that users' tasks go."""
    own = Task(
        paper.name,
        lambda env: paper.ask(env),
        lambda *about: paper.reached(*about),
        lambda *about: paper.stood(*about),
        apart=paper.apart,
    )
    options = {"num_envs": 30, "size": 5, "goals": 4, "obstacles": 4}
    compiled = world.batch(tasks=paper, **options)
    python = world.batch(tasks=own, **options)
    for envs in (compiled, python):
        envs.reset(seed=3)
    assert (python.simulation.teacher.tables.tasks["code"] == -1).all()
    assert (compiled.simulation.batch == python.simulation.batch).all()
