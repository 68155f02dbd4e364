"""Runs of before: what options, weights and results were called or meant in earlier versions, and what they are now; and the
curricula that they were trained with.

version 1 (until 0.1)   options gae, clip and deaf; with initialisation=orthogonal, GFT added [I 0] to its matrices
                        outside its weights; actions of sampled tests came from one stream for all sessions
version 2, at first     metrics and checkpoints called rollouts updates
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from xworld import Curriculum

COUNTS = {"updates": "rollouts", "moved": "approx_kl"}
OPTIONS = {"gae": "gae_lambda", "clip": "clip_range", "deaf": "shuffled"}


def renamed(config: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a config under their present names."""
    return {OPTIONS.get(name, name): value for name, value in config.items()}


def renamed_counts(line: Mapping[str, Any]) -> dict[str, Any]:
    """What a line of metrics or a checkpoint counts, under its present names; "updates" were once rollouts."""
    return {COUNTS.get(name, name): value for name, value in line.items()}


def converted(weights: dict[str, NDArray[Any]], config: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """The weights of a checkpoint of version 1, by name, for the modules as they are now."""
    if config["initialisation"] != "orthogonal" or not config["method"].startswith("gft-"):
        return weights
    weights = dict(weights)
    for name, bias in weights.items():
        if ".grounding.second." in name and name.endswith(".bias"):
            d = round((len(bias) + 0.25) ** 0.5 - 0.5)  # of D·(D + 1)
            weights[name] = bias + np.eye(d, d + 1, dtype=bias.dtype).flatten()
    return weights


def still_holds(result: Mapping[str, Any]) -> bool:
    """Whether a line of results of version 1 is what the same test would give today."""
    return result["policy"] != "sampled"


def levels_by_track(levels: Mapping[str, Any]) -> dict[str, Mapping[str, int]]:
    """The environments on each level of each track, of a line of metrics of any version."""
    return {"main": levels} if any(isinstance(count, int) for count in levels.values()) else dict(levels)


# ---- curricula, made of the parts of today's; the worlds are imported only for them


def fast(world: str) -> "Curriculum":
    """Words in the alcove, then everything one after the other."""
    from gft.runs.curricula import ALCOVE, APPROACH, BOTH, ladder
    from xworld import PAPER_LEVELS, Curriculum, Level

    words = ladder(world, partial(Level, map=ALCOVE))
    more = (Level(map=ALCOVE, goals=2, tasks=BOTH), APPROACH, Level(3, 2, 0, tasks=BOTH))
    return Curriculum((*words, *more, *PAPER_LEVELS), threshold=0.8, window=100, least=50)


def quick(world: str) -> "Curriculum":
    """A few words in the alcove, then on an open map."""
    from gft.runs.curricula import ALCOVE, APPROACH, ladder
    from xworld import Curriculum, Level

    words = ladder(world, partial(Level, map=ALCOVE))
    levels = (*words[:2], Level(map=ALCOVE, goals=2, tasks=("nav",)), APPROACH, Level(3, 2, 0, tasks=("nav",)))
    return Curriculum(levels, threshold=0.85, window=30, least=30)


CURRICULA: dict[str, Callable[[str], "Curriculum"]] = {"fast": fast, "quick": quick}
