"""What a run is: one frozen dataclass whose fields are the options of `gft train`, and its presets.

The defaults are the paper's (section 5, appendix A). A run's folder and every checkpoint carry the config, so that
resuming and evaluating need no flags.
"""

import argparse
import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, asdict, dataclass, field, fields
from typing import Any, get_args

from xworld.errors import XWorldError, one_of

MOST_SEEDS = 1_000_000  # environment i of a run with seed s starts its random stream at s · MOST_SEEDS + i


def option(
    default: Any,
    help: str,
    *,
    choices: tuple[str, ...] = (),
    low: float = -math.inf,
    high: float = math.inf,
) -> Any:
    """A field with its help text and the values that it accepts."""
    return field(default=default, metadata={"help": help, "choices": choices, "low": low, "high": high})


@dataclass(frozen=True)
class Config:
    """Everything that decides how a run goes."""

    # The world.
    world: str = option("2d", "which world", choices=("2d", "3d"))
    curriculum: str | None = option("paper", "levels of difficulty by name: see gft/curricula.py; none: one fixed world")
    size: int | None = option(None, "cells a side of the fixed world; none: 8", low=3, high=64)
    goals: int | None = option(None, "objects on its map; none: the paper's number for the size", low=1)
    obstacles: int | None = option(None, "obstacles on its map; none: the paper's number for the size", low=0)
    tasks: tuple[str, ...] = option((), "tasks, separated by commas; none: all five")
    classes: int | None = option(None, "number of object classes; none: all of the world", low=1)
    deaf: bool = option(False, "language-blind control: every agent hears the command of another session")
    # The agent.
    agent: str = option("paper", "size of the agent", choices=("paper", "small"))
    method: str = option("gft-2", "grounding method: see gft methods")
    encoder: str = option("bow", "sentence encoder", choices=("bow", "gru"))
    initialisation: str = option("paper", "how weights start", choices=("paper", "orthogonal"))
    init_from: str | None = option(None, "start from the weights of another run's folder or checkpoint")
    taught: bool = option(False, "set by itself where those weights had been trained by imitation")
    # What is learned from.
    algo: str = option("a2c", "imitation follows the oracle, not the reward", choices=("a2c", "ppo", "imitation"))
    environments: int = option(32, "agents that act in step, over all processes", low=1, high=MOST_SEEDS)
    rollout: int = option(4, "steps of each agent between updates", low=1)
    wait: bool = option(True, "an agent whose session has ended waits for the next rollout")
    steps: int = option(256_000_000, "steps in all; those of waiting agents are counted", low=1)
    gamma: float = option(0.99, "discount", low=0, high=1)
    gae: float = option(1.0, "λ of the advantages; 1: n-step", low=0, high=1)
    normalise: bool = option(False, "bring the advantages of a rollout to mean 0 and deviation 1")
    eta: float = option(1.0, "weight of the value loss", low=0)
    kappa: float = option(0.05, "weight of the entropy", low=0)
    kappa_end: float | None = option(None, "its weight at the last step, reached in a straight line; none: constant", low=0)
    clip: float = option(0.2, "PPO: how far the probability of an action may move", low=1e-6)
    epochs: int = option(1, "passes over each rollout", low=1)
    minibatches: int = option(1, "updates a pass, each with some of the environments", low=1)
    # The optimiser.
    optimiser: str = option("rmsprop", "which", choices=("rmsprop", "adam"))
    lr: float = option(1e-5, "learning rate", low=0)
    lr_end: float | None = option(None, "learning rate at the last step, reached in a straight line; none: constant", low=0)
    momentum: float = option(0.9, "RMSprop's momentum, Adam's β₁", low=0, high=1 - 1e-9)
    rho: float = option(0.95, "RMSprop's decay, Adam's β₂", low=0, high=1 - 1e-9)
    epsilon: float = option(0.01, "damping", low=0)
    max_grad_norm: float | None = option(None, "longest gradient; none: any", low=1e-9)
    # The run.
    seed: int = option(0, "seed of weights, environments and actions", low=0, high=MOST_SEEDS - 1)
    log_every: int = option(64_000, "steps between two lines of metrics", low=1)
    checkpoint_every: int = option(640_000, "steps between two checkpoints; the paper's passes of 5,000 minibatches", low=1)
    keep: int = option(3, "checkpoints to keep: the latest", low=1)
    milestone_every: int | None = option(None, "also keep one checkpoint every so many steps for good; none: no", low=1)
    tensorboard: bool = option(True, "write TensorBoard's events too")
    processes: int = option(1, "processes on this machine that share the environments", low=1, high=1024)
    threads: int | None = option(None, "threads a process; none: the cores, shared out", low=1)
    device: str = option("cpu", "cpu, cuda or cuda:N")

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, _checked(each, getattr(self, each.name)))
        fixed = [name for name in ("size", "goals", "obstacles") if getattr(self, name) is not None]
        if self.curriculum is not None and fixed:
            raise XWorldError(f"{fixed[0]} and curriculum={self.curriculum!r} contradict each other; give curriculum none.")
        if self.environments % (self.processes * self.minibatches):
            raise XWorldError(
                f"environments={self.environments} cannot be shared out evenly over processes={self.processes} "
                f"and minibatches={self.minibatches}; give a multiple of {self.processes * self.minibatches}."
            )
        if self.deaf and self.environments < 2 * self.processes:
            raise XWorldError("deaf needs at least two environments a process, to hear another session's command.")

    @property
    def batch(self) -> int:
        """Steps of a rollout, over all agents."""
        return self.environments * self.rollout

    @property
    def reward_only(self) -> bool:
        """Whether all there is in the weights was learned from rewards."""
        return self.algo != "imitation" and not self.taught

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self) | {"tasks": list(self.tasks)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Config":
        """From plain data; a name that is no option is refused."""
        known = [each.name for each in fields(cls)]
        for name in values:
            if name not in known:
                raise one_of("option", name, known)
        return cls(**values)


def _checked(each: "Field[Any]", value: Any) -> Any:
    """The value if it is one that the option accepts, or a sentence that says which are."""
    kinds, meta, name = _kinds(each), each.metadata, each.name
    if value is None and type(None) in kinds:
        return None
    if tuple in kinds and isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if float in kinds and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) not in kinds:
        raise XWorldError(f"{name}={value!r} is not usable; {_wanted(each)}.")
    if meta["choices"] and value not in meta["choices"]:
        raise one_of(name, value, meta["choices"])
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not meta["low"] <= value <= meta["high"]:
        raise XWorldError(f"{name}={value!r} is not usable; {_wanted(each)}.")
    return value


def _kinds(each: "Field[Any]") -> tuple[type, ...]:
    """The types that an option takes."""
    if isinstance(each.default, tuple):
        return (tuple,)
    return get_args(each.type) or (each.type,)  # type: ignore[return-value]


def _wanted(each: "Field[Any]") -> str:
    kinds, low, high = _kinds(each), each.metadata["low"], each.metadata["high"]
    what = {int: "a whole number", float: "a number", bool: "true or false", tuple: "names"}.get(kinds[0], "a name")
    above = f", at least {low:g}" if low > -math.inf else ""
    below = f", at most {high:g}" if high < math.inf else ""
    return f"give {what}{above}{below}{', or none' if type(None) in kinds else ''}"


def add_options(parser: argparse.ArgumentParser) -> None:
    """One command-line option for each field; only those given end up in the parsed arguments."""
    for each in fields(Config):
        flag, kinds = f"--{each.name.replace('_', '-')}", _kinds(each)
        assert each.default is not MISSING
        default = ",".join(each.default) or "none" if tuple in kinds else each.default
        text = f"{each.metadata['help']} (paper: {'none' if default is None else default})".replace("%", "%%")
        if bool in kinds:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=text)
        else:
            choices = "{" + ",".join(each.metadata["choices"]) + "}" if each.metadata["choices"] else each.name.upper()
            parser.add_argument(flag, type=_reader(each), default=argparse.SUPPRESS, metavar=choices, help=text)


def _reader(each: "Field[Any]") -> Any:
    """Turns an option's text into its value, so that what is wrong with it is said by the config."""
    kinds = _kinds(each)

    def read(text: str) -> Any:
        if text.lower() == "none":
            return () if tuple in kinds else None
        if tuple in kinds:
            return tuple(text.split(","))
        for kind in (int, float):
            if kind in kinds:
                try:
                    return kind(text.replace("_", ""))
                except ValueError:
                    return text
        return text

    return read


def preset(name: str, **changes: Any) -> Config:
    """A preset by name, with changes."""
    if name not in PRESETS:
        raise one_of("preset", name, PRESETS)
    return Config.from_dict(PRESETS[name] | changes)


# What `fast` and `quick` share: PPO with well-scaled weights. docs/training.md says what was tried and did not pay.
CLIPPED: dict[str, Any] = {
    "initialisation": "orthogonal",
    "algo": "ppo",
    "wait": False,
    "environments": 128,
    "rollout": 8,
    "epochs": 2,
    "gae": 0.95,
    "normalise": True,
    "kappa": 0.02,
    "optimiser": "adam",
    "rho": 0.999,
    "epsilon": 1e-8,
    "max_grad_norm": 1.0,
}

PRESETS: dict[str, dict[str, Any]] = {
    # Exactly the paper, in either world: 2 million minibatches of 128 steps. These are the defaults above.
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
