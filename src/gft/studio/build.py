"""Maps that people draw: on the page, object by object, or as text.

Path of the data: page → **draft** → session as data. A draft says what stands where; how things look, and what the
teacher asks if the present command cannot be done there, is filled in.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from xworld import Session, XWorldError, grammar

STEPS_PER_CELL = {"2d": 3, "3d": 10}  # the time limit, as in every session
UNIT = 1024  # scales and offsets count 1/1024 cells
BLOCK, WALLS = ["cube", 1.0], ["wall_1"] * 4
LONGEST_MAP = 4000  # characters


def built(envs: Any, world: str, draft: Mapping[str, Any], command: str | None) -> tuple[Session, str]:
    """A session on a drawn map, and a remark if another command had to be found."""
    plain = _filled(world, draft)
    names = [thing["class"] for thing in plain["objects"]]
    why = ""
    for sentence in [*([command] if command else []), *(f"go to {name} ." for name in names)]:
        try:
            envs.reset(options={"session": plain | _asked(world, sentence)})
        except XWorldError as error:
            why = why or str(error)
            continue
        if command is None or sentence != command:
            envs.ask(0)
        return envs.session(0), why and f"{why} So the teacher asks for something else."
    raise XWorldError(why or "there is nothing to ask for on a map without objects; put one on it.")


def pasted(envs: Any, text: str, task: str | None) -> Session:
    """A session on a map as text; lines like "A = cat" say what its letters are."""
    if len(text) > LONGEST_MAP:
        raise XWorldError(f"the map is {len(text):,} characters long; at most {LONGEST_MAP:,} are read.")
    rows = [line for line in text.splitlines() if line.strip() and "=" not in line]
    pairs = [line.split("=", 1) for line in text.splitlines() if "=" in line]
    options: dict[str, Any] = {"map": "\n".join(rows)}
    if pairs:
        options["legend"] = {letter.strip(): name.strip() for letter, name in pairs}
    if task:
        options["task"] = task
    envs.reset(seed=[int(np.random.default_rng().integers(2**31))], options=options)
    session: Session = envs.session(0)
    return session


def _filled(world: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """A draft as the fields of a session; these check themselves when one is made of them."""
    rows = draft.get("map")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise XWorldError("a drawn map needs rows of # and . as 'map'.")
    things = draft.get("objects")
    if not isinstance(things, list) or not all(isinstance(thing, dict) for thing in things):
        raise XWorldError("a drawn map needs a list of 'objects', each with class and at [row, column].")
    usual = {"class": "", "instance": 0, "at": [0, 0], "yaw": 0, "scale": UNIT, "offset": [0, 0]}
    fields = {
        "format": "xworld session",
        "version": 1,
        "world": world,
        "map": rows,
        "objects": [usual | thing for thing in things],
        "start": draft.get("start"),
        "limit": STEPS_PER_CELL[world] * len(rows) * max(1, len(rows[0])),
        "seed": int(np.random.default_rng().integers(2**62)),
        "actions": [],
    }
    if world == "3d":
        given = draft.get("blocks")
        blocks = given if isinstance(given, dict) else {}
        obstacles = [f"{r},{c}" for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
        fields["blocks"] = [blocks.get(where, BLOCK) for where in obstacles]
        fields["walls"] = draft.get("walls", WALLS)
    return fields


def _asked(world: str, sentence: str) -> dict[str, Any]:
    """The fields of a session that a command decides."""
    meaning = grammar(world).parse(sentence)
    return {"command": sentence, "task": meaning.task, "named": list(meaning.objects), "relation": meaning.relation}
