"""between: stand in the cell between the two named objects.

Example: "go to the location between chair and table ."
Scene:   two objects stand two cells apart in a row or column; the cell between them is free, can be walked to from
         the side, and is not where the agent starts.
Success: the agent stands in that cell.
Failure: any object is reached.
"""

from xworld.kernels import subkernel
from xworld.maps.grid import FREE
from xworld.state import Env
from xworld.streams import below
from xworld.teacher.task import CANNOT_ASK, Question, Task

TWO_APART = ((-2, 0), (0, -2), (0, 2), (2, 0))


@subkernel
def two_apart(env: Env, a: int, b: int) -> bool:
    down = abs(env.place[a, 0] - env.place[b, 0])
    right = abs(env.place[a, 1] - env.place[b, 1])
    return (down == 2 and right == 0) or (down == 0 and right == 2)


@subkernel
def ask(env: Env) -> Question:
    question, found = CANNOT_ASK, 0
    for a in range(env.count):
        for b in range(env.count):
            if not two_apart(env, a, b):
                continue
            r = (env.place[a, 0] + env.place[b, 0]) // 2
            c = (env.place[a, 1] + env.place[b, 1]) // 2
            if env.grid[r, c] == FREE and env.reachable[r, c] and not (env.agent[0] == r and env.agent[1] == c):
                found += 1
                if below(env.stream, found) == 0:
                    question = (0, a, b)
    return question


@subkernel
def reached(env: Env, question: Question, k: int, heading: int) -> bool:
    return False


@subkernel
def stood(env: Env, question: Question, row: int, column: int) -> bool:
    a, b = question[1], question[2]
    return 2 * row == env.place[a, 0] + env.place[b, 0] and 2 * column == env.place[a, 1] + env.place[b, 1]


BETWEEN = Task("between", ask, reached, stood, apart=TWO_APART)
