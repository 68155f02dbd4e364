"""Playing sessions into a data set.

Path of the data: world → **sessions** → shards. A shard is played by itself: its sessions and players start at seeds of
their own. So a shard that is there need not be made again, whatever happened to the others, and all come out the same.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from xworld.datasets.folder import RECIPE, Dataset, read_recipe, shard_file
from xworld.datasets.recipe import Recipe
from xworld.datasets.shard import Episode, Shard, lines_of, write_shard
from xworld.envs import XWorld2DVector, XWorld3DVector, XWorldVector
from xworld.errors import XWorldError, one_of
from xworld.events import HOLD
from xworld.files import replacing
from xworld.maps.grid import ACTIONS

WORLDS: dict[str, type[XWorldVector]] = {"2d": XWorld2DVector, "3d": XWorld3DVector}

Array = NDArray[Any]
Tell = Callable[[int, int, int], None]  # sessions, steps and bytes so far


class Demonstrator(Protocol):
    """Whoever plays the sessions of a batch."""

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        """Start the random streams of some sessions, each at its seed."""

    def begin(self, which: Array, tokens: Array) -> None:
        """Sessions have begun here, with these commands [K, L]."""

    def choose(self, images: Array) -> Any:
        """What to do in each session, from what is seen there [B, H, W, 3]; its `actions` [B] are done."""

    def remember(self, actions: Array, acting: Array) -> None:
        """What was done; nothing where `acting` is False."""


class _Choice:
    def __init__(self, actions: Array):
        self.actions = actions


class Oracle:
    """A shortest (3D: short) solution."""

    def __init__(self, envs: XWorldVector):
        self.envs = envs

    def seed(self, which: Array, seeds: Sequence[int]) -> None: ...

    def begin(self, which: Array, tokens: Array) -> None: ...

    def choose(self, images: Array) -> _Choice:
        return _Choice(np.maximum(self.envs.oracle(), 0))

    def remember(self, actions: Array, acting: Array) -> None: ...


class Random:
    """Any action, each as likely as the other."""

    def __init__(self, envs: XWorldVector):
        self.streams = [np.random.default_rng(0) for _ in range(envs.num_envs)]

    def seed(self, which: Array, seeds: Sequence[int]) -> None:
        for i, seed in zip(which.tolist(), seeds):
            self.streams[i] = np.random.default_rng((seed, 1))

    def begin(self, which: Array, tokens: Array) -> None: ...

    def choose(self, images: Array) -> _Choice:
        return _Choice(np.array([stream.integers(len(ACTIONS)) for stream in self.streams]))

    def remember(self, actions: Array, acting: Array) -> None: ...


POLICIES: dict[str, Callable[[XWorldVector], Demonstrator]] = {"oracle": Oracle, "random": Random}


def write_dataset(
    folder: Path | str,
    recipe: Recipe,
    demonstrator: Callable[[Any], Demonstrator] | None = None,
    tell: Tell | None = None,
) -> Dataset:
    """Write a data set, or go on with one that was begun; `demonstrator` makes who plays, of a batch of environments.

    Without it the recipe's policy is "oracle" or "random". What is there already is not made again.
    """
    folder = Path(folder)
    if demonstrator is None:
        if recipe.policy not in POLICIES:
            raise one_of("policy", recipe.policy, POLICIES)
        demonstrator = POLICIES[recipe.policy]
    envs = _batch(recipe, recipe.shard)  # refuses what cannot be, before anything is written
    begin_folder(folder, recipe)
    steps = size = 0
    for number in range(recipe.shards):
        file, seeds = shard_file(folder, number), recipe.seeds(number)
        if not file.is_file():
            if len(seeds) != envs.num_envs:
                envs = _batch(recipe, len(seeds))
            shard = Shard.of(play(envs, demonstrator(envs), seeds))
            write_shard(file, shard)
            steps += len(shard.actions)
        size += sum(part.stat().st_size for part in (file, lines_of(file)) if part.is_file())
        if tell is not None:
            tell(min((number + 1) * recipe.shard, recipe.sessions), steps, size)
    return Dataset(folder)


def begin_folder(folder: Path, recipe: Recipe) -> None:
    """Write down what the folder is to hold; one that is to hold something else is refused."""
    if not (folder / RECIPE).exists():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise XWorldError(f"{str(folder)!r} exists already and is no data set; give another folder.")
        with replacing(folder / RECIPE) as temporary:
            temporary.write_text(recipe.to_json(), encoding="utf-8")
        return
    there = read_recipe(folder)
    if there != recipe:
        differing = [name for name, value in vars(there).items() if value != getattr(recipe, name)]
        raise XWorldError(
            f"{str(folder)!r} holds a data set of another {', '.join(differing)}; go on with the same, or elsewhere."
        )


def _batch(recipe: Recipe, count: int) -> XWorldVector:
    return WORLDS[recipe.world](num_envs=count, autoreset=False, **recipe.options())


def play(envs: XWorldVector, player: Demonstrator, seeds: Sequence[int]) -> list[Episode]:
    """One session in each environment, from its seed to its end."""
    everyone, acting = np.arange(envs.num_envs), np.ones(envs.num_envs, np.bool_)
    observation, info = envs.reset(seed=list(seeds))
    player.seed(everyone, seeds)
    player.begin(everyone, observation["tokens"])
    images = observation["image"]
    shown = [[image] for image in images]
    rewarded: list[list[float]] = [[] for _ in everyone]
    while acting.any():
        actions = np.where(acting, player.choose(images).actions, HOLD)
        rewards, _, _, ended = envs.simulation.step(actions)
        player.remember(actions, acting)
        which = np.flatnonzero(acting)
        images = images.copy()
        images[which] = envs.simulation.world.images(which)["image"]  # of those alone that still play
        for i in which.tolist():
            shown[i].append(images[i])
            rewarded[i].append(float(rewards[i]))
        acting[ended] = False
    info = envs.simulation.info()
    return [
        _episode(envs, i, shown[i], observation["tokens"][i], rewarded[i], str(info["outcome"][i]))
        for i in range(len(shown))
    ]


def _episode(envs: XWorldVector, i: int, shown: list[Array], tokens: Array, rewards: list[float], outcome: str) -> Episode:
    session = envs.session(i)
    actions = np.array(session.actions, np.int8)
    return Episode(session, np.stack(shown), tokens.astype(np.int16), actions, np.array(rewards), outcome)
