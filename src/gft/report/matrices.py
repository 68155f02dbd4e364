"""A figure of GFT's matrices, two commands a row, as in the paper's appendix.

Path of the data: matrices → **figure** → file.
"""

import textwrap

from matplotlib.figure import Figure

from gft.evaluation.matrices import Matrices
from gft.report.figures import LIGHT, Theme


def draw_matrices(matrices: Matrices, theme: Theme = LIGHT) -> Figure:
    """T_1 … T_J of each command side by side; under two commands of a row, how alike they are."""
    count, steps = matrices.centred.shape[:2]
    across = min(2, count)
    rows = -(-count // 2)
    figure = Figure(figsize=(0.4 + 2.05 * steps * across, 0.35 + 2.75 * rows), dpi=150, facecolor=theme.ground)
    grid = figure.add_gridspec(rows, across, left=0.02, right=0.98, top=1 - 0.3 / (0.35 + 2.75 * rows), bottom=0.02)
    pictures, likeness = matrices.smoothed(), matrices.likeness()
    for number, command in enumerate(matrices.commands):
        place = grid[number // 2, number % 2].subgridspec(1, steps, wspace=0.06)
        # One range for each step of a row, so that the two commands of a row can be compared by eye.
        pair = pictures[number - number % 2 : number - number % 2 + 2]
        for step in range(steps):
            axes = figure.add_subplot(place[step])
            limit = float(pair[:, step].abs().max()) or 1.0
            axes.imshow(pictures[number, step].numpy(), cmap="RdBu_r", vmin=-limit, vmax=limit, interpolation="nearest")
            axes.set_xticks([])
            axes.set_yticks([])
            for spine in axes.spines.values():
                spine.set_color(theme.line)
            axes.set_title(f"$T_{step + 1}$", color=theme.ink, fontsize=9, pad=3)
            if step == 0:
                text = "\n".join(textwrap.wrap(f"“{command}”", 22 * steps))
                if number % 2:
                    text += f"\nalike: {float(likeness[number - 1, number]):.2f}"
                axes.text(0.0, -0.05, text, transform=axes.transAxes, va="top", fontsize=8.5, color=theme.ink)
    return figure
