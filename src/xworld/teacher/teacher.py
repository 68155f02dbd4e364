"""The teacher of a batch: which sessions there can be, and how they begin.

Path of the data: this is where commands come from. What is fixed while environments run is turned into tables once
(`tables.py`); sessions are opened for all environments in one go and then begun, task by task (`starters.py`).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of, shorten
from xworld.language.grammar import Grammar
from xworld.language.vocabulary import TOKENS
from xworld.state import Batch, Tables, new_batch, record_type
from xworld.teacher.curriculum import Curriculum
from xworld.teacher.interleaving import interleave
from xworld.teacher.session import open_sessions
from xworld.teacher.split import Split
from xworld.teacher.starters import CUSTOM, PAPER_TASKS, Starter, begin_own, begin_paper
from xworld.teacher.tables import Lesson, make_tables, usable_classes
from xworld.teacher.task import Task
from xworld.world import Habits

MOST_TASKS = 60


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


class Teacher:
    """Everything that is fixed while environments run: which sessions there can be, and how they are drawn."""

    def __init__(
        self,
        grammar: Grammar,
        instances: Sequence[int],
        tasks: Sequence[Task],
        curriculum: Curriculum,
        split: Split,
        habits: Habits,
    ):
        """`instances` counts the pictures or models of each of the grammar's objects; 0: it cannot stand on a map."""
        self.grammar = _with_sentences(grammar, tasks)
        self.instances = tuple(instances)
        self.tasks = tuple(tasks)
        self.curriculum = curriculum
        self.split = split
        self.names = tuple(task.name for task in tasks)
        self.classes = self.grammar.objects
        self.relations = tuple(
            tuple(dict.fromkeys(t.relation for t in self.grammar.templates if t.task == name)) for name in self.names
        )
        self._check_split()
        self.tokens = max(TOKENS, self.grammar.longest)
        levels = curriculum.levels
        self.record_type = record_type(
            side=max(max(level.rows, level.columns) for level in levels),
            objects=max(level.goals for level in levels),
            tokens=self.tokens,
            window=max(track.window for track in curriculum.tracks),
            steps_per_cell=habits.steps_per_cell,
        )
        lesson = Lesson(self.grammar, self.tasks, self.relations, curriculum, split)
        self.habits, self.usable = habits, usable_classes(lesson, instances)
        self.tables = make_tables(lesson, instances, habits, self.record_type)
        self._own_starters = self._find_starters()

    @property
    def has_own_tasks(self) -> bool:
        """Is any task not one of the paper's?"""
        return bool(self._own_starters)

    def new_batch(self, n: int, first: int = 0) -> Batch:
        """A batch of the right shape, each environment where its track starts; `first`: the number of the first one."""
        batch = new_batch(n, self.record_type)
        batch["track"] = interleave([track.share for track in self.curriculum.tracks], first, n)
        batch["level"] = self.tables.tracks["start"][batch["track"]]
        return batch

    def begin(self, batch: Batch, which: NDArray[np.int64]) -> None:
        """Begin the next session in the given environments."""
        open_sessions(batch, which, self.tables)
        self.begin_opened(batch, which, self.tables)

    def begin_opened(self, batch: Batch, which: NDArray[np.int64], tables: Tables) -> None:
        """Begin sessions whose tasks have been drawn."""
        if not self._own_starters:
            begin_paper(batch, which, tables)
            return
        # Each environment draws from a stream of its own, so it makes no difference who begins first.
        tasks = batch["task"][which]
        begin_paper(batch, which[tables.tasks["code"][tasks] != CUSTOM], tables)
        for number, start in self._own_starters.items():
            start(batch, which[tasks == number], tables)

    def task_number(self, name: object) -> int:
        """The number of a task."""
        if name not in self.names:
            raise one_of("task", name, self.names)
        return self.names.index(str(name))

    def _find_starters(self) -> dict[int, Starter]:
        """Who begins the tasks that are not the paper's, by their numbers."""
        starters: dict[int, Starter] = {}
        for number in np.flatnonzero(self.tables.tasks["code"] == CUSTOM):
            task = self.tasks[number]
            mine = [t for t in self.grammar.templates if t.task == task.name]
            named = [max(t.objects for t in mine if t.relation == relation) for relation in self.relations[number]]
            starters[int(number)] = begin_own(task, named)
        return starters

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


def _with_sentences(grammar: Grammar, tasks: Sequence[Task]) -> Grammar:
    """The grammar with the sentences that tasks bring along."""
    own = [task for task in tasks if task.sentences]
    for task in own:
        if task.name in grammar.sentences:
            raise XWorldError(f"task {task.name!r} brings sentences of its own but has a known task's name; rename it.")
    larger = grammar.extend(
        sentences={task.name: task.sentences for task in own}, rules={task.name: task.rules for task in own}
    )
    for task in tasks:
        if task.name not in larger.sentences:
            raise XWorldError(f"task {task.name!r} has no sentences; give it productions, e.g. Task(sentences='A G .').")
    return larger
