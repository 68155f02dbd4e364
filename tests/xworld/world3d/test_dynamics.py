"""The 3D world's physics: strides, contact, and nothing ever inside anything."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.xworld.sessions import WORLDS, random_actions, session_about
from xworld.envs import XWorld3DVector
from xworld.maps.grid import BACKWARD, FORWARD, FREE, LEFT, RIGHT, TURN_LEFT, TURN_RIGHT
from xworld.world3d.dynamics import RADIUS, room
from xworld.world3d.solids import SCALES, half_sides

WORLD = WORLDS["3d"]
CAT = {"a": "cat"}


def pose(env) -> list[float]:
    position = env.simulation.batch[0].position
    return [float(position[0]), float(position[1]), int(env.simulation.batch[0].agent[2])]


def test_moves_are_half_a_cell_along_the_heading_and_turns_45_degrees():
    env = WORLD.on_map(".......\n.......\n.......\n...^...\n.......\n.......\n......a", "nav", CAT)
    env.reset(seed=0)
    slant = 0.5 / np.sqrt(2)
    row, column = 3.0, 3.0
    for action, down, right, heading in (
        (FORWARD, -0.5, 0, 0),
        (RIGHT, 0, 0.5, 0),
        (TURN_RIGHT, 0, 0, 1),
        (FORWARD, -slant, slant, 1),
        (BACKWARD, slant, -slant, 1),
        (LEFT, -slant, -slant, 1),
        (TURN_LEFT, 0, 0, 0),
        (TURN_LEFT, 0, 0, 7),
        (FORWARD, -slant, -slant, 7),
    ):
        *_, info = env.step(action)
        row, column = row + down, column + right
        assert pose(env) == pytest.approx([row, column, heading])
        assert info["agent"] == pytest.approx([row, column, heading])
    for _ in range(8):
        env.step(TURN_RIGHT)
    assert pose(env) == pytest.approx([row, column, 7])


def test_walls_and_blocks_stop_the_disc_at_contact():
    for size, scale in enumerate(SCALES):
        env = WORLD.on_map("....\n.#..\n....\n.^..\n...a", "nav", CAT)
        env.reset(seed=0)
        env.simulation.batch[0].block[1, 1] = size
        for _ in range(6):
            env.step(FORWARD)
        assert pose(env)[0] == pytest.approx(1 + scale / 2 + RADIUS, abs=1e-5)
        env.step(LEFT)
        for _ in range(4):
            env.step(LEFT)
        assert pose(env)[1] == pytest.approx(-0.5 + RADIUS, abs=1e-5)
        for _ in range(12):  # past the block, which even at scale 1 leaves this column to the agent
            env.step(FORWARD)
        assert pose(env)[0] == pytest.approx(-0.5 + RADIUS, abs=1e-5)


def test_an_object_is_reached_by_contact_and_facing_only():
    env = WORLD.on_map(".....\n.....\n..^.a\n.....\n.....", "nav", CAT)
    session_about(env, "cat")
    for _ in range(6):  # sideways into it
        *_, info = env.step(RIGHT)
    assert info["outcome"] == "running"
    touching = pose(env)[1]
    assert touching > 2.9
    *_, info = env.step(TURN_RIGHT)  # half towards it: no move, no contact
    assert info["outcome"] == "running"
    *_, info = env.step(LEFT)  # away from it along the diagonal
    assert info["outcome"] == "running"
    env.step(RIGHT)  # back to where it was
    *_, info = env.step(RIGHT)  # and into it: contact, and it lies 45° from the heading
    assert info["outcome"] == "success"
    session_about(env, "cat")
    assert WORLD.outcome(env, [TURN_RIGHT, FORWARD]) == "running"
    *_, info = env.step(FORWARD)
    assert info["outcome"] == "success"
    session_about(env, "cat")
    for action in (TURN_LEFT, TURN_LEFT, *[BACKWARD] * 6):  # with its back
        *_, info = env.step(action)
    assert info["outcome"] == "running"
    assert pose(env)[1] == pytest.approx(touching)


def gaps(state, solids) -> list[float]:
    """From the middle of the agent to each thing on the map, and to the border."""
    row, column = state.position
    found = [row + 0.5, column + 0.5, state.rows - 0.5 - row, state.columns - 0.5 - column]
    for r in range(state.rows):
        for c in range(state.columns):
            if state.grid[r, c] != FREE:
                rows, columns = half_sides(state, solids, r, c)
                found.append(np.hypot(max(abs(row - r) - rows, 0), max(abs(column - c) - columns, 0)))
    return found


@pytest.mark.parametrize("size", [3, 5, 8])
def test_nothing_is_ever_pushed_inside_anything(size):
    envs = XWorld3DVector(num_envs=12, size=size)
    envs.reset(seed=size)
    nearest = np.inf
    for actions in random_actions(400, 12, seed=size):
        envs.step(actions)
        nearest = min(nearest, *(min(gaps(state, envs.simulation.world.solids)) for state in envs.simulation.batch))
    assert RADIUS - 1e-9 <= nearest <= RADIUS + 1e-5  # they do touch


@given(st.floats(-2, 2), st.floats(-2, 2), st.floats(0, 2 * np.pi), st.floats(0.05, 0.5), st.floats(0.05, 0.5))
def test_the_room_before_a_box_is_where_the_disc_begins_to_overlap_it(row, column, angle, rows, columns):
    def clear(far):
        r, c = row + far * np.cos(angle), column + far * np.sin(angle)
        return np.hypot(max(abs(r) - rows, 0), max(abs(c) - columns, 0)) - RADIUS

    assume(clear(0) >= 1e-3)
    assume(min(abs(np.cos(angle)), abs(np.sin(angle))) >= 1e-9)  # the world's own directions are exact
    free = room(row, column, np.cos(angle), np.sin(angle), rows, columns)
    steps = np.linspace(0, min(free, 5.0), 200)[:-1]
    assert all(clear(far) > -1e-6 for far in steps)
    if np.isfinite(free):
        assert clear(free) == pytest.approx(0, abs=1e-6)
