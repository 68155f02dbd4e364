"""Who begins the sessions of a task: one kernel for the paper's five, plain Python for a user's own.

Both are `session.begin_with` the tasks' own rules. A kernel for each of the five would take three seconds more to compile,
because each would contain layouts and oracle once more.
"""

from collections.abc import Callable, Sequence
from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.kernels import kernel, subkernel
from xworld.state import Batch, Env, Tables
from xworld.teacher import avoid, between, dir, nav, near
from xworld.teacher.session import ask_and_judge, begin_with
from xworld.teacher.task import CANNOT_ASK, Question, Task

PAPER_TASKS = (nav.NAV, avoid.AVOID, near.NEAR, between.BETWEEN, dir.DIR)  # numbered by their codes
CUSTOM = -1  # the code of a user's task
MOST_LAYOUTS, MOST_CUSTOM_LAYOUTS = 20_000, 1_000

# Begins the opened sessions of some environments; a scene that cannot be found is an XWorldError.
Starter = Callable[[Batch, NDArray[np.int64], Tables], None]
Examine = Callable[[Env, Tables], Question]  # asks and judges by the rules of the environment's task


def _rules(code: int, task: Task, others: Examine) -> Examine:
    """The rules of one task, for environments whose task has this code; for the rest those of others."""
    ask, reached, stood = task.ask, task.reached, task.stood

    @subkernel
    def examine(env: Env, tables: Tables) -> Question:
        if tables.tasks[env.task].code == code:
            return ask_and_judge(ask, reached, stood, env)
        return others(env, tables)

    return examine


@subkernel
def _nothing(env: Env, tables: Tables) -> Question:
    return CANNOT_ASK


_examine: Examine = _nothing
for _code, _task in enumerate(PAPER_TASKS):
    _examine = _rules(_code, _task, _examine)
_begin_paper = kernel(begin_with(_examine, MOST_LAYOUTS))


def begin_paper(batch: Batch, which: NDArray[np.int64], tables: Tables) -> None:
    """The starter of the paper's tasks."""
    left = _begin_paper(batch, which, tables)
    if left >= 0:
        code = tables.tasks["code"][batch["task"][left]]
        raise no_scene(PAPER_TASKS[code].name, MOST_LAYOUTS)


def begin_own(task: Task, named: Sequence[int]) -> Starter:
    """The starter of a user's task; `named`: how many objects the sentences of each of its relations name."""

    def examine(env: Env, tables: Tables) -> Question:
        return ask_and_judge(lambda env: _checked(task, task.ask(env), env, named), task.reached, task.stood, env)

    begin = begin_with(examine, MOST_CUSTOM_LAYOUTS)

    def start(batch: Batch, which: NDArray[np.int64], tables: Tables) -> None:
        if begin(batch, which, tables) >= 0:
            raise no_scene(task.name, MOST_CUSTOM_LAYOUTS)

    return start


class NoSceneError(XWorldError):
    """A task asks for what cannot be."""


def no_scene(task: str, tries: int) -> NoSceneError:
    """The error for a task that asks for what cannot be."""
    return NoSceneError(
        f"task {task!r} found no scene that it can ask about and that can be solved in {tries:,} layouts; "
        "give it more goals, more room (size, obstacles, map) or a wider split."
    )


def _checked(task: Task, question: Question, env: Env, named: Sequence[int]) -> Question:
    """What a user's task asked, if its sentences can say it."""
    if question == CANNOT_ASK:
        return question
    objects = int(env.count)
    right = isinstance(question, tuple) and len(question) == 3 and all(isinstance(n, Integral) for n in question)
    right = right and 0 <= question[0] < len(named) and all(-1 <= k < objects for k in question[1:])
    if not right:
        raise XWorldError(
            f"task {task.name!r} asked {question!r}; ask() returns (relation, first, second): a relation from 0 to "
            f"{len(named) - 1}, objects from 0 to {objects - 1} or −1 for none, or CANNOT_ASK."
        )
    if any(k < 0 for k in question[1 : 1 + named[question[0]]]):
        raise XWorldError(f"task {task.name!r} asked {question!r}, but its sentences name {named[question[0]]} object(s).")
    return question
