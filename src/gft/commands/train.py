"""`gft train`: a new run or an old one, in one process or several."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from gft.runs.config import Config
from gft.runs.folder import check_run, checkpoints, exists_already, is_run, is_taken, launched_by, read_config
from gft.runs.options import add_options
from gft.runs.presets import PRESETS, preset
from gft.runs.splits import read_split
from xworld import XWorldError

OWN = ("preset", "out", "resume", "run_command", "line")  # arguments that are no options of a run


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "train",
        help="train an agent, or go on with a run",
        usage="gft train [--preset NAME] [--out DIR] [OPTION VALUE …]\n       gft train --resume DIR [OPTION VALUE …]",
        description="Train an agent. Options take the place of the preset's values.",
    )
    parser.add_argument("--preset", default="paper", metavar="NAME", help=f"{', '.join(PRESETS)} (default: %(default)s)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder for the run (default: one in runs/)")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in this folder")
    add_options(parser, Config)
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    changes = {name: value for name, value in vars(options).items() if name not in OWN}
    if changes.get("split") is not None:
        changes["split"] = read_split(changes["split"])
    if options.resume is None and changes.get("data") is not None:
        changes = sessions_of(changes["data"]) | changes
    return start(options.preset, options.out, options.resume, changes)


def sessions_of(data: str) -> dict[str, Any]:
    """The options that describe the sessions of a data set: what an agent that learns from it is tested on."""
    import json

    from xworld import Dataset

    recipe = Dataset(data).recipe
    if recipe.objects is not None:
        raise XWorldError(f"{data!r} was played with other objects than the built-in ones, which gft train does not know.")
    described = {name: getattr(recipe, name) for name in ("world", "size", "goals", "obstacles", "tasks")}
    return described | {"curriculum": None, "split": json.dumps(recipe.split) if recipe.split else None}


def old_config(folder: Path, changes: dict[str, Any]) -> Config:
    """The config of a run that is to go on."""
    from gft.runs import checkpoint
    from gft.training.beginning import continued

    config = read_config(folder)
    if checkpoints(folder):
        config = checkpoint.read(checkpoint.latest(folder), weights_only=True).config
    return continued(config, replace(config, **changes), folder)


def start(name: str, folder: Path | None, resume: Path | None, changes: dict[str, Any]) -> int:
    """Train; returns an exit code."""
    own = changes["method"] if ".py:" in (changes.get("method") or "") else None
    if own is not None:
        from gft.grounding import registered

        changes = changes | {"method": registered(own)}
    if resume is None:
        preset(name, **changes)  # what is wrong with the options is said at once, before PyTorch is imported
    else:
        check_run(resume)
    from gft.runs.build import make_environments
    from gft.training.processes import launch, restarted, started_by_torchrun, torchrun_name

    count = started_by_torchrun()
    if count is not None:
        changes = changes | {"processes": count}
    if resume is not None:
        config, folder = old_config(resume, changes), resume
    else:
        config = preset(name, **changes)
        folder = folder or Path("runs") / f"{config.world}-{_file_name(config.method)}-{name}-{config.seed}"
        if restarted() and is_run(folder) and launched_by(folder) == torchrun_name():  # which needs its own folder alone
            config, resume = old_config(folder, changes), folder
        elif count is None and is_taken(folder):  # before processes are started; those of torchrun find out together
            raise exists_already(folder)
    config = replace(config, processes=process_count(config))
    if config.split is not None and resume is None:
        from gft.evaluation.measure import check_sides

        check_sides(config)
    if count is None and config.processes != 1:
        if config.data is None:
            make_environments(config, 1)  # refuses what cannot be, and compiles, once for all of them
        return launch(work, config.processes or 1, config, folder, resume is not None, own)
    return work(config, folder, resume is not None)


def process_count(config: Config) -> int:
    """The config's processes, or one for each core, as many as divide the environments evenly."""
    from gft.runs.machine import usable_cores

    fitting = [n for n in range(1, len(usable_cores()) + 1) if config.environments % (n * config.minibatches) == 0]
    return config.processes or max(fitting)


def work(config: Config, folder: Path, resume: bool, own: str | None = None) -> int:
    """One process of a run; `own` names the file and class of a method of the user's own, for a process that is new."""
    from gft.cli import reported
    from gft.commands.progress import TrainingProgress
    from gft.training import train
    from gft.training.processes import first_process

    if own is not None:
        from gft.grounding import registered

        registered(own)
    progress = TrainingProgress(config.steps)
    try:
        return reported(lambda: train(config, folder, resume, progress), quiet=not first_process())
    finally:
        progress.line.close()


def _file_name(method: str) -> str:
    """A method's name without signs that shells and file systems mind."""
    return "".join(sign if sign.isalnum() or sign == "-" else "-" for sign in method)
