"""Configs by name, each a few changes of the paper's. docs/training.md says what was tried and did not pay."""

from typing import Any

from gft.runs.config import Config
from xworld import one_of

# What `fast` and `quick` share: PPO with well-scaled weights.
CLIPPED: dict[str, Any] = {
    "initialisation": "orthogonal",
    "algo": "ppo",
    "wait": False,
    "environments": 128,
    "rollout": 8,
    "epochs": 2,
    "gae_lambda": 0.95,
    "normalise": True,
    "kappa": 0.02,
    "optimiser": "adam",
    "rho": 0.999,
    "epsilon": 1e-8,
    "max_grad_norm": 1.0,
}

PRESETS: dict[str, dict[str, Any]] = {
    # Exactly the paper, in either world: 2 million minibatches of 128 steps. These are the defaults of `Config`.
    "paper": {},
    # The paper's network and world, by the shortest way that two cores have shown us.
    "fast": CLIPPED
    | {
        "curriculum": "fast",
        "minibatches": 2,
        "lr": 2e-4,
        "steps": 20_000_000,
        "log_every": 20_480,
        "checkpoint_every": 102_400,
        "milestone_every": 1_024_000,
        "processes": 2,
        "threads": 1,
    },
    # A first run: a small agent learns four words in minutes.
    "quick": CLIPPED
    | {
        "curriculum": "quick",
        "classes": 4,
        "agent": "small",
        "minibatches": 2,
        "lr": 5e-4,
        "lr_end": 5e-5,
        "kappa_end": 0.005,
        "steps": 500_000,
        "log_every": 10_240,
        "checkpoint_every": 102_400,
        "processes": 2,
        "threads": 1,
    },
}


def preset(name: str, **changes: Any) -> Config:
    """A preset by name, with changes."""
    if name not in PRESETS:
        raise one_of("preset", name, PRESETS)
    return Config.from_dict(PRESETS[name] | changes)
