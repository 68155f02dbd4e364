"""How `gft train` begins: a new run or an old one, in one process or several."""

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from gft import checkpoint as files
from gft.config import Config, preset
from gft.processes import launch, started_by_torchrun
from xworld.errors import XWorldError

# What may differ when a run goes on; anything else would make it another run.
CHANGEABLE = (
    "steps log_every checkpoint_every keep milestone_every tensorboard processes threads device".split()
)  # fmt: skip


def new_run(name: str, run: Path | None, changes: dict[str, Any]) -> tuple[Config, Path]:
    """The config and the folder of a new run."""
    config = preset(name, **changes)
    if config.init_from is not None:
        source = files.find(Path(config.init_from))
        if not files.read(source, weights_only=True).config.reward_only:
            config = replace(config, taught=True)
    run = run or Path("runs") / f"{config.world}-{config.method}-{name}-{config.seed}"
    if int(os.environ.get("RANK", 0)) == 0 and run.exists() and (not run.is_dir() or any(run.iterdir())):
        raise XWorldError(
            f"{str(run)!r} exists already; go on with it by --resume {run}, or name another folder with --out."
        )
    return config, run


def old_run(run: Path, changes: dict[str, Any]) -> Config:
    """The config of a run that is to go on."""
    if not (run / "config.json").is_file():
        raise XWorldError(f"{str(run)!r} is not the folder of a run: there is no config.json in it.")
    source = files.latest(run)
    config = files.read(source, weights_only=True).config
    for name, value in changes.items():
        if name not in CHANGEABLE and value != getattr(config, name):
            raise XWorldError(
                f"{name} cannot change when a run goes on; start a new one with --init-from {run}. "
                f"What can: {', '.join(CHANGEABLE)}."
            )
    return replace(config, **changes)


def start(name: str, run: Path | None, resume: Path | None, changes: dict[str, Any]) -> int:
    """Train; returns an exit code."""
    unknown = changes.keys() - {each.name for each in fields(Config)}
    assert not unknown, unknown
    count = started_by_torchrun()
    if count is not None:
        changes = changes | {"processes": count}
        if resume is None and int(os.environ.get("TORCHELASTIC_RESTART_COUNT", 0)):  # a process was lost: all start again
            resume = run
    if resume is not None:
        config, run = old_run(resume, changes), resume
    else:
        config, run = new_run(name, run, changes)
    if count is None and config.processes > 1:
        return launch(work, config.processes, config, run, resume is not None)
    return work(config, run, resume is not None)


def work(config: Config, run: Path, resume: bool) -> int:
    """One process of a run."""
    from gft.cli import reported
    from gft.train import train

    return reported(lambda: train(config, run, resume), quiet=int(os.environ.get("RANK", 0)) != 0)
