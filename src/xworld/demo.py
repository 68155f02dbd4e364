"""Sessions played by the oracle: first contact, and the figures of the README."""

from typing import Any

from xworld.animation import Film
from xworld.envs import XWorld, XWorld2D, XWorld3D
from xworld.teacher.starters import PAPER_TASKS

WORLDS: dict[str, tuple[type[XWorld], str]] = {"2d": (XWorld2D, "rgb_array"), "3d": (XWorld3D, "both")}


def play(count: int, seed: int = 0, world: str = "2d", **options: Any) -> list[Film]:
    """Let the oracle solve sessions of the paper's tasks, one task after the other."""
    kind, mode = WORLDS[world]
    envs = [kind(tasks=task.name, render_mode=mode, **options) for task in PAPER_TASKS[:count]]
    return [_play_one(envs[n % len(envs)], seed + n) for n in range(count)]


def _play_one(env: XWorld, seed: int) -> Film:
    observation, info = env.reset(seed=seed)
    frames = [env.render()]
    ended = False
    while not ended:
        _, _, terminated, truncated, info = env.step(env.oracle())
        frames.append(env.render())
        ended = terminated or truncated
    return Film(info["task"], observation["mission"], info["steps"], info["feedback"], frames)
