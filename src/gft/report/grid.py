"""A table as data, and how it looks as text, Markdown, LaTeX and HTML.

Path of the data: results → tables → **grid** → terminal, files, page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby


@dataclass(frozen=True)
class Grid:
    """Rows of cells under columns that may be grouped; the first columns name the row."""

    title: str
    columns: Sequence[tuple[str, str]]  # (group, name): neighbours of one group stand under one heading; "" for none
    rows: Sequence[Sequence[str]]
    names: int = 1  # so many columns name the row and stand on the left
    best: frozenset[tuple[int, int]] = frozenset()  # (row, column) of cells to print bold
    notes: Sequence[str] = ()  # sentences under the table

    def headings(self) -> list[str]:
        """One heading a column, its group included."""
        return [" ".join(part for part in column if part) for column in self.columns]

    def grouped(self) -> bool:
        return any(group and name for group, name in self.columns)

    def spans(self) -> Iterator[tuple[str, int]]:
        """The upper line of a two-line heading: each group and how many columns it has."""
        for group, columns in groupby(group for group, _ in self.columns):
            yield group, len(list(columns))


def as_text(grid: Grid) -> str:
    """Columns lined up for a terminal."""
    lines = [grid.headings(), *grid.rows]
    widths = [max(len(line[c]) for line in lines) for c in range(len(grid.columns))]
    padded = ["  ".join(_pad(cell, w, c < grid.names) for c, (cell, w) in enumerate(zip(line, widths))) for line in lines]
    return (
        "\n".join([grid.title, "", *(line.rstrip() for line in padded), *(["", *grid.notes] if grid.notes else [])]) + "\n"
    )


def as_markdown(grid: Grid) -> str:
    rules = [":--" if c < grid.names else "--:" for c in range(len(grid.columns))]
    lines = [grid.headings(), rules, *_marked(grid, lambda cell: f"**{cell}**", _escape_pipe)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join([f"### {grid.title}", table, *grid.notes]) + "\n"


def as_latex(grid: Grid) -> str:
    """A floating table for a paper; it needs no package."""
    head = [" & ".join(_latex(name or group) for group, name in grid.columns)]
    if grid.grouped():
        names = [_latex(name) if group else _latex(name or group) for group, name in grid.columns]
        spans = [rf"\multicolumn{{{n}}}{{c}}{{{_latex(group)}}}" if group else " & " * (n - 1) for group, n in grid.spans()]
        head = [" & ".join(spans), " & ".join(names)]
    body = [" & ".join(row) for row in _marked(grid, lambda cell: rf"\textbf{{{cell}}}", _latex)]
    layout = "l" * grid.names + "r" * (len(grid.columns) - grid.names)
    lines = [
        r"\begin{table}",
        r"  \centering",
        rf"  \begin{{tabular}}{{{layout}}}",
        *(rf"    {line} \\" for line in head),
        r"    \hline",
        *(rf"    {line} \\" for line in body),
        r"  \end{tabular}",
        rf"  \caption{{{_latex('. '.join([grid.title, ' '.join(grid.notes)]).strip())}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def as_html(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(name or group)}</th>' for group, name in grid.columns)
    if grid.grouped():
        above = "".join(f'<th scope="colgroup" colspan="{n}">{escape(group)}</th>' for group, n in grid.spans())
        head = f"{above}</tr>\n<tr>" + "".join(
            f'<th scope="col">{escape(n)}</th>' if g else "<th></th>" for g, n in grid.columns
        )
    body = "\n".join(
        "<tr>" + "".join(f"<{tag}>{cell}</{tag[:2]}>" for tag, cell in zip(_tags(grid), row)) + "</tr>"
        for row in _marked(grid, lambda cell: f"<b>{cell}</b>", escape)
    )
    table = f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'
    return "\n".join([f"<h3>{escape(grid.title)}</h3>", table, *(f"<p>{escape(note)}</p>" for note in grid.notes)]) + "\n"


def _marked(grid: Grid, bold: Callable[[str], str], clean: Callable[[str], str]) -> list[list[str]]:
    return [
        [bold(clean(cell)) if (r, c) in grid.best else clean(cell) for c, cell in enumerate(row)]
        for r, row in enumerate(grid.rows)
    ]


def _tags(grid: Grid) -> list[str]:
    return ['th scope="row"' if c < grid.names else "td" for c in range(len(grid.columns))]


def _pad(cell: str, width: int, left: bool) -> str:
    return cell.ljust(width) if left else cell.rjust(width)


def _escape_pipe(cell: str) -> str:
    return cell.replace("|", "\\|")


def _latex(text: str) -> str:
    for plain, command in (
        ("\\", r"\textbackslash "),
        ("±", r"$\pm$"),
        ("×", r"$\times$"),
        ("–", "--"),
        ("·", r"$\cdot$"),
        ("−", "$-$"),
    ):
        text = text.replace(plain, command)
    for sign in "%&#_":
        text = text.replace(sign, f"\\{sign}")
    return text
