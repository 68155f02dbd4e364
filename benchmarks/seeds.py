"""Is the plateau of the first words left by more than luck? Many seeds of preset `quick`, one run a core.

    python benchmarks/seeds.py --methods gft-1,gft-2,film --seeds 10 --steps 300000       (needs the extra "train")
    python benchmarks/seeds.py --seeds 20 --test                                          to the end, as `make run` does it
    python benchmarks/seeds.py --seeds 10 --steps 300000 -- --generator-lr 1              with other options of gft train

A run has passed four words when half of its environments are beyond the level of two objects and four words. Runs that are
in the folder already are not made again, so that more seeds or methods can be added to a table.
"""

import argparse
import json
import os
import queue
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from gft.runs.folder import checkpoints, is_run, read_config, steps_of
from gft.runs.machine import keep_to, usable_cores

FOUR_WORDS = 3  # the level of curriculum `words` with two objects and four words
SESSIONS = 2_000  # of the test


class Outcome(NamedTuple):
    """How a run went."""

    method: str
    seed: int
    passed: int | None  # steps after which it had passed four words
    success: float  # of its training sessions, in its last line of metrics
    tested: float | None  # success in new sessions on its last level, greedy
    shuffled: float | None  # the same with the commands of other sessions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--methods", default="gft-2", help="separated by commas (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=10, help="runs of each method (default: %(default)s)")
    parser.add_argument("--world", default="2d", choices=["2d", "3d"], help="(default: %(default)s)")
    parser.add_argument("--steps", type=int, help="of each run (default: the preset's)")
    parser.add_argument("--test", action="store_true", help=f"test each run in {SESSIONS:,} new sessions")
    parser.add_argument("--out", type=Path, default=Path("runs/seeds"), metavar="DIR", help="folder (default: %(default)s)")
    parser.add_argument("rest", nargs="*", metavar="OPTION", help="after --: options of gft train")
    options = parser.parse_args()
    jobs = [(method, seed) for method in options.methods.split(",") for seed in range(options.seeds)]
    cores: queue.SimpleQueue[int] = queue.SimpleQueue()
    for core in usable_cores():
        cores.put(core)

    def job(method: str, seed: int) -> Outcome:
        core = cores.get()
        try:
            return play_out(options, method, seed, core)
        finally:
            cores.put(core)

    outcomes = []
    with ThreadPoolExecutor(len(usable_cores())) as pool:
        try:
            for future in [pool.submit(job, *each) for each in jobs]:
                outcomes.append(future.result())
                print(told(outcomes[-1]), flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # those that have begun are waited for
            raise
    print()
    for method in dict.fromkeys(method for method, _ in jobs):
        print(summary([outcome for outcome in outcomes if outcome.method == method]))


def play_out(options: argparse.Namespace, method: str, seed: int, core: int) -> Outcome:
    """Train and test one run on one core."""
    steps = [] if options.steps is None else ["--steps", str(options.steps)]
    folder: Path = options.out / "-".join([options.world, method, *steps, *options.rest, str(seed)]).replace("/", "_")
    own = ["--world", options.world, "--method", method, "--seed", str(seed), "--processes", "1", "--threads", "1"]
    begin = ["--preset", "quick", *own, *options.rest, "--no-tensorboard", "--out", str(folder)]
    goes_on = ["--resume", str(folder)]
    if not is_complete(folder):
        gft(core, "train", *(goes_on if (folder / "metrics.jsonl").exists() else [*begin, *steps]))
    results: list[float | None] = [None, None]
    if options.test:
        gft(core, "eval", str(folder), "--sessions", str(SESSIONS), "--policy", "greedy", "--shuffled")
        lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
        for place, commands in enumerate(("heard", "shuffled")):
            (tally,) = next(line["tasks"] for line in reversed(lines) if line["commands"] == commands).values()
            results[place] = tally["successes"] / tally["sessions"]
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    passed = next((line["steps"] for line in lines if beyond(line["levels"]) >= 0.5), None)
    return Outcome(method, seed, passed, lines[-1]["success"], results[0], results[1])


def is_complete(folder: Path) -> bool:
    """Whether a run has made all of its steps already, and written its last checkpoint."""
    return is_run(folder) and bool(made := checkpoints(folder)) and steps_of(made[-1]) >= read_config(folder).steps


def gft(core: int, *arguments: str) -> None:
    """A command of the package in a process of its own."""
    command = [sys.executable, "-m", "gft", *arguments]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    ended = subprocess.run(command, **quiet, preexec_fn=lambda: keep_to([core]), env=dict(os.environ))  # type: ignore[call-overload]
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{ended.stderr}")


def beyond(levels: dict[str, dict[str, int]]) -> float:
    """The share of environments that are beyond four words."""
    counts = [(int(level), count) for track in levels.values() for level, count in track.items()]
    return sum(count for level, count in counts if level > FOUR_WORDS) / sum(count for _, count in counts)


def told(outcome: Outcome) -> str:
    """A run in a line."""
    passed = "did not pass four words" if outcome.passed is None else f"passed four words at {outcome.passed:9,}"
    tested = "" if outcome.tested is None else f"  tested {outcome.tested:6.1%} (shuffled {outcome.shuffled:6.1%})"
    return f"{outcome.method:10} seed {outcome.seed:3}  {passed}  training {outcome.success:6.1%}{tested}"


def summary(outcomes: list[Outcome]) -> str:
    """A method in a line."""
    passed = [outcome.passed for outcome in outcomes if outcome.passed is not None]
    when = f", median at {statistics.median(passed):,.0f} steps, last at {max(passed):,}" if passed else ""
    text = f"{outcomes[0].method:10} {len(passed)} of {len(outcomes)} seeds passed four words{when}"
    tested = sorted(outcome.tested for outcome in outcomes if outcome.tested is not None)
    if tested:
        text += f"; tested: worst {tested[0]:.1%}, median {statistics.median(tested):.1%}, best {tested[-1]:.1%}"
    return text


if __name__ == "__main__":
    main()
