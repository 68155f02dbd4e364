"""`gft examples`: the first test session of each task, in four key frames each."""

import argparse
from pathlib import Path
from typing import Any

from xworld import XWorldError


def add_command(commands: Any) -> None:
    parser = commands.add_parser("examples", help="a session of each task, in four key frames")
    parser.add_argument(
        "run",
        metavar="RUN",
        help="a folder that gft train made, a checkpoint, 2d or 3d (see gft agents), or a player, say reader-2d",
    )
    parser.add_argument("--size", type=int, default=8, help="cells a side of the maps (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("examples.png"), help="picture to write (default: %(default)s)")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    if options.out.suffix not in (".png", ".pdf"):
        raise XWorldError(f"cannot write {options.out.name!r}; the name must end in .png or .pdf.")
    from gft.commands.report import check_installed

    check_installed()
    from gft.evaluation import Plan, planned_levels
    from gft.evaluation.contenders import load_contender
    from gft.evaluation.film import film_tasks
    from gft.report.examples import draw_examples
    from xworld import replacing

    agent, config = load_contender(options.run)
    films = film_tasks(agent, config, planned_levels(config, Plan(sizes=(options.size,)))[0])
    for film in films:
        print(f"{film.task:8} {film.mission:58} {film.steps:3} steps   {film.feedback}")
    with replacing(options.out) as temporary:
        draw_examples(films).savefig(temporary, format=options.out.suffix[1:])
    print(f"wrote {options.out}")
    return 0
