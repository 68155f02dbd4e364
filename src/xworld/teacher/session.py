"""How a session begins: a layout, a question that fits it, the verdicts, a sentence.

Path of the data: this is where the command comes from. Layouts are drawn until the task can ask something, the split
allows it, and the oracle can solve it; so every session can be solved. The paper's tasks run inside one compiled
kernel (`begin_all`); a user's task runs the same steps from Python (`begin_custom`).
"""

from collections.abc import Sequence
from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.kernels import kernel, subkernel
from xworld.maps.grid import FREE, HEADINGS
from xworld.maps.layout import Tables, lay_out
from xworld.maps.oracle import plan
from xworld.state import FAILURE, RUNNING, SUCCESS, Batch, Env
from xworld.streams import below
from xworld.teacher import avoid, between, dir, nav, near
from xworld.teacher.curriculum import note_session
from xworld.teacher.task import CANNOT_ASK, Question, Task, nowhere

# The compiled tasks, in the order of their codes below.
PAPER_TASKS = (nav.NAV, avoid.AVOID, near.NEAR, between.BETWEEN, dir.DIR)
CUSTOM = -1
MOST_OFFSETS, MOST_RELATIONS = 24, 16
MOST_LAYOUTS = 20_000
MOST_CUSTOM_LAYOUTS = 1_000


def task_type() -> np.dtype[np.void]:
    """A task, as the kernels know it."""
    return np.dtype(
        [
            ("code", np.int32),  # number of the compiled task, or CUSTOM
            ("offset_count", np.int32),
            ("offsets", np.int32, (MOST_OFFSETS, 2)),  # where a second object may stand, seen from the first
            ("first_template", np.int32, (MOST_RELATIONS,)),  # where the templates of a relation begin
            ("template_count", np.int32, (MOST_RELATIONS,)),
        ],
        align=True,
    )


@subkernel
def _ask(code: int, env: Env) -> Question:
    if code == 0:
        return nav.ask(env)
    if code == 1:
        return avoid.ask(env)
    if code == 2:
        return near.ask(env)
    if code == 3:
        return between.ask(env)
    return dir.ask(env)


@subkernel
def _reached(code: int, env: Env, question: Question, k: int, heading: int) -> bool:
    if code == 0:
        return nav.reached(env, question, k, heading)
    if code == 1:
        return avoid.reached(env, question, k, heading)
    if code == 2:
        return near.reached(env, question, k, heading)
    if code == 3:
        return between.reached(env, question, k, heading)
    return dir.reached(env, question, k, heading)


@subkernel
def _judge(code: int, env: Env, question: Question) -> None:
    """Tabulate a compiled task's verdicts: for every object and heading, and for every cell."""
    for k in range(env.count):
        for heading in range(HEADINGS):
            env.reach[k, heading] = SUCCESS if _reached(code, env, question, k, heading) else FAILURE
    for r in range(env.rows):
        for c in range(env.columns):
            right = code == 3 and env.grid[r, c] == FREE and between.stood(env, question, r, c)
            env.stand[r, c] = SUCCESS if right else RUNNING


def judge_custom(task: Task, env: Env, question: Question) -> None:
    """The same for a task in Python."""
    for k in range(env.count):
        for heading in range(HEADINGS):
            env.reach[k, heading] = SUCCESS if task.reached(env, question, k, heading) else FAILURE
    for r in range(env.rows):
        for c in range(env.columns):
            asks = task.stood is not nowhere and env.grid[r, c] == FREE
            env.stand[r, c] = SUCCESS if asks and task.stood(env, question, r, c) else RUNNING


@subkernel
def _open(env: Env, tables: Tables) -> None:
    """Close the books on the session before, and draw the task of the next, each of the level's as likely as the other."""
    if env.outcome != RUNNING:
        note_session(env, tables.window, tables.enabled, tables.threshold, tables.least)
    if env.next_level > 0:  # somebody put it on another level
        env.level, env.next_level, env.noted = env.next_level - 1, 0, 0
    env.outcome = RUNNING
    env.steps = 0
    env.limit = tables.levels[env.level].limit
    env.task, found = -1, 0
    for task in range(tables.enabled.shape[1]):
        if tables.enabled[env.level, task]:
            found += 1
            if below(env.stream, found) == 0:
                env.task = task


@subkernel
def _related_ok(env: Env, partners: NDArray[np.bool_], question: Question) -> bool:
    """May the classes that this question relates be related?"""
    first, second = question[1], question[2]
    if second >= 0 and not partners[env.kind[first], env.kind[second]]:
        return False
    for k in range(env.count):
        for heading in range(HEADINGS):
            if first >= 0 and k != first and env.reach[k, heading] == SUCCESS:
                if not partners[env.kind[first], env.kind[k]]:
                    return False
    return True


@kernel
def accept_question(env: Env, tables: Tables, question: Question) -> bool:
    """With the verdicts in place: may this be asked, and can it be solved? If so, phrase it."""
    task, relation = tables.tasks[env.task], question[0]
    if task.template_count[relation] == 0:
        return False
    if len(tables.partners) > 0 and task.offset_count > 0 and not _related_ok(env, tables.partners, question):
        return False
    env.optimal = plan(env, np.empty(0, np.int64))
    if env.optimal < 0:
        return False
    env.relation = relation
    env.named[0], env.named[1] = question[1], question[2]
    template = task.first_template[relation] + below(env.stream, task.template_count[relation])
    env.template = tables.template_number[template]
    words = tables.template_words.shape[1]
    for position in range(len(env.tokens)):
        word = tables.template_words[template, position] if position < words else 0
        env.tokens[position] = word if word >= 0 else tables.word[env.kind[env.named[-1 - word]]]
    return True


@kernel
def begin_all(batch: Batch, which: NDArray[np.int64], tables: Tables) -> NDArray[np.int64]:
    """Begin a session in each of the environments `which`.

    Returns those that are left to `begin_custom`, and, as −1 − i, those for which no scene was found.
    """
    left = np.empty(len(which), np.int64)
    count = 0
    for i in which:
        env = batch[i]
        _open(env, tables)
        code = tables.tasks[env.task].code
        begun = False
        for _ in range(MOST_LAYOUTS if code != CUSTOM else 0):
            if lay_out(env, tables):
                question = _ask(code, env)
                if question[0] >= 0:
                    _judge(code, env, question)
                    if accept_question(env, tables, question):
                        begun = True
                        break
        if not begun:
            left[count] = i if code == CUSTOM else -1 - i
            count += 1
            if code != CUSTOM:  # one that cannot be is enough to give up
                break
    return left[:count]


def begin_custom(task: Task, env: Env, tables: Tables, named: Sequence[int]) -> None:
    """Begin a session of a user's task; `named`: how many objects the sentences of each of its relations name."""
    for _ in range(MOST_CUSTOM_LAYOUTS):
        if not lay_out(env, tables):
            continue
        question = task.ask(env)
        if question == CANNOT_ASK:
            continue
        _check_question(task, question, int(env.count), named)
        judge_custom(task, env, question)
        if accept_question(env, tables, question):
            return
    raise no_scene(task.name, MOST_CUSTOM_LAYOUTS)


def no_scene(task: str, tries: int) -> XWorldError:
    return XWorldError(
        f"task {task!r} found no scene that it can ask about and that can be solved in {tries:,} layouts; "
        "give it more goals, more room (size, obstacles, map) or a wider split."
    )


def _check_question(task: Task, question: Question, objects: int, named: Sequence[int]) -> None:
    right = isinstance(question, tuple) and len(question) == 3 and all(isinstance(n, Integral) for n in question)
    right = right and 0 <= question[0] < len(named) and all(-1 <= k < objects for k in question[1:])
    if not right:
        raise XWorldError(
            f"task {task.name!r} asked {question!r}; ask() returns (relation, first, second): a relation from 0 to "
            f"{len(named) - 1}, objects from 0 to {objects - 1} or −1 for none, or CANNOT_ASK."
        )
    if any(k < 0 for k in question[1 : 1 + named[question[0]]]):
        raise XWorldError(f"task {task.name!r} asked {question!r}, but its sentences name {named[question[0]]} object(s).")
