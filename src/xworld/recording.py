"""From a running environment to a session as data, and back.

Path of the data: state → **session**, session → **state**. A session is made again by putting down its beginning and taking
its actions once more, with the same physics: so whatever follows is what would have followed.
"""

from typing import Any

import numpy as np

from xworld.errors import XWorldError, one_of, shorten
from xworld.maps.grid import FREE as FREE_CELL
from xworld.maps.grid import OBSTACLE as OBSTACLE_CELL
from xworld.maps.layout import UNIT, flood
from xworld.session import FREE, OBSTACLE, Session, Thing
from xworld.state import RUNNING, Env
from xworld.teacher.commands import find_question, put_question, understand
from xworld.teacher.teacher import Teacher
from xworld.world import Habits, World


def record(env: Env, teacher: Teacher, world: World) -> Session:
    """The session in a record."""
    habits, names = world.habits, teacher.classes
    grid = env.grid[: env.rows, : env.columns]
    things = [
        Thing(names[kind], instance, (row, column), yaw, scale, (down, right))
        for kind, instance, (row, column), (yaw, scale, down, right) in zip(
            *(env[field][: env.count].tolist() for field in ("kind", "instance", "place", "look"))
        )
    ]
    row, column, heading = env.start.tolist()
    blocks = env.block[: env.rows, : env.columns][grid == OBSTACLE_CELL].tolist()
    return Session(
        world=world.name,
        map=tuple("".join(OBSTACLE if content == OBSTACLE_CELL else FREE for content in line) for line in grid.tolist()),
        objects=tuple(things),
        start=(row, column, int(heading)),
        command=teacher.grammar.vocabulary.decode(env.tokens.tolist()),
        task=teacher.names[env.task],
        named=tuple(names[env.kind[k]] for k in env.named.tolist() if k >= 0),
        relation=teacher.relations[env.task][env.relation],
        limit=int(env.limit),
        seed=int(env.stream[0]),
        actions=tuple(env.actions[: env.steps].tolist()),
        blocks=tuple(habits.blocks[number] for number in blocks) if habits.blocks else (),
        walls=tuple(habits.walls[number] for number in env.walls.tolist()) if habits.walls else (),
    )


def put_beginning(session: Session, env: Env, teacher: Teacher, world: World) -> None:
    """Write the beginning of a session into a record; what these environments cannot hold is refused."""
    _check_room(session, env, world)
    _put_map(session, env, world.habits)
    _put_objects(session, env, teacher, world.habits)
    row, column, heading = session.start
    env.start[:] = row, column, heading
    env.agent[:] = np.floor(row + 0.5), np.floor(column + 0.5), heading
    env.limit, env.steps, env.outcome, env.reached, env.guest = session.limit, 0, RUNNING, -1, 1
    if world.name == "2d" and env.grid[env.agent[0], env.agent[1]] != FREE_CELL:
        raise XWorldError(f"the session's start {list(session.start)} is not usable; there is no free floor.")
    said = (session.task, session.named, session.relation)
    meanings = [meaning for meaning in understand(teacher, session.command) if tuple(meaning) == said]
    if not meanings:
        raise XWorldError(f"the session's task, named and relation are {said!r}, which {session.command!r} does not mean.")
    put_question(teacher, env, session.command, meanings[0], find_question(teacher, env, meanings[0]))
    flood(env)
    env.stream[0] = np.uint64(session.seed)


def _check_room(session: Session, env: Env, world: World) -> None:
    """Refuse what the record has no room for."""
    if session.world != world.name:
        raise XWorldError(f"the session's world is {session.world!r}, and this is XWORLD{world.name.upper()}.")
    if max(session.rows, session.columns) > len(env.grid):
        raise XWorldError(
            f"the session's map is {session.rows}×{session.columns}; these environments have room for {len(env.grid)} rows "
            f"and columns: make one with size={max(session.rows, session.columns)}."
        )
    if len(session.objects) > len(env.kind):
        raise XWorldError(
            f"the session has {len(session.objects)} objects; these environments have room for {len(env.kind)}: make one "
            f"with goals={len(session.objects)}."
        )
    if session.limit > len(env.actions):
        raise XWorldError(f"the session's limit {session.limit} is not usable; at most {len(env.actions)} here.")


def _put_map(session: Session, env: Env, habits: Habits) -> None:
    env.rows, env.columns, env.count = session.rows, session.columns, len(session.objects)
    obstacles = [(r, c) for r, line in enumerate(session.map) for c, mark in enumerate(line) if mark == OBSTACLE]
    env.grid[: env.rows, : env.columns] = FREE_CELL
    for number, (r, c) in enumerate(obstacles):
        env.grid[r, c] = OBSTACLE_CELL
        if habits.blocks:
            env.block[r, c] = _place("blocks", session.blocks[number], habits.blocks)
    if habits.walls:
        env.walls[:] = [_place("walls", pattern, habits.walls) for pattern in session.walls]


def _place(field: str, value: Any, known: tuple[Any, ...]) -> int:
    """The place of a value among those that there are."""
    if value not in known:
        raise XWorldError(f"the session's {field} {value!r} is not usable; accepted: {shorten(known)}.")
    return known.index(value)


def _put_objects(session: Session, env: Env, teacher: Teacher, habits: Habits) -> None:
    smallest, largest = (round(UNIT * scale) for scale in habits.scale)
    for k, thing in enumerate(session.objects):
        if thing.kind not in teacher.classes:
            raise one_of("the session's class", thing.kind, teacher.classes)
        kind = teacher.classes.index(thing.kind)
        if thing.instance >= teacher.instances[kind]:
            raise XWorldError(
                f"the session's {thing.kind!r} is instance {thing.instance}; these objects have only "
                f"{teacher.instances[kind]} of it."
            )
        spare = (UNIT - thing.scale + 1) // 2  # the offset keeps it in its cell
        if not smallest <= thing.scale <= largest or thing.yaw % habits.yaw_step or max(map(abs, thing.offset)) > spare:
            raise XWorldError(
                f"the look of the session's {thing.kind!r} is not usable; here yaw is a multiple of {habits.yaw_step}, "
                f"scale from {smallest} to {largest}, and the offset keeps it in its cell."
            )
        env.place[k], env.kind[k], env.instance[k] = thing.at, kind, thing.instance
        env.look[k] = thing.yaw, thing.scale, *thing.offset
        env.grid[thing.at] = k
