"""`xworld dataset`: demonstrations into a folder, checked, or converted for Minari."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from xworld.errors import XWorldError

POLICIES = ("oracle", "random")
LIVE, QUIET = 0.5, 30.0  # seconds between two lines, on a terminal and elsewhere
FROM_RECIPE = ("world", "policy", "sessions", "seed", "size", "goals", "obstacles", "objects")


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "dataset",
        help="write sessions with all their pictures, to be learned from",
        description="Write sessions with all their pictures. The same command goes on with a folder that is not finished.",
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, metavar="DIR", help="the data set's folder")
    where.add_argument("--check", type=Path, metavar="DIR", help="read a data set, play every session again and compare")
    parser.add_argument("--world", choices=["2d", "3d"], default="2d", help="which world (default: %(default)s)")
    parser.add_argument("--sessions", type=int, default=1000, help="number of sessions (default: %(default)s)")
    parser.add_argument(
        "--policy", default="oracle", help="oracle or random (default: %(default)s); gft dataset RUN lets an agent play"
    )
    parser.add_argument("--seed", type=int, default=0, help="other sessions for another seed (default: %(default)s)")
    parser.add_argument("--size", type=int, default=8, help="cells of a side (default: %(default)s)")
    parser.add_argument("--goals", type=int, help="objects on the map (default: the paper's number for the size)")
    parser.add_argument("--obstacles", type=int, help="obstacles on the map (default: the paper's number for the size)")
    parser.add_argument("--tasks", default="", help="tasks, separated by commas (default: all five)")
    parser.add_argument("--objects", help="a pack of pictures (2d) or models (3d) instead of the built-in ones")
    parser.add_argument("--split", metavar="JSON", help='what sessions may use, say {"instances": {"without": [2]}}')
    parser.add_argument("--minari", metavar="NAME", help="then convert it for Minari, under a name like xworld/2d-oracle-v0")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from xworld.datasets.folder import Dataset, check_playback
    from xworld.datasets.recipe import Recipe
    from xworld.datasets.writing import write_dataset

    if options.check is not None:
        dataset = Dataset(options.check)
        count = sum(1 for _ in check_playback(dataset))
        print(f"{options.check}: {count:,} sessions play back to the same pictures, rewards and ends")
        return 0
    if options.policy not in POLICIES:
        raise XWorldError(
            f"--policy {options.policy!r} is unknown; give oracle or random; agents play by gft dataset RUN --out DIR."
        )
    given = {name: getattr(options, name) for name in FROM_RECIPE}
    tasks = tuple(options.tasks.split(",")) if options.tasks else ()
    recipe = Recipe(**given, tasks=tasks, split=read_split(options.split))
    progress = Progress(recipe.sessions)
    finish(write_dataset(options.out, recipe, tell=progress.show), progress, options.minari)
    return 0


def finish(dataset: Any, progress: "Progress", minari: str | None) -> None:
    """What is said of a finished data set, and its conversion."""
    progress.clear()
    print(f"{dataset.folder}: {len(dataset):,} sessions, {dataset.size / 1e6:,.1f} MB")
    print(f"next: gft train --preset evening --algo cloning --data {dataset.folder}")
    if minari is not None:
        from xworld.datasets.minari import to_minari

        made = to_minari(dataset, minari)
        print(f"Minari: {made.total_episodes:,} episodes, {made.total_steps:,} steps; minari.load_dataset({minari!r})")


def read_split(text: str | None) -> dict[str, Any] | None:
    """A split as JSON, or in a file."""
    if text is None:
        return None
    try:
        content = text if text.lstrip().startswith("{") else Path(text).read_text(encoding="utf-8")
        values = json.loads(content)
    except (ValueError, RecursionError):
        raise XWorldError(f'--split {text!r} is not JSON; give say {{"instances": {{"without": [2]}}}}.') from None
    if not isinstance(values, dict):
        raise XWorldError(f'--split {text!r} is not usable; give say {{"instances": {{"without": [2]}}}}.')
    return values


class Progress:
    """A line about how far it is: speed, size, time left. On a terminal it is rewritten."""

    def __init__(self, total: int, out: TextIO | None = None):
        self.total, self.out = total, out or sys.stderr
        self.live = self.out.isatty()
        self.began = self.last = time.monotonic()
        self.before: int | None = None  # sessions that were there already

    def show(self, sessions: int, steps: int, size: int) -> None:
        """Sessions there, steps played by now, bytes on disk."""
        now = time.monotonic()
        if steps == 0:
            self.before, self.began = sessions, now
        if now - self.last < (LIVE if self.live else QUIET) or steps == 0:
            return
        self.last = now
        seconds, done = now - self.began, sessions - (self.before or 0)
        left = seconds * (self.total - sessions) / done
        wait = f"{left / 60:,.0f} min" if left >= 60 else f"{left:.0f} s"
        text = (
            f"{sessions:,} of {self.total:,} sessions  {steps / seconds:,.0f} steps/s  {size / 1e6:,.1f} MB, "
            f"{size / sessions * self.total / 1e6:,.0f} MB in the end  {wait} left"
        )
        print(f"\r\x1b[2K{text}" if self.live else text, end="" if self.live else "\n", file=self.out, flush=True)

    def clear(self) -> None:
        """Take the line back."""
        if self.live:
            print("\r\x1b[2K", end="", file=self.out, flush=True)
