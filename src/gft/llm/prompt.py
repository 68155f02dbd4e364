"""What a model is told at a step: instructions and command, the steps before, what it sees now.

Path of the data: observation, history → **messages** → server.
"""

import base64
import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gft.llm.client import Message
from xworld import DEFAULT_ACTION, SPOKEN_ACTIONS, instructions

ENLARGED = 4  # times: the picture's pixels are few, and models see small pictures badly
UNREAD = f"(Your last answer named no action, so you did this: {SPOKEN_ACTIONS[DEFAULT_ACTION]}.)"


class Turn(NamedTuple):
    """A step that is over: what was seen, what was done, and whether the answer could be read."""

    text: str
    action: int
    unread: bool


def messages_of(
    world: str, command: str, turns: Sequence[Turn], text: str, history: int, image: NDArray[np.uint8] | None = None
) -> list[Message]:
    """The messages of a step. Of the steps before, the last ones are told again; their pictures are not."""
    system = f"{instructions(world)}\n\nYour command: {command}"
    messages: list[Message] = [{"role": "system", "content": system}]
    told = list(turns[len(turns) - min(history, len(turns)) :])
    first = len(turns) - len(told)
    for number, turn in enumerate(told, first):
        messages.append({"role": "user", "content": _seen(turn.text, number > 0 and turns[number - 1].unread)})
        messages.append({"role": "assistant", "content": SPOKEN_ACTIONS[turn.action]})
    now: Any = _seen(text, bool(turns) and turns[-1].unread)
    if image is not None:
        now = [{"type": "text", "text": now}, {"type": "image_url", "image_url": {"url": as_address(image)}}]
    messages.append({"role": "user", "content": now})
    return messages


def _seen(text: str, unread: bool) -> str:
    return f"{UNREAD}\n{text}" if unread else text


def as_address(image: NDArray[np.uint8]) -> str:
    """A picture as a data address: enlarged, not a pixel more to see."""
    large = image.repeat(ENLARGED, axis=0).repeat(ENLARGED, axis=1)
    file = io.BytesIO()
    Image.fromarray(large).save(file, "png")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def transcript(messages: Sequence[Message], answer: str) -> str:
    """An exchange to be read by a person; the first one with all that was told, later ones with what is new."""
    shown = messages if len(messages) == 2 else messages[-1:]
    parts = []
    for message in shown:
        content = message["content"]
        said = content if isinstance(content, str) else "\n".join(part.get("text", "[picture]") for part in content)
        parts.append(f"## {message['role']}\n\n{said}\n")
    return "\n".join([*parts, f"## answer\n\n{answer}\n"])
