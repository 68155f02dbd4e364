"""What pages may say: one JSON object a message, checked field by field before anything is done.

    {"do": "command", "table": "play", "sentence": "go to cat ."}

Path of the data: page → **message** → table. A page that sends nonsense gets a sentence that says what was wrong.
"""

import json
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from gft.studio.guard import LONGEST
from gft.studio.table import LARGEST, MOST_OBJECTS, MOST_SEATS, SMALLEST, TASKS
from xworld import XWorldError, one_of

LONGEST_TEXT = 4_000
TABLES = ("play", "compare")
WORLDS = ("2d", "3d")
FASTEST = 30  # steps a second


class Message(NamedTuple):
    """A message that was understood."""

    do: str
    table: str
    values: dict[str, Any]


class Field(NamedTuple):
    """A field of a message: whether a value will do, and what would."""

    fits: Callable[[Any], bool]
    wanted: str
    optional: bool = False


def _whole(low: int, high: int, optional: bool = False) -> Field:
    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return Field(fits, f"a whole number from {low} to {high}", optional)


def _text(longest: int = 300, optional: bool = False) -> Field:
    return Field(
        lambda value: isinstance(value, str) and len(value) <= longest, f"text of at most {longest} characters", optional
    )


def _one_of(names: tuple[str, ...], optional: bool = False) -> Field:
    return Field(lambda value: isinstance(value, str) and value in names, "one of " + ", ".join(names), optional)


def _texts(most: int, optional: bool = False) -> Field:
    def fits(value: Any) -> bool:
        return isinstance(value, list) and len(value) <= most and all(isinstance(v, str) and len(v) <= 100 for v in value)

    return Field(fits, f"a list of at most {most} texts", optional)


TASK = _one_of(TASKS, optional=True)
PLAIN = Field(lambda value: isinstance(value, dict), "an object")
MAYBE = Field(lambda value: isinstance(value, bool), "true or false", optional=True)
YES_OR_NO = Field(lambda value: isinstance(value, bool), "true or false")
MOST = 1 << 20

MESSAGES: dict[str, dict[str, Field]] = {
    # another session
    "deal": {
        "world": _one_of(WORLDS),
        "size": _whole(SMALLEST, LARGEST),
        "objects": _whole(1, MOST_OBJECTS, optional=True),
        "obstacles": _whole(0, LARGEST * LARGEST, optional=True),
        "task": TASK,
        "classes": _texts(200, optional=True),
    },
    "open": {"session": PLAIN, "players": _texts(MOST_SEATS, optional=True)},
    "command": {"sentence": _text(), "speed": _whole(1, FASTEST, optional=True)},  # with a speed: and go
    "ask": {"task": TASK},
    "build": {"draft": PLAIN, "command": _text(optional=True)},
    "paste": {"text": _text(LONGEST_TEXT), "task": TASK},
    # who plays, and how it goes on
    "sit": {"players": _texts(MOST_SEATS)},
    "play": {"speed": _whole(1, FASTEST), "anew": MAYBE},
    "pause": {},
    "step": {"anew": MAYBE},
    "act": {"action": _text(20)},
    "jump": {"at": _whole(0, MOST), "line": _whole(0, 100, optional=True)},
    "restart": {},
    # questions
    "help": {"text": _text(), "world": _one_of(WORLDS)},
    "matrices": {"player": _text(40), "command": _text(), "other": _text(optional=True)},
    "save": {"kind": _one_of(("gif", "png"))},
    "python": {},
    # the page itself
    "shown": {"number": _whole(0, 1 << 53)},
    "fine": {"fine": YES_OR_NO},
}


def read_message(text: str | bytes) -> Message:
    """A message, or a sentence that says what is wrong with it."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise XWorldError(f"a message is text of at most {LONGEST:,} characters.")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise XWorldError("a message is one JSON object; this is not JSON.") from None
    if not isinstance(values, dict):
        raise XWorldError('a message is one JSON object, say {"do": "step"}.')
    do, table = values.pop("do", None), values.pop("table", TABLES[0])
    if not isinstance(do, str) or do not in MESSAGES:
        raise one_of("do", do if isinstance(do, str) else type(do).__name__, MESSAGES)
    if table not in TABLES:
        raise XWorldError(f"'table' must be {' or '.join(TABLES)}.")
    fields = MESSAGES[do]
    for name in values:
        if name not in fields:
            raise XWorldError(f"{do!r} has no field {name[:40]!r}; it has {', '.join(fields) or 'none'}.")
    for name, field in fields.items():
        value = values.get(name)
        if value is None and field.optional:
            values[name] = None
        elif value is None or not field.fits(value):
            raise XWorldError(f"{name!r} of {do!r} must be {field.wanted}.")
    return Message(do, table, values)


def packed(header: dict[str, Any], content: bytes) -> bytes:
    """A binary message: the length of its header, the header as JSON, the content."""
    head = json.dumps(header).encode()
    return struct.pack("<I", len(head)) + head + content
