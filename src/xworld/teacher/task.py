"""What a task is: sentences, a question that fits a scene, and a test of success.

A session's layout never changes, so a task's success test is asked once for every object and heading (and every
cell) when the session begins, and the answers are kept as a table: the worlds and the oracle only look things up, and
serve any task at full speed. The five tasks of the paper are compiled; a task of your own is plain Python.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.kernels import kernel, subkernel
from xworld.language.productions import Rule
from xworld.maps.grid import EAST, FREE, NORTH, SOUTH, STEP_COLUMN, STEP_ROW, WEST
from xworld.state import Env

Question = tuple[int, int, int]  # relation's number, first and second named object (−1: none)
CANNOT_ASK: Question = (-1, -1, -1)

Ask = Callable[[Env], Question]
Reached = Callable[[Env, Question, int, int], bool]
Stood = Callable[[Env, Question, int, int], bool]


@subkernel
def nowhere(env: Env, question: Question, row: int, column: int) -> bool:
    """For tasks that are about objects: no cell is a success by itself."""
    return False


@dataclass(frozen=True)
class Task:
    """A task of the teacher.

    `ask(env)` returns what to ask about in this scene: (relation, first, second), the relation's number in
    the order of the sentences and the numbers of the named objects, −1 for none; or CANNOT_ASK, and another scene
    is drawn. `reached(env, question, k, heading)`: is running into object k with this heading a success (else it is a
    failure)? `stood(env, question, row, column)`: is standing in this free cell a success?
    """

    name: str
    ask: Ask
    reached: Reached
    stood: Stood = nowhere
    # Productions, as in `Grammar.extend`; empty for the tasks that the grammar knows already.
    sentences: str = ""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    # Where the second object may stand, seen from the first (rows down, columns right); empty: anywhere.
    apart: tuple[tuple[int, int], ...] = ()
    least: int = 1  # objects that it needs on the map; two if it puts them apart

    def __post_init__(self) -> None:
        if not isinstance(self.sentences, str):
            raise XWorldError(f"the sentences of task {self.name!r} must be text: productions with '|' between them.")
        if any(len(offset) != 2 or tuple(offset) == (0, 0) for offset in self.apart):
            raise XWorldError(f"`apart` of task {self.name!r} must list (rows down, columns right), none of them (0, 0).")
        if self.apart and self.least < 2:
            object.__setattr__(self, "least", 2)
        if not all(callable(rule) for rule in (self.ask, self.reached, self.stood)):
            raise XWorldError(f"ask, reached and stood of task {self.name!r} must be functions.")
        if not isinstance(self.name, str) or not re.fullmatch(r"[a-z0-9_]+", self.name):
            raise XWorldError(f"task name {self.name!r} is not usable; take lower-case letters, digits and '_'.")

    @property
    def offsets(self) -> NDArray[np.int32]:
        return np.array(self.apart, np.int32).reshape(-1, 2)


@kernel
def approachable(env: Env, k: int) -> bool:
    """Can the agent walk to a cell beside object k, and so reach it?"""
    for direction in (NORTH, EAST, SOUTH, WEST):
        r = env.place[k, 0] + STEP_ROW[direction]
        c = env.place[k, 1] + STEP_COLUMN[direction]
        if 0 <= r < env.rows and 0 <= c < env.columns and env.grid[r, c] == FREE and env.reachable[r, c]:
            return True
    return False
