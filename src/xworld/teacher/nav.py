"""nav: go to the named object.

Example: "please go to chair ."
Scene:   any in which the named object can be reached from the start.
Success: the named object is reached.
Failure: another object is reached.
"""

from xworld.kernels import subkernel
from xworld.state import Env
from xworld.streams import below
from xworld.teacher.task import CANNOT_ASK, Question, Task, approachable


@subkernel
def ask(env: Env) -> Question:
    question, found = CANNOT_ASK, 0
    for k in range(env.count):
        if approachable(env, k):
            found += 1
            if below(env.stream, found) == 0:
                question = (0, k, -1)
    return question


@subkernel
def reached(env: Env, question: Question, k: int, heading: int) -> bool:
    return k == question[1]


NAV = Task("nav", ask, reached)
