"""GFT: language grounding as guided transformation of visual features, and the agents around it.

    import gft

    agent, config = gft.load_agent("runs/mine")                    # of a run's newest checkpoint
    config = gft.preset("quick", steps=20_000, processes=1)        # options as of gft train
    gft.train(config, "runs/new")                                  # 0: done, 130: stopped early
    for result in gft.evaluate("runs/new", gft.Plan(sessions=200)):
        print(result.setting.name, result.policy, result.total.success)

Uses the public names of `xworld`, and PyTorch (install with the extra "train"), which is imported at first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gft.agent import Agent
    from gft.evaluation import Plan, evaluate
    from gft.grounding import GFT, METHODS, Grounding
    from gft.runs.build import make_agent, make_environments
    from gft.runs.checkpoint import load_agent
    from gft.runs.config import Config
    from gft.runs.presets import preset
    from gft.training import train

__version__ = "0.1.0"

__all__ = [
    "GFT",
    "METHODS",
    "Agent",
    "Config",
    "Grounding",
    "Plan",
    "evaluate",
    "load_agent",
    "make_agent",
    "make_environments",
    "preset",
    "train",
]

_HOMES = {
    "gft.agent": ("Agent",),
    "gft.evaluation": ("Plan", "evaluate"),
    "gft.grounding": ("GFT", "METHODS", "Grounding"),
    "gft.runs.build": ("make_agent", "make_environments"),
    "gft.runs.checkpoint": ("load_agent",),
    "gft.runs.config": ("Config",),
    "gft.runs.presets": ("preset",),
    "gft.training": ("train",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'gft' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
