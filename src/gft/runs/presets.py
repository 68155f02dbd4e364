"""Configs by name, each a few changes of the paper's. docs/training.md says what was tried and did not pay."""

from typing import Any

from gft.runs.config import Config
from xworld import one_of

# What `evening` and `quick` share: PPO with well-scaled weights, one pass in many small minibatches, 256 environments
# whatever the machine, in one process a core and in bf16 where there is any.
CLIPPED: dict[str, Any] = {
    "agent": "laptop",
    "initialisation": "orthogonal",
    "algo": "ppo",
    "wait": False,
    "environments": 256,
    "rollout": 16,
    "minibatches": 16,
    "gae_lambda": 0.95,
    "normalise": True,
    "eta": 0.5,
    "kappa": 0.02,
    "kappa_end": 0.005,
    "optimiser": "adam",
    "lr": 3e-4,
    "generator_lr": 0.5,
    "rho": 0.999,
    "epsilon": 1e-8,
    "max_grad_norm": 1.0,
    "precision": "auto",
    "processes": None,
}

PRESETS: dict[str, dict[str, Any]] = {
    # Exactly the paper, in either world: 2 million minibatches of 128 steps. These are the defaults of `Config`.
    "paper": {},
    # The paper's task, learned in one evening on two cores.
    "evening": CLIPPED
    | {
        "curriculum": "evening",
        "kappa_steps": 800_000,
        "lr_end": 3e-5,
        "steps": 24_000_000,
        "log_every": 102_400,
        "checkpoint_every": 512_000,
        "milestone_every": 4_096_000,
    },
    # A first run of minutes: all the words of the world, told apart in pairs.
    "quick": CLIPPED
    | {
        "curriculum": "words",
        "kappa_steps": 800_000,
        "lr_end": 1e-4,
        "steps": 1_600_000,
        "log_every": 20_480,
        "checkpoint_every": 409_600,
    },
}

# What is different in XWORLD3D: a thing looks different from everywhere, so words take longer; and a way takes several
# times as many steps.
IN_3D: dict[str, dict[str, Any]] = {"evening": {"kappa_steps": 1_500_000, "gamma": 0.997}}


def preset(name: str, **changes: Any) -> Config:
    """A preset by name, with changes."""
    if name not in PRESETS:
        raise one_of("preset", name, PRESETS)
    own = IN_3D.get(name, {}) if changes.get("world") == "3d" else {}
    return Config.from_dict(PRESETS[name] | own | changes)
