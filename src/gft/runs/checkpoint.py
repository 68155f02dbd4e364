"""A run's folder, and its checkpoints: plain data, written whole, checked when read.

    RUN/config.json   metrics.jsonl   tensorboard/   checkpoints/000000640000.safetensors …

Path of the data: learner → **checkpoint** → evaluation. One file holds all it takes to go on: tensors (weights, optimiser,
memory, environments) as safetensors, and in its header, as JSON, the config, counters and random states. Nothing in it is
ever executed. A checksum in the header tells a damaged file.
"""

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import safetensors.numpy
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from gft.agent.agent import Agent
from gft.runs.build import make_agent
from gft.runs.config import Config
from xworld.errors import XWorldError
from xworld.files import replacing

FORMAT, VERSION = "gft checkpoint", "1"
WEIGHTS = "agent."  # how the names of the agent's weights begin

Tensors = dict[str, NDArray[Any]]


class Checkpoint(NamedTuple):
    """What a checkpoint file holds."""

    config: Config
    tensors: Tensors
    state: dict[str, Any]  # what is no tensor: counters, random states, running sums; plain JSON


# ---- one file


def write(file: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint whole or not at all."""
    tensors = {name: np.asarray(array, order="C") for name, array in checkpoint.tensors.items()}
    config, state = json.dumps(checkpoint.config.to_dict()), json.dumps(checkpoint.state)
    header = {"format": FORMAT, "version": VERSION, "config": config, "state": state}
    header["crc"] = str(_checksum(tensors, config + state))
    content = safetensors.numpy.save(tensors, header)
    with replacing(file) as temporary, temporary.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def read(file: Path, weights_only: bool = False) -> Checkpoint:
    """Read a checkpoint, or of its tensors the agent's weights alone; what is damaged or foreign is refused."""
    try:
        with safe_open(file, framework="numpy") as content:
            header = content.metadata() or {}
            names: list[str] = content.keys()
            tensors = {name: content.get_tensor(name) for name in names}
    except FileNotFoundError:
        raise XWorldError(f"there is no checkpoint {str(file)!r}.") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise XWorldError(f"{str(file)!r} is damaged or no checkpoint at all ({_short(error)}); use another one.") from None
    if header.get("format") != FORMAT:
        raise XWorldError(f"{str(file)!r} is a safetensors file, but not a checkpoint of gft train.")
    if header.get("version") != VERSION:
        raise XWorldError(
            f"{str(file)!r} is a checkpoint of version {header.get('version')}; this program reads version {VERSION}."
        )
    config, state = header.get("config", ""), header.get("state", "")
    if str(_checksum(tensors, config + state)) != header.get("crc"):
        raise XWorldError(f"{str(file)!r} is damaged: its checksum does not fit; use an earlier one.")
    if weights_only:
        tensors = {name: array for name, array in tensors.items() if name.startswith(WEIGHTS)}
    return Checkpoint(Config.from_dict(json.loads(config)), tensors, json.loads(state))


def _checksum(tensors: Mapping[str, NDArray[Any]], text: str) -> int:
    checksum = zlib.crc32(text.encode())
    for name in sorted(tensors):
        array = np.asarray(tensors[name], order="C")
        checksum = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), checksum)
        checksum = zlib.crc32(array.reshape(-1).view(np.uint8).data, checksum)
    return checksum


def _short(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__


# ---- a run's folder


def file_at(run: Path, steps: int) -> Path:
    """Where the checkpoint after so many steps lies."""
    return run / "checkpoints" / f"{steps:012}.safetensors"


def steps_of(file: Path) -> int:
    """The steps after which a checkpoint was made."""
    return int(file.stem)


def checkpoints(run: Path) -> list[Path]:
    """The checkpoints of a run, the earliest first."""
    return sorted(file for file in (run / "checkpoints").glob("*.safetensors") if file.stem.isdecimal())


def latest(run: Path) -> Path:
    """The newest checkpoint that can be read; damaged ones are passed over."""
    damaged: list[str] = []
    for file in reversed(checkpoints(run)):
        try:
            read(file)
        except XWorldError as error:
            damaged.append(str(error))
        else:
            return file
    if damaged:
        raise XWorldError(f"{str(run)!r} has no checkpoint that can be read; the newest: {damaged[0]}")
    raise XWorldError(f"{str(run)!r} has no checkpoints; is it a folder that gft train made?")


def read_config(run: Path) -> Config:
    """The config of a run, from its folder."""
    file = run / "config.json"
    try:
        return Config.from_dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise XWorldError(f"{str(file)!r} is not the config of a run ({_short(error)}).") from None


def find(path: Path) -> Path:
    """The checkpoint meant by a path: the file itself, or the newest good one of a run's folder."""
    return path if path.is_file() else latest(path)


def milestones(files: Sequence[Path], every: int | None) -> list[Path]:
    """Of a run's checkpoints the first at or after each milestone."""
    first: dict[int, Path] = {}
    for file in files if every else ():
        first.setdefault(steps_of(file) // every, file)  # type: ignore[operator]
    first.pop(0, None)
    return list(first.values())


def prune(run: Path, keep: int, milestone_every: int | None) -> None:
    """Leave the latest checkpoints, and the first at or after each milestone."""
    files = checkpoints(run)
    lasting = milestones(files, milestone_every)
    for file in files[:-keep]:
        if file not in lasting:
            file.unlink(missing_ok=True)


# ---- weights


def weights_of(agent: Agent) -> Tensors:
    """The agent's weights, named for a checkpoint."""
    return {f"{WEIGHTS}{name}": tensor.cpu().numpy() for name, tensor in agent.state_dict().items()}


def put_weights(agent: Agent, tensors: Mapping[str, NDArray[Any]], source: str) -> None:
    """Put a checkpoint's weights into an agent of the same shape."""
    weights = {name.removeprefix(WEIGHTS): array for name, array in tensors.items() if name.startswith(WEIGHTS)}
    wanted = agent.state_dict()
    for name in sorted(wanted.keys() | weights.keys()):
        shapes = [list(part[name].shape) if name in part else None for part in (weights, wanted)]
        if shapes[0] != shapes[1]:
            raise XWorldError(
                f"the weights of {source!r} do not fit this agent: {name} is {shapes[0] or 'missing'} there and "
                f"{shapes[1] or 'missing'} here; use the same world, agent, method and encoder."
            )
    agent.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})


def load_agent(path: Path) -> tuple[Agent, Config]:
    """The agent of a checkpoint, or of a run's newest, built from what the checkpoint says."""
    file = find(path)
    checkpoint = read(file, weights_only=True)
    agent = make_agent(checkpoint.config)
    put_weights(agent, checkpoint.tensors, str(file))
    return agent, checkpoint.config
