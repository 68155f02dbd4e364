"""The command line of the learners; each command is a file in `gft.commands`."""

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence

import gft
from gft.commands import (
    agents,
    dataset,
    eval,
    examples,
    failures,
    llm,
    matrices,
    methods,
    report,
    reproduce,
    studio,
    tour,
    train,
)
from xworld import XWorldError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; what the user can mend ends in one sentence and exit code 2."""
    parser = argparse.ArgumentParser(prog="gft", description="Language grounding by guided feature transformation.")
    parser.add_argument("--version", action="version", version=f"gft {gft.__version__}")
    parser.set_defaults(line=shlex.join(["gft", *(sys.argv[1:] if arguments is None else arguments)]))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    known = (tour, studio, train, eval, llm, failures, examples, matrices, report, reproduce, dataset, agents, methods)
    for command in known:
        command.add_command(commands)
    options = parser.parse_args(arguments)
    return reported(lambda: int(options.run_command(options)))


def reported(work: Callable[[], int], quiet: bool = False) -> int:
    """The exit code of some work. What was wrong with its input is said in one sentence; a mistake of ours is not."""
    try:
        return work()
    except XWorldError as error:
        sentence = str(error)
    except BrokenPipeError:  # whoever read what is printed has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "  # not every one is about a file
        sentence = f"{where}{error.strerror or str(error) or type(error).__name__}."
    except KeyboardInterrupt:
        return 130
    if not quiet:
        print(f"gft: {sentence}", file=sys.stderr)
    return 2
