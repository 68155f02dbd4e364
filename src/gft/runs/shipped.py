"""The agents that come with the package, one per world: small files of weights, with all there is to know about them.

Path of the data: checkpoint → **shipped agent** → evaluation, studio. Weights are rounded to float16; the table in the file
was measured with the rounded ones. Nothing in a file is executed.
"""

import json
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import safetensors.numpy
from safetensors import SafetensorError, safe_open

from gft.runs.config import Config
from gft.runs.results import Result
from xworld import XWorldError, replacing, vocabulary

FORMAT, VERSION = "gft agent", "1"
LARGEST = 8_000_000  # bytes of a file


class Shipped(NamedTuple):
    """What such a file holds."""

    config: Config
    weights: dict[str, Any]  # float32 again
    steps: int  # of training, those behind the weights that its run began with included
    hours: float
    date: str
    results: list[Result]


def shipped_file(name: str | Path) -> Path | None:
    """The file of an agent that comes with the package, None if there is none by this name."""
    file = Path(str(files("gft") / "agents" / f"{name}.safetensors"))
    return file if str(name) in ("2d", "3d") and file.is_file() else None


def shipped_names() -> list[str]:
    """The agents that come with this package."""
    return [name for name in ("2d", "3d") if shipped_file(name)]


def write_shipped(file: Path, agent: Shipped) -> None:
    """Write such a file whole or not at all."""
    tensors = {name: np.asarray(array, np.float16, order="C") for name, array in agent.weights.items()}
    header = {
        "format": FORMAT,
        "version": VERSION,
        "config": json.dumps(agent.config.to_dict()),
        "vocabulary": vocabulary(agent.config.world).fingerprint,
        "steps": str(agent.steps),
        "hours": f"{agent.hours:.2f}",
        "date": agent.date,
        "results": json.dumps([result.to_dict() for result in agent.results]),
    }
    content = safetensors.numpy.save(tensors, header)
    if len(content) > LARGEST:
        raise XWorldError(f"the agent takes {len(content):,} bytes; at most {LARGEST:,} are shipped.")
    with replacing(file) as temporary:
        temporary.write_bytes(content)


def read_shipped(file: Path) -> Shipped:
    """Read such a file; what is damaged, foreign or of another vocabulary is refused."""
    try:
        with safe_open(file, framework="numpy") as content:
            header = content.metadata() or {}
            weights = {name: content.get_tensor(name).astype(np.float32) for name in content.keys()}  # noqa: SIM118
        if (header.get("format"), header.get("version")) != (FORMAT, VERSION):
            raise ValueError("another format")
        config = Config.from_dict(json.loads(header["config"]))
        results = [Result.from_dict(values) for values in json.loads(header["results"])]
        told = int(header["steps"]), float(header["hours"]), header["date"]
    except (SafetensorError, OSError, ValueError, KeyError, TypeError) as error:
        raise XWorldError(f"{str(file)!r} is no agent of this version of the package ({error}).") from None
    if header["vocabulary"] != vocabulary(config.world).fingerprint:
        raise XWorldError(f"{str(file)!r} was trained with another vocabulary: its words would mean other things.")
    return Shipped(config, weights, *told, results)


def rounded(weights: dict[str, Any]) -> dict[str, Any]:
    """Weights as they come back from a file."""
    return {name: np.asarray(array, np.float16).astype(np.float32) for name, array in weights.items()}


def today() -> str:
    return date.today().isoformat()
