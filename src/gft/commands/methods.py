"""`gft methods`: the grounding methods, their options, and what an agent with each of them costs."""

import argparse
from typing import Any

from gft.runs.config import AGENTS, Config


def add_command(commands: Any) -> None:
    parser = commands.add_parser("methods", help="the grounding methods, and what an agent with each of them costs")
    parser.add_argument("--world", choices=["2d", "3d"], default="2d", help="whose images and words (default: %(default)s)")
    parser.add_argument("--agent", choices=AGENTS, default="paper", help="size of the agent (default: %(default)s)")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    from gft.agent import cost
    from gft.agent.vision import Tiles
    from gft.grounding import METHODS, find_method, method_options
    from gft.runs.build import IMAGES, make_agent
    from xworld import vocabulary

    height, width = IMAGES[options.world]
    words = len(vocabulary(options.world))
    print(
        f"{options.agent} agent, {height}×{width} images, {words} words; millions; multiply-adds of one step of one agent\n"
    )
    print(f"{'method':10} {'parameters':>11} {'grounding':>10} {'a step':>8} {'its CNN':>8} {'a command':>10}   options")
    for name in METHODS:
        agent = make_agent(Config(world=options.world, agent=options.agent, method=name))
        parts = cost(agent, (height, width))
        print(
            f"{name:10} {parts.parameters / 1e6:11.3f} {parts.grounding_parameters / 1e6:10.3f} {parts.step / 1e6:8.3f}"
            f" {parts.vision / 1e6:8.3f} {parts.command / 1e6:10.3f}   {' '.join(method_options(find_method(name)))}"
        )
    if isinstance(agent.cnn, Tiles):
        tiles = agent.cnn.height * agent.cnn.width
        print(f"\nthe CNN as if no two of its {tiles} tiles were the same; those that are it looks at once")
    print("\nwith options: gft train --method gft:steps=3,rank=8")
    return 0
