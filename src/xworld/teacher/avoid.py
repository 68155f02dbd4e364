"""avoid: go to any object but the named one.

Example: "anything except chair is your destination ."
Scene:   any in which some other object can be reached from the start.
Success: any other object is reached.
Failure: the named object is reached.
"""

from xworld.kernels import subkernel
from xworld.state import Env
from xworld.streams import below
from xworld.teacher.task import CANNOT_ASK, Question, Task, approachable


@subkernel
def ask(env: Env) -> Question:
    named = below(env.stream, env.count)
    for k in range(env.count):
        if k != named and approachable(env, k):
            return 0, named, -1
    return CANNOT_ASK


@subkernel
def reached(env: Env, question: Question, k: int, heading: int) -> bool:
    return k != question[1]


AVOID = Task("avoid", ask, reached, least=2)
