"""dir: go to the object in a direction of the named one, as the agent sees it when it gets there.

Example: "navigate to the object left of chair ."
Scene:   two objects stand on cells that share a side. The direction is that seen by an agent on a free cell beside the
         target, facing it; that cell can be walked to.
Success: an object on a cell that shares a side with the named one is reached, and seen along the agent's heading at that
         moment it lies in the commanded direction of it.
Failure: any other object is reached.

"front" means nearer to the viewer than the named object, "behind" farther. Nobody asks for "behind": whoever faces the
target from beside it never has the named object in between.
"""

from xworld.kernels import subkernel
from xworld.maps.grid import EAST, FREE, NORTH, SOUTH, STEP_COLUMN, STEP_ROW, WEST
from xworld.state import Env
from xworld.streams import below
from xworld.teacher.task import CANNOT_ASK, Question, Task

# The relations in the order of the grammar.
TO_LEFT, TO_RIGHT, BEHIND, FRONT = range(4)
SHARING_A_SIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


@subkernel
def lies(relation: int, down: int, right: int, heading: int) -> bool:
    """Does (down, right), from the named object to the target, point in the relation's direction for the viewer?

    Along a diagonal heading a neighbour lies in two directions, 45° from each: both hold.
    """
    along = down * STEP_ROW[heading] + right * STEP_COLUMN[heading]
    across = down * STEP_ROW[(heading + 2) % 8] + right * STEP_COLUMN[(heading + 2) % 8]
    if relation == TO_LEFT:
        return across < 0
    if relation == TO_RIGHT:
        return across > 0
    if relation == BEHIND:
        return along > 0
    return along < 0


@subkernel
def share_a_side(env: Env, a: int, b: int) -> bool:
    return abs(env.place[a, 0] - env.place[b, 0]) + abs(env.place[a, 1] - env.place[b, 1]) == 1


@subkernel
def ask(env: Env) -> Question:
    question, found = CANNOT_ASK, 0
    for named in range(env.count):
        for target in range(env.count):
            if not share_a_side(env, named, target):
                continue
            for heading in (NORTH, EAST, SOUTH, WEST):
                r = env.place[target, 0] - STEP_ROW[heading]
                c = env.place[target, 1] - STEP_COLUMN[heading]
                if not (0 <= r < env.rows and 0 <= c < env.columns):
                    continue
                if env.grid[r, c] != FREE or not env.reachable[r, c]:
                    continue
                found += 1
                if below(env.stream, found) == 0:
                    down = env.place[target, 0] - env.place[named, 0]
                    right = env.place[target, 1] - env.place[named, 1]
                    for relation in range(4):
                        if lies(relation, down, right, heading):
                            question = (relation, named, -1)
    return question


@subkernel
def reached(env: Env, question: Question, k: int, heading: int) -> bool:
    named = question[1]
    down = env.place[k, 0] - env.place[named, 0]
    right = env.place[k, 1] - env.place[named, 1]
    return share_a_side(env, named, k) and lies(question[0], down, right, heading)


DIR = Task("dir", ask, reached, apart=SHARING_A_SIDE)
