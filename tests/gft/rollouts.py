"""Small configs, actors and made-up rollouts for the tests of training."""

import torch

from gft.agent import Memory
from gft.players import AgentPlayer
from gft.runs.build import make_agent, make_environments, seeds
from gft.runs.config import Config
from gft.training.actor import Actor
from gft.training.collecting import collect
from gft.training.rollout import Rollout

TINY = {
    "agent": "small",
    "initialisation": "orthogonal",
    "curriculum": None,
    "size": 3,
    "tasks": ("nav",),
    "classes": 4,
    "environments": 8,
    "rollout": 4,
    "tensorboard": False,
    "threads": 1,
}


def tiny(**changes) -> Config:
    return Config(**(TINY | changes))


def actor_of(config: Config, first: int = 0, count: int | None = None, *, hear=None, **more) -> Actor:
    """Agents in some of a config's environments, begun."""
    count = config.environments if count is None else count
    envs = make_environments(config, count, autoreset=not config.wait)
    actor = Actor(AgentPlayer(make_agent(config), count, **more), envs, hear=hear)
    actor.begin(seeds(config, first, count))
    return actor


def collected(actor: Actor, steps: int, oracle: bool = False) -> Rollout:
    """Some steps of the actor's agents."""
    return collect(actor, actor.player, steps, oracle=oracle)


def made_up(steps: int, agents: int, seed: int, waits: bool = False) -> Rollout:
    """A rollout of random numbers, sessions ending here and there; where agents wait, up to its end."""
    random = torch.Generator().manual_seed(seed)

    def uniform(*shape):
        return torch.rand(*shape, generator=random, dtype=torch.float64)

    end = uniform(steps, agents)
    terminated, truncated = end < 0.15, (end >= 0.15) & (end < 0.3)
    mask = torch.ones(steps, agents, dtype=torch.bool)
    if waits:
        before = (terminated | truncated).cumsum(dim=0) - (terminated | truncated).long()
        mask = before == 0
        terminated, truncated = terminated & mask, truncated & mask
    bootstrap = uniform(steps, agents) * truncated
    running = mask[-1] & ~(terminated | truncated)[-1]
    bootstrap[-1] += uniform(agents) * running
    return Rollout(
        images=torch.zeros(steps, agents, 1, 1, 3, dtype=torch.uint8),
        tokens=torch.zeros(steps, agents, 1, dtype=torch.long),
        previous=torch.zeros(steps, agents, dtype=torch.long),
        logits=uniform(steps, agents, 6) * 4,
        values=uniform(steps, agents) * 2 - 1,
        actions=torch.randint(0, 6, (steps, agents), generator=random).where(mask, torch.tensor(-1)),
        rewards=(uniform(steps, agents) * 2 - 1) * mask,
        terminated=terminated,
        truncated=truncated,
        bootstrap=bootstrap,
        mask=mask,
        targets=torch.randint(-1, 6, (steps, agents), generator=random),
        memory=Memory(*(torch.zeros(agents, 1) for _ in range(3))),
        sessions=[],
    )
