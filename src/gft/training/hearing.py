"""What agents hear in place of their commands: those of other sessions, so that what is achieved then needs no language.

Path of the data: command → **tokens**, for shuffled commands in training (`--shuffled`) and in evaluation.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Hear = Callable[[Array, Array], Array]  # commands of all environments [B, L], numbers of new sessions [K] → heard [K, L]


def of_another_session(commands: Array, which: Array) -> Array:
    """Two environments hear each other's commands, which have nothing to do with their own sessions; the last of an odd
    number hears the one before. So it is the same however many processes share the environments, two or more each."""
    neighbour = which ^ 1
    return commands[np.where(neighbour < len(commands), neighbour, which - 1)]


def next_command(envs: Any, first_seed: int, sessions: int) -> Hear:
    """Shuffled commands: test session s hears the command of session s + 1, the last that of the first.

    They are those of the test sessions, and tell nothing about the session in which they are heard.
    """
    begun = 0

    def hear(commands: Array, which: Array) -> Array:
        nonlocal begun
        seeds: list[int | None] = [None] * len(commands)
        for number, i in enumerate(which, begun + 1):
            seeds[i] = first_seed + number % sessions
        mask = {"reset_mask": np.isin(np.arange(len(commands)), which)} if begun else None  # the first reset is of all
        begun += len(which)
        tokens: Array = envs.reset(seed=seeds, options=mask)[0]["tokens"][which]
        return tokens

    return hear
