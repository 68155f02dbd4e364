"""The command as numbers alone: most learners have no place for text.

Path of the data: observation → **words** → somebody else's agent. Two forms:

    tokens    [L] the words' ids in their order, padded with 0. An id is a name, no magnitude: it wants an embedding.
    counts    [V] how often each word of the vocabulary stands in the command, at the place of its id: a bag of words, which
              any network can take as it is. Place 0, the padding's, stays 0.
"""

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from xworld.errors import XWorldError, one_of
from xworld.language.vocabulary import PADDING

FORMS = ("tokens", "counts")
TEXT, TOKENS, COUNTS = "mission", "tokens", "words"  # keys of an observation


def wordy_space(space: gym.Space[Any], form: str) -> spaces.Dict:
    """The space of one observation in another form."""
    if form not in FORMS:
        raise one_of("form", form, FORMS)
    if not isinstance(space, spaces.Dict) or TOKENS not in space.spaces:
        raise XWorldError(f"observations have no {TOKENS!r} here; wrap the environment before others take them away.")
    parts = {name: part for name, part in space.spaces.items() if name != TEXT}
    if form == "counts":
        tokens = parts.pop(TOKENS)
        assert isinstance(tokens, spaces.Box)
        parts[COUNTS] = spaces.Box(0, tokens.shape[-1], (int(tokens.high.max()) + 1,), np.float32)
    return spaces.Dict(parts)


def wordy(observation: Mapping[str, Any], space: spaces.Dict) -> dict[str, Any]:
    """An observation, or a batch of them, in the form of the space of one."""
    plain = {name: observation[name] for name in space.spaces if name != COUNTS}
    if COUNTS in space.spaces:
        size = space.spaces[COUNTS].shape
        assert size is not None
        plain[COUNTS] = word_counts(observation[TOKENS], size[0])
    return plain


def word_counts(tokens: NDArray[np.int64], size: int) -> NDArray[np.float32]:
    """How often each word stands in commands: […, L] ids below `size` → […, size]."""
    rows = tokens.reshape(-1, tokens.shape[-1])
    counts = np.zeros((len(rows), size), np.float32)
    np.add.at(counts, (np.arange(len(rows))[:, None], rows), 1)
    counts[:, PADDING] = 0
    return counts.reshape(*tokens.shape[:-1], size)


class Words(gym.ObservationWrapper[dict[str, Any], Any, dict[str, Any]], RecordConstructorArgs):
    """One environment whose observation holds no text: `Words(env, "tokens")` or `Words(env, "counts")`."""

    def __init__(self, env: gym.Env[dict[str, Any], Any], form: str = "tokens"):
        RecordConstructorArgs.__init__(self, form=form)
        gym.ObservationWrapper.__init__(self, env)
        self.observation_space = self._form = wordy_space(env.observation_space, form)

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        return wordy(observation, self._form)


class VectorWords(VectorWrapper):  # type: ignore[type-arg]  # without types before Gymnasium 1.4
    """The same of a batch, whatever its autoreset: last observations of sessions are changed too."""

    def __init__(self, env: VectorEnv[Any, Any, Any], form: str = "tokens"):
        super().__init__(env)
        self.single_observation_space: spaces.Dict = wordy_space(env.single_observation_space, form)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """Where TorchRL looks for it."""
        return AutoresetMode(self.metadata["autoreset_mode"])

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        return wordy(observation, self.single_observation_space), info

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        observation, rewards, terminated, truncated, info = self.env.step(actions)
        if "final_obs" in info:
            last = [each and wordy(each, self.single_observation_space) for each in info["final_obs"]]
            info["final_obs"] = np.array([*last, None], object)[:-1]  # else numpy might make a table of them
        return wordy(observation, self.single_observation_space), rewards, terminated, truncated, info
