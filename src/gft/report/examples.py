"""Navigation examples: four key frames of a session a row, as in the paper's appendix.

Path of the data: films → **figure** → file.
"""

from collections.abc import Sequence

from matplotlib.figure import Figure

from gft.report.figures import LIGHT, Theme
from xworld import Film

KEY_FRAMES = 4


def draw_examples(films: Sequence[Film], theme: Theme = LIGHT) -> Figure:
    """A row a session: its beginning, its end, and two moments between."""
    tall, wide = films[0].frames[0].shape[:2]
    width = 8.0
    height = width / KEY_FRAMES * tall / wide + 0.35
    figure = Figure(figsize=(width, height * len(films)), dpi=150, facecolor=theme.ground)
    for row, film in enumerate(films):
        last = len(film.frames) - 1
        for column in range(KEY_FRAMES):
            number = round(last * column / (KEY_FRAMES - 1))
            axes = figure.add_axes(
                (
                    (column + 0.02) / KEY_FRAMES,
                    1 - (row + 1 - 0.02) / len(films),
                    0.96 / KEY_FRAMES,
                    (1 - 0.35 / height) / len(films),
                )
            )
            axes.imshow(film.frames[number], aspect="equal")
            axes.set_axis_off()
            if column == 0:
                text = f"{film.task}: “{film.mission}”   {film.feedback}, {film.steps} steps"
                axes.set_title(text, loc="left", fontsize=8.5, color=theme.ink, pad=4)
    return figure
