"""`gft dataset`: a trained agent plays sessions into a data set, as `xworld dataset` does with the oracle.

Path of the data: checkpoint → agent → **data set**. The worlds know no agents, so this is a command of the learners.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from xworld import XWorldError


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "dataset",
        help="let a trained agent play sessions into a data set",
        description="Let a trained agent play sessions into a data set. The same command goes on where it was stopped.",
    )
    parser.add_argument("run", metavar="RUN", help="a folder that gft train made, a checkpoint, or 2d or 3d: see gft agents")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the data set's folder")
    parser.add_argument("--sessions", type=int, default=1000, help="number of sessions (default: %(default)s)")
    parser.add_argument("--size", type=int, help="cells a side of the maps (default: the last level of the run's own world)")
    parser.add_argument("--policy", choices=["greedy", "sampled"], default="sampled", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="other sessions for another seed (default: %(default)s)")
    parser.add_argument("--minari", metavar="NAME", help="then convert it for Minari, under a name like xworld/2d-mine-v0")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    from gft.commands.progress import ProgressLine, span
    from gft.evaluation.measure import fingerprint
    from gft.players import AgentPlayer
    from gft.runs.checkpoint import load_agent
    from xworld import to_minari, write_dataset

    agent, config = load_agent(options.run)
    agent.eval()
    policy = f"{config.method}, {options.policy}, weights {fingerprint(agent)}"
    recipe = recipe_of(config, options.size, policy, options.sessions, options.seed)
    line, began, before = ProgressLine(), time.monotonic(), 0

    def tell(sessions: int, steps: int, size: int) -> None:
        nonlocal began, before
        if steps == 0:  # they were there already: what is left takes as long as those that are played now
            began, before = time.monotonic(), sessions
        elif line.due():
            seconds = time.monotonic() - began
            left = span(seconds * (options.sessions - sessions) / (sessions - before))
            speed = f"{steps / seconds:,.0f} steps/s  {size / 1e6:,.1f} MB"
            line.write(f"{sessions:,} of {options.sessions:,} sessions  {speed}  {left} left")

    greedy = options.policy == "greedy"
    made = write_dataset(
        options.out, recipe, lambda envs: AgentPlayer(agent, envs.num_envs, greedy=greedy, precision=config.precision), tell
    )
    line.clear()
    print(f"{options.out}: {len(made):,} sessions, {made.size / 1e6:,.1f} MB")
    print(f"next: gft train --preset evening --algo cloning --data {options.out}")
    if options.minari is not None:
        to_minari(made, options.minari)
        print(f"Minari has it as {options.minari}")
    return 0


def recipe_of(config: Any, size: int | None, policy: str, sessions: int, seed: int) -> Any:
    """A data set of a run's own sessions, or of its tasks and classes on maps of another size."""
    from gft.evaluation import Plan, planned_levels
    from gft.runs.build import sides_of
    from gft.runs.splits import TRAINED
    from xworld import Recipe

    level = planned_levels(config, Plan(sizes=() if size is None else (size,)))[0]
    if level.map is not None or level.classes is not None:
        raise XWorldError("the run's last level is a drawn map, or one of few words; give --size, say --size 8.")
    return Recipe(
        world=config.world,
        policy=policy,
        sessions=sessions,
        seed=seed,
        size=level.rows,
        goals=level.goals,
        obstacles=level.obstacles,
        tasks=level.tasks or config.tasks,
        split=sides_of(config)[TRAINED].split.to_dict() or None,
    )
