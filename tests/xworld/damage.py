"""Sessions as data with something wrong in them, each in a way that can never be right."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

NOT_A_NUMBER = [None, "three", [], {}, True, 1.5, float("nan"), -1, 2**70]
NOT_TEXT = [None, 3, [], {}, True]
NOT_A_LIST = [None, 3, "abc", {}, True, [None], [[]], [{}]]


def damaged(data: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[str, Any]]:
    """Endlessly: the part that is wrong, and a session (plain data, or JSON text) with that wrong."""
    makers = (_without, _extra, _wrong_kind, _object, _map, _start, _language, _actions, _text)
    while True:
        maker = makers[int(random.integers(len(makers)))]
        yield maker(copy.deepcopy(data), random)


def _pick(random: np.random.Generator, items: Any) -> Any:
    items = list(items)
    return items[int(random.integers(len(items)))]


def _without(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    name = _pick(random, data)
    del data[name]
    return name, data


def _extra(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    name = _pick(random, ("colour", "", "Map", "objekts"))
    return name, data | {name: 1}


def _wrong_kind(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    name = _pick(random, data)
    if name in ("limit", "seed", "version"):
        value = _pick(random, NOT_A_NUMBER)
    elif name in ("world", "command", "task", "format"):
        value = _pick(random, NOT_TEXT)
    elif name == "relation":
        value = _pick(random, [3, [], {}, True, "sideways"])
    else:
        value = _pick(random, NOT_A_LIST)
        if name == "actions" and value == []:
            value = None
    return name, data | {name: value}


def _object(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    thing = _pick(random, data["objects"])
    rows, columns = len(data["map"]), len(data["map"][0])
    bad = {
        "class": ["", "unicorn", 3, None],
        "instance": [-1, 10**6, 1.0, None],
        "at": [[rows, 0], [0, columns], [-1, 0], [0], "a", None, [0.5, 1]],
        "yaw": [-1, 4096, 1.5, None],
        "scale": [0, 5000, -3, None],
        "offset": [[0], [600, 0], [0, -600], None],
    }
    name = _pick(random, bad)
    thing[name] = _pick(random, bad[name])
    if random.random() < 0.2:
        thing.pop(name)
    return "objects", data


def _map(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    way, row = int(random.integers(4)), int(random.integers(len(data["map"])))
    if way == 0:
        data["map"][row] += "."
    elif way == 1:
        data["map"][row] = "x" + data["map"][row][1:]
    elif way == 2:  # walls where an object stands
        r, c = _pick(random, data["objects"])["at"]
        data["map"][r] = data["map"][r][:c] + "#" + data["map"][r][c + 1 :]
    else:
        data["map"] = ["." * 65] * 65
    return "map", data


def _start(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    rows, thing = len(data["map"]), _pick(random, data["objects"])
    bad = [[rows, 0, 0], [0, -1, 0], [0, 0, 8], [0, 0, -1], [0, 0], [float("inf"), 0, 0], "north", None, [*thing["at"], 0]]
    return "start", data | {"start": _pick(random, bad)}


def _language(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    bad = [
        ("command", "well done !"),
        ("command", "fly to the moon ."),
        ("command", ""),
        ("command", data["command"] + " ."),
        ("task", "swim"),
        ("named", ["unicorn"]),
        ("named", []),
        ("relation", "sideways"),
    ]
    name, value = _pick(random, bad)
    return name, data | {name: value}


def _actions(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    bad = [[6], [-1], [0.0], ["move_forward"], [4] * (data["limit"] + 1), None]
    return "actions", data | {"actions": _pick(random, bad)}


def _text(data: dict[str, Any], random: np.random.Generator) -> tuple[str, Any]:
    text = json.dumps(data)
    return "text", text[: int(random.integers(len(text) - 1))]
