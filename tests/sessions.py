"""What several tests need: environments with drawn maps, and random play."""

from typing import Any

import numpy as np

from xworld.envs import XWorld2D, XWorld2DVector


def on_map(text: str, task: str, legend: dict[str, str] | None = None, **options: Any) -> XWorld2D:
    """An environment on a drawn map."""
    return XWorld2D(map=text, legend=legend, tasks=task, **options)


def session_about(env: XWorld2D, *objects: str, relation: str | None = None) -> str:
    """Reset until the command names these objects (and this relation); returns the command."""
    grammar = env.simulation.teacher.grammar
    for seed in range(2000):
        observation, _ = env.reset(seed=seed)
        meaning = grammar.parse(observation["mission"])
        if meaning.objects == objects and meaning.relation == relation:
            return str(observation["mission"])
    raise AssertionError(f"no session about {objects}, {relation}")


def outcome(env: XWorld2D, actions: list[int]) -> str:
    """How the session stands after some actions; none may come after its end."""
    info = {"outcome": "running"}
    for action in actions:
        assert info["outcome"] == "running"
        *_, info = env.step(action)
    return str(info["outcome"])


def random_actions(steps: int, n: int, seed: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Random play that moves forward often, so that sessions end."""
    return np.random.default_rng(seed).choice([0, 0, 0, 1, 2, 3, 4, 5], size=(steps, n))


def play_oracle(envs: XWorld2DVector) -> dict[str, Any]:
    """Let the oracle finish the sessions of a batch without autoreset; returns the last info."""
    ended = np.zeros(envs.num_envs, bool)
    info: dict[str, Any] = {}
    while not ended.all():
        _, _, terminated, truncated, info = envs.step(np.where(ended, -1, envs.oracle()))
        ended |= terminated | truncated
    return info
