"""For other people's learners: the observation without text, success as they log it, other ways to begin the next session.

    env = Words(gym.make("XWorld2D-v0"), "counts")                                # image and words, numbers alone
    envs = VectorWords(gym.make_vec("XWorld2D-v0", num_envs=16), "counts")        # the same of a batch
    envs = NextStep(gym.make_vec("XWorld2D-v0", num_envs=16, autoreset=False))    # autoreset as in Gymnasium's own batches
    envs = SB3VecEnv(gym.make_vec("XWorld2D-v0", num_envs=16), "counts")          # for Stable-Baselines3, in one process

docs/clients.md says which library wants what.
"""

from typing import TYPE_CHECKING, Any

from xworld.wrappers.autoreset import NextStep
from xworld.wrappers.numbers import Numbers
from xworld.wrappers.success import Success
from xworld.wrappers.words import FORMS, VectorWords, Words

if TYPE_CHECKING:
    from xworld.wrappers.sb3 import SB3VecEnv

__all__ = ["FORMS", "NextStep", "Numbers", "SB3VecEnv", "Success", "VectorWords", "Words"]


def __getattr__(name: str) -> Any:
    if name == "SB3VecEnv":  # its base class brings PyTorch along: imported for those alone who ask for it
        from xworld.wrappers.sb3 import SB3VecEnv

        return SB3VecEnv
    raise AttributeError(f"module 'xworld.wrappers' has no attribute {name!r}")
