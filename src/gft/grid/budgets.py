"""How much a comparison may cost: the run of a cell, and the test sessions that it plays in the end.

Path of the data: beside it: budget → **cells** → runs. All methods of a comparison get the same steps and the same numbered
test sessions. 8×8 is played with the last three checkpoints, other sizes and the control (commands of other sessions) with
the last. Sessions are so few that testing costs at most about a quarter of training even if they all run out of time:
of `laptop` in 2D that would be 2.3 million steps of acting beside 2.5 million of training, of which acting is a third.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from gft.runs.presets import preset
from xworld import one_of, whole

Test = dict[str, Any]  # what `gft.evaluation.Plan` takes, as plain data

# Whatever the machine, so that a grid is the same everywhere and a core more means a cell more side by side.
ALONE: dict[str, Any] = {"processes": 1, "threads": 1, "keep": 3, "milestone_every": None, "tensorboard": False}


class Budget(NamedTuple):
    """A preset with changes, and how many sessions a test has: on 8×8, and on each of the other sizes."""

    preset: str
    changes: Mapping[str, Any]
    sessions: int
    others: int
    says: str  # what it can tell

    @property
    def steps(self) -> int:
        """Of a cell, unless the user asks for others."""
        return int(self.changes.get("steps") or preset(self.preset).steps)

    def tests(self, sessions: int | None = None) -> list[Test]:
        """The tests of a cell; with another number of sessions, half as many on the other sizes."""
        few = self.others if sessions is None else max(2, whole("sessions", sessions, 2) // 2)
        many = sessions or self.sessions
        return [
            {"sizes": [8], "sessions": many, "checkpoints": "3", "shuffled": False},
            {"sizes": [8], "sessions": many, "checkpoints": "last", "shuffled": True},
            {"sizes": [9, 10, 11], "sessions": few, "checkpoints": "last", "shuffled": True},
        ]


BUDGETS = {
    "paper": Budget(
        "paper",
        ALONE,
        sessions=10_000,
        others=10_000,
        says="as in the paper: for clusters.",
    ),
    # The recipe of preset `evening`, with the rate lowered over these steps. At 1,250 steps a second and cell, two side by
    # side (2D, float32, two cores), eight methods with two seeds take five to six hours, tests included; on cores with bf16
    # a fourth of that.
    "laptop": Budget(
        "evening",
        ALONE | {"steps": 2_457_600, "checkpoint_every": 204_800, "log_every": 51_200},
        sessions=700,
        others=350,
        says="early in learning. It tells who learns faster, not who ends where.",
    ),
    "smoke": Budget(
        "evening",
        ALONE
        | {
            "agent": "small",
            "curriculum": "paper",
            "environments": 32,
            "minibatches": 4,
            "steps": 40_960,
            "checkpoint_every": 8_192,
            "log_every": 4_096,
        },
        sessions=16,
        others=8,
        says="it tells whether everything works, and nothing about methods.",
    ),
}


def budget_of(name: str) -> Budget:
    """A budget by name."""
    if name not in BUDGETS:
        raise one_of("budget", name, BUDGETS)
    return BUDGETS[name]
