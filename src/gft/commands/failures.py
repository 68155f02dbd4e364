"""`gft failures`: what an agent gets wrong, on the same test sessions that `gft eval` counts."""

import argparse
from pathlib import Path
from typing import Any


def add_command(commands: Any) -> None:
    parser = commands.add_parser("failures", help="why an agent's sessions fail, and which classes it confuses")
    parser.add_argument(
        "run",
        metavar="RUN",
        help="a folder that gft train made, a checkpoint, 2d or 3d (see gft agents), or a player, say reader-2d",
    )
    parser.add_argument("--size", type=int, default=8, help="cells a side of the maps (default: %(default)s)")
    parser.add_argument("--sessions", type=int, default=10_000, help="test sessions (default: %(default)s)")
    parser.add_argument("--policy", choices=["greedy", "sampled"], default="sampled", help="(default: %(default)s)")
    parser.add_argument(
        "--sights", action="store_true", help="also tell whether what was named had been in sight; takes longer"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the tables as Markdown")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    from gft.commands.progress import EvaluationProgress
    from gft.evaluation import Plan, planned_levels
    from gft.evaluation.contenders import load_contender
    from gft.evaluation.failures import Failures, Sights, failure_tables
    from gft.evaluation.playing import play_sessions
    from gft.report.grid import as_markdown, as_text
    from gft.runs.folder import write_text

    plan = Plan(options.sessions, sizes=(options.size,))
    agent, config = load_contender(options.run)
    level = planned_levels(config, plan)[0]
    progress, failures = EvaluationProgress(options.run), Failures()
    where = f"{options.size}×{options.size}, {options.policy}"
    sights = Sights() if options.sights else None
    played = play_sessions(agent, config, level, options.sessions, options.policy, watch=sights)
    for done, session in enumerate(played, start=1):
        failures.add(session, None if sights is None else sights.of(session))
        progress.show(where, done, options.sessions)
    progress.line.clear()
    tables = failure_tables(failures, f"{config.method}, XWORLD{config.world.upper()}, {where}")
    for table in tables:
        print(as_text(table))
    if options.out is not None:
        write_text(options.out, "\n".join(as_markdown(table) for table in tables))
        print(f"wrote {options.out}")
    return 0
