"""One HTML page that holds a whole report and needs nothing else: no script, no font, no picture from elsewhere.

Path of the data: tables, figures → **page**. It follows the reader's light or dark setting.
"""

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from gft.report.grid import Grid, as_html

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1f2328; --soft: #59636e; --line: #d0d7de; --wash: #f6f8fa; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181d; --ink: #e6e8eb; --soft: #a0a8b3; --line: #3a4048; --wash: #1d2127; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 62rem; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { margin: .4rem 0; color: var(--soft); } figure { margin: 1.25rem 0; }
img { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { font-weight: 600; } thead th[colspan]:not([colspan="1"]) { text-align: center; }
tbody th, thead tr th:first-child { text-align: left; }
b { font-weight: 700; }
summary { cursor: pointer; padding: .2rem 0; } details h3 { display: none; }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font-size: .85rem; }
"""


UNFOLDED = 6  # tables of details that are shown at once


class Picture(NamedTuple):
    """A figure in both themes, as SVG."""

    caption: str
    light: bytes
    dark: bytes


def page(
    title: str,
    notes: Sequence[str],
    pictures: Sequence[Picture],
    tables: Sequence[Grid],
    details: Sequence[Grid],
    commands: str,
    *,
    orders: Sequence[Grid] = (),
    costs: Sequence[Grid] = (),
) -> str:
    """The whole page as text."""
    sections = [
        ("Figures", "\n".join(map(_figure, pictures))),
        ("Results in the paper's layout", "\n".join(map(as_html, tables))),
        ("Order of the methods", "\n".join(map(as_html, orders))),
        ("What the methods cost", "\n".join(map(as_html, costs))),
        ("Last checkpoints in detail", _folded(details) if len(details) > UNFOLDED else "\n".join(map(as_html, details))),
        ("The commands", f"<pre>{escape(commands)}</pre>"),
    ]
    body = "\n".join(f"<h2>{name}</h2>\n{text}" for name, text in sections if text)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"{_paragraphs(notes)}\n{body}\n</body>\n</html>\n"
    )


def _figure(picture: Picture) -> str:
    caption = escape(picture.caption)
    return (
        f'<figure>\n<picture><source media="(prefers-color-scheme: dark)" srcset="{_uri(picture.dark)}">'
        f'<img src="{_uri(picture.light)}" alt="{caption}"></picture>\n</figure>'
    )


def _folded(grids: Sequence[Grid]) -> str:
    return "\n".join(f"<details><summary>{escape(grid.title)}</summary>\n{as_html(grid)}</details>" for grid in grids)


def _uri(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"


def _paragraphs(texts: Iterable[str]) -> str:
    return "\n".join(f"<p>{escape(text)}</p>" for text in texts)
