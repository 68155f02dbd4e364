"""XWORLD: worlds in which an agent learns what words mean by doing what it is told.

import gymnasium as gym
import xworld

env = gym.make("XWorld2D-v0")
observation, info = env.reset(seed=0)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register, registry

if TYPE_CHECKING:
    from xworld.animation import Film, check_animation_name, write_animation
    from xworld.balrog import BalrogEnv
    from xworld.datasets.folder import Dataset
    from xworld.datasets.minari import to_minari
    from xworld.datasets.recipe import Recipe
    from xworld.datasets.shard import Episode
    from xworld.datasets.writing import Demonstrator, write_dataset
    from xworld.demo import films
    from xworld.envs import XWorld2D, XWorld2DVector, XWorld3D, XWorld3DVector
    from xworld.errors import XWorldError, one_of, shorten, whole
    from xworld.files import replacing
    from xworld.icons import icon
    from xworld.language import (
        FEEDBACK,
        PADDING,
        TOKENS,
        Closest,
        Explanation,
        Grammar,
        Meaning,
        NextWords,
        Template,
        Vocabulary,
        grammar,
        tokenize,
        vocabulary,
    )
    from xworld.language.productions import CLOSINGS, GRAMMATICAL_WORDS, OBJECTS, SPATIAL_WORDS
    from xworld.maps.ascii import FixedMap
    from xworld.maps.grid import ACTIONS, FREE, OBSTACLE
    from xworld.objects.meshes import load_meshes
    from xworld.objects.packs import load_pack
    from xworld.options import Options, default_level
    from xworld.session import Session, Thing
    from xworld.state import OUTCOMES, Env
    from xworld.streams import below
    from xworld.teacher import (
        CANNOT_ASK,
        PAPER_LEVELS,
        PAPER_SIZES,
        PAPER_TASKS,
        Curriculum,
        Level,
        Question,
        Split,
        Task,
        Track,
        approachable,
        only,
        without,
    )
    from xworld.text import (
        DEFAULT_ACTION,
        HIDDEN,
        SPOKEN_ACTIONS,
        Sight,
        Wall,
        instructions,
        read_action,
        read_scene,
        read_view,
    )
    from xworld.text_env import XWorldText2D, XWorldText3D

__version__ = "0.1.0"

__all__ = [
    "ACTIONS",
    "CANNOT_ASK",
    "CLOSINGS",
    "DEFAULT_ACTION",
    "FEEDBACK",
    "FREE",
    "GRAMMATICAL_WORDS",
    "HIDDEN",
    "OBJECTS",
    "OBSTACLE",
    "OUTCOMES",
    "PADDING",
    "PAPER_LEVELS",
    "PAPER_SIZES",
    "PAPER_TASKS",
    "SPATIAL_WORDS",
    "SPOKEN_ACTIONS",
    "TOKENS",
    "BalrogEnv",
    "Closest",
    "Curriculum",
    "Dataset",
    "Demonstrator",
    "Env",
    "Episode",
    "Explanation",
    "Film",
    "FixedMap",
    "Grammar",
    "Level",
    "Meaning",
    "NextWords",
    "Options",
    "Question",
    "Recipe",
    "Session",
    "Sight",
    "Split",
    "Task",
    "Template",
    "Thing",
    "Track",
    "Vocabulary",
    "Wall",
    "XWorld2D",
    "XWorld2DVector",
    "XWorld3D",
    "XWorld3DVector",
    "XWorldError",
    "XWorldText2D",
    "XWorldText3D",
    "approachable",
    "below",
    "check_animation_name",
    "default_level",
    "films",
    "grammar",
    "icon",
    "instructions",
    "load_meshes",
    "load_pack",
    "one_of",
    "only",
    "read_action",
    "read_scene",
    "read_view",
    "replacing",
    "shorten",
    "to_minari",
    "tokenize",
    "vocabulary",
    "whole",
    "without",
    "write_animation",
    "write_dataset",
]

# Where each public name comes from. It is imported when it is first used: the worlds need numba, a grammar does not.
_HOMES = {
    "xworld.animation": "Film check_animation_name write_animation",
    "xworld.demo": "films",
    "xworld.balrog": "BalrogEnv",
    "xworld.datasets.folder": "Dataset",
    "xworld.datasets.minari": "to_minari",
    "xworld.datasets.recipe": "Recipe",
    "xworld.datasets.shard": "Episode",
    "xworld.datasets.writing": "Demonstrator write_dataset",
    "xworld.envs": "XWorld2D XWorld2DVector XWorld3D XWorld3DVector",
    "xworld.errors": "XWorldError one_of shorten whole",
    "xworld.files": "replacing",
    "xworld.icons": "icon",
    "xworld.language": """FEEDBACK PADDING TOKENS Closest Explanation Grammar Meaning NextWords Template Vocabulary grammar
        tokenize vocabulary""",
    "xworld.language.productions": "CLOSINGS GRAMMATICAL_WORDS OBJECTS SPATIAL_WORDS",
    "xworld.maps.ascii": "FixedMap",
    "xworld.maps.grid": "ACTIONS FREE OBSTACLE",
    "xworld.objects.meshes": "load_meshes",
    "xworld.objects.packs": "load_pack",
    "xworld.options": "Options default_level",
    "xworld.session": "Session Thing",
    "xworld.state": "OUTCOMES Env",
    "xworld.streams": "below",
    "xworld.teacher": """CANNOT_ASK PAPER_LEVELS PAPER_SIZES PAPER_TASKS Curriculum Level Question Split Task Track
        approachable only without""",
    "xworld.text": """DEFAULT_ACTION HIDDEN SPOKEN_ACTIONS Sight Wall instructions read_action read_scene read_view""",
    "xworld.text_env": "XWorldText2D XWorldText3D",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'xworld' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


for world in ("XWorld2D", "XWorld3D"):
    in_words = world.replace("World", "WorldText")
    if f"{world}-v0" not in registry:
        register(f"{world}-v0", entry_point=f"xworld.envs:{world}", vector_entry_point=f"xworld.envs:{world}Vector")
    if f"{in_words}-v0" not in registry:
        register(f"{in_words}-v0", entry_point=f"xworld.text_env:{in_words}")
del world, in_words
