"""How much a comparison may cost: the run of a cell, and the test sessions that it plays in the end.

Path of the data: beside it: budget → **cells** → runs. All methods of a comparison get the same steps and the same numbered
test sessions. 8×8 is played with the last three checkpoints, other sizes and the control (commands of other sessions) with
the last. Sessions are so few that testing costs at most about a quarter of training; in XWORLD3D they are several times as
long, so there are fewer of them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from xworld import one_of, whole

Test = dict[str, Any]  # what `gft.evaluation.Plan` takes, as plain data

# Whatever the machine, so that a grid is the same everywhere and a core more means a cell more side by side.
ALONE: dict[str, Any] = {"processes": 1, "threads": 1, "keep": 3, "milestone_every": None, "tensorboard": False}


class Amount(NamedTuple):
    """What a cell has in one world: training steps, sessions of a test on 8×8, and on each of the other sizes."""

    steps: int
    sessions: int
    others: int

    def tests(self, sessions: int | None = None) -> list[Test]:
        """The tests of a cell; with another number of sessions, half as many on the other sizes."""
        few = self.others if sessions is None else max(2, whole("sessions", sessions, 2) // 2)
        many = sessions or self.sessions
        return [
            {"sizes": [8], "sessions": many, "checkpoints": "3", "shuffled": False},
            {"sizes": [8], "sessions": many, "checkpoints": "last", "shuffled": True},
            {"sizes": [9, 10, 11], "sessions": few, "checkpoints": "last", "shuffled": True},
        ]


class Budget(NamedTuple):
    """A preset with changes, and how much of it a cell has in each world."""

    preset: str
    changes: Mapping[str, Any]
    amounts: Mapping[str, Amount]
    says: str  # what it can tell


PAPER, SMOKE = Amount(256_000_000, 10_000, 10_000), Amount(40_960, 16, 8)
BUDGETS = {
    "paper": Budget(
        "paper",
        ALONE,
        {"2d": PAPER, "3d": PAPER},
        says="as in the paper: for clusters.",
    ),
    # The recipe of preset `evening`, with the rate lowered over these steps. At 1,250 steps a second and cell, two side by
    # side (2D, float32, two cores), eight methods with two seeds take five to six hours, tests included; on cores with bf16
    # a fourth of that.
    "laptop": Budget(
        "evening",
        ALONE | {"checkpoint_every": 204_800, "log_every": 51_200},
        {"2d": Amount(2_457_600, 700, 350), "3d": Amount(3_686_400, 250, 125)},
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
            "checkpoint_every": 8_192,
            "log_every": 4_096,
        },
        {"2d": SMOKE, "3d": SMOKE},
        says="it tells whether everything works, and nothing about methods.",
    ),
}


def budget_of(name: str) -> Budget:
    """A budget by name."""
    if name not in BUDGETS:
        raise one_of("budget", name, BUDGETS)
    return BUDGETS[name]
