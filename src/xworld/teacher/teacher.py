"""The teacher of a batch: turns tasks, grammar, curriculum and split into tables, and begins sessions with them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of, shorten
from xworld.language.grammar import Grammar
from xworld.language.templates import Template
from xworld.language.vocabulary import TOKENS
from xworld.maps.layout import UNIT, Tables, level_type
from xworld.state import Batch, new_batch, record_type
from xworld.teacher.curriculum import Curriculum, Level
from xworld.teacher.session import (
    CUSTOM,
    MOST_LAYOUTS,
    MOST_OFFSETS,
    MOST_RELATIONS,
    PAPER_TASKS,
    begin_all,
    begin_custom,
    no_scene,
    task_type,
)
from xworld.teacher.split import EVERYTHING, Split
from xworld.teacher.task import Task
from xworld.world import Habits

MOST_TASKS = 60
PAPER_CURRICULUM = Curriculum()
NO_SPLIT = Split()


def find_tasks(tasks: Sequence[str | Task] | str | Task | None) -> tuple[Task, ...]:
    """Tasks by name or as objects; None means the five of the paper."""
    if tasks is None:
        return PAPER_TASKS
    known = {task.name: task for task in PAPER_TASKS}
    if not isinstance(tasks, (str, Task, Sequence)):
        raise XWorldError(f"tasks={tasks!r} is not usable; give names or Tasks, one or several.")
    listed = [tasks] if isinstance(tasks, (str, Task)) else list(tasks)
    for task in listed:
        if not isinstance(task, Task) and not (isinstance(task, str) and task in known):
            raise one_of("task", task, known)
    found = tuple(task if isinstance(task, Task) else known[task] for task in listed)
    names = [task.name for task in found]
    if not found or len(set(names)) != len(names) or len(names) > MOST_TASKS:
        raise XWorldError(f"tasks must be 1 to {MOST_TASKS} different ones; got {shorten(names)}.")
    return found


PLAIN_HABITS = Habits()


class Teacher:
    """Everything that is fixed while environments run: which sessions there can be, and how they are drawn."""

    def __init__(
        self,
        grammar: Grammar,
        instances: Sequence[int],
        tasks: Sequence[Task] = PAPER_TASKS,
        curriculum: Curriculum = PAPER_CURRICULUM,
        split: Split = NO_SPLIT,
        habits: Habits = PLAIN_HABITS,
    ):
        """`instances` counts the pictures or models of each of the grammar's objects; 0: it cannot stand on a map."""
        own = [task for task in tasks if task.sentences]
        for task in own:
            if task.name in grammar.sentences:
                raise XWorldError(f"task {task.name!r} brings sentences of its own but has a known task's name; rename it.")
        self.grammar = grammar.extend(
            sentences={task.name: task.sentences for task in own}, rules={task.name: task.rules for task in own}
        )
        self.tasks = tuple(tasks)
        self.curriculum = curriculum
        self.split = split
        self.names = tuple(task.name for task in tasks)
        self.classes = self.grammar.objects
        for name in self.names:
            if name not in self.grammar.sentences:
                raise XWorldError(f"task {name!r} has no sentences; give it productions, e.g. Task(sentences='A G .').")
        self.relations = tuple(
            tuple(dict.fromkeys(t.relation for t in self.grammar.templates if t.task == name)) for name in self.names
        )
        self._named = tuple(
            tuple(
                max(t.objects for t in self.grammar.templates if (t.task, t.relation) == (name, relation))
                for relation in relations
            )
            for name, relations in zip(self.names, self.relations)
        )
        self._check_split()
        self.tokens = max(TOKENS, self.grammar.longest)
        levels = curriculum.levels
        self.record_type = record_type(
            side=max(max(level.rows, level.columns) for level in levels),
            objects=max(level.goals for level in levels),
            tokens=self.tokens,
            window=curriculum.window,
        )
        self.tables = self._tables(instances, habits)

    def new_batch(self, n: int) -> Batch:
        """A batch of the right shape, at the curriculum's first level."""
        batch = new_batch(n, self.record_type)
        batch["level"] = self.curriculum.start - 1
        return batch

    def begin(self, batch: Batch, which: NDArray[np.int64]) -> None:
        """Begin the next session in the given environments."""
        for left in begin_all(batch, which, self.tables):
            if left < 0:
                raise no_scene(self.names[batch[-1 - left].task], MOST_LAYOUTS)
            number = batch[left].task
            begin_custom(self.tasks[number], batch[left], self.tables, self._named[number])

    def _check_split(self) -> None:
        """Refuse names that do not exist: a typing error must not leave the split empty or without effect."""
        for part, known in (("classes", self.classes), ("templates", [t.text for t in self.grammar.templates])):
            for item in getattr(self.split, part).items:
                if item not in known:
                    raise one_of(f"the split's {part[:-2] if part == 'classes' else part[:-1]}", item, known)
        for pair in self.split.pairs.items:
            for name in pair:
                if name not in self.classes:
                    raise one_of("the split's class", name, self.classes)
        if self.split.pairs.keep:
            free = [task.name for task in self.tasks if not task.apart]
            if free:
                raise XWorldError(
                    f"the split allows only some pairs, but {', '.join(free)} relate no pair; choose tasks that do: "
                    f"{', '.join(task.name for task in PAPER_TASKS if task.apart)}."
                )

    def _tables(self, instances: Sequence[int], habits: Habits) -> Tables:
        allowed = [[n for n in range(count) if n in self.split.instances] for count in instances]
        if not any(allowed):
            raise XWorldError("the split leaves no instance of any class.")
        usable = [bool(numbers) for numbers in allowed]
        pools = [self._pool(level, usable) for level in self.curriculum.levels]
        tasks, templates = self._tasks()
        partners = np.zeros((0, 0), np.bool_)
        if self.split.pairs != EVERYTHING:
            partners = np.array([[frozenset((a, b)) in self.split.pairs for b in self.classes] for a in self.classes])
        return Tables(
            levels=self._levels(pools, usable, habits.steps_per_cell),
            tasks=tasks,
            enabled=self._enabled(),
            pool=_table(pools),
            instances=_table(allowed),
            instance_count=np.array([len(numbers) for numbers in allowed], np.int32),
            partners=partners,
            template_words=_table([words for _, words in templates]),
            template_number=np.array([number for number, _ in templates], np.int32),
            word=np.array([self.grammar.vocabulary.id(name) for name in self.classes], np.int32),
            smallest=round(UNIT * habits.scale[0]),
            largest=round(UNIT * habits.scale[1]),
            yaw_step=habits.yaw_step,
            headings=habits.headings,
            blocks=habits.blocks,
            walls=habits.walls,
            window=self.curriculum.window,
            threshold=float(self.curriculum.threshold),
            least=self.curriculum.least,
        )

    def _pool(self, level: Level, usable: Sequence[bool]) -> list[int]:
        """The classes that may stand on a level's map."""
        for name in level.classes or ():
            if name not in self.classes:
                raise one_of("the level's class", name, self.classes)
        pool = [
            number
            for number, name in enumerate(self.classes)
            if usable[number] and name in self.split.classes and (not level.classes or name in level.classes)
        ]
        if len(pool) < level.goals:
            raise XWorldError(
                f"goals={level.goals} need as many classes, but objects, level and split leave {len(pool)}: "
                f"{shorten(self.classes[number] for number in pool)}."
            )
        return pool

    def _levels(self, pools: list[list[int]], usable: Sequence[bool], steps_per_cell: int) -> NDArray[np.void]:
        table = np.zeros(len(pools), level_type(self.record_type))
        for row, level, pool in zip(table, self.curriculum.levels, pools):
            row["rows"], row["columns"], row["goals"] = level.rows, level.columns, level.goals
            row["obstacles"], row["pool_size"] = level.obstacles, len(pool)
            row["limit"] = steps_per_cell * level.rows * level.columns
            row["drawn_kind"], row["drawn_agent"] = -1, -1
            if level.map is not None:
                row["fixed"], row["drawn"] = 1, len(level.map.marks)
                row["cells"][: level.rows, : level.columns] = level.map.cells()
                for k, name in enumerate(level.map.classes):
                    row["drawn_kind"][k] = -1 if name is None else self._drawable(name, usable)
                if level.map.agent is not None:
                    row["drawn_agent"] = level.map.agent
        return table

    def _drawable(self, name: str, usable: Sequence[bool]) -> int:
        if name not in self.classes:
            raise one_of("the map's class", name, self.classes)
        number = self.classes.index(name)
        if name not in self.split.classes or not usable[number]:
            raise XWorldError(f"the map shows {name!r}, which the objects or the split leave out.")
        return number

    def _tasks(self) -> tuple[NDArray[np.void], list[tuple[int, list[int]]]]:
        """The tasks' records, and the templates they may use: number in the grammar and words, by task and relation."""
        table = np.zeros(len(self.tasks), task_type())
        templates: list[tuple[int, list[int]]] = []
        for row, task, relations in zip(table, self.tasks, self.relations):
            if len(relations) > MOST_RELATIONS or len(task.apart) > MOST_OFFSETS:
                raise XWorldError(
                    f"task {task.name!r} has more than {MOST_RELATIONS} relations or {MOST_OFFSETS} places in `apart`."
                )
            row["code"] = PAPER_TASKS.index(task) if task in PAPER_TASKS else CUSTOM
            row["offset_count"] = len(task.apart)
            row["offsets"][: len(task.apart)] = task.offsets
            for r, relation in enumerate(relations):
                row["first_template"][r] = len(templates)
                for number, template in enumerate(self.grammar.templates):
                    mine = (template.task, template.relation) == (task.name, relation)
                    if mine and template.text in self.split.templates:
                        templates.append((number, self._words(template)))
                row["template_count"][r] = len(templates) - row["first_template"][r]
            if not row["template_count"].any():
                raise XWorldError(
                    f"the split leaves task {task.name!r} no sentence; allow a template of it or drop the task."
                )
        return table, templates

    def _words(self, template: Template) -> list[int]:
        return [-1 - word if isinstance(word, int) else self.grammar.vocabulary.id(word) for word in template.words]

    def _enabled(self) -> NDArray[np.bool_]:
        enabled = np.ones((len(self.curriculum.levels), len(self.tasks)), np.bool_)
        for n, level in enumerate(self.curriculum.levels):
            if level.tasks is not None:
                for name in level.tasks:
                    if name not in self.names:
                        raise one_of("the level's task", name, self.names)
                enabled[n] = [name in level.tasks for name in self.names]
                if not enabled[n].any():
                    raise XWorldError(f"level {n + 1} enables no task; name at least one of {', '.join(self.names)}.")
        for level, row in zip(self.curriculum.levels, enabled):
            for task, is_on in zip(self.tasks, row):
                if is_on and level.goals < task.least:
                    raise XWorldError(f"task {task.name!r} needs {task.least} objects, but a level has goals={level.goals}.")
        most = int(enabled[:-1].sum(axis=1).max(initial=0))
        if self.curriculum.window < most:
            raise XWorldError(
                f"window={self.curriculum.window} cannot hold a session of each of {most} tasks, so nobody would ever "
                "move up; make it longer."
            )
        return enabled


def _table(rows: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """Rows of different lengths as one array, filled up with zeros."""
    table = np.zeros((len(rows), max(map(len, rows))), np.int32)
    for line, row in zip(table, rows):
        line[: len(row)] = row
    return table
