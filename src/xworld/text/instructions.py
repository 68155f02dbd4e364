"""What a language model is told before its first step: where it is, how to read what it sees, what it may do.

Path of the data: beside it. Nothing in here depends on the session: its command comes with the observation.
"""

from xworld.errors import one_of
from xworld.text.actions import SPOKEN_ACTIONS

_SITUATION = (
    "You are in a maze of square cells{walls} with obstacles and a few objects, no two of a kind. You get one command in "
    "simple English and must do what it says. All you know is what you see now and what you remember."
)
_SEEN = {
    "2d": (
        "What you see is given as a grid of the cells ahead of you, forward is up, and then in sentences. ^ is you, . is "
        "free floor, # an obstacle, ? is hidden behind an obstacle or outside of the maze, and letters are objects. "
        'Distances count cells: "2 ahead and 1 to the left" is two rows up and one column to the left of you.'
    ),
    "3d": (
        "What you see through your eyes is given in sentences; your field of view is 90° wide. Distances count cells, from "
        "you to the middle of what is seen of a thing. Obstacles are cubes; you can look over them, but not walk through "
        "them. A wall's distance is the shortest one to it, in the direction that is named."
    ),
}
_MOVES = {
    "2d": "A move goes one cell, a turn is 90°. What stands in your way, an obstacle or the border, stops you.",
    "3d": (
        "A move goes half a cell, a turn is 45°, so you look along the rows of cells or diagonally. You are half a cell "
        "wide. What stands in your way, an obstacle or a wall, stops you."
    ),
}
_RULES = (
    "You reach an object by moving forward into it; a turn reaches nothing. The session ends when you reach an object: with "
    "success if the command asked for it, with failure if it did not. A command may",
    "- name an object: reach it;",
    "- tell you to avoid an object: reach any other one;",
    "- ask for the object near (by, besides) another: reach an object on one of the eight cells around it;",
    "- ask for the object left of, right of, in front of or behind another: the two share a side, and the direction is as "
    "you see it when you run into it;",
    "- ask for the place between two objects: walk into the free cell between them; to reach any object is a failure then.",
)
_ANSWER = (
    "Answer with one action: {actions}. If you write more than that, the last action that you name counts; an answer that "
    'names none counts as "turn right".'
)


def instructions(world: str) -> str:
    """The instructions of a world, "2d" or "3d"."""
    if world not in _MOVES:
        raise one_of("world", world, _MOVES)
    situation = _SITUATION.format(walls=" with walls around" if world == "3d" else "")
    answer = _ANSWER.format(actions=", ".join(SPOKEN_ACTIONS))
    return "\n\n".join([situation, _SEEN[world], _MOVES[world], "\n".join(_RULES), answer])
