"""The teacher of a batch: turns tasks, grammar, curriculum and split into tables, and begins sessions with them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of, shorten
from xworld.language.grammar import Grammar
from xworld.language.vocabulary import TOKENS
from xworld.maps.layout import Cast, Levels
from xworld.state import Batch, new_batch, record_type
from xworld.teacher.curriculum import Curriculum, Level
from xworld.teacher.session import CUSTOM, MOST_LAYOUTS, PAPER_TASKS, Lessons, begin_all, begin_custom, no_scene
from xworld.teacher.split import Split
from xworld.teacher.task import Task

MOST_TASKS = 60
PAPER_CURRICULUM = Curriculum()
NO_SPLIT = Split()


def find_tasks(tasks: Sequence[str | Task] | str | Task | None) -> tuple[Task, ...]:
    """Tasks by name or as objects; None means the five of the paper."""
    if tasks is None:
        return PAPER_TASKS
    known = {task.name: task for task in PAPER_TASKS}
    listed = [tasks] if isinstance(tasks, (str, Task)) else list(tasks)
    for task in listed:
        if not isinstance(task, Task) and task not in known:
            raise one_of("task", task, known)
    found = tuple(task if isinstance(task, Task) else known[task] for task in listed)
    names = [task.name for task in found]
    if not found or len(set(names)) != len(names) or len(names) > MOST_TASKS:
        raise XWorldError(f"tasks must be 1 to {MOST_TASKS} different ones; got {shorten(names)}.")
    return found


class Teacher:
    """Everything that is fixed while environments run: which sessions there can be, and how they are drawn."""

    def __init__(
        self,
        grammar: Grammar,
        instances: Sequence[int],
        tasks: Sequence[Task] = PAPER_TASKS,
        curriculum: Curriculum = PAPER_CURRICULUM,
        split: Split = NO_SPLIT,
        steps_per_cell: int = 3,
        scale: tuple[float, float] = (0.5, 1.0),
        yaw_step: int = 1,
    ):
        """`instances` counts the pictures or models of each of the grammar's objects; 0: it cannot stand on a map."""
        own = [task for task in tasks if task.sentences]
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
        self._check_split()
        self.cast = self._cast(instances, scale, yaw_step)
        self.levels = self._levels(steps_per_cell)
        self.lessons = self._lessons()
        self.tokens = max(TOKENS, self.grammar.longest)
        self.record_type = record_type(
            side=int(max(self.levels.rows.max(), self.levels.columns.max())),
            objects=int(self.levels.goals.max()),
            tokens=self.tokens,
            window=self.curriculum.window,
        )

    def new_batch(self, n: int) -> Batch:
        """A batch of the right shape, at the curriculum's first level."""
        batch = new_batch(n, self.record_type)
        batch.level[:] = self.curriculum.start - 1
        return batch

    def begin(self, batch: Batch, which: NDArray[np.int64]) -> None:
        """Begin the next session in the given environments."""
        for left in begin_all(batch, which, self.levels, self.cast, self.lessons):
            if left < 0:
                raise no_scene(self.names[batch[-1 - left].task], MOST_LAYOUTS)
            begin_custom(self.tasks[batch[left].task], batch[left], self.levels, self.cast, self.lessons)

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

    def _cast(self, instances: Sequence[int], scale: tuple[float, float], yaw_step: int) -> Cast:
        allowed = [[n for n in range(count) if n in self.split.instances] for count in instances]
        width = max((len(numbers) for numbers in allowed), default=0)
        if width == 0:
            raise XWorldError("the split leaves no instance of any class.")
        table = np.zeros((len(allowed), width), np.int32)
        for c, numbers in enumerate(allowed):
            table[c, : len(numbers)] = numbers
        partners = np.zeros((0, 0), np.bool_)
        if self.split.pairs.items:
            partners = np.array([[frozenset((a, b)) in self.split.pairs for b in self.classes] for a in self.classes])
        return Cast(
            instances=table,
            instance_count=np.array([len(numbers) for numbers in allowed], np.int32),
            partners=partners,
            scale=np.array([round(1024 * s) for s in scale], np.int32),
            yaw_step=yaw_step,
        )

    def _levels(self, steps_per_cell: int) -> Levels:
        levels = self.curriculum.levels
        m, k = len(levels), max(level.goals for level in levels)
        rows, columns = max(level.rows for level in levels), max(level.columns for level in levels)
        table = Levels(
            rows=np.array([level.rows for level in levels], np.int32),
            columns=np.array([level.columns for level in levels], np.int32),
            goals=np.array([level.goals for level in levels], np.int32),
            obstacles=np.array([level.obstacles for level in levels], np.int32),
            limit=np.array([steps_per_cell * level.rows * level.columns for level in levels], np.int32),
            pool=np.zeros((m, len(self.classes)), np.int32),
            pool_size=np.zeros(m, np.int32),
            fixed=np.array([level.map is not None for level in levels]),
            cells=np.zeros((m, rows, columns), np.int16),
            drawn=np.zeros(m, np.int32),
            drawn_kind=np.full((m, k), -1, np.int32),
            drawn_agent=np.full((m, 3), -1, np.int32),
        )
        for n, level in enumerate(levels):
            pool = self._pool(level)
            table.pool[n, : len(pool)] = pool
            table.pool_size[n] = len(pool)
            if level.map is not None:
                shape = level.map.shape
                table.cells[n, : shape[0], : shape[1]] = level.map.cells()
                table.drawn[n] = len(level.map.marks)
                for number, name in enumerate(level.map.classes):
                    table.drawn_kind[n, number] = -1 if name is None else self._drawable(name)
                if level.map.agent is not None:
                    table.drawn_agent[n] = level.map.agent
        return table

    def _pool(self, level: Level) -> list[int]:
        """The classes that may stand on a level's map."""
        for name in level.classes or ():
            if name not in self.classes:
                raise one_of("the level's class", name, self.classes)
        pool = [
            c
            for c, name in enumerate(self.classes)
            if self.cast.instance_count[c] and name in self.split.classes and (not level.classes or name in level.classes)
        ]
        if len(pool) < level.goals:
            raise XWorldError(
                f"goals={level.goals} need as many classes, but objects, level and split leave {len(pool)}: "
                f"{shorten(self.classes[c] for c in pool)}."
            )
        return pool

    def _drawable(self, name: str) -> int:
        if name not in self.classes:
            raise one_of("the map's class", name, self.classes)
        number = self.classes.index(name)
        if name not in self.split.classes or not self.cast.instance_count[number]:
            raise XWorldError(f"the map shows {name!r}, which the objects or the split leave out.")
        return number

    def _lessons(self) -> Lessons:
        grammar, vocabulary = self.grammar, self.grammar.vocabulary
        paper = {task.name: task for task in PAPER_TASKS}
        t, q = len(self.tasks), max(map(len, self.relations))
        first, count = np.zeros((t, q), np.int32), np.zeros((t, q), np.int32)
        words: list[list[int]] = []
        numbers: list[int] = []
        for n, name in enumerate(self.names):
            for r, relation in enumerate(self.relations[n]):
                first[n, r] = len(words)
                for number, template in enumerate(grammar.templates):
                    if (template.task, template.relation) == (name, relation) and template.text in self.split.templates:
                        words.append([-1 - w if isinstance(w, int) else vocabulary.id(w) for w in template.words])
                        numbers.append(number)
                count[n, r] = len(words) - first[n, r]
            if not count[n].any():
                raise XWorldError(f"the split leaves task {name!r} no sentence; allow a template of it or drop the task.")
        table = np.zeros((len(words), max(map(len, words))), np.int32)
        for row, template_words in zip(table, words):
            row[: len(template_words)] = template_words
        offsets = np.zeros((t, 8, 2), np.int32)
        for n, task in enumerate(self.tasks):
            offsets[n, : len(task.apart[:8])] = task.offsets[:8]
        return Lessons(
            code=np.array([PAPER_TASKS.index(t) if paper.get(t.name) is t else CUSTOM for t in self.tasks], np.int32),
            enabled=self._enabled(),
            threshold=float(self.curriculum.threshold),
            window=self.curriculum.window,
            offsets=offsets,
            offset_count=np.array([len(task.apart[:8]) for task in self.tasks], np.int32),
            first_template=first,
            template_count=count,
            template_words=table,
            template_number=np.array(numbers, np.int32),
            word=np.array([vocabulary.id(name) for name in self.classes], np.int32),
            partners=self.cast.partners,
        )

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
        most = int(enabled[:-1].sum(axis=1).max(initial=0))
        if self.curriculum.window < most:
            raise XWorldError(
                f"window={self.curriculum.window} cannot hold a session of each of {most} tasks, so nobody would ever "
                "move up; make it longer."
            )
        return enabled
