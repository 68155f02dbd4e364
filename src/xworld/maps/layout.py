"""A session's layout: obstacles, objects and agent put on the map, before anybody knows what will be asked.

Random, by rejection: a layout that cannot be used is drawn anew by the caller.
"""

from typing import Any

import numpy as np

from xworld.kernels import kernel, subkernel
from xworld.maps.grid import EAST, FREE, HEADINGS, NORTH, OBSTACLE, SOUTH, STEP_COLUMN, STEP_ROW, WEST
from xworld.maps.maze import build_maze
from xworld.state import Env, Tables
from xworld.streams import below

YAWS = 4096
UNIT = 1024  # one cell
PAIR_TRIES = 64


@kernel
def lay_out(env: Env, tables: Tables) -> bool:
    """Draw a layout. If the task relates two objects, the first two stand at one of its offsets from each other."""
    level, task = tables.levels[env.level], tables.tasks[env.task]
    env.rows, env.columns, env.count = level.rows, level.columns, level.goals
    paired = task.offset_count > 0 and level.drawn == 0
    if level.fixed:
        for r in range(env.rows):
            for c in range(env.columns):
                content = level.cells[r, c]
                env.grid[r, c] = content
                if content >= 0:
                    env.place[content, 0], env.place[content, 1] = r, c
    else:
        build_maze(env.grid, env.rows, env.columns, level.obstacles, env.stream)
    if not _cast(env, tables, task.offset_count > 0):
        return False
    for n in range(3):
        env.agent[n] = level.drawn_agent[n]
    if env.agent[0] >= 0:  # keep its cell clear
        env.grid[env.agent[0], env.agent[1]] = OBSTACLE
    if paired and not _place_pair(env, task):
        return False
    for k in range(2 if paired else level.drawn, env.count):
        env.place[k, 0], env.place[k, 1] = _free_cell(env)
        env.grid[env.place[k, 0], env.place[k, 1]] = k
    if env.agent[0] < 0:
        env.agent[0], env.agent[1] = _free_cell(env)
    env.grid[env.agent[0], env.agent[1]] = FREE
    if env.agent[2] < 0:
        env.agent[2] = HEADINGS // tables.looks[0].headings * below(env.stream, tables.looks[0].headings)
    _dress(env, tables)
    flood(env)
    return True


@subkernel
def _cast(env: Env, tables: Tables, related: bool) -> bool:
    """Choose class, instance and look of every object. No class appears twice."""
    level, looks, stream = tables.levels[env.level], tables.looks[0], env.stream
    for k in range(env.count):
        env.kind[k] = level.drawn_kind[k] if k < level.drawn else -1
    for k in range(env.count):
        while env.kind[k] < 0:  # few objects, many classes: a class taken already is rarely drawn
            if related and k == 1 and len(tables.partners) > 0:
                kind = _partner(env, tables)
                if kind < 0:
                    return False
            else:
                kind = tables.pool[env.level, below(stream, level.pool_size)]
            taken = False
            for other in range(env.count):
                taken = taken or env.kind[other] == kind
            if not taken:
                env.kind[k] = kind
        env.instance[k] = tables.instances[env.kind[k], below(stream, tables.instance_count[env.kind[k]])]
        scale = looks.smallest + below(stream, looks.largest - looks.smallest + 1)
        room = UNIT - scale  # the offset keeps the object's disc inside its cell
        env.look[k, 0] = below(stream, YAWS // looks.yaw_step) * looks.yaw_step
        env.look[k, 1] = scale
        env.look[k, 2] = below(stream, room + 1) - room // 2
        env.look[k, 3] = below(stream, room + 1) - room // 2
    return True


@subkernel
def _partner(env: Env, tables: Tables) -> int:
    """A random class that may be related to the first object's, −1 if there is none."""
    chosen, found = -1, 0
    for n in range(tables.levels[env.level].pool_size):
        candidate = tables.pool[env.level, n]
        if candidate != env.kind[0] and tables.partners[env.kind[0], candidate]:
            found += 1
            if below(env.stream, found) == 0:
                chosen = candidate
    return chosen


@subkernel
def _free_cell(env: Env) -> tuple[int, int]:
    """A random free cell; there always is one, because the sizes of every level are checked."""
    while True:
        r, c = below(env.stream, env.rows), below(env.stream, env.columns)
        if env.grid[r, c] == FREE:
            return r, c


@subkernel
def _place_pair(env: Env, task: Any) -> bool:
    """Put objects 0 and 1 on free cells at one of the task's offsets from each other."""
    for _ in range(PAIR_TRIES):
        r, c = _free_cell(env)
        choice = below(env.stream, task.offset_count)
        r2, c2 = r + task.offsets[choice, 0], c + task.offsets[choice, 1]
        if 0 <= r2 < env.rows and 0 <= c2 < env.columns and env.grid[r2, c2] == FREE:
            env.place[0, 0], env.place[0, 1], env.place[1, 0], env.place[1, 1] = r, c, r2, c2
            env.grid[r, c], env.grid[r2, c2] = 0, 1
            return True
    return False


@subkernel
def _dress(env: Env, tables: Tables) -> None:
    """What obstacles and walls look like, in a world where that differs."""
    looks = tables.looks[0]
    if looks.blocks > 0:
        for r in range(env.rows):
            for c in range(env.columns):
                if env.grid[r, c] == OBSTACLE:
                    env.block[r, c] = below(env.stream, looks.blocks)
    if looks.walls > 0:
        for side in range(4):
            env.walls[side] = below(env.stream, looks.walls)


@subkernel
def flood(env: Env) -> None:
    """Mark every free cell that can be walked to from where the agent is."""
    for r in range(env.rows):
        for c in range(env.columns):
            env.reachable[r, c] = 0
    env.reachable[env.agent[0], env.agent[1]] = 1
    stack = np.empty(env.rows * env.columns, np.int64)
    stack[0] = env.agent[0] * env.columns + env.agent[1]
    height = 1
    while height > 0:
        height -= 1
        cell = stack[height]
        for direction in (NORTH, EAST, SOUTH, WEST):
            r, c = cell // env.columns + STEP_ROW[direction], cell % env.columns + STEP_COLUMN[direction]
            if 0 <= r < env.rows and 0 <= c < env.columns and env.grid[r, c] == FREE and not env.reachable[r, c]:
                env.reachable[r, c] = 1
                stack[height] = r * env.columns + c
                height += 1
