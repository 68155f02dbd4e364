"""What stands under the pictures for people: the command, and what the teacher says in the end."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

PAPER, INK = (250, 250, 248), (30, 30, 30)


class Caption(NamedTuple):
    """What stands under the picture: the command, and when the session has ended what the teacher says to it."""

    text: str
    feedback: str = ""
    colour: tuple[int, int, int] = INK
    longest: str = ""  # room is left for so much text, so that all pictures of an environment have the same size


def caption_strip(caption: Caption, width: int, size: int) -> NDArray[np.uint8]:
    """The command, centred, in as many lines as it needs, and a line for the teacher's last word, in letters of `size`."""
    font = ImageFont.load_default(size)
    height = int(size * 1.35)
    room = max(len(lines(caption.text, font, width)), len(lines(caption.longest, font, width))) + 1
    strip = Image.new("RGB", (width, height * room + 8), PAPER)
    draw = ImageDraw.Draw(strip)
    for n, line in enumerate([*lines(caption.text, font, width), caption.feedback]):
        draw.text(((width - font.getlength(line)) / 2, 3 + n * height), line, fill=caption.colour, font=font)
    return np.asarray(strip)


def lines(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: int) -> list[str]:
    """The text in lines that fit the width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) > width - 12 and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
