"""Golden frames: what the world looked like when somebody last looked. Rewrite them on purpose only:

python -m tests.xworld.golden.make
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xworld.envs import XWorld2D, XWorld2DVector, XWorld3D, XWorld3DVector

FOLDER = Path(__file__).parent


def agent_views() -> NDArray[np.uint8]:
    """What 12 agents see after some steps, side by side: [240, 320, 3]."""
    envs = XWorld2DVector(num_envs=12)
    envs.reset(seed=2018)
    for step in range(6):
        observation, *_ = envs.step((np.arange(12) + step) % 6)
    return np.concatenate([np.concatenate(list(row), axis=1) for row in observation["image"].reshape(3, 4, 80, 80, 3)])


def whole_map() -> NDArray[np.uint8]:
    """One map for people, without its caption, whose letters depend on the font library."""
    env = XWorld2D(size=6, render_mode="rgb_array")
    env.reset(seed=2018)
    return env.render()[: 6 * 64]


def agent_views_3d() -> NDArray[np.uint8]:
    """What 12 agents see in 3D after some steps, side by side: [252, 336, 3]."""
    envs = XWorld3DVector(num_envs=12)
    envs.reset(seed=2018)
    for step in range(6):
        observation, *_ = envs.step((np.arange(12) + step) % 6)
    return np.concatenate([np.concatenate(list(row), axis=1) for row in observation["image"].reshape(3, 4, 84, 84, 3)])


def top_view() -> NDArray[np.uint8]:
    """A map in 3D from above, without its caption."""
    env = XWorld3D(size=4, render_mode="top_view")
    env.reset(seed=2018)
    return env.render()[:512]


FRAMES = {"agent_views": agent_views, "whole_map": whole_map, "agent_views_3d": agent_views_3d, "top_view": top_view}

if __name__ == "__main__":
    for name, draw in FRAMES.items():
        Image.fromarray(draw()).save(FOLDER / f"{name}.png", optimize=True)
        print(f"wrote {name}.png")
