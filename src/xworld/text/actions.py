"""Actions in words: how they are called, and how an answer is read.

Path of the data: whoever answers → **action** → world. An answer that cannot be read counts as "turn right": a turn reaches
nothing, so it can end no session but by the clock.
"""

import re
from numbers import Integral

from xworld.maps.grid import ACTIONS, TURN_RIGHT

SPOKEN_ACTIONS = tuple(name.replace("_", " ") for name in ACTIONS)
DEFAULT_ACTION = TURN_RIGHT  # what an answer that cannot be read counts as

_NAME = re.compile(r"\b(?:(move)[ _-]?(forward|backward|left|right)|(turn)[ _-]?(left|right))s?\b", re.IGNORECASE)


def read_action(answer: object) -> int | None:
    """The action that an answer names, None if it cannot be read: a number from 0 to 5, a name, or any text with names in
    it, of which the last counts. So a model may think aloud and end with its choice."""
    if isinstance(answer, Integral) and not isinstance(answer, bool):
        return int(answer) if 0 <= int(answer) < len(ACTIONS) else None
    if not isinstance(answer, str):
        return None
    alone = answer.strip(" \t\r\n.\"'`*")
    if alone.isascii() and alone.isdecimal():
        return read_action(int(alone)) if len(alone) == 1 else None
    named = _NAME.findall(answer)
    if not named:
        return None
    return SPOKEN_ACTIONS.index(" ".join(filter(None, named[-1])).lower())
