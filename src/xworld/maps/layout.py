"""A session's layout: obstacles, objects and agent put on the map, before anybody knows what will be asked.

Random, by rejection: a layout that cannot be used is drawn anew by the caller.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel, part
from xworld.maps.grid import FREE, OBSTACLE, flood
from xworld.maps.maze import build_maze
from xworld.state import Env, Ints
from xworld.streams import Stream, below

YAWS = 4096
UNIT = 1024  # one cell
PAIR_TRIES = 64


class Levels(NamedTuple):
    """The maps of every level as arrays: M levels, C classes in the pack, K objects."""

    rows: Ints  # [M]
    columns: Ints  # [M]
    goals: Ints  # [M]
    obstacles: Ints  # [M]
    limit: Ints  # [M] most steps of a session
    pool: Ints  # [M, C] classes that may stand on the map
    pool_size: Ints  # [M]
    fixed: NDArray[np.bool_]  # [M] a drawn map
    cells: NDArray[np.int16]  # [M, R, C] of drawn maps
    drawn: Ints  # [M] how many objects it shows
    drawn_kind: Ints  # [M, K] their classes, −1 for any
    drawn_agent: Ints  # [M, 3] row, column, heading; −1 for any


class Cast(NamedTuple):
    """What may stand on a map, and how: C classes."""

    instances: Ints  # [C, I] the pictures or models of a class that may be used
    instance_count: Ints  # [C]
    partners: NDArray[np.bool_]  # [C, C] classes that may be put in relation; [0, 0] if all may
    scale: Ints  # [2] smallest and largest scale, in 1/1024 cells
    yaw_step: int  # yaws are multiples of this many 1/4096 turns


@kernel
def lay_out(env: Env, levels: Levels, cast: Cast, offsets: Ints) -> bool:
    """Draw a layout. With `offsets` [O, 2], the first two objects stand at one of them from each other."""
    level = env.level
    rows, columns = levels.rows[level], levels.columns[level]
    env.rows, env.columns, env.count = rows, columns, levels.goals[level]
    drawn = levels.drawn[level]
    paired = len(offsets) > 0 and drawn == 0
    if levels.fixed[level]:
        for r in range(rows):
            for c in range(columns):
                content = levels.cells[level, r, c]
                env.grid[r, c] = content
                if content >= 0:
                    env.place[content, 0], env.place[content, 1] = r, c
    else:
        build_maze(env.grid, rows, columns, levels.obstacles[level], env.stream)
    if not _cast(env, levels, cast, paired):
        return False
    for n in range(3):
        env.agent[n] = levels.drawn_agent[level, n]
    if env.agent[0] >= 0:  # keep its cell clear
        env.grid[env.agent[0], env.agent[1]] = OBSTACLE
    if paired and not _place_pair(env, offsets):
        return False
    for k in range(2 if paired else drawn, env.count):
        env.place[k, 0], env.place[k, 1] = _free_cell(env)
        env.grid[env.place[k, 0], env.place[k, 1]] = k
    if env.agent[0] < 0:
        env.agent[0], env.agent[1] = _free_cell(env)
    env.grid[env.agent[0], env.agent[1]] = FREE
    if env.agent[2] < 0:
        env.agent[2] = 2 * below(env.stream, 4)
    flood(env.grid, rows, columns, env.agent[0], env.agent[1], env.reachable)
    return True


@part
def _cast(env: Env, levels: Levels, cast: Cast, paired: bool) -> bool:
    """Choose class, instance and look of every object. No class appears twice."""
    stream = env.stream
    for k in range(env.count):
        env.kind[k] = levels.drawn_kind[env.level, k] if k < levels.drawn[env.level] else -1
    for k in range(env.count):
        while env.kind[k] < 0:  # few objects, many classes: a class taken already is rarely drawn
            if paired and k == 1 and len(cast.partners) > 0:
                kind = _partner(cast.partners, env.kind[0], levels.pool[env.level], levels.pool_size[env.level], stream)
                if kind < 0:
                    return False
            else:
                kind = levels.pool[env.level, below(stream, levels.pool_size[env.level])]
            taken = False
            for other in range(env.count):
                taken = taken or env.kind[other] == kind
            if not taken:
                env.kind[k] = kind
        env.instance[k] = cast.instances[env.kind[k], below(stream, cast.instance_count[env.kind[k]])]
        scale = cast.scale[0] + below(stream, cast.scale[1] - cast.scale[0] + 1)
        room = UNIT - scale  # the offset keeps the object's disc inside its cell
        env.look[k, 0] = below(stream, YAWS // cast.yaw_step) * cast.yaw_step
        env.look[k, 1] = scale
        env.look[k, 2] = below(stream, room + 1) - room // 2
        env.look[k, 3] = below(stream, room + 1) - room // 2
    return True


@part
def _partner(partners: NDArray[np.bool_], kind: int, pool: Ints, pool_size: int, stream: Stream) -> int:
    """A random class that may be related to `kind`, −1 if there is none."""
    chosen, found = -1, 0
    for n in range(pool_size):
        if pool[n] != kind and partners[kind, pool[n]]:
            found += 1
            if below(stream, found) == 0:
                chosen = pool[n]
    return chosen


@part
def _free_cell(env: Env) -> tuple[int, int]:
    """A random free cell; there always is one, because the sizes of every level are checked."""
    while True:
        r, c = below(env.stream, env.rows), below(env.stream, env.columns)
        if env.grid[r, c] == FREE:
            return r, c


@part
def _place_pair(env: Env, offsets: Ints) -> bool:
    """Put objects 0 and 1 on free cells at one of the offsets from each other."""
    for _ in range(PAIR_TRIES):
        r, c = _free_cell(env)
        choice = below(env.stream, len(offsets))
        r2, c2 = r + offsets[choice, 0], c + offsets[choice, 1]
        if 0 <= r2 < env.rows and 0 <= c2 < env.columns and env.grid[r2, c2] == FREE:
            env.place[0, 0], env.place[0, 1], env.place[1, 0], env.place[1, 1] = r, c, r2, c2
            env.grid[r, c], env.grid[r2, c2] = 0, 1
            return True
    return False
