"""How a session begins: a layout, a question that fits it, the verdicts, a sentence.

Path of the data: this is where the command comes from. Layouts are drawn until the task can ask something, the split
allows it, and the oracle can solve it; so every session can be solved. All of it is written once, for every task: compiled
for the paper's, run in plain Python for a user's (`starters.py`).
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel, subkernel
from xworld.maps.grid import FREE, HEADINGS
from xworld.maps.layout import lay_out
from xworld.maps.oracle import plan
from xworld.state import FAILURE, RUNNING, SUCCESS, Batch, Env, Tables
from xworld.streams import below
from xworld.teacher.curriculum import note_session
from xworld.teacher.task import Ask, Question, Reached, Stood

# Asks about a layout and writes the verdicts; or CANNOT_ASK.
Examine = Callable[[Env, Tables], Question]
# Begins the opened sessions of some environments. Returns the first of them for which no scene was found, or −1.
Begin = Callable[[Batch, NDArray[np.int64], Tables], int]


@kernel
def open_sessions(batch: Batch, which: NDArray[np.int64], tables: Tables) -> None:
    """Close the books on the sessions before, and draw the tasks of the next, each of a level's as likely as the other."""
    for i in which:
        env = batch[i]
        if env.outcome != RUNNING and not env.guest:
            note_session(env, tables)
        if env.next_level > 0:  # somebody put it on another level
            env.level, env.next_level, env.noted = env.next_level - 1, 0, 0
        env.outcome, env.guest = RUNNING, 0
        env.steps, env.reached = 0, -1
        env.limit = tables.levels[env.level].limit
        env.task, found = -1, 0
        for task in range(tables.enabled.shape[1]):
            if tables.enabled[env.level, task]:
                found += 1
                if below(env.stream, found) == 0:
                    env.task = task


def begin_with(examine: Examine, most: int) -> Begin:
    """The function that begins opened sessions by some tasks' rules: for Python as it stands, or to be made a kernel."""

    def begin(batch: Batch, which: NDArray[np.int64], tables: Tables) -> int:
        for i in which:
            env, begun = batch[i], False
            for _ in range(most):
                if lay_out(env, tables):
                    question = examine(env, tables)
                    if question[0] >= 0 and accept_question(env, tables, question):
                        begun = True
                        break
            if not begun:  # one that cannot be is enough to give up
                return i
        return -1

    return begin


@subkernel
def ask_and_judge(ask: Ask, reached: Reached, stood: Stood, env: Env) -> Question:
    """A task's question about the layout; and if it has one, the verdicts: for every object and heading, and every cell."""
    question = ask(env)
    if question[0] >= 0:
        for k in range(env.count):
            for heading in range(HEADINGS):
                env.reach[k, heading] = SUCCESS if reached(env, question, k, heading) else FAILURE
        for r in range(env.rows):
            for c in range(env.columns):
                right = env.grid[r, c] == FREE and stood(env, question, r, c)
                env.stand[r, c] = SUCCESS if right else RUNNING
    return question


@kernel
def accept_question(env: Env, tables: Tables, question: Question) -> bool:
    """With the verdicts in place: may this be asked, and can it be solved? If so, phrase it."""
    task, relation = tables.tasks[env.task], question[0]
    if task.template_count[relation] == 0:
        return False
    if len(tables.partners) > 0 and task.offset_count > 0 and not _may_relate(env, tables.partners, question):
        return False
    env.optimal = plan(env, np.empty(0, np.int64))
    if env.optimal < 0:
        return False
    env.relation = relation
    env.named[0], env.named[1] = question[1], question[2]
    for n in range(3):
        env.start[n] = env.agent[n]
    template = task.first_template[relation] + below(env.stream, task.template_count[relation])
    env.template = tables.template_number[template]
    words = tables.template_words.shape[1]
    for position in range(len(env.tokens)):
        word = tables.template_words[template, position] if position < words else 0
        env.tokens[position] = word if word >= 0 else tables.word[env.kind[env.named[-1 - word]]]
    return True


@subkernel
def _may_relate(env: Env, partners: NDArray[np.bool_], question: Question) -> bool:
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
