"""`gft report`: tables, figures and a page of runs that were evaluated."""

import argparse
from pathlib import Path
from typing import Any

from xworld import XWorldError


def add_command(commands: Any) -> None:
    parser = commands.add_parser("report", help="tables, figures and a page of runs that were evaluated")
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="a folder that gft train made")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    check_installed()
    from gft.report.write import write_report

    for note in write_report(options.runs, options.out):
        print(note)
    print(f"wrote {options.out / 'index.html'}, tables and figures beside it")
    return 0


def check_installed() -> None:
    """Refuse, in a sentence, if what draws figures is not installed."""
    try:
        import gft.report.write  # noqa: F401
    except ModuleNotFoundError as error:
        raise XWorldError(f"reports need {error.name}; pip install 'gft-xworld[report]' brings it.") from None
