"""What an agent costs: parameters, and multiply-adds of one step."""

import copy
from typing import NamedTuple

import torch
from torch.utils.flop_counter import FlopCounterMode

from gft.agent.agent import FIRST, Agent


class Cost(NamedTuple):
    """Sizes of an agent with one method."""

    parameters: int
    grounding_parameters: int
    step: int  # multiply-adds of one step of one agent, the command known
    vision: int  # of these, the CNN's; for `Tiles`, if no two of them are the same
    command: int  # multiply-adds of a new command, once a session


def cost(agent: Agent, image: tuple[int, int] = (80, 80), tokens: int = 16) -> Cost:
    """Count on a copy of the agent."""
    copied = copy.deepcopy(agent).cpu()
    words = torch.ones(1, tokens, dtype=torch.long)
    picture = torch.randint(0, 256, (1, *image, 3), dtype=torch.uint8, generator=torch.Generator().manual_seed(0))
    previous, memory = torch.full((1,), FIRST + 1), copied.start(1)
    with FlopCounterMode(display=False) as command, torch.no_grad():
        condition = copied.condition(words)
    with FlopCounterMode(display=False) as step, torch.no_grad():
        copied.step(picture, condition, previous, memory)
    with FlopCounterMode(display=False) as vision, torch.no_grad():
        copied.cnn(picture)
    return Cost(
        sum(parameter.numel() for parameter in copied.parameters()),
        sum(parameter.numel() for parameter in copied.grounding.parameters()),
        step.get_total_flops() // 2,
        vision.get_total_flops() // 2,
        command.get_total_flops() // 2,
    )
