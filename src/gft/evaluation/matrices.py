"""The matrices that GFT makes of commands, compared (the paper's appendix on transformation matrices).

Path of the data: command → **T_1 … T_J** → likeness, figure. From every matrix the mean over many sampled commands is taken
away, because what all commands share says nothing about any of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from gft.agent import Agent
from gft.grounding import GFT
from xworld import Grammar, XWorldError, grammar

SAMPLED = 5_000  # commands whose mean is taken away
KERNEL = 7  # cells a side of the uniform kernel that smooths a picture
AT_ONCE = 250


@dataclass(frozen=True)
class Matrices:
    """What an agent makes of some commands."""

    commands: tuple[str, ...]
    centred: Tensor  # [S, J, D, D+1]: less the mean over sampled commands

    def smoothed(self) -> Tensor:
        """For looking at: [S, J, D, D+1], each entry the mean of its surroundings."""
        return functional.avg_pool2d(self.centred, KERNEL, stride=1, padding=KERNEL // 2, count_include_pad=False)

    def likeness(self) -> Tensor:
        """How alike the matrices of two commands are, all steps together: the cosine of the angle between them, [S, S]."""
        flat = functional.normalize(self.centred.flatten(1), dim=1)
        return flat @ flat.t()


def matrices_of(
    agent: Agent, world: str, commands: Sequence[str], sampled: int = SAMPLED, mean: Tensor | None = None
) -> Matrices:
    """The matrices of some commands; refused if the agent has none, or a command is not of the grammar. `mean` is what
    `mean_matrices` gave for this agent before."""
    spoken = grammar(world)
    for command in commands:
        spoken.explain(command)  # says what is wrong with it
    made = _of(agent, spoken, commands)
    return Matrices(tuple(commands), made - (mean_matrices(agent, spoken, sampled) if mean is None else mean))


@torch.no_grad()
def mean_matrices(agent: Agent, spoken: Grammar, sampled: int = SAMPLED) -> Tensor:
    """The mean over sampled commands, each task as likely as the other, [J, D, D+1]."""
    random = np.random.default_rng(0)
    commands = [spoken.sample(random, task=spoken.tasks[n % len(spoken.tasks)])[0] for n in range(sampled)]
    parts = [commands[first : first + AT_ONCE] for first in range(0, sampled, AT_ONCE)]
    total = sum(_of(agent, spoken, part).double().sum(dim=0) for part in parts)
    assert isinstance(total, Tensor)
    return (total / sampled).float()


@torch.no_grad()
def _of(agent: Agent, spoken: Grammar, commands: Sequence[str]) -> Tensor:
    """[S, J, D, D+1]"""
    module = agent.grounding
    if not isinstance(module, GFT):
        raise XWorldError(f"only GFT makes matrices of commands; this agent's method is {type(module).__name__}.")
    tokens = np.stack([spoken.vocabulary.encode(command) for command in commands])
    sentences = agent.encoder(torch.from_numpy(tokens).to(agent.action_embedding.weight.device))
    return module.matrices(sentences).float().cpu()
