"""A data set for Minari: images as they are, missions as text, a session an episode.

Path of the data: data set → **Minari** → other people's offline learners. Shard by shard, so that it needs no more memory
than one. Minari sees it when it is whole: of a conversion that failed nothing is left, and one that was killed begins anew.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np

from xworld.datasets.folder import Dataset
from xworld.datasets.shard import Episode
from xworld.errors import XWorldError

if TYPE_CHECKING:
    from collections.abc import Sequence

ENVIRONMENTS = {"2d": "XWorld2D-v0", "3d": "XWorld3D-v0"}
HOME = "MINARI_DATASETS_PATH"  # where Minari looks for the folder of its data sets


def to_minari(dataset: Dataset, name: str) -> Any:
    """Convert a data set into one that `minari.load_dataset(name)` loads; returns it."""
    minari = _minari()
    _check_name(minari, name)
    home = minari.storage.get_dataset_path()
    hidden = home / f".{name.replace('/', '-')}.part"
    shutil.rmtree(hidden, ignore_errors=True)  # what kill −9 left
    try:
        _convert(minari, dataset, name, hidden)
        namespace = name.rpartition("/")[0]
        if namespace and namespace not in minari.namespace.list_local_namespaces():
            minari.namespace.create_namespace(namespace)
        (hidden / name).replace(home / name)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)
    return minari.load_dataset(name)


def _convert(minari: Any, dataset: Dataset, name: str, folder: Path) -> None:
    """Make Minari's data set in a folder that is not its own."""
    env = gym.make(ENVIRONMENTS[dataset.recipe.world], **dataset.recipe.options())
    made = None
    for shard in dataset.shards():
        buffers = list(_buffers(minari, shard.episodes()))
        if made is None:
            with _home(folder):
                made = _create(minari, name, env, buffers, dataset.recipe.policy)
        else:
            made.update_dataset_from_buffer(buffers)


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """Meanwhile Minari keeps its data sets in another folder."""
    before = os.environ.get(HOME)
    os.environ[HOME] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(HOME)
        if before is not None:
            os.environ[HOME] = before


def _minari() -> Any:
    try:
        import h5py  # noqa: F401
        import minari
    except ModuleNotFoundError as error:
        raise XWorldError(f"--minari needs {error.name}; pip install 'gft-xworld[minari]' brings it.") from None
    return minari


def _check_name(minari: Any, name: str) -> None:
    try:
        minari.dataset.minari_dataset.parse_dataset_id(name)
    except ValueError:
        raise XWorldError(f"--minari {name!r} is not usable; give a name like xworld/2d-oracle-v0.") from None
    if minari.storage.get_dataset_path(name).exists():
        raise XWorldError(f"Minari has a data set {name!r} already; give it another name or version.")


def _create(minari: Any, name: str, env: "gym.Env[Any, Any]", buffers: "Sequence[Any]", policy: str) -> Any:
    return minari.create_dataset_from_buffers(
        dataset_id=name,
        buffer=buffers,
        env=env,
        algorithm_name=policy,
        author="gft-xworld",
        description=f"Sessions of {env.spec.id if env.spec else 'XWORLD'} played by {policy}.",
        requirements=["gft-xworld"],
        data_format="hdf5",
        jpeg_encoding=False,  # its default would change the pictures
    )


def _buffers(minari: Any, episodes: Iterator[Episode]) -> Iterator[Any]:
    """Episodes as Minari takes them: one observation more than actions."""
    for episode in episodes:
        steps = len(episode.actions)
        last = np.arange(steps) == steps - 1
        yield minari.data_collector.EpisodeBuffer(
            observations={
                "image": episode.images,
                "tokens": np.repeat(episode.tokens[None].astype(np.int64), steps + 1, axis=0),
                "mission": [episode.session.command] * (steps + 1),
            },
            actions=episode.actions.astype(np.int64),
            rewards=episode.rewards,
            terminations=last & (not episode.cut_off),
            truncations=last & episode.cut_off,
        )
