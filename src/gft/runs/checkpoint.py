"""Checkpoints: plain data, written whole, checked when read.

Path of the data: learner → **checkpoint** → evaluation. One file holds all it takes to go on: tensors (weights, optimiser,
memory, environments) as safetensors, and in its header, as JSON, the config, the vocabulary's fingerprint, counters and
sums. Nothing in it is ever executed. A checksum in the header tells a damaged file.
"""

import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import safetensors.numpy
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from gft.agent import Agent
from gft.runs.build import make_agent
from gft.runs.config import Config
from gft.runs.folder import checkpoints
from gft.runs.legacy import converted, renamed
from gft.runs.options import names_with
from gft.runs.shipped import read_shipped, shipped_file
from xworld import XWorldError, replacing, vocabulary

FORMAT, VERSION = "gft checkpoint", "2"
WEIGHTS = "agent"  # under this name stand the agent's weights

Tensors = dict[str, Any]  # arrays by name, nested


class Checkpoint(NamedTuple):
    """What a checkpoint file holds."""

    config: Config
    tensors: Tensors
    state: dict[str, Any]  # what is no tensor: counters, sums; plain JSON, nested
    version: str = VERSION


class Trained(NamedTuple):
    """An agent's weights, and how they came to be."""

    config: Config  # of the run that made them
    weights: Mapping[str, NDArray[Any]]
    training: dict[str, Any]  # all the steps and seconds behind them, of earlier runs too


def write(file: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint whole or not at all."""
    tensors = {name: np.asarray(array, order="C") for name, array in flatten(checkpoint.tensors).items()}
    config, state = json.dumps(checkpoint.config.to_dict()), json.dumps(checkpoint.state)
    header = {"format": FORMAT, "version": VERSION, "config": config, "state": state}
    header["vocabulary"] = vocabulary(checkpoint.config.world).fingerprint
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
            tensors = {name: content.get_tensor(name) for name in content.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise XWorldError(f"there is no checkpoint {str(file)!r}.") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise XWorldError(f"{str(file)!r} is damaged or no checkpoint at all ({_short(error)}); use another one.") from None
    version = header.get("version", "")
    if header.get("format") != FORMAT:
        raise XWorldError(f"{str(file)!r} is a safetensors file, but not a checkpoint of gft train.")
    if version not in ("1", VERSION):
        raise XWorldError(f"{str(file)!r} is a checkpoint of version {version}; this program reads version {VERSION}.")
    config, state = header.get("config", ""), header.get("state", "")
    if str(_checksum(tensors, config + state)) != header.get("crc"):
        raise XWorldError(f"{str(file)!r} is damaged: its checksum does not fit; use an earlier one.")
    if weights_only:
        tensors = {name: array for name, array in tensors.items() if name.startswith(f"{WEIGHTS}.")}
    options = json.loads(config)
    if version == "1":
        tensors = converted(tensors, options)
    checkpoint = Checkpoint(Config.from_dict(renamed(options)), unflatten(tensors), json.loads(state), version)
    _check_vocabulary(file, checkpoint.config.world, header.get("vocabulary"))
    return checkpoint


def _check_vocabulary(file: Path, world: str, fingerprint: str | None) -> None:
    """Refuse weights that were trained with other words; version 1 did not note which."""
    known = vocabulary(world).fingerprint
    if fingerprint not in (None, known):
        raise XWorldError(
            f"{str(file)!r} was trained with another vocabulary ({fingerprint}, this program has {known}): its words would "
            "mean other things; use the version of this program that trained it."
        )


def flatten(nested: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Nested values under names with dots."""
    flat: dict[str, Any] = {}
    for name, value in nested.items():
        flat |= flatten(value, f"{before}{name}.") if isinstance(value, Mapping) else {before + name: value}
    return flat


def unflatten(flat: Mapping[str, Any]) -> dict[str, Any]:
    """The other way; what stands under the weights' name keeps its dots, which are PyTorch's."""
    nested: dict[str, Any] = {}
    for name, value in flat.items():
        first, *rest = name.split(".", 1) if name.startswith(f"{WEIGHTS}.") else name.split(".")
        inner = nested
        for part in [first, *rest][:-1]:
            inner = inner.setdefault(part, {})
        inner[[first, *rest][-1]] = value
    return nested


def _checksum(tensors: Mapping[str, NDArray[Any]], text: str) -> int:
    checksum = zlib.crc32(text.encode())
    for name in sorted(tensors):
        array = np.asarray(tensors[name], order="C")
        checksum = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), checksum)
        checksum = zlib.crc32(array.reshape(-1).view(np.uint8).data, checksum)
    return checksum


def _short(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__


def latest(run: Path) -> Path:
    """The newest checkpoint of a run that can be read; damaged ones are passed over."""
    refused: list[str] = []
    for file in reversed(checkpoints(run)):
        try:
            read(file)
        except XWorldError as error:
            refused.append(str(error))
        else:
            return file
    if refused:
        raise XWorldError(f"{str(run)!r} has no checkpoint that can be read; the newest: {refused[0]}")
    raise XWorldError(f"{str(run)!r} has no checkpoints; is it a folder that gft train made?")


def find(path: Path) -> Path:
    """The checkpoint meant by a path: the file itself, or the newest good one of a run's folder."""
    return path if path.is_file() else latest(path)


# ---- weights


def weights_of(agent: Agent) -> dict[str, NDArray[Any]]:
    """The agent's weights by name."""
    return {name: tensor.cpu().numpy() for name, tensor in agent.state_dict().items()}


def check_architecture(config: Config, source: Config, name: str) -> None:
    """Refuse weights of a run whose agent computes another function of them; shapes alone do not tell."""
    names = names_with(Config, "architecture")
    for option in names:
        there, here = getattr(source, option), getattr(config, option)
        if there != here:
            raise XWorldError(
                f"the weights of {name!r} do not fit this agent: {option} is {there!r} there and {here!r} here; "
                f"use the same {', '.join(names[:-1])} and {names[-1]}."
            )


def put_weights(agent: Agent, weights: Mapping[str, NDArray[Any]], source: str) -> None:
    """Put weights into an agent of the same shape."""
    wanted = agent.state_dict()
    for name in sorted(wanted.keys() | weights.keys()):
        shapes = [list(part[name].shape) if name in part else None for part in (weights, wanted)]
        if shapes[0] != shapes[1]:
            raise XWorldError(
                f"the weights of {source!r} do not fit this agent: {name} is {shapes[0] or 'missing'} there and "
                f"{shapes[1] or 'missing'} here; use the same world, agent, method and encoder."
            )
    agent.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})


def trained_for(state: Mapping[str, Any]) -> dict[str, Any]:
    """The steps and seconds of training behind the weights of a checkpoint with this state: its run's own, and those behind
    the weights that its run began with."""
    before = state.get("before", {})
    return {name: state.get(name, 0) + before.get(name, 0) for name in ("steps", "seconds")}


def read_weights(source: Path | str) -> Trained:
    """The weights of a checkpoint, of a run's newest, or by name ("2d", "3d") of an agent that comes with the package."""
    shipped = shipped_file(source)
    if shipped is not None:
        given = read_shipped(shipped)
        return Trained(given.config, given.weights, {"steps": given.steps, "seconds": given.hours * 3600})
    checkpoint = read(find(Path(source)), weights_only=True)
    return Trained(checkpoint.config, checkpoint.tensors.get(WEIGHTS, {}), trained_for(checkpoint.state))


def load_agent(source: Path | str) -> tuple[Agent, Config]:
    """The agent of a checkpoint, of a run's newest, or by name ("2d", "3d") one that comes with the package."""
    trained = read_weights(source)
    agent = make_agent(trained.config)
    put_weights(agent, trained.weights, str(source))
    return agent, trained.config
