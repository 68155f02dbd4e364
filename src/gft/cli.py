"""The command line of the learners."""

import argparse
import sys
from collections.abc import Sequence

import gft


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input ends in one sentence and exit code 2."""
    parser = argparse.ArgumentParser(prog="gft", description="Language grounding by guided feature transformation.")
    parser.add_argument("--version", action="version", version=f"gft {gft.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    methods = commands.add_parser("methods", help="the grounding methods, and what an agent with each of them costs")
    methods.add_argument("--world", choices=["2d", "3d"], default="2d", help="whose images and words (default: %(default)s)")
    methods.set_defaults(run=_methods)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except ValueError as error:
        print(f"gft: {error}", file=sys.stderr)
        return 2


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
