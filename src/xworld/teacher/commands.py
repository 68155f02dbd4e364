"""Commands that somebody else chooses: a sentence asked about the layout in a record, or refused with the reason.

Path of the data: a person's **command** → tokens, verdicts. The teacher's own questions are drawn in `session.py`; the rules
by which both are judged are the same. Nothing here is fast, nor need it be.
"""

from typing import TYPE_CHECKING

import numpy as np

from xworld.errors import XWorldError, shorten
from xworld.language.templates import FEEDBACK, Meaning
from xworld.language.vocabulary import tokenize
from xworld.maps.layout import flood
from xworld.maps.oracle import plan
from xworld.state import SUCCESS, Env
from xworld.streams import shuffle_head
from xworld.teacher.session import accept_question, ask_and_judge
from xworld.teacher.task import Question, Task

if TYPE_CHECKING:
    from xworld.teacher.teacher import Teacher


def understand(teacher: "Teacher", sentence: object) -> list[Meaning]:
    """What a command can mean; a sentence that these environments do not know is refused."""
    if not isinstance(sentence, str):
        raise XWorldError(f"a command is a sentence; got {sentence!r}.")
    teacher.grammar.explain(sentence)  # says what is wrong with it, and what comes close
    meanings = teacher.grammar.meanings(sentence)
    asking = [meaning for meaning in meanings if meaning.task in teacher.names]
    if not asking:
        if meanings[0].task == FEEDBACK:
            raise XWorldError(f"{sentence!r} is what the teacher says at the end of a session, not a command.")
        raise XWorldError(
            f"{sentence!r} belongs to the task {meanings[0].task!r}, which these environments leave out; they have "
            f"{', '.join(teacher.names)}."
        )
    for name in asking[0].objects:
        if asking[0].objects.count(name) > 1:
            raise XWorldError(f"{sentence!r} names {name!r} twice, and no class stands on a map more than once.")
    return asking


def find_question(teacher: "Teacher", env: Env, meaning: Meaning) -> Question:
    """The question that a meaning is on this map; an object that is not there is refused."""
    present = [teacher.classes[kind] for kind in env.kind[: env.count].tolist()]
    for name in meaning.objects:
        if name not in present:
            raise XWorldError(f"there is no {name!r} on this map; there are {shorten(present)}.")
    first, second = ([present.index(name) for name in meaning.objects] + [-1, -1])[:2]
    relations = teacher.relations[teacher.names.index(meaning.task)]
    return relations.index(meaning.relation), first, second


def put_question(teacher: "Teacher", env: Env, sentence: str, meaning: Meaning, question: Question) -> None:
    """Ask this, in these words: verdicts, words and the shortest solution stand in the record."""
    task = _take(teacher, env, meaning.task)
    ask_and_judge(lambda _: question, task.reached, task.stood, env)
    env.relation, env.named[0], env.named[1] = question
    env.tokens[:] = teacher.grammar.vocabulary.encode(sentence, len(env.tokens))
    env.template = _template(teacher, tokenize(sentence), meaning)
    env.optimal = plan(env, np.empty(0, np.int64))


def draw_question(teacher: "Teacher", env: Env, task: str | None) -> None:
    """Let the teacher choose what to ask on this map, of one task or of any; refused if there is nothing."""
    flood(env)
    numbers = np.arange(len(teacher.names))
    if task is None:
        shuffle_head(env.stream, numbers, len(numbers), len(numbers))
    else:
        numbers = numbers[[teacher.task_number(task)]]
    for number in numbers:
        rules = _take(teacher, env, teacher.names[number])
        question = ask_and_judge(rules.ask, rules.reached, rules.stood, env)
        if question[0] >= 0 and accept_question(env, teacher.tables, question):
            return
    what = "no task" if task is None else f"the task {task!r}"
    raise XWorldError(f"{what} has anything to ask on this map from where the agent is; try another task, or another map.")


def why_unsolved(env: Env, sentence: str) -> XWorldError:
    """The error for a command that nothing can fulfil."""
    right = (env.reach[: env.count] == SUCCESS).any() or (env.stand[: env.rows, : env.columns] == SUCCESS).any()
    if right:
        return XWorldError(f"{sentence!r} cannot be done: no way leads there, or none from which it would count.")
    return XWorldError(f"{sentence!r} cannot be done: nothing on this map is what it asks for.")


def _take(teacher: "Teacher", env: Env, name: str) -> Task:
    env.task = teacher.names.index(name)
    return teacher.tasks[env.task]


def _template(teacher: "Teacher", words: list[str], meaning: Meaning) -> int:
    """The number of the template that a sentence follows."""
    for number, template in enumerate(teacher.grammar.templates):
        same = (template.task, template.relation) == (meaning.task, meaning.relation)
        if same and template.objects == len(meaning.objects) and template.fill(meaning.objects).split() == words:
            return number
    raise AssertionError("a sentence with a meaning follows a template")
