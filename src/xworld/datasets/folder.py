"""A data set's folder: dataset.json, and shards 000000.npz, 000000.jsonl, …

Path of the data: sessions → **data set** → somebody's learner.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from xworld.datasets.recipe import Recipe
from xworld.datasets.shard import Episode, Shard, read_shard
from xworld.errors import XWorldError

RECIPE = "dataset.json"


class Dataset:
    """A data set to read: `for episode in xworld.Dataset("data"): …`. Nothing in it is executed."""

    def __init__(self, folder: Path | str):
        self.folder = Path(folder)
        self.recipe = read_recipe(self.folder)
        missing = [file for file in self.files if not file.is_file()]
        if missing:
            raise XWorldError(
                f"{str(folder)!r} is not finished: {len(missing)} of {self.recipe.shards} files are missing, the first is "
                f"{missing[0].name}; give the command that writes it once more."
            )

    def __len__(self) -> int:
        return self.recipe.sessions

    def __iter__(self) -> Iterator[Episode]:
        for shard in self.shards():
            yield from shard.episodes()

    @property
    def files(self) -> list[Path]:
        """Its shards' files, in order."""
        return [shard_file(self.folder, number) for number in range(self.recipe.shards)]

    def shards(self) -> Iterator[Shard]:
        """Its shards one after the other; each is checked when its turn comes."""
        for number, file in enumerate(self.files):
            shard = read_shard(file)
            if len(shard.sessions) != len(self.recipe.seeds(number)):
                raise XWorldError(
                    f"{str(file)!r} has {len(shard.sessions)} sessions, and the data set's have "
                    f"{len(self.recipe.seeds(number))}; it belongs elsewhere."
                )
            yield shard

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.stat().st_size for file in self.folder.iterdir() if file.is_file())


def shard_file(folder: Path, number: int) -> Path:
    """Where a shard lies; it is complete if it is there."""
    return folder / f"{number:06}.npz"


def read_recipe(folder: Path) -> Recipe:
    """What a folder's data set is to hold."""
    file = folder / RECIPE
    try:
        return Recipe.from_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise XWorldError(f"{str(folder)!r} is not a data set: there is no {RECIPE} in it.") from None
    except (XWorldError, UnicodeDecodeError) as error:
        raise XWorldError(f"{str(file)!r} is not the description of a data set: {str(error).rstrip('.')}.") from None


def check_playback(dataset: Dataset) -> Iterator[int]:
    """Play every session again from its data and compare every picture, reward and end; yields how many are done."""
    from xworld.envs import XWorld2D, XWorld3D

    env = (XWorld2D if dataset.recipe.world == "2d" else XWorld3D)(**dataset.recipe.options())
    for done, episode in enumerate(dataset, start=1):
        observation, info = env.reset(options={"session": replace(episode.session, actions=())})
        same = bool((observation["image"] == episode.images[0]).all() and (observation["tokens"] == episode.tokens).all())
        for action, reward, image in zip(episode.actions, episode.rewards, episode.images[1:]):
            observation, got, *_, info = env.step(int(action))
            same = same and got == reward and bool((observation["image"] == image).all())
        if not same or info["outcome"] != episode.outcome:
            raise XWorldError(f"session {done - 1} of {str(dataset.folder)!r} does not play back to the same pictures.")
        yield done
