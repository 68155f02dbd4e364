"""The command line of the worlds: `xworld demo` shows what they are."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import xworld
from xworld.errors import XWorldError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input ends in one sentence and exit code 2."""
    parser = argparse.ArgumentParser(prog="xworld", description="Worlds for language-grounded reinforcement learning.")
    parser.add_argument("--version", action="version", version=xworld.__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    demo = commands.add_parser("demo", help="play sessions with the oracle and write an animated picture")
    demo.add_argument(
        "--out", type=Path, default=Path("demo.gif"), help="file to write: .gif, .webp or .png (default: %(default)s)"
    )
    demo.add_argument("--sessions", type=int, default=5, help="number of sessions (default: %(default)s)")
    demo.add_argument("--seed", type=int, default=0, help="first session's seed (default: %(default)s)")
    demo.add_argument("--size", type=int, default=8, help="cells of a side (default: %(default)s)")
    demo.add_argument("--objects", help="a folder of pictures instead of the built-in drawings")
    options = parser.parse_args(arguments)
    try:
        return _demo(options)
    except XWorldError as error:
        print(f"xworld: {error}", file=sys.stderr)
        return 2


def _demo(options: argparse.Namespace) -> int:
    """One session of each task in turn, solved by the oracle."""
    from xworld.demo import play, write_animation

    if options.sessions < 1:
        raise XWorldError(f"--sessions {options.sessions} is not usable; give at least 1.")
    sessions = play(options.sessions, seed=options.seed, size=options.size, objects=options.objects)
    for session in sessions:
        print(f"{session.task:8} {session.mission:58} {session.steps:3} steps   {session.feedback}")
    write_animation(options.out, sessions)
    print(f"wrote {options.out}")
    print('next: env = gym.make("XWorld2D-v0") after "import gymnasium as gym, xworld"; see README.md and docs/')
    return 0


if __name__ == "__main__":
    sys.exit(main())
