"""near: go to an object near the named one.

Example: "move to the object by chair please ."
Scene:   two objects stand on adjacent cells (diagonals count); the one that is not named can be reached.
Success: an object within distance 1.5 of the named one, other than it, is reached.
Failure: any other object is reached.
"""

from xworld.kernels import subkernel
from xworld.state import Env
from xworld.streams import below
from xworld.teacher.task import CANNOT_ASK, Question, Task, approachable

ADJACENT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@subkernel
def is_near(env: Env, a: int, b: int) -> bool:
    """Between centres: 1 for cells that share a side, 1.41 for a corner, 2 or more beyond."""
    return a != b and abs(env.place[a, 0] - env.place[b, 0]) <= 1 and abs(env.place[a, 1] - env.place[b, 1]) <= 1


@subkernel
def ask(env: Env) -> Question:
    question, found = CANNOT_ASK, 0
    for named in range(env.count):
        for target in range(env.count):
            if is_near(env, named, target) and approachable(env, target):
                found += 1
                if below(env.stream, found) == 0:
                    question = (0, named, -1)
    return question


@subkernel
def reached(env: Env, question: Question, k: int, heading: int) -> bool:
    return is_near(env, question[1], k)


NEAR = Task("near", ask, reached, apart=ADJACENT)
