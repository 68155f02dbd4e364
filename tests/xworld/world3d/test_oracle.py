"""The oracle of the 3D world: it solves every session, and hardly anybody could do it in fewer steps."""

import numpy as np
import pytest

from tests.xworld.sessions import play_oracle
from xworld.envs import XWorld3D, XWorld3DVector
from xworld.kernels import kernel
from xworld.maps.ascii import FixedMap
from xworld.maps.maze import most_obstacles
from xworld.maps.oracle import plan
from xworld.state import RUNNING, SUCCESS
from xworld.teacher import PAPER_TASKS, Curriculum, Level
from xworld.world3d.dynamics import stride, verdict
from xworld.world3d.solids import SCALES

TASKS = [task.name for task in PAPER_TASKS]


@pytest.mark.parametrize("size", range(3, 12))
@pytest.mark.parametrize("task", TASKS)
def test_solutions_lead_to_success_in_every_task_and_size(size, task):
    sessions = 200 if size <= 5 else 100
    envs = XWorld3DVector(num_envs=sessions, size=size, tasks=task, autoreset=False, optimal=True)
    _, first = envs.reset(seed=1000 * size)
    solutions = [envs.simulation.solution(i) for i in range(sessions)]
    assert [len(actions) for actions in solutions] == first["optimal_steps"].tolist()
    for step in range(max(map(len, solutions))):
        *_, info = envs.step(np.array([actions[step] if step < len(actions) else -1 for actions in solutions]))
    assert info["success"].all()
    assert (info["spl"] == 1.0).all()


SHAPES = [*((side, side) for side in range(3, 12)), (3, 7), (4, 9), (11, 3), (5, 10)]
DRAWN = [
    "..#......\n.##.####.\n....#..#.\n###.#.##.\n.........",  # corridors and corners, one cell wide
    "...#...\n.#...#.\n...#...",
    "#.#.#.#\n.......\n#.#.#.#\n.......\n#.#.#.#",
    ".......\n......@",
]


def all_kinds_of_levels() -> list[Level]:
    """Maps of many shapes, from open floor to full mazes, and drawn ones."""
    levels = [Level(map=FixedMap.parse(text), goals=goals) for text in DRAWN for goals in (2, 5)]
    for rows, columns in SHAPES:
        most = most_obstacles(rows, columns)
        for share in (0.0, 0.5, 0.8, 1.0):
            # In small or full mazes there may be no place to be between, or beside, two things.
            roomy = share < 1 and rows * columns > 16
            tasks = None if roomy or share == 0 else ("nav", "avoid")
            room = rows * columns - int(share * most) - 2
            levels.append(Level((rows, columns), min(4, room), int(share * most), tasks))
    return levels


@pytest.mark.parametrize("size", [None, *range(len(SCALES))])
def test_what_is_solved_on_the_grid_is_solved_in_3d(size):
    """Nobody asks the 3D search when a session begins: it must find a solution wherever the grid's oracle does."""
    levels = all_kinds_of_levels()
    envs = XWorld3DVector(num_envs=len(levels) * (50 if size is None else 20), curriculum=Curriculum(levels), optimal=True)
    envs.set_levels(np.arange(envs.num_envs) % len(levels) + 1)
    envs.reset(seed=0 if size is None else 10_000 * (size + 1))
    simulation = envs.simulation
    if size is not None:  # all obstacles of one scale, instead of each its own
        simulation.batch["block"][:] = size
        simulation.world.enter(simulation.everyone)
    for env in simulation.batch:
        on_the_grid = plan(env, np.empty(0, np.int64))
        assert on_the_grid > 0
        assert 0 < env.optimal <= 2 * on_the_grid + env.agent[2] % 2
        assert env.optimal <= env.limit


def test_asking_anew_after_every_step_leads_to_success_too():
    envs = XWorld3DVector(num_envs=60, size=6, autoreset=False)
    envs.reset(seed=3)
    assert play_oracle(envs)["success"].all()


@kernel
def all_six(env, solids, row, column, heading, after):
    """Where each action leads: row, column, heading, outcome. [6, 4]"""
    for action in range(6):
        r, c, h, reached = stride(env, solids, row, column, heading, action)
        after[action, 0], after[action, 1], after[action, 2] = r, c, h
        after[action, 3] = verdict(env, r != row or c != column, r, c, h, reached)


def fewest_steps(env: XWorld3D) -> int:
    """Search over all poses that can be had, those closer than 1/500 of a cell taken as one."""
    state, solids = env.simulation.batch[0], env.simulation.world.solids
    start = (float(state.position[0]), float(state.position[1]), int(state.agent[2]))
    now, seen, steps = [start], {(round(500 * start[0]), round(500 * start[1]), start[2])}, 0
    after = np.empty((6, 4))
    while now:
        steps += 1
        then = []
        for row, column, heading in now:
            all_six(state, solids, row, column, heading, after)
            for r, c, h, outcome in after.tolist():
                if outcome == SUCCESS:
                    return steps
                pose = (round(500 * r), round(500 * c), int(h))
                if outcome == RUNNING and pose not in seen:
                    seen.add(pose)
                    then.append((r, c, int(h)))
        now = then
    raise AssertionError("no solution")


@pytest.mark.parametrize("task", TASKS)
def test_the_oracle_is_within_15_percent_of_the_fewest_steps(task):
    for size, sessions in ((3, 8), (4, 3)):
        env = XWorld3D(size=size, tasks=task, optimal=True)
        for seed in range(sessions):
            _, info = env.reset(seed=seed)
            best = fewest_steps(env)
            assert best <= info["optimal_steps"] <= 1.15 * best
