"""XWORLD: worlds in which an agent learns what words mean by doing what it is told.

import gymnasium as gym
import xworld

env = gym.make("XWorld2D-v0")
observation, info = env.reset(seed=0)
"""

from gymnasium.envs.registration import register, registry

from xworld.errors import XWorldError
from xworld.language import Grammar, Meaning, Vocabulary, grammar, vocabulary

__version__ = "0.1.0"

__all__ = ["Grammar", "Meaning", "Vocabulary", "XWorldError", "grammar", "vocabulary"]

# The worlds themselves (and with them numba) are imported when the first environment is made.
for world in ("XWorld2D", "XWorld3D"):
    if f"{world}-v0" not in registry:
        register(f"{world}-v0", entry_point=f"xworld.envs:{world}", vector_entry_point=f"xworld.envs:{world}Vector")


def __getattr__(name):
    from importlib import import_module

    homes = {
        "xworld.teacher": "Curriculum Level Task Split only without PAPER_LEVELS PAPER_SIZES PAPER_TASKS Question CANNOT_ASK approachable Env",
        "xworld.maps.ascii": "FixedMap",
        "xworld.options": "Options default_level",
        "xworld.files": "replacing",
        "xworld.errors": "one_of whole shorten",
        "xworld.demo": "write_animation",
    }
    for home, names in homes.items():
        if name in names.split():
            return getattr(import_module(home), name)
    if name == "Film":
        return import_module("xworld.demo").Session
    if name == "check_animation_name":
        return import_module("xworld.demo").check_name
    raise AttributeError(name)
