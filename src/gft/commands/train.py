"""How `gft train` begins: a new run or an old one, in one process or several."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from gft.runs import checkpoint as files
from gft.runs.build import make_environments
from gft.runs.config import Config, preset
from gft.training.processes import first_process, launch, restarted, started_by_torchrun
from xworld.errors import XWorldError

# What may differ when a run goes on; anything else would make it another run.
CHANGEABLE = "steps log_every checkpoint_every keep milestone_every tensorboard processes threads device".split()


def new_config(name: str, changes: dict[str, Any]) -> Config:
    """The config of a new run; it remembers if the weights that it starts from were trained by imitation."""
    config = preset(name, **changes)
    if config.init_from is not None:
        source = files.find(Path(config.init_from))
        config = replace(config, taught=not files.read(source, weights_only=True).config.reward_only)
    return config


def old_config(run: Path, changes: dict[str, Any]) -> Config:
    """The config of a run that is to go on."""
    if not (run / "config.json").is_file():
        raise XWorldError(f"{str(run)!r} is not the folder of a run: there is no config.json in it.")
    config = files.read(files.latest(run), weights_only=True).config if files.checkpoints(run) else files.read_config(run)
    for name, value in changes.items():
        if name not in CHANGEABLE and value != getattr(config, name):
            raise XWorldError(
                f"{name} cannot change when a run goes on; start a new one with --init-from {run}. "
                f"What can: {', '.join(CHANGEABLE)}."
            )
    return replace(config, **changes)


def start(name: str, run: Path | None, resume: Path | None, changes: dict[str, Any]) -> int:
    """Train; returns an exit code."""
    count = started_by_torchrun()
    if count is not None:
        changes = changes | {"processes": count}
    if resume is not None:
        config, run = old_config(resume, changes), resume
    else:
        config = new_config(name, changes)
        run = run or Path("runs") / f"{config.world}-{config.method}-{name}-{config.seed}"
        if restarted() and (run / "config.json").is_file():
            config, resume = old_config(run, changes), run
        elif first_process() and run.exists() and (not run.is_dir() or any(run.iterdir())):
            raise XWorldError(f"{str(run)!r} exists already; go on with it by --resume {run}, or use another one: --out.")
    if count is None and config.processes > 1:
        make_environments(config, 1)  # refuses what cannot be, and compiles, once for all of them
        return launch(work, config.processes, config, run, resume is not None)
    return work(config, run, resume is not None)


def work(config: Config, run: Path, resume: bool) -> int:
    """One process of a run."""
    from gft.cli import reported
    from gft.training.trainer import train

    return reported(lambda: train(config, run, resume), quiet=not first_process())
