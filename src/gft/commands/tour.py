"""`gft tour`: the newcomer's run, from nothing to a table, and what to try next.

Path of the data: the whole of it once, on a small world: preset `quick`, then `gft eval` and `gft report` on its run.
"""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

from gft.commands.report import check_installed
from xworld import write_animation

SESSIONS = 2_000  # of each test

FILMED = 3  # sessions of each agent that comes with the package

NEXT = {
    "gft train --preset quick --shuffled --out {out}/shuffled": "the same with other sessions' commands: nothing to learn",
    "gft train --preset quick --method film --out {out}/film": "another grounding module; gft methods lists them",
    "gft train --preset evening": "the paper's task, whole: an evening",
    "gft agents": "the agents that come with the package, and what they can do",
    "tensorboard --logdir {out}": "everything that was measured meanwhile",
}


def add_command(commands: Any) -> None:
    parser = commands.add_parser("tour", help="a first run of minutes: an agent learns all the words; table, curve, films")
    parser.add_argument("--out", type=Path, default=Path("runs/tour"), metavar="DIR", help="folder (default: %(default)s)")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    check_installed()  # before minutes of training
    return tour(options.out)


def tour(out: Path) -> int:
    """Train, evaluate, film and report into a folder; a tour that was stopped goes on. Returns an exit code."""
    from gft.commands.eval import evaluate_runs
    from gft.commands.train import start
    from gft.evaluation import Plan
    from gft.report.write import write_report
    from gft.runs.folder import is_run

    folder = out / "quick"
    code = start("quick", None, folder, {}) if is_run(folder) else start("quick", folder, None, {})
    if code:
        return code
    print()
    command = f"gft eval {folder} --sessions {SESSIONS} --policy greedy --shuffled"
    plan = Plan(SESSIONS, policies=("greedy",), shuffled=True, command=command)
    code = evaluate_runs([folder], plan, film=out / "sessions.gif")
    if code:
        return code
    write_report([folder], out / "report")
    pictures = (out / "report").glob("training-*.png")
    print(without_listening(folder))
    print(f"\ncurve  {min(pictures)}\nfilm   {out / 'sessions.gif'}\npage   {out / 'report' / 'index.html'}")
    film_shipped(out)
    print("\nNext:" if shutil.which("gft") else f"\nNext, from {Path(sys.argv[0]).parent}/:")
    for line, why in NEXT.items():
        print(f"  {line.format(out=out)}\n      {why}")
    return 0


def film_shipped(out: Path) -> None:
    """Sessions of the agents that come with the package, on the paper's 8×8 maps."""
    from gft.evaluation import Plan, film_sessions, planned_levels
    from gft.runs.checkpoint import load_agent
    from gft.runs.shipped import shipped_names

    for name in shipped_names():
        agent, config = load_agent(name)
        file = out / f"agent-{name}.gif"
        write_animation(file, film_sessions(agent, config, planned_levels(config, Plan(sizes=(8,)))[0], FILMED))
        print(f"film   {file}: the XWORLD{name.upper()} agent that comes with the package, on 8×8")


def without_listening(folder: Path) -> str:
    """What the best policy that does not listen can reach."""
    from gft.evaluation import Plan, planned_levels
    from gft.runs.folder import read_config

    (level,) = planned_levels(read_config(folder), Plan())
    assert level.tasks == ("nav",)
    return (
        f"The command names one of the {level.goals} objects on the map and nothing else tells which: "
        f"a policy that does not listen succeeds in at most {1 / level.goals:.0%} of the sessions."
    )
