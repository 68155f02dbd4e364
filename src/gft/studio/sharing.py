"""What people take away from a table: a film, a picture, a link, lines of Python.

Path of the data: session as data → **file**.
"""

import base64
import json
import tempfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from xworld import Session, films, write_animation

MOST_FRAMES = 400  # of a film: of a longer session the first so many steps


def film(session: Session) -> bytes:
    """The session as an animated GIF, up to where it is."""
    return _written(session, "session.gif", first=0)


def picture(session: Session) -> bytes:
    """The session's present moment as a PNG."""
    return _written(session, "session.png", first=-1)


def _written(session: Session, name: str, first: int) -> bytes:
    short = Session.from_dict(session.to_dict() | {"actions": list(session.actions[:MOST_FRAMES])})
    shown = films([short])[0]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        write_animation(file, [type(shown)(shown.task, shown.mission, shown.steps, shown.feedback, shown.frames[first:])])
        return file.read_bytes()


def link_to(address: str, session: Session, players: Sequence[str] = ()) -> str:
    """A link as pages make it: the whole session, with its actions and the fingerprints of its players, after the #."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)  # without a header, as browsers call it: deflate-raw
    told = json.dumps({"session": session.to_dict(), "players": list(players)})
    packed = packer.compress(told.encode()) + packer.flush()
    return f"{address}#s={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def python_lines(session: Session) -> str:
    """The lines that make this session in a script, up to where it is."""
    name = f"XWorld{session.world.upper()}-v0"
    return (
        "import gymnasium as gym\n"
        "import xworld\n\n"
        f'env = gym.make("{name}").unwrapped\n'
        f"session = {session.to_json()!r}\n"
        'observation, info = env.reset(options={"session": session})\n'
        'print(observation["mission"], info["outcome"])\n'
    )
