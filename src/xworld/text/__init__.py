"""What an agent sees, in words, and actions by name: the same sessions for language models.

Path of the data: world → **text** → whoever reads it. The text is made of what the picture shows and of nothing else.
"""

from xworld.text.actions import DEFAULT_ACTION, SPOKEN_ACTIONS, read_action
from xworld.text.instructions import instructions
from xworld.text.scene import Sight, Wall, describe_scene, read_scene
from xworld.text.view import HIDDEN, describe_view, read_view

__all__ = [
    "DEFAULT_ACTION",
    "HIDDEN",
    "SPOKEN_ACTIONS",
    "Sight",
    "Wall",
    "describe_scene",
    "describe_view",
    "instructions",
    "read_action",
    "read_scene",
    "read_view",
]
