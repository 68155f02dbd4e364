"""What a config describes, made: environments and agent.

Path of the data: where the worlds of `xworld` and the modules of `gft` are put together.
"""

from typing import Any

import gymnasium as gym
import torch

from gft.agent import SIZES, Agent
from gft.runs.config import MOST_SEEDS, Config
from gft.runs.curricula import curriculum, first_classes
from gft.runs.splits import TRAINED, Side, sides
from xworld import vocabulary

ENVIRONMENTS = {"2d": "XWorld2D-v0", "3d": "XWorld3D-v0"}
IMAGES = {"2d": (80, 80), "3d": (84, 84)}


def sides_of(config: Config) -> dict[str, Side]:
    """The sides of the run's split by name: the one that it is trained on, then what is new."""
    classes = None if config.classes is None else first_classes(config.world, config.classes)
    return sides(config.split, config.world, classes)


def make_environments(
    config: Config, count: int, *, first: int = 0, autoreset: bool = True, side: str | None = None, **other: Any
) -> Any:
    """A batch of the run's environments, numbers first, first + 1, … of all. `other` options of the world, say size=9, take
    the place of the run's own curriculum or size; its tasks and classes stay. `side` is that of its split, for tests."""
    split, askable = sides_of(config)[side or TRAINED]
    tasks = [task for task in config.tasks or askable or () if askable is None or task in askable]
    options: dict[str, Any] = {"tasks": tasks or None, "split": split}
    if not other.keys() & {"curriculum", "level", "size", "map"}:
        if config.curriculum is not None:
            options["curriculum"] = curriculum(config.curriculum, config.world)
        else:
            options |= {"size": config.size, "goals": config.goals, "obstacles": config.obstacles}
    return gym.make_vec(
        ENVIRONMENTS[config.world],
        num_envs=count,
        vectorization_mode="vector_entry_point",
        first=first,
        autoreset=autoreset,
        **(options | other),
    )


def last_levels(config: Config) -> dict[str, int]:
    """The number of the last level of each track of the run's curriculum, as sessions tell them."""
    if config.curriculum is None:
        return {"main": 1}
    return {track.name: len(track.levels) for track in curriculum(config.curriculum, config.world).tracks}


def final_level(config: Config) -> tuple[str, int]:
    """The level that a run is about: the last of the curriculum's last track."""
    return list(last_levels(config).items())[-1]


def seeds(config: Config, first: int, count: int) -> range:
    """Where the random streams of training environments number first, first + 1, … start.

    All of them are below MOST_SEEDS²; seeds from there on are free for evaluation.
    """
    return range(config.seed * MOST_SEEDS + first, config.seed * MOST_SEEDS + first + count)


def make_agent(config: Config) -> Agent:
    """The run's agent, its weights drawn from the run's seed."""
    torch.manual_seed(config.seed)
    return Agent(
        vocabulary=vocabulary(config.world).size,
        method=config.method,
        encoder=config.encoder,
        image=IMAGES[config.world],
        initialisation=config.initialisation,
        **SIZES[config.agent][config.world],
    )
