"""The worlds in words in the shape that BALROG's evaluator expects of an environment.

Path of the data: beside it. Nothing of BALROG is imported; `docs/language-models.md` shows how to plug it in.
"""

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
from PIL import Image

from xworld.files import replacing
from xworld.text.actions import DEFAULT_ACTION, SPOKEN_ACTIONS
from xworld.text.instructions import instructions
from xworld.text_env import XWorldText2D, XWorldText3D


class BalrogEnv(gym.Env[dict[str, Any], str]):
    """A world in words. An observation has "text" ("long_term_context" and "short_term_context"), "image" and "mission".

    What is seen is the long-term context, which stays in a history; the command is the short-term one, said once, with what
    is seen now. The image is a PIL picture, or None unless `vlm=True`. Options are those of `gym.make("XWorldText2D-v0")`.
    """

    def __init__(self, world: str = "2d", vlm: bool = False, **options: Any):
        self._instructions = instructions(world)  # refuses an unknown world
        self.env = {"2d": XWorldText2D, "3d": XWorldText3D}[world](image=True, **options)
        self.observation_space, self.action_space = self.env.observation_space, self.env.action_space
        self.vlm = vlm
        self.language_action_space = list(SPOKEN_ACTIONS)
        self.default_action = SPOKEN_ACTIONS[DEFAULT_ACTION]
        self.progression = 0.0
        self.failed_candidates: list[str] = []  # answers that could not be read
        self._told: dict[str, Any] = {}

    @property
    def max_steps(self) -> int:
        """Of the present session."""
        return self.env.max_steps

    def get_instruction_prompt(self, instructions: str | None = None) -> str:
        """What a model is told before its first step; with the command, if it is given."""
        return self._instructions + (f"\n\nYour command: {instructions}" if instructions else "")

    def get_text_action(self, action: int) -> str:
        return self.language_action_space[int(action)]

    def check_action_validity(self, candidate_action: str) -> str:
        """The answer itself if it is an action's name, else the default action."""
        if candidate_action in self.language_action_space:
            return candidate_action
        self.failed_candidates.append(candidate_action)
        return self.default_action

    def reset(self, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        observation, info = self.env.reset(**arguments)
        self.progression, self.failed_candidates, self._told = 0.0, [], info
        return self._shaped(observation), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        if info["unreadable"]:
            self.failed_candidates.append(str(action))
        self.progression, self._told = float(info["success"]), info
        return self._shaped(observation), reward, terminated, truncated, info

    def get_stats(self) -> dict[str, Any]:
        """The session as plain data; progression is 1 for success and 0 for anything else."""
        names = ("task", "outcome", "steps", "optimal_steps", "reason")
        return {
            "mission": self.env.inner.session().command,
            "progression": self.progression,
            **{name: self._told[name] for name in names},
            "failed_candidates": list(self.failed_candidates),
        }

    def write_stats(self, file: str | Path) -> None:
        """The same as a file of JSON."""
        with replacing(Path(file)) as temporary:
            temporary.write_text(json.dumps(self.get_stats(), indent=2) + "\n", encoding="utf-8")

    def _shaped(self, observation: dict[str, Any]) -> dict[str, Any]:
        return {
            "text": {
                "long_term_context": observation["text"],
                "short_term_context": f"Your command: {observation['mission']}",
            },
            "image": Image.fromarray(observation["image"]) if self.vlm else None,
            "mission": observation["mission"],
        }
