"""Sessions to order: on this map, with this command or task, the agent here. What is left open the teacher draws.

Path of the data: `reset(options=…)` → **order** → a session. A map or a pose takes its place in the tables of one level;
then a session is drawn as any other. A command is asked by drawing layouts until it can be.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from xworld.errors import XWorldError, one_of
from xworld.language.templates import Meaning
from xworld.maps.ascii import FixedMap
from xworld.maps.grid import FREE, HEADINGS
from xworld.maps.layout import lay_out
from xworld.state import Batch, Env, Tables
from xworld.streams import below
from xworld.teacher.commands import put_question, understand, why_unsolved
from xworld.teacher.levels import Level
from xworld.teacher.session import open_sessions
from xworld.teacher.starters import NoSceneError
from xworld.teacher.tables import draw_map, drawable

if TYPE_CHECKING:
    from xworld.teacher.teacher import Teacher

TRIES = 2_000  # layouts drawn for a command


class Order(NamedTuple):
    """What somebody wants of the next session; None: what the teacher likes."""

    map: str | FixedMap | None = None
    legend: Mapping[str, str] | None = None  # of a map that is text
    command: str | None = None
    task: str | None = None
    pose: Sequence[int] | None = None  # row, column, heading in eighths of a turn clockwise from north


ORDERS = Order._fields


def begin_ordered(teacher: "Teacher", batch: Batch, i: int, order: Order) -> None:
    """Begin a session in environment i as ordered; what cannot be is refused."""
    if order.legend is not None and not isinstance(order.map, str):
        raise XWorldError("legend explains the letters of a map that is text; give both.")
    meanings = [] if order.command is None else understand(teacher, order.command)
    if order.task is not None:
        teacher.task_number(order.task)
        if meanings and order.task not in [meaning.task for meaning in meanings]:
            raise XWorldError(f"{order.command!r} is a command of {meanings[0].task!r}, not of {order.task!r}.")
        meanings = [meaning for meaning in meanings if meaning.task == order.task]
    open_sessions(batch, np.array([i]), teacher.tables)
    env = batch[i]
    tables = _tables(teacher, env, order)
    env.limit = tables.levels[env.level]["limit"]
    if meanings:
        _begin_with_command(teacher, env, tables, str(order.command), meanings[0])
    elif order.task is not None:
        env.task = teacher.task_number(order.task)
        _check_objects(teacher, env, tables)
        teacher.begin_opened(batch, np.array([i]), tables)
    else:
        _begin_with_any_task(teacher, batch, i, tables)
    env.guest = 1


def _tables(teacher: "Teacher", env: Env, order: Order) -> Tables:
    """The teacher's tables, with what was ordered in the level of this environment."""
    levels = teacher.tables.levels.copy()
    level = levels[env.level]
    if order.map is not None:
        drawn = order.map if isinstance(order.map, FixedMap) else FixedMap.parse(order.map, order.legend)
        if max(drawn.shape) > len(env.grid) or len(drawn.marks) > len(env.kind):
            raise XWorldError(
                f"the map has {drawn.shape[0]} rows, {drawn.shape[1]} columns and {len(drawn.marks)} objects; these "
                f"environments have room for {len(env.grid)} rows and columns and {len(env.kind)} objects."
            )
        wanted = Level(map=drawn, goals=len(drawn.marks) or int(level["goals"]))
        level["rows"], level["columns"], level["goals"] = wanted.rows, wanted.columns, wanted.goals
        level["limit"] = teacher.habits.steps_per_cell * wanted.rows * wanted.columns
        draw_map(level, drawn, lambda name: drawable(name, teacher.classes, teacher.usable))
    if order.pose is not None:
        level["drawn_agent"] = _checked_pose(order.pose, level, teacher.habits.headings)
    return teacher.tables._replace(levels=levels)


def _checked_pose(pose: Sequence[int], level: Any, headings: int) -> tuple[int, ...]:
    """A pose in a cell of the level's map that can be free."""
    right = isinstance(pose, (tuple, list, np.ndarray)) and len(pose) == 3
    right = right and all(isinstance(part, (int, np.integer)) and not isinstance(part, bool) for part in pose)
    rows, columns = int(level["rows"]), int(level["columns"])
    if not right or not (0 <= pose[0] < rows and 0 <= pose[1] < columns and 0 <= pose[2] < HEADINGS):
        raise XWorldError(
            f"pose={pose!r} is not usable; give row, column and heading: 0 to {rows - 1}, 0 to {columns - 1}, and eighths "
            "of a turn clockwise from north."
        )
    if pose[2] % (HEADINGS // headings):
        raise XWorldError(f"pose={pose!r} is not usable; here headings are multiples of {HEADINGS // headings}.")
    if level["fixed"] and level["cells"][pose[0], pose[1]] != FREE:
        raise XWorldError(f"pose={pose!r} is not usable; something stands there on the map.")
    return tuple(int(part) for part in pose)


def _check_objects(teacher: "Teacher", env: Env, tables: Tables) -> None:
    """Refuse a task that needs more objects than the map has."""
    task, goals = teacher.tasks[env.task], int(tables.levels[env.level]["goals"])
    if goals < task.least:
        raise XWorldError(f"task {task.name!r} needs {task.least} objects, and this map has {goals}.")


def _begin_with_any_task(teacher: "Teacher", batch: Batch, i: int, tables: Tables) -> None:
    """The task that was drawn; if this map has nothing for it, another of the level's."""
    env = batch[i]
    others = [number for number in np.flatnonzero(tables.enabled[env.level]).tolist() if number != env.task]
    goals = int(tables.levels[env.level]["goals"])
    for number in (int(env.task), *others):
        if teacher.tasks[number].least <= goals:
            env.task = number
            try:
                return teacher.begin_opened(batch, np.array([i]), tables)
            except NoSceneError:
                continue
    raise XWorldError("no task has anything to ask there; give the map more objects, or a way to them.")


def _begin_with_command(teacher: "Teacher", env: Env, tables: Tables, sentence: str, meaning: Meaning) -> None:
    """Draw layouts until the command can be asked and done."""
    env.task = teacher.task_number(meaning.task)
    _check_objects(teacher, env, tables)
    kinds = [teacher.classes.index(name) for name in meaning.objects]
    for name, kind in zip(meaning.objects, kinds):
        if teacher.tables.instance_count[kind] == 0:
            raise XWorldError(f"there is no picture or model of {name!r} that these environments may use.")
    level = tables.levels[env.level]
    relation = teacher.relations[env.task].index(meaning.relation)
    for _ in range(TRIES):
        if not lay_out(env, tables):
            continue
        cast = _recast(env, tables, kinds, level)
        if cast is None:
            shown = [teacher.classes[kind] for kind in level["drawn_kind"][: level["drawn"]].tolist() if kind >= 0]
            raise XWorldError(f"{sentence!r} cannot be asked on this map; it shows {', '.join(shown)}.")
        first, second = [*cast, -1, -1][:2]
        put_question(teacher, env, sentence, meaning, (relation, first, second))
        if env.optimal > 0:
            env.start[:] = env.agent
            return
    raise why_unsolved(env, sentence)


def _recast(env: Env, tables: Tables, kinds: Sequence[int], level: Any) -> list[int] | None:
    """Give the classes that a command names to objects of a drawn layout; returns which, None if the map forbids it."""
    fixed = [int(level["drawn_kind"][k]) if k < level["drawn"] else -1 for k in range(env.count)]
    paired = tables.tasks[env.task]["offset_count"] > 0 and level["drawn"] == 0  # the first two were put apart for this
    cast: list[int] = []
    for kind in kinds:
        if kind in fixed:
            cast.append(fixed.index(kind))
            continue
        open_to_it = [k for k in range(2 if paired else env.count) if fixed[k] < 0 and k not in cast]
        if not open_to_it:
            return None
        k = open_to_it[below(env.stream, len(open_to_it))]
        before = env.kind[: env.count].tolist()
        if kind in before:  # no class stands on a map twice: the two change places
            other = before.index(kind)
            env.kind[other], env.instance[other] = env.kind[k], env.instance[k]
        env.kind[k] = kind
        env.instance[k] = tables.instances[kind, below(env.stream, tables.instance_count[kind])]
        cast.append(k)
    return cast


def order_of(options: Mapping[str, Any]) -> Order | None:
    """The order in the options of a reset, None if there is none."""
    wanted = {name: options[name] for name in ORDERS if options.get(name) is not None}
    for name, kinds in (("map", (str, FixedMap)), ("command", str), ("task", str)):
        if name in wanted and not isinstance(wanted[name], kinds):  # type: ignore[arg-type]
            raise XWorldError(
                f"{name}={wanted[name]!r} is not usable; give text{' or a FixedMap' if name == 'map' else ''}."
            )
    return Order(**wanted) if wanted else None


def check_options(options: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """The options of a reset, if all of them exist."""
    for name in options or {}:
        if name not in known:
            raise one_of("reset option", name, known)
    return options or {}
