"""What kernels work on: the state of environments, and the tables that say which sessions there can be.

State is one plain record each, a batch is an array of them. Everything that decides the future stands there, so that saving,
restoring and comparing environments is copying and comparing an array, and a single environment is a batch of one. Kernels
and tasks take one record, `env`, and read it by name: `env.grid[row, column]`, `env.agent`. Tables never change while
environments run; `teacher/tables.py` fills them.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.maps.grid import HEADINGS

Ints = NDArray[np.int32]
Env = Any  # np.record of `record_type`; in kernels the same, by reference
Batch = Any  # array of them, [N]

# How a session stands.
RUNNING, SUCCESS, FAILURE, TIMEOUT = 0, 1, 2, 3
OUTCOMES = ("running", "success", "failure", "timeout")

# Kernels are compiled for a record's exact shape, so its arrays come in few sizes; the first is meant for nearly everyone.
MAP_ROOM = (16, 32, 64)
OBJECT_ROOM = (8, 16, 32, 64, 128, 256)
TOKEN_ROOM = (16, 32, 64, 128)
WINDOW_ROOM = (200, 1000, 10_000)
OFFSET_ROOM, RELATION_ROOM = 24, 16  # of a task


def record_type(side: int, objects: int, tokens: int, window: int, steps_per_cell: int) -> np.dtype[np.void]:
    """The record of an environment with room for maps of side×side cells and so on; its longest session has so many steps
    for each cell."""
    r, k = _room("size", side, MAP_ROOM), _room("goals", objects, OBJECT_ROOM)
    length, w = _room("words in a sentence", tokens, TOKEN_ROOM), _room("window", window, WINDOW_ROOM)
    fields = np.dtype(
        [
            ("stream", np.uint64, (1,)),  # the random stream
            ("track", np.int32),  # the ladder of levels that it climbs, for ever
            ("level", np.int32),  # index into the levels of all tracks
            ("next_level", np.int32),  # one more than the level of the next session, 0 if it is not set
            ("noted", np.int32),  # sessions noted on this level, all in all
            ("history", np.int8, (w,)),  # the latest of them: 2·task + success, a ring
            # The map of this session.
            ("rows", np.int32),
            ("columns", np.int32),
            ("count", np.int32),  # number of objects
            ("grid", np.int16, (r, r)),  # FREE, OBSTACLE or an object's number
            ("place", np.int32, (k, 2)),  # row and column of each object
            ("kind", np.int32, (k,)),  # its class
            ("instance", np.int32, (k,)),  # which picture or model of the class
            ("look", np.int32, (k, 4)),  # yaw in 1/4096 turns; scale, and offsets down and right, in 1/1024 cells
            ("agent", np.int32, (3,)),  # row, column, heading
            ("position", np.float64, (2,)),  # 3D: where it is in rows and columns; whole numbers are middles of cells
            ("block", np.uint8, (r, r)),  # 3D: what each obstacle looks like, see `world3d.solids`
            ("walls", np.uint8, (4,)),  # 3D: pattern of the border's north, east, south and west wall
            ("reachable", np.uint8, (r, r)),  # 1: cells that can be walked to from the start
            ("start", np.float64, (3,)),  # the agent's row, column and heading when the session began
            ("guest", np.int8),  # 1: not the teacher's choice, so it does not count for the curriculum
            # The command, and what it makes of the map.
            ("task", np.int32),
            ("relation", np.int32),  # number of the relation within its task
            ("named", np.int32, (2,)),  # the objects that the command names, −1 for none
            ("template", np.int32),  # number of the template in the grammar
            ("tokens", np.int64, (length,)),
            ("reach", np.int8, (k, HEADINGS)),  # what reaching object k with heading h leads to
            ("stand", np.int8, (r, r)),  # what standing in a cell leads to
            # How far it has got.
            ("steps", np.int32),
            ("limit", np.int32),  # the session is over after so many steps
            ("optimal", np.int32),  # length of the oracle's solution from the start, −1 if nobody asked
            ("outcome", np.int8),
            ("reached", np.int32),  # the object that was run into face on at the end, −1 for none
            ("actions", np.int8, (steps_per_cell * r * r,)),  # those taken in this session, the first `steps`
        ],
        align=True,
    )
    return np.dtype((np.record, fields))


def new_batch(n: int, dtype: np.dtype[np.void]) -> Batch:
    """N records of zeros: nothing in them means anything before a session begins."""
    return np.zeros(n, dtype)


class Tables(NamedTuple):
    """Which sessions there can be, as arrays: K tracks, M levels, T tasks, C classes, S templates."""

    tracks: Any  # [K] records of TRACK_TYPE
    levels: Any  # [M] records of `level_type`, those of one track after those of another
    tasks: Any  # [T] records of TASK_TYPE
    enabled: NDArray[np.bool_]  # [M, T] the tasks of a level
    pool: Ints  # [M, C] the classes that may stand on a level's map, the first `pool_size` of each row
    instances: Ints  # [C, I] the pictures or models of a class that may be used, the first `instance_count`
    instance_count: Ints  # [C]
    partners: NDArray[np.bool_]  # [C, C] classes that may be put in relation; [0, 0] if all may
    template_words: Ints  # [S, L] word ids; −1 and −2 stand for the first and second object
    template_number: Ints  # [S] number in the grammar
    word: Ints  # [C] the word of a class
    looks: Any  # [1] record of LOOKS_TYPE: what the world wants drawn


TRACK_TYPE = np.dtype(
    [
        ("window", np.int32),  # sessions that are looked back on
        ("least", np.int32),  # sessions that must have been seen
        ("first", np.int32),  # number of its first level
        ("count", np.int32),  # of its levels
        ("start", np.int32),  # number of the level of an environment's first session
    ],
    align=True,
)

TASK_TYPE = np.dtype(
    [
        ("code", np.int32),  # number of the compiled task, or CUSTOM
        ("offset_count", np.int32),
        ("offsets", np.int32, (OFFSET_ROOM, 2)),  # where a second object may stand, seen from the first
        ("first_template", np.int32, (RELATION_ROOM,)),  # where the templates of a relation begin
        ("template_count", np.int32, (RELATION_ROOM,)),
    ],
    align=True,
)

LOOKS_TYPE = np.dtype(
    [
        ("smallest", np.int32),  # scale of an object, in 1/1024 cells
        ("largest", np.int32),
        ("yaw_step", np.int32),  # yaws are multiples of this many 1/4096 turns
        ("headings", np.int32),  # that an agent can start with: 4, or 8 with the diagonals
        ("blocks", np.int32),  # kinds of obstacles, 0 if they all look alike
        ("walls", np.int32),  # patterns of the border walls, 0 if there are none
    ],
    align=True,
)


def level_type(env: np.dtype[np.void]) -> np.dtype[np.void]:
    """A level's map; `env` is the environments' record, whose room it shares."""
    return np.dtype(
        [
            ("is_last", np.int32),  # 1: of its track
            ("threshold", np.float64),  # success rate that every task must be above to leave it
            ("rows", np.int32),
            ("columns", np.int32),
            ("goals", np.int32),
            ("obstacles", np.int32),
            ("limit", np.int32),  # most steps of a session
            ("pool_size", np.int32),
            ("fixed", np.int32),  # 1: a drawn map
            ("drawn", np.int32),  # how many objects it shows
            ("drawn_kind", np.int32, env["kind"].shape),  # their classes, −1 for any
            ("drawn_agent", np.int32, (3,)),  # row, column, heading; −1 for any
            ("cells", np.int16, env["grid"].shape),
        ],
        align=True,
    )


def _room(what: str, wanted: int, sizes: tuple[int, ...]) -> int:
    for size in sizes:
        if wanted <= size:
            return size
    raise XWorldError(f"{what}: {wanted} is more than there is room for; at most {sizes[-1]:,}.")
