"""`gft matrices`: the matrices that GFT makes of commands, side by side, and how alike they are."""

import argparse
from itertools import combinations
from pathlib import Path
from typing import Any

from xworld import XWorldError

# The paper's pairs, with classes of each world: the same meaning; another direction; another object, twice.
PAIRS = {
    "2d": (
        "will you avoid cat ?",
        "anything but cat is your destination .",
        "please collect the object that is in the front of lion .",
        "please collect the object to the left of lion .",
        "go to the location between spider and rabbit please .",
        "go to the location between lion and rabbit please .",
        "go to the object left of banana .",
        "go to the object left of turtle .",
    ),
    "3d": (
        "will you avoid bottle ?",
        "anything but bottle is your destination .",
        "please collect the object that is in the front of vase .",
        "please collect the object to the left of vase .",
        "go to the location between squeezer and candle please .",
        "go to the location between vase and candle please .",
        "go to the object left of bread .",
        "go to the object left of basket .",
    ),
}


def add_command(commands: Any) -> None:
    parser = commands.add_parser("matrices", help="the matrices that GFT makes of commands, and how alike they are")
    parser.add_argument("run", metavar="RUN", help="a folder that gft train made, a checkpoint, or 2d or 3d: see gft agents")
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="sentences (default: four pairs as in the paper)")
    parser.add_argument("--out", type=Path, default=Path("matrices.png"), help="picture to write (default: %(default)s)")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    if options.out.suffix not in (".png", ".svg", ".pdf"):
        raise XWorldError(f"cannot write {options.out.name!r}; the name must end in .png, .svg or .pdf.")
    from gft.commands.report import check_installed

    check_installed()
    from gft.evaluation.matrices import matrices_of
    from gft.report.matrices import draw_matrices
    from gft.runs.checkpoint import load_agent
    from xworld import replacing

    agent, config = load_agent(options.run)
    found = matrices_of(agent, config.world, options.commands or PAIRS[config.world])
    likeness = found.likeness()
    print("how alike the matrices of two commands are: 1 the same, 0 nothing in common, −1 opposite\n")
    for one, other in combinations(range(len(found.commands)), 2):
        if len(found.commands) <= 4 or (one % 2 == 0 and other == one + 1):
            print(f"{float(likeness[one, other]):6.2f}   {found.commands[one]}\n         {found.commands[other]}\n")
    with replacing(options.out) as temporary:
        draw_matrices(found).savefig(temporary, format=options.out.suffix[1:])
    print(f"wrote {options.out}")
    return 0
