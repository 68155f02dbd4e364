"""What several tests need: both worlds by name, drawn maps, random play, and whether what came back is the same."""

from typing import Any, NamedTuple

import numpy as np

from xworld.envs import XWorld, XWorld2D, XWorld2DVector, XWorld3D, XWorld3DVector, XWorldVector


class World(NamedTuple):
    """What a test needs to know of a world."""

    name: str
    id: str
    one: type[XWorld]
    batch: type[XWorldVector]
    repeat: int  # actions that make a move of one cell, or a quarter of a turn

    def on_map(self, text: str, task: str, legend: dict[str, str] | None = None, **options: Any) -> XWorld:
        """An environment on a drawn map."""
        return self.one(map=text, legend=legend, tasks=task, **options)

    def outcome(self, env: XWorld, actions: list[int]) -> str:
        """How the session stands after some actions by cells and quarter turns; none may come after its end."""
        info = {"outcome": "running"}
        for action in actions:
            assert info["outcome"] == "running"
            for _ in range(self.repeat):
                if info["outcome"] == "running":
                    *_, info = env.step(action)
        return str(info["outcome"])


WORLDS = {
    "2d": World("2d", "XWorld2D-v0", XWorld2D, XWorld2DVector, 1),
    "3d": World("3d", "XWorld3D-v0", XWorld3D, XWorld3DVector, 2),
}


def session_about(env: XWorld, *objects: str, relation: str | None = None) -> str:
    """Reset until the command names these objects (and this relation); returns the command."""
    grammar = env.simulation.teacher.grammar
    for seed in range(2000):
        observation, _ = env.reset(seed=seed)
        meaning = grammar.parse(observation["mission"])
        if meaning.objects == objects and meaning.relation == relation:
            return str(observation["mission"])
    raise AssertionError(f"no session about {objects}, {relation}")


def same(a, b) -> bool:
    """Equal observations or infos, arrays and all."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    a, b = np.asarray(a), np.asarray(b)
    return bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))


def random_actions(steps: int, n: int, seed: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Random play that moves forward often, so that sessions end."""
    return np.random.default_rng(seed).choice([0, 0, 0, 1, 2, 3, 4, 5], size=(steps, n))


def play_oracle(envs: XWorldVector, info: dict[str, Any] | None = None) -> dict[str, Any]:
    """Let the oracle finish the sessions of a batch without autoreset, after `info`; returns the last info."""
    ended = np.zeros(envs.num_envs, bool) if info is None else info["outcome"] != "running"
    info = info or {}
    while not ended.all():
        _, _, terminated, truncated, info = envs.step(np.where(ended, -1, envs.oracle()))
        ended |= terminated | truncated
    return info
