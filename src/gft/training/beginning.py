"""How a run begins: from nothing, from the weights of another run, or where it was stopped.

Path of the data: config, checkpoint → **training**. Every way of training passes here, so that nothing a folder held is lost
and no weights lose the label of what has taught them.
"""

from dataclasses import fields, replace
from pathlib import Path
from typing import NamedTuple

from gft.agent.precision import resolved
from gft.runs import checkpoint as files
from gft.runs.config import Config
from gft.runs.folder import checkpoints, exists_already, is_taken
from gft.runs.options import names_with
from gft.runs.shipped import shipped_file
from gft.training.processes import Group, device_of
from xworld import XWorldError


class Beginning(NamedTuple):
    """What a run begins with."""

    config: Config  # with all that was left to the machine settled
    goes_on: Path | None = None  # the run's own checkpoint to go on from
    weights: str | None = None  # whose to start from: the checkpoint of another run, or an agent that comes with the package


def beginning(config: Config, run: Path, resume: bool, group: Group) -> Beginning:
    """How a run begins in a folder, the same in all processes; what cannot be is refused by all of them, or by the first,
    which chooses the file to begin with: another may be written meanwhile."""
    if group.any(group.rank == 0 and not resume and is_taken(run)):  # the first looks, before anybody writes
        raise exists_already(run)
    config = replace(config, processes=group.size)
    source = group.told(files.latest(run) if group.rank == 0 and resume and checkpoints(run) else None)
    if source is not None:
        return Beginning(continued(files.read(source, weights_only=True).config, config, run), goes_on=source)
    config = replace(config, precision=resolved(config.precision, device_of(config.device, group)))
    if config.init_from is None:
        return Beginning(config)
    weights = config.init_from
    if not shipped_file(weights):
        weights = group.told(str(files.find(Path(weights))) if group.rank == 0 else None)
    taught = config.taught or not files.read_weights(weights).config.reward_only
    return Beginning(replace(config, taught=taught), weights=weights)


def continued(before: Config, after: Config, run: Path) -> Config:
    """The config of a run that goes on: what was settled when it began stays so, and only what may change does."""
    precision = before.precision if after.precision == "auto" else after.precision
    after = replace(after, precision=precision, taught=before.taught)
    changeable = names_with(Config, "may_change")
    for name in (each.name for each in fields(Config)):
        if name not in changeable and getattr(after, name) != getattr(before, name):
            raise XWorldError(
                f"{name} cannot change when a run goes on; start a new one with --init-from {run}. "
                f"What can: {', '.join(changeable)}."
            )
    return after
