"""What a run is: one frozen dataclass whose fields are the options of `gft train`.

The defaults are the paper's (section 5, appendix A), with `paper=True` where it gives them. A run's folder and every
checkpoint carry the config, so that resuming and evaluating need no flags.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gft.runs.options import check_names, check_values, option
from gft.runs.splits import RELATING, split_parts
from xworld import XWorldError

AGENTS = ("paper", "laptop", "small")  # named sizes: see `gft.agent.SIZES`
MOST_SEEDS = 1_000_000  # environment i of a run with seed s starts its random stream at s · MOST_SEEDS + i
FIRST_TEST_SEED = MOST_SEEDS**2  # test session s starts its stream at FIRST_TEST_SEED + s, beyond all of these


@dataclass(frozen=True)
class Config:
    """Everything that decides how a run goes."""

    # The world.
    world: str = option("2d", "the world", choices=("2d", "3d"), architecture=True, may_differ=True)
    curriculum: str | None = option(
        "paper", "levels of difficulty, by name (see docs/training.md); none: one fixed world", sessions=True, paper=True
    )
    size: int | None = option(None, "cells a side of the fixed world; none: 8", low=3, high=64, sessions=True)
    goals: int | None = option(None, "objects on its map; none: the paper's number for the size", low=1, sessions=True)
    obstacles: int | None = option(None, "obstacles on its map; none: the paper's number for the size", low=0, sessions=True)
    tasks: tuple[str, ...] = option((), "tasks, separated by commas; none: all five", sessions=True)
    classes: int | None = option(None, "number of object classes; none: all of the world's", low=1, sessions=True)
    split: str | None = option(
        None, "what training never sees, say instances=2 or pairs=0.1 (docs/training.md); none: nothing", sessions=True
    )
    shuffled: bool = option(False, "every agent hears another session's command: what is learned then needs no language")
    # The agent.
    agent: str = option("paper", "size of the agent", choices=AGENTS, architecture=True, paper=True)
    method: str = option(
        "gft-2",
        "grounding method: film, or with options gft:steps=3,rank=8, or your own: file.py:Class; gft methods lists them",
        architecture=True,
        may_differ=True,
    )
    encoder: str = option(
        "bow", "sentence encoder: a bag of words, or a GRU over them", choices=("bow", "gru"), architecture=True, paper=True
    )
    initialisation: str = option(
        "paper",
        "how weights start: as PyTorch does it (the paper does not say), or orthogonal",
        choices=("paper", "orthogonal"),
    )
    init_from: str | None = option(
        None,
        "start from the weights of another run's folder or checkpoint, or of 2d or 3d (see gft agents)",
        may_differ=True,
    )
    taught: bool = option(False, "those weights had been trained by imitation; found out by itself", flag=False)
    # What is learned from.
    algo: str = option(
        "a2c",
        "the objective; imitation follows the oracle, cloning whoever played a data set: not the reward",
        choices=("a2c", "ppo", "imitation", "cloning"),
        paper=True,
    )
    data: str | None = option(None, "cloning: the data set, a folder that xworld dataset or gft dataset wrote")
    environments: int = option(32, "agents that act in step, over all processes", low=1, high=MOST_SEEDS, paper=True)
    rollout: int = option(4, "steps of each agent in a rollout, which is then learned from", low=1, paper=True)
    wait: bool = option(True, "an agent whose session has ended waits for the next rollout", paper=True)
    steps: int = option(
        256_000_000, "steps in all; those of waiting agents count", low=1, paper=True, may_differ=True, may_change=True
    )
    gamma: float = option(0.99, "discount", low=0, high=1, paper=True)
    gae_lambda: float = option(1.0, "λ of the advantages; 1: n-step returns", low=0, high=1, paper=True)
    normalise: bool = option(False, "bring the advantages of a rollout to mean 0 and deviation 1")
    eta: float = option(1.0, "weight of the value loss", low=0, paper=True)
    kappa: float = option(0.05, "weight of the entropy", low=0, paper=True)
    kappa_end: float | None = option(None, "its weight in the end, reached in a straight line; none: constant", low=0)
    kappa_steps: int | None = option(None, "steps after which it is reached; none: the whole run", low=1)
    clip_range: float = option(0.2, "PPO: how far the probability of an action may move", low=1e-6)
    epochs: int = option(1, "passes over each rollout", low=1, paper=True)
    minibatches: int = option(1, "minibatches a pass, an update each, of some of the environments", low=1, paper=True)
    # The optimiser.
    optimiser: str = option("rmsprop", "the optimiser", choices=("rmsprop", "adam"), paper=True)
    lr: float = option(1e-5, "learning rate", low=0, paper=True)
    lr_end: float | None = option(None, "learning rate in the end, reached in a straight line; none: constant", low=0)
    lr_steps: int | None = option(None, "steps after which it is reached; none: the whole run", low=1)
    generator_lr: float = option(
        1.0,
        "rate of the layers that make weights of a sentence (GFT's T, FiLM's scales), as a multiple of lr",
        low=0,
    )
    momentum: float = option(0.9, "RMSprop's momentum, Adam's β₁", low=0, high=1 - 1e-9, paper=True)
    rho: float = option(0.95, "RMSprop's decay, Adam's β₂", low=0, high=1 - 1e-9, paper=True)
    epsilon: float = option(0.01, "what is added to the optimiser's denominator", low=0, paper=True)
    max_grad_norm: float | None = option(None, "longest gradient, longer ones are scaled down; none: any length", low=1e-9)
    # The run.
    seed: int = option(0, "seed of weights, environments and actions", low=0, high=MOST_SEEDS - 1, may_differ=True)
    log_every: int = option(64_000, "steps between two lines of metrics", low=1, may_differ=True, may_change=True)
    checkpoint_every: int = option(
        640_000, "steps between two checkpoints", low=1, paper=True, may_differ=True, may_change=True
    )
    keep: int = option(3, "checkpoints to keep: the latest", low=1, paper=True, may_differ=True, may_change=True)
    milestone_every: int | None = option(
        None, "also keep one checkpoint every so many steps for good; none: no", low=1, may_differ=True, may_change=True
    )
    tensorboard: bool = option(True, "write TensorBoard's events too", may_differ=True, may_change=True)
    processes: int | None = option(
        1,
        "processes on this machine that share the environments; none: one for each core that divides them evenly",
        low=1,
        high=1024,
        may_differ=True,
        may_change=True,
    )
    threads: int | None = option(
        None, "threads a process; none: the cores, shared out", low=1, may_differ=True, may_change=True
    )
    precision: str = option(
        "float32",
        "of products; auto: bf16 where the hardware has it. Settled when a run begins",
        choices=("auto", "bf16", "float32"),
    )
    device: str = option("cpu", "cpu, cuda or cuda:N", may_differ=True, may_change=True)

    def __post_init__(self) -> None:
        check_values(self)
        fixed = [name for name in ("size", "goals", "obstacles") if getattr(self, name) is not None]
        if self.curriculum is not None and fixed:
            raise XWorldError(f"{fixed[0]} and curriculum={self.curriculum!r} contradict each other; give curriculum none.")
        processes = self.processes or 1
        if self.environments % (processes * self.minibatches):
            raise XWorldError(
                f"environments={self.environments} cannot be shared out evenly over processes={processes} "
                f"and minibatches={self.minibatches}; give a multiple of {processes * self.minibatches}."
            )
        if self.shuffled and self.environments < 2 * processes:
            raise XWorldError("shuffled needs at least two environments a process, to hear another session's command.")
        if (self.algo == "cloning") != (self.data is not None):
            raise XWorldError("algo cloning and data belong together; give --algo cloning --data DIR, or neither.")
        if self.algo == "cloning" and self.shuffled:
            raise XWorldError("shuffled is not for cloning: a data set has the commands that were followed.")
        if self.split is not None:
            self._check_split(self.split)
        object.__setattr__(self, "method", one_name(self.method))

    def _check_split(self, split: str) -> None:
        if "pairs" in split_parts(split) and self.tasks and not set(self.tasks) & set(RELATING):
            raise XWorldError(
                f"a split of pairs is about {', '.join(RELATING)}; the run's tasks are {', '.join(self.tasks)}."
            )

    @property
    def batch(self) -> int:
        """Steps of a rollout, over all agents."""
        return self.environments * self.rollout

    @property
    def reward_only(self) -> bool:
        """Whether all there is in the weights was learned from rewards."""
        return self.algo not in ("imitation", "cloning") and not self.taught

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self) | {"tasks": list(self.tasks)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Config":
        """From plain data; a name that is no option is refused."""
        check_names(cls, values)
        return cls(**values)


def one_name(method: str) -> str:
    """The canonical name of a method, so that each architecture has one in runs, files and tables.

    A name that is not known here stays as it is: whoever builds it says what is wrong with it, and a report needs neither
    the module nor PyTorch.
    """
    try:
        from gft.grounding.methods import canonical  # needs PyTorch, which bad options and reports do without

        return canonical(method)
    except (ModuleNotFoundError, XWorldError):
        return method
