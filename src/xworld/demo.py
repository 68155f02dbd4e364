"""Sessions to look at: played by the oracle, or as they were written down. First contact, and the README's figures."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from xworld.animation import Film
from xworld.envs import XWorld, XWorld2D, XWorld3D
from xworld.errors import XWorldError
from xworld.files import replacing
from xworld.session import Session
from xworld.teacher.starters import PAPER_TASKS

WORLDS: dict[str, tuple[type[XWorld], str]] = {"2d": (XWorld2D, "rgb_array"), "3d": (XWorld3D, "both")}
LARGEST_FILE = 1 << 28  # bytes of a file of sessions


def solved(count: int, seed: int = 0, world: str = "2d", **options: Any) -> list[Session]:
    """Sessions of the paper's tasks, one task after the other, as the oracle solves them."""
    env = WORLDS[world][0](**options)
    sessions = []
    for n in range(count):
        env.reset(seed=seed + n, options={"task": PAPER_TASKS[n % len(PAPER_TASKS)].name})
        for action in env.solution():
            env.step(action)
        sessions.append(env.session())
    return sessions


def films(sessions: Sequence[Session], mode: str | None = None, **options: Any) -> list[Film]:
    """The sessions as pictures, or with mode="ansi" as text, from their beginnings to where they were written down."""
    rooms: dict[tuple[str, int, int], XWorld] = {}
    shown = []
    for session in sessions:
        kind, usual = WORLDS[session.world]
        room = session.world, max(3, session.rows, session.columns), max(1, len(session.objects))
        if room not in rooms:
            rooms[room] = kind(render_mode=mode or usual, size=room[1], goals=room[2], obstacles=0, **options)
        shown.append(_film(rooms[room], session))
    return shown


def _film(env: XWorld, session: Session) -> Film:
    _, info = env.reset(options={"session": replace(session, actions=())})
    frames = [env.render()]
    for action in session.actions:
        *_, info = env.step(action)
        frames.append(env.render())
    return Film(info["task"], session.command, info["steps"], info["feedback"], frames)


def read_sessions(file: Path) -> Iterator[Session]:
    """The sessions of a file: one, or one a line."""
    if file.stat().st_size > LARGEST_FILE:
        raise XWorldError(f"{str(file)!r} is larger than {LARGEST_FILE // (1 << 20)} MiB; give a file with fewer sessions.")
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise XWorldError(f"{str(file)!r} is not text; give a file of sessions as JSON.") from None
    try:
        parts = [json.dumps(json.loads(text))]
    except (ValueError, RecursionError):
        parts = [line for line in text.splitlines() if line.strip()]
    if not parts:
        raise XWorldError(f"there is no session in {str(file)!r}.")
    for number, part in enumerate(parts, start=1):
        try:
            yield Session.from_json(part)
        except XWorldError as error:
            where = f"line {number} of {str(file)!r}" if len(parts) > 1 else repr(str(file))
            raise XWorldError(f"{where}: {error}") from None


def write_sessions(file: Path, sessions: Sequence[Session]) -> None:
    """A line each."""
    with replacing(file) as temporary:
        temporary.write_text("".join(session.to_json() + "\n" for session in sessions), encoding="utf-8")
