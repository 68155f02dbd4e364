"""`gft eval`: trained agents play test sessions; every run in turn, a bar while it plays, tables at the end.

Path of the data: checkpoint → evaluation → results.jsonl, and → **terminal**.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from xworld import XWorldError, check_animation_name, write_animation

FILMED = 6  # sessions


def add_command(commands: Any) -> None:
    parser = commands.add_parser("eval", help="let trained agents play test sessions, and count how they went")
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        help="a folder that gft train made, 2d or 3d (see gft agents), or a player: oracle-2d, reader-3d, …",
    )
    parser.add_argument("--sessions", type=int, default=10_000, help="sessions of each test (default: %(default)s)")
    parser.add_argument(
        "--size", default="", help="cells a side, say 8,9,10,11 (default: the last level of the run's own world)"
    )
    parser.add_argument("--level", default="", help="levels of the run's own curriculum instead, say 1 or 7,8")
    parser.add_argument("--checkpoints", default="last", help="last, 3 (the last three), all or milestones (default: last)")
    parser.add_argument("--policy", default="greedy,sampled", help="greedy, sampled or both (default: %(default)s)")
    parser.add_argument(
        "--shuffled", action="store_true", help="also with the commands of other sessions: how much language matters"
    )
    parser.add_argument(
        "--gif", type=Path, metavar="FILE", help="also film some sessions of the first run (.gif, .webp or .png)"
    )
    parser.add_argument(
        "--method", metavar="FILE.py:CLASS", help="the file of a method of your own that these runs were trained with"
    )
    parser.add_argument("--device", default="cpu", help="cpu, cuda or cuda:N (default: %(default)s)")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    from gft.evaluation import Plan

    if options.method is not None:
        from gft.grounding import registered

        registered(options.method)
    plan = Plan(
        options.sessions,
        _numbers("--size", options.size, "the cells a side, say 8 or 8,9,10,11"),
        _numbers("--level", options.level, "numbers of levels, say 1 or 7,8"),
        options.checkpoints,
        tuple(options.policy.split(",")),
        options.shuffled,
        options.line,
    )
    return evaluate_runs(options.runs, plan, film=options.gif, device=options.device)


def _numbers(option: str, text: str, example: str) -> tuple[int, ...]:
    """Whole numbers separated by commas."""
    try:
        return tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise XWorldError(f"{option} {text!r} is not usable; give {example}.") from None


def evaluate_runs(runs: Sequence[Path | str], plan: Any, film: Path | None = None, device: str = "cpu") -> int:
    """Evaluate runs; returns an exit code."""
    from gft.commands.progress import EvaluationProgress
    from gft.evaluation import evaluate, results_folder
    from gft.players import named_player
    from gft.report.beside import beside_tables
    from gft.report.details import detail_tables
    from gft.report.grid import as_text
    from gft.report.splits import split_tables
    from gft.runs.folder import check_run
    from gft.runs.results import FILE
    from gft.runs.shipped import shipped_file

    for source in runs:
        if shipped_file(source) is None and named_player(source) is None:
            check_run(Path(source))
    if film is not None:
        _write_film(runs[0], plan, film)
    if not plan.sizes and not plan.levels:
        print("tested on the last level of each run's own world; --size 8,9,10,11 tests on the paper's maps\n")
    results = []
    folders = [results_folder(source) for source in runs]
    for source, folder in zip(runs, folders):
        progress = EvaluationProgress(str(source))
        try:
            results += list(evaluate(source, plan, progress.show, device))
        except KeyboardInterrupt:
            print(f"\nstopped; what was finished is in {folder / FILE}, and the same command goes on from there")
            return 130
        finally:
            progress.line.clear()
    for grid in [*detail_tables(results), *split_tables(results), *beside_tables(results)]:
        print(as_text(grid))
    written, names = ", ".join(str(folder / FILE) for folder in folders), " ".join(map(str, folders))
    print(f"written to {written}; next: gft report {names} --out report")
    return 0


def _write_film(source: Path | str, plan: Any, file: Path) -> None:
    """Some test sessions of a run's newest checkpoint, filmed."""
    from gft.evaluation import film_sessions, planned_levels
    from gft.evaluation.contenders import load_contender

    check_animation_name(file)
    agent, config = load_contender(source)
    films = film_sessions(agent, config, planned_levels(config, plan)[0], FILMED)
    for each in films:
        print(f"{each.task:8} {each.mission:58} {each.steps:3} steps   {each.feedback}")
    write_animation(file, films)
    print(f"wrote {file}\n")
