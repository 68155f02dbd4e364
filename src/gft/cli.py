"""The command line of the learners."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gft
from gft.runs.config import PRESETS, add_options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input ends in one sentence and exit code 2."""
    parser = argparse.ArgumentParser(prog="gft", description="Language grounding by guided feature transformation.")
    parser.add_argument("--version", action="version", version=f"gft {gft.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    methods = commands.add_parser("methods", help="the grounding methods, and what an agent with each of them costs")
    methods.add_argument("--world", choices=["2d", "3d"], default="2d", help="whose images and words (default: %(default)s)")
    methods.set_defaults(run_command=_methods)
    train = commands.add_parser(
        "train",
        help="train an agent, or go on with a run",
        usage="gft train [--preset NAME] [--out DIR] [OPTION VALUE …]\n       gft train --resume DIR [OPTION VALUE …]",
        description="Train an agent. Options take the place of the preset's values; (paper: …) is what the paper used.",
    )
    train.add_argument("--preset", default="paper", metavar="NAME", help=f"{', '.join(PRESETS)} (default: %(default)s)")
    train.add_argument("--out", type=Path, metavar="DIR", help="a new folder for the run (default: one in runs/)")
    train.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in this folder")
    add_options(train)
    train.set_defaults(run_command=_train)
    tour = commands.add_parser("tour", help="a first run of minutes: a small agent learns four words; table, curve, film")
    tour.add_argument("--out", type=Path, default=Path("runs/tour"), metavar="DIR", help="folder (default: %(default)s)")
    tour.set_defaults(run_command=_tour)
    _add_evaluation(commands, line=shlex.join(["gft", *(sys.argv[1:] if arguments is None else arguments)]))
    options = parser.parse_args(arguments)
    return reported(lambda: int(options.run_command(options)))


def _add_evaluation(commands: Any, line: str) -> None:
    """`gft eval`, which keeps the line that called it with its results, and `gft report`."""
    test = commands.add_parser("eval", help="let trained agents play test sessions, and count how they went")
    test.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="a folder that gft train made")
    test.add_argument("--sessions", type=int, default=10_000, help="sessions of each test (default: %(default)s)")
    test.add_argument(
        "--size", default="", help="cells a side, say 8,9,10,11 (default: the last level of the run's own world)"
    )
    test.add_argument("--level", default="", help="levels of the run's own curriculum instead, say 1 or 7,8")
    test.add_argument("--checkpoints", default="last", help="last, 3 (the last three), all or milestones (default: last)")
    test.add_argument("--policy", default="greedy,sampled", help="greedy, sampled or both (default: %(default)s)")
    test.add_argument(
        "--control", action="store_true", help="also with the commands of other sessions: how much language matters"
    )
    test.add_argument(
        "--gif", type=Path, metavar="FILE", help="also film some sessions of the first run (.gif, .webp or .png)"
    )
    test.add_argument("--device", default="cpu", help="cpu, cuda or cuda:N (default: %(default)s)")
    test.set_defaults(run_command=_eval, line=line)
    report = commands.add_parser("report", help="tables, figures and a page of runs that were evaluated")
    report.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="a folder that gft train made")
    report.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files")
    report.set_defaults(run_command=_report)


def reported(work: Callable[[], int], quiet: bool = False) -> int:
    """The exit code of some work; what was wrong with its input is said in one sentence."""
    try:
        return work()
    except ValueError as error:
        sentence = str(error)
    except OSError as error:
        sentence = f"{error.filename or 'a file'}: {error.strerror or error}."
    except KeyboardInterrupt:
        return 130
    if not quiet:
        print(f"gft: {sentence}", file=sys.stderr)
    return 2


def _train(options: argparse.Namespace) -> int:
    from gft.commands.train import start

    given = vars(options)
    changes = {name: value for name, value in given.items() if name not in ("preset", "out", "resume", "run_command")}
    return start(options.preset, options.out, options.resume, changes)


def _tour(options: argparse.Namespace) -> int:
    _check_report()  # before minutes of training
    from gft.commands.tour import tour

    return tour(options.out)


def _eval(options: argparse.Namespace) -> int:
    from gft.commands.evaluate import examine, numbers
    from gft.evaluation.evaluate import Plan

    plan = Plan(
        options.sessions,
        numbers("--size", options.size, "the cells a side, say 8 or 8,9,10,11"),
        numbers("--level", options.level, "numbers of levels, say 1 or 7,8"),
        options.checkpoints,
        tuple(options.policy.split(",")),
        options.control,
        options.line,
    )
    return examine(options.runs, plan, film=options.gif, device=options.device)


def _check_report() -> None:
    """Refuse, in a sentence, if what draws figures is not installed."""
    try:
        import gft.report.write  # noqa: F401
    except ModuleNotFoundError as error:
        raise ValueError(f"reports need {error.name}; pip install 'gft-xworld[report]' brings it.") from None


def _report(options: argparse.Namespace) -> int:
    _check_report()
    from gft.report.write import write_report

    for note in write_report(options.runs, options.out):
        print(note)
    print(f"wrote {options.out / 'index.html'}, tables and figures beside it")
    return 0


def _methods(options: argparse.Namespace) -> int:
    from gft.agent.agent import Agent
    from gft.agent.cost import cost
    from gft.grounding import METHODS
    from xworld import vocabulary

    side = 80 if options.world == "2d" else 84
    words = vocabulary(options.world)
    print(
        f"agents of the paper, {side}×{side} images, {len(words)} words; millions; multiply-adds of one step of one agent\n"
    )
    print(f"{'method':10} {'parameters':>11} {'grounding':>10} {'a step':>8} {'a command':>10}")
    for name in METHODS:
        agent = Agent(vocabulary=words.size, method=name, image=(side, side))
        parts = cost(agent, (side, side))
        print(
            f"{name:10} {parts.parameters / 1e6:11.3f} {parts.grounding_parameters / 1e6:10.3f}"
            f" {parts.step / 1e6:8.3f} {parts.command / 1e6:10.3f}"
        )
    return 0
