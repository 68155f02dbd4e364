"""The command line of the learners."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import gft
from gft.config import PRESETS, add_options


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
    options = parser.parse_args(arguments)
    return reported(lambda: int(options.run_command(options)))


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
    from gft.start import start

    given = vars(options)
    changes = {name: value for name, value in given.items() if name not in ("preset", "out", "resume", "run_command")}
    return start(options.preset, options.out, options.resume, changes)


def _methods(options: argparse.Namespace) -> int:
    from gft.agent import Agent
    from gft.cost import cost
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
