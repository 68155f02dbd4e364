"""A session as plain data: its map, its objects, its command, and the actions taken so far.

Path of the data: beside it. `recording.py` writes one of these from a running environment and makes an environment of it
again, bit for bit; everything else (files, links, bug reports, data sets) is this and JSON.

    {"format": "xworld session", "version": 1, "world": "2d",
     "map": ["..#.", "....", ".#.."],                        # obstacles are #; what stands on the floor is listed below
     "objects": [{"class": "cat", "instance": 1, "at": [0, 3], "yaw": 1024, "scale": 800, "offset": [3, -10]}, …],
     "start": [1, 0, 2],                                     # the agent's row, column, and heading in eighths of a turn
     "command": "please go to cat .", "task": "nav", "named": ["cat"], "relation": null,
     "limit": 36, "seed": 17, "actions": [0, 0, 4]}

Yaw counts 1/4096 turns; scale and offset (down, right) count 1/1024 cells; `seed` is where the stream of what is drawn
after this session stands. XWORLD3D has "blocks", [material, scale] of each obstacle in reading order, and "walls", the
patterns of the north, east, south and west wall.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from xworld.errors import XWorldError, one_of
from xworld.maps.grid import ACTIONS, HEADINGS
from xworld.maps.layout import UNIT, YAWS

FORMAT, VERSION = "xworld session", 1
LARGEST = 64  # cells of a side
OBSTACLE, FREE = "#", "."
LONGEST = 1 << 20  # characters of a file


@dataclass(frozen=True)
class Thing:
    """An object on the map."""

    kind: str  # its class
    instance: int  # which picture or model of the class
    at: tuple[int, int]  # row, column
    yaw: int
    scale: int
    offset: tuple[int, int]  # down, right


@dataclass(frozen=True)
class Session:
    """Everything that decides how a session looks and goes, up to where it is. Bad values are refused by name."""

    world: str
    map: tuple[str, ...]
    objects: tuple[Thing, ...]
    start: tuple[float, float, int]
    command: str
    task: str
    named: tuple[str, ...]  # the classes that the command names
    relation: str | None
    limit: int
    seed: int
    actions: tuple[int, ...] = ()
    blocks: tuple[tuple[str, float], ...] = ()
    walls: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        return len(self.map)

    @property
    def columns(self) -> int:
        return len(self.map[0])

    def __post_init__(self) -> None:
        _check_map(self.map)
        _check_objects(self)
        _check_start(self)

    # ---- plain data

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        things = [
            {
                "class": thing.kind,
                "instance": thing.instance,
                "at": list(thing.at),
                "yaw": thing.yaw,
                "scale": thing.scale,
                "offset": list(thing.offset),
            }
            for thing in self.objects
        ]
        three = {"blocks": [list(block) for block in self.blocks], "walls": list(self.walls)} if self.world == "3d" else {}
        return {
            "format": FORMAT,
            "version": VERSION,
            "world": self.world,
            "map": list(self.map),
            **three,
            "objects": things,
            "start": [int(part) if part == int(part) else part for part in self.start],
            "command": self.command,
            "task": self.task,
            "named": list(self.named),
            "relation": self.relation,
            "limit": self.limit,
            "seed": self.seed,
            "actions": list(self.actions),
        }

    def to_json(self) -> str:
        """One line of JSON that `from_json` reads back."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Session":
        """Read JSON; what is damaged or foreign is refused with the field that is wrong."""
        if len(text) > LONGEST:
            raise XWorldError(f"the session is {len(text):,} characters long; at most {LONGEST:,} are read.")
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            raise XWorldError("the session is not JSON; write one with Session.to_json().") from None
        return cls.from_dict(values)

    @classmethod
    def from_dict(cls, values: Any) -> "Session":
        """From plain data; what is damaged or foreign is refused with the field that is wrong."""
        if not isinstance(values, Mapping) or values.get("format") != FORMAT:
            raise XWorldError(f"this is not a session: 'format' must be {FORMAT!r}.")
        if values.get("version") != VERSION or isinstance(values.get("version"), bool):
            raise XWorldError(f"the session's 'version' is {values.get('version')!r}; this program reads version {VERSION}.")
        world = _field(values, "world", _text)
        if world not in ("2d", "3d"):
            raise _wrong("world", world, "give 2d or 3d")
        known = {**FIELDS, **(FIELDS_3D if world == "3d" else {})}
        for name in values:
            if name not in (*known, "format", "version"):
                raise one_of("the session's field", name, known)
        return cls(**{name: _field(values, name, read) for name, read in known.items()})


# ---- reading fields: each reader takes plain data and gives the value, or None if it is not one


def _wrong(name: str, value: object, wanted: str) -> XWorldError:
    shown = repr(value)
    return XWorldError(f"the session's {name} {shown if len(shown) < 80 else shown[:77] + '…'} is not usable; {wanted}.")


def _field(values: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    if name not in values:
        raise XWorldError(f"the session has no {name!r}; {WANTED[name]}.")
    if name == "relation" and values[name] is None:
        return None
    value = read(values[name])
    if value is None:
        raise _wrong(name, values[name], WANTED[name])
    return value


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= 1000 else None


def _number(low: int, high: int) -> Callable[[Any], int | None]:
    def read(value: Any) -> int | None:
        return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else None

    return read


def _several(read: Callable[[Any], Any], most: int, exactly: int | None = None) -> Callable[[Any], Any]:
    """A list whose items are all read."""

    def each(value: Any) -> tuple[Any, ...] | None:
        if not isinstance(value, list | tuple) or len(value) > most or (exactly is not None and len(value) != exactly):
            return None
        items = tuple(read(item) for item in value)
        return None if any(item is None for item in items) else items

    return each


def _thing(value: Any) -> Thing | None:
    if not isinstance(value, Mapping) or set(value) != {"class", "instance", "at", "yaw", "scale", "offset"}:
        return None
    kind, instance = _text(value["class"]), _number(0, 2**31 - 1)(value["instance"])
    at, offset = (
        _several(_number(low, high), 2, 2)(value[name])
        for name, low, high in (("at", 0, LARGEST - 1), ("offset", -UNIT // 2, UNIT // 2))
    )
    yaw, scale = _number(0, YAWS - 1)(value["yaw"]), _number(1, UNIT)(value["scale"])
    if kind is None or instance is None or at is None or offset is None or yaw is None or scale is None:
        return None
    return Thing(kind, instance, at, yaw, scale, offset)


def _pose(value: Any) -> tuple[float, float, int] | None:
    if not isinstance(value, list | tuple) or len(value) != 3:
        return None
    place = [part for part in value[:2] if isinstance(part, int | float) and not isinstance(part, bool)]
    heading = _number(0, HEADINGS - 1)(value[2])
    if len(place) != 2 or not all(math.isfinite(part) for part in place) or heading is None:
        return None
    return float(place[0]), float(place[1]), heading


def _block(value: Any) -> tuple[str, float] | None:
    if not isinstance(value, list | tuple) or len(value) != 2 or not isinstance(value[0], str):
        return None
    number = value[1]
    return (value[0], float(number)) if isinstance(number, int | float) and not isinstance(number, bool) else None


_CELLS = LARGEST * LARGEST
FIELDS: dict[str, Callable[[Any], Any]] = {
    "world": _text,
    "map": _several(_text, LARGEST),
    "objects": _several(_thing, 256),
    "start": _pose,
    "command": _text,
    "task": _text,
    "named": _several(_text, 2),
    "relation": _text,
    "limit": _number(1, 10 * _CELLS),
    "seed": _number(0, 2**64 - 1),
    "actions": _several(_number(0, len(ACTIONS) - 1), 10 * _CELLS),
}
FIELDS_3D: dict[str, Callable[[Any], Any]] = {"blocks": _several(_block, _CELLS), "walls": _several(_text, 4, 4)}
WANTED = {
    "world": "give 2d or 3d",
    "map": f"give rows of equal length, of {OBSTACLE} and {FREE}, at most {LARGEST} each",
    "objects": f"each has class, instance, at [row, column], yaw to {YAWS - 1}, scale to {UNIT}, offset [down, right]",
    "start": f"give row, column and a heading from 0 to {HEADINGS - 1}",
    "command": "give a sentence",
    "task": "give the name of a task",
    "named": "list the classes that the command names",
    "relation": "give the relation's name, or null",
    "limit": "give the most steps of the session, at least 1",
    "seed": "give a whole number from 0 to 2⁶⁴ − 1",
    "actions": f"list numbers from 0 to {len(ACTIONS) - 1}",
    "blocks": "list material and scale of each obstacle",
    "walls": "name the patterns of the four walls",
}


# ---- what must fit together


def _check_map(rows: tuple[str, ...]) -> None:
    if not rows or len({len(row) for row in rows}) != 1 or not 1 <= len(rows[0]) <= LARGEST:
        raise _wrong("map", list(rows), WANTED["map"])
    if set("".join(rows)) - {OBSTACLE, FREE}:
        raise _wrong("map", list(rows), WANTED["map"])


def _check_objects(session: Session) -> None:
    taken: set[tuple[int, int]] = set()
    for thing in session.objects:
        row, column = thing.at
        if row >= session.rows or column >= session.columns or session.map[row][column] == OBSTACLE:
            raise _wrong("objects", thing.kind, f"it stands at {list(thing.at)}, where there is no free floor")
        if thing.at in taken:
            raise _wrong("objects", thing.kind, f"something else stands at {list(thing.at)} already")
        taken.add(thing.at)
    kinds = [thing.kind for thing in session.objects]
    for kind in kinds:
        if kinds.count(kind) > 1:
            raise _wrong("objects", kind, "no class may stand on a map more than once")
    for name in session.named:
        if name not in kinds:
            raise _wrong("named", name, "it is not among the objects")
    if session.world == "3d" and len(session.blocks) != sum(row.count(OBSTACLE) for row in session.map):
        raise _wrong("blocks", len(session.blocks), "as many as there are obstacles on the map")
    if len(session.actions) > session.limit:
        raise _wrong("actions", len(session.actions), f"there are more than the limit of {session.limit}")


def _check_start(session: Session) -> None:
    row, column, heading = session.start
    if not (-0.5 < row < session.rows - 0.5 and -0.5 < column < session.columns - 0.5):
        raise _wrong("start", list(session.start), "it lies outside the map")
    if session.world == "2d" and (row != int(row) or column != int(column) or heading % 2):
        raise _wrong("start", list(session.start), "in 2D the agent stands in a cell and looks along the grid")
