"""What Gymnasium is told of the environments: observation and action spaces, render modes."""

from typing import Any

import numpy as np
from gymnasium import spaces

from xworld.errors import one_of
from xworld.maps.grid import ACTIONS
from xworld.simulation import TEXT_MODE, WORLDS, Simulation

CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789 .?!'_-"


def metadata(world: str) -> dict[str, Any]:
    """Gymnasium's metadata of a world's environments."""
    return {"render_modes": [*WORLDS[world].render_modes, TEXT_MODE], "render_fps": 6}


def check_render_mode(mode: str | None, world: str) -> str | None:
    """The render mode, if the world has it."""
    known = metadata(world)["render_modes"]
    if mode is not None and mode not in known:
        raise one_of("render_mode", mode, known)
    return mode


def action_space() -> spaces.Discrete:
    """One environment's actions, numbered as in `ACTIONS`."""
    return spaces.Discrete(len(ACTIONS))


def observation_space(simulation: Simulation) -> spaces.Dict:
    """One environment's observation."""
    longest = max(map(len, simulation.vocabulary.words))
    extras = simulation.world.extra_spaces()
    return spaces.Dict(
        {
            "image": spaces.Box(0, 255, simulation.world.image_shape, np.uint8),
            **{name: spaces.Box(low, high, shape, kind) for name, (low, high, shape, kind) in extras.items()},
            "tokens": spaces.Box(0, len(simulation.vocabulary), (simulation.teacher.tokens,), np.int64),
            "mission": spaces.Text(simulation.teacher.tokens * (longest + 1), min_length=0, charset=CHARACTERS),
        }
    )
