"""How tasks, grammar, levels and split become the tables that kernels read."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of, shorten
from xworld.language.grammar import Grammar
from xworld.language.templates import Template
from xworld.maps.ascii import FixedMap
from xworld.maps.layout import UNIT
from xworld.state import LOOKS_TYPE, OFFSET_ROOM, RELATION_ROOM, TASK_TYPE, TRACK_TYPE, Tables, level_type
from xworld.teacher.curriculum import Curriculum
from xworld.teacher.levels import Level
from xworld.teacher.split import EVERYTHING, Split
from xworld.teacher.starters import CUSTOM, PAPER_TASKS
from xworld.teacher.task import Task
from xworld.world import Habits


class Lesson(NamedTuple):
    """What is taught: the words, the tasks, the levels, and what of all that sessions may use."""

    grammar: Grammar
    tasks: tuple[Task, ...]
    relations: tuple[tuple[str | None, ...], ...]  # of each task, in the order of its sentences
    curriculum: Curriculum
    split: Split


def make_tables(lesson: Lesson, instances: Sequence[int], habits: Habits, env: np.dtype[np.void]) -> Tables:
    """The tables of environments with the record `env`; `instances` counts the pictures or models of each class."""
    split, curriculum, classes = lesson.split, lesson.curriculum, lesson.grammar.objects
    allowed = [[n for n in range(count) if n in split.instances] for count in instances]
    if not any(allowed):
        raise XWorldError("the split leaves no instance of any class.")
    usable = usable_classes(lesson, instances)
    pools = [_pool(level, classes, usable) for level in curriculum.levels]
    tasks, templates = _tasks(lesson)
    partners = np.zeros((0, 0), np.bool_)
    if split.pairs != EVERYTHING:
        partners = np.array([[frozenset((a, b)) in split.pairs for b in classes] for a in classes])
    return Tables(
        tracks=_tracks(curriculum),
        levels=_levels(lesson, pools, usable, habits.steps_per_cell, env),
        tasks=tasks,
        enabled=_enabled(lesson),
        pool=_padded(pools),
        instances=_padded(allowed),
        instance_count=np.array([len(numbers) for numbers in allowed], np.int32),
        partners=partners,
        template_words=_padded([words for _, words in templates]),
        template_number=np.array([number for number, _ in templates], np.int32),
        word=np.array([lesson.grammar.vocabulary.id(name) for name in classes], np.int32),
        looks=_looks(habits),
    )


def usable_classes(lesson: Lesson, instances: Sequence[int]) -> list[bool]:
    """Which classes may stand on a map."""
    left = [any(n in lesson.split.instances for n in range(count)) for count in instances]
    return [some and name in lesson.split.classes for some, name in zip(left, lesson.grammar.objects)]


def _tracks(curriculum: Curriculum) -> NDArray[np.void]:
    """The tracks' records."""
    table = np.zeros(len(curriculum.tracks), TRACK_TYPE)
    first = 0
    for row, track in zip(table, curriculum.tracks):
        row["window"], row["least"] = track.window, track.least
        row["first"], row["count"], row["start"] = first, len(track.levels), first + track.start - 1
        first += len(track.levels)
    return table


def _pool(level: Level, classes: Sequence[str], usable: Sequence[bool]) -> list[int]:
    """The classes that may stand on a level's map."""
    for name in level.classes or ():
        if name not in classes:
            raise one_of("the level's class", name, classes)
    pool = [n for n, name in enumerate(classes) if usable[n] and (not level.classes or name in level.classes)]
    if len(pool) < level.goals:
        raise XWorldError(
            f"goals={level.goals} need as many classes, but objects, level and split leave {len(pool)}: "
            f"{shorten(classes[number] for number in pool)}."
        )
    return pool


def _levels(
    lesson: Lesson, pools: list[list[int]], usable: Sequence[bool], steps_per_cell: int, env: np.dtype[np.void]
) -> NDArray[np.void]:
    """The levels' records."""
    table = np.zeros(len(pools), level_type(env))
    thresholds = [track.threshold for track in lesson.curriculum.tracks for _ in track.levels]
    for row, level, pool, threshold in zip(table, lesson.curriculum.levels, pools, thresholds):
        row["threshold"] = threshold if level.threshold is None else level.threshold
        row["rows"], row["columns"], row["goals"] = level.rows, level.columns, level.goals
        row["obstacles"], row["pool_size"] = level.obstacles, len(pool)
        row["limit"] = steps_per_cell * level.rows * level.columns
        row["drawn_kind"], row["drawn_agent"] = -1, -1
        if level.map is not None:
            draw_map(row, level.map, lambda name: drawable(name, lesson.grammar.objects, usable))
    tracks = _tracks(lesson.curriculum)
    table["is_last"][tracks["first"] + tracks["count"] - 1] = 1
    return table


def draw_map(row: Any, drawn: FixedMap, number: Callable[[str], int]) -> None:
    """Put a drawn map into a level's record; `number` finds that of a class."""
    rows, columns = drawn.shape
    row["fixed"], row["drawn"] = 1, len(drawn.marks)
    row["cells"][:rows, :columns] = drawn.cells()
    row["drawn_kind"], row["drawn_agent"] = -1, -1
    for k, name in enumerate(drawn.classes):
        row["drawn_kind"][k] = -1 if name is None else number(name)
    if drawn.agent is not None:
        row["drawn_agent"] = drawn.agent


def drawable(name: str, classes: Sequence[str], usable: Sequence[bool]) -> int:
    """The number of a class that a drawn map shows."""
    if name not in classes:
        raise one_of("the map's class", name, classes)
    number = classes.index(name)
    if not usable[number]:
        raise XWorldError(f"the map shows {name!r}, which the objects or the split leave out.")
    return number


def _tasks(lesson: Lesson) -> tuple[NDArray[np.void], list[tuple[int, list[int]]]]:
    """The tasks' records, and the templates they may use: number in the grammar and words, by task and relation."""
    table = np.zeros(len(lesson.tasks), TASK_TYPE)
    templates: list[tuple[int, list[int]]] = []
    for row, task, relations in zip(table, lesson.tasks, lesson.relations):
        if len(relations) > RELATION_ROOM or len(task.apart) > OFFSET_ROOM:
            raise XWorldError(
                f"task {task.name!r} has more than {RELATION_ROOM} relations or {OFFSET_ROOM} places in `apart`."
            )
        row["code"] = PAPER_TASKS.index(task) if task in PAPER_TASKS else CUSTOM
        row["offset_count"] = len(task.apart)
        row["offsets"][: len(task.apart)] = task.offsets
        for r, relation in enumerate(relations):
            row["first_template"][r] = len(templates)
            for number, template in enumerate(lesson.grammar.templates):
                mine = (template.task, template.relation) == (task.name, relation)
                if mine and template.text in lesson.split.templates:
                    templates.append((number, _words(template, lesson.grammar)))
            row["template_count"][r] = len(templates) - row["first_template"][r]
        if not row["template_count"].any():
            raise XWorldError(f"the split leaves task {task.name!r} no sentence; allow a template of it or drop the task.")
    return table, templates


def _words(template: Template, grammar: Grammar) -> list[int]:
    return [-1 - word if isinstance(word, int) else grammar.vocabulary.id(word) for word in template.words]


def _enabled(lesson: Lesson) -> NDArray[np.bool_]:
    """Which tasks each level asks for: [levels, tasks]."""
    rows = []
    for track in lesson.curriculum.tracks:
        mine = [_tasks_of(level, number, lesson.tasks) for number, level in enumerate(track.levels, start=1)]
        most = max((sum(row) for row in mine[:-1]), default=0)
        if track.window < most:
            raise XWorldError(
                f"window={track.window} cannot hold a session of each of {most} tasks, so nobody would ever move up; "
                "make it longer."
            )
        rows += mine
    return np.array(rows)


def _tasks_of(level: Level, number: int, tasks: Sequence[Task]) -> list[bool]:
    """Which of the tasks a level asks for."""
    names = [task.name for task in tasks]
    for name in level.tasks or ():
        if name not in names:
            raise one_of("the level's task", name, names)
    chosen = [level.tasks is None or name in level.tasks for name in names]
    if not any(chosen):
        raise XWorldError(f"level {number} enables no task; name at least one of {', '.join(names)}.")
    for task, is_on in zip(tasks, chosen):
        if is_on and level.goals < task.least:
            raise XWorldError(f"task {task.name!r} needs {task.least} objects, but a level has goals={level.goals}.")
    return chosen


def _looks(habits: Habits) -> NDArray[np.void]:
    smallest, largest = (round(UNIT * scale) for scale in habits.scale)
    return np.array(
        [(smallest, largest, habits.yaw_step, habits.headings, len(habits.blocks), len(habits.walls))], LOOKS_TYPE
    )


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """Rows of different lengths as one array, filled up with zeros."""
    table = np.zeros((len(rows), max(map(len, rows))), np.int32)
    for line, row in zip(table, rows):
        line[: len(row)] = row
    return table
