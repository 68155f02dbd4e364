"""`gft agents`: the agents that come with the package, and what they can do; and how one is made of a run."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from xworld import XWorldError

SIZES = (8, 9, 10, 11)


def add_command(commands: Any) -> None:
    parser = commands.add_parser("agents", help="the agents that come with the package, and what they can do")
    parser.add_argument("--pack", type=Path, metavar="RUN", help="make a file like theirs of a run's newest checkpoint")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write it (.safetensors)")
    parser.add_argument("--sessions", type=int, default=10_000, help="test sessions of each cell (default: %(default)s)")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    if options.pack is not None:
        if options.out is None or options.out.suffix != ".safetensors":
            raise XWorldError("--pack needs --out with a name that ends in .safetensors.")
        return pack(options.pack, options.out, options.sessions)
    from gft.runs.shipped import read_shipped, shipped_file, shipped_names

    names = shipped_names()
    for name in names:
        file = shipped_file(name)
        assert file is not None
        describe(name, file.stat().st_size, read_shipped(file))
    if not names:
        print("this package has none")
    return 0


def describe(name: str, size: int, agent: Any) -> None:
    """An agent in a few lines: how it was trained, and its success by size and task."""
    from gft.report import paper
    from gft.report.tables import NONE

    config = agent.config
    print(
        f"{name}: {config.method}, {config.agent} agent, XWORLD{config.world.upper()}, reward only; {agent.steps:,} steps, "
        f"{agent.hours:.1f} hours, {agent.date}; {size / 1e6:.1f} MB"
    )
    print(f"    {'success in percent':32}" + "".join(f"{task:>9}" for task in paper.TASKS))
    for result in agent.results:
        label = f"{result.setting.rows}×{result.setting.columns}, {result.policy}, {result.commands} commands"
        rates = [f"{100 * result.tasks[task].success:.1f}" if task in result.tasks else NONE for task in paper.TASKS]
        print(f"    {label:32}" + "".join(f"{rate:>9}" for rate in rates))
    print(f"    next: gft eval {name} --size 8     gft.load_agent({name!r}) in Python\n")


def pack(folder: Path, out: Path, sessions: int) -> int:
    """Round a run's weights, measure them, and write both."""
    from gft.commands.progress import EvaluationProgress
    from gft.evaluation import Plan
    from gft.evaluation.measure import play, questions
    from gft.runs import checkpoint
    from gft.runs.shipped import Shipped, rounded, today, write_shipped

    file = checkpoint.find(folder)
    content = checkpoint.read(file)
    if not content.config.reward_only or content.config.shuffled:
        raise XWorldError(f"{str(folder)!r} was not trained by reward alone; only such agents are shipped.")
    agent, config = checkpoint.load_agent(file)
    weights = rounded(checkpoint.weights_of(agent))
    checkpoint.put_weights(agent, weights, str(file))
    progress = EvaluationProgress(str(folder))
    command = f"gft agents --pack {folder.name} --out {out.name} --sessions {sessions}"  # not where they lie here
    plan = Plan(sessions, sizes=SIZES, shuffled=True, command=command)
    training = checkpoint.trained_for(content.state)
    results = []
    for asked, level in questions(agent, config, training["steps"], plan):
        how: dict[str, Any] = {"progress": progress.show, "side": asked.setting.side}
        tasks = play(agent, config, level, sessions, asked.policy, asked.commands, **how)
        results.append(replace(asked, tasks=tasks))
    progress.line.clear()
    config = replace(config, init_from=None, processes=None, device="cpu")
    told = training["steps"], training["seconds"] / 3600, today()
    write_shipped(out, Shipped(config, weights, *told, results))
    print(f"wrote {out}, {out.stat().st_size / 1e6:.1f} MB")
    return 0
