"""Training, from a config to a run's folder.

Path of the data: the whole of it, round and round: act for a while (rollout), learn from it (learner), tell about it
(metrics), and every so often write everything down (checkpoint). Each process runs this with its share of the
environments; the first one writes.
"""

import os
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gft.runs import checkpoint as files
from gft.runs.build import device_of, last_level, make_agent, make_environments, make_optimiser, seeds
from gft.runs.checkpoint import Checkpoint
from gft.runs.config import Config
from gft.runs.metrics import Sums, add, added, record_of, session_sums
from gft.training.actor import Actor, of_another_session
from gft.training.clock import Clock
from gft.training.journal import Journal
from gft.training.learner import DIVERGED, Learner, scheduled
from gft.training.memory import keep_memory
from gft.training.processes import Group, Stopping
from gft.training.replay import Record
from xworld.errors import XWorldError

ONCE = ("environments.world",)  # arrays of an actor's state that are the same in every process, not one row an environment
COUNTERS = ("steps", "updates", "samples", "seconds")


class Trainer:
    """One process of a run: its environments, and the weights that all processes share."""

    def __init__(self, config: Config, group: Group):
        torch.set_num_threads(config.threads or max(1, (os.cpu_count() or 1) // group.local))
        self.config, self.group, self.clock = config, group, Clock()
        share = config.environments // group.size
        self.first = group.rank * share
        self.agent = make_agent(config).to(device_of(config, group))
        if config.init_from is not None:
            source = files.find(Path(config.init_from))
            files.put_weights(self.agent, files.read(source, weights_only=True).tensors, str(source))
        self.optimiser = make_optimiser(config, self.agent)
        self.learner = Learner(config, self.agent, self.optimiser, group, self.clock)
        self.random = np.random.default_rng(config.seed)
        self.actor = Actor(
            self.agent,
            make_environments(config, share, autoreset=not config.wait),
            random=self.random,
            hear=of_another_session if config.deaf else None,
            first=self.first,
            total=config.environments,
            clock=self.clock,
        )
        self.actor.begin(seeds(config, self.first, share))
        self.last_level = last_level(config)
        self.steps, self.updates, self.seconds = 0, 0, 0.0
        self.samples = 0  # steps that counted, up to the last record
        self.sums: Sums = {}  # of this process, since the last record

    def update(self) -> None:
        """Act for a while and learn from it."""
        config, began = self.config, time.perf_counter()
        record = Record() if self.learner.replays else None
        rollout = self.actor.collect(config.rollout, record=record, oracle=config.algo == "imitation")
        add(self.sums, self.learner.update(rollout, self.steps / config.steps))
        add(self.sums, session_sums(rollout.sessions, self.last_level))
        self.steps += config.batch
        self.updates += 1
        seconds = time.perf_counter() - began
        self.seconds += seconds
        if self.group.rank == 0:
            add(self.sums, {"seconds": seconds})

    def passed(self, every: int) -> bool:
        """Whether the last update has reached or passed a multiple of so many steps."""
        return self.steps // every > (self.steps - self.config.batch) // every

    def levels(self) -> dict[str, int]:
        """How many of this process's environments are on each level."""
        return {str(level): count for level, count in sorted(Counter(self.actor.levels.tolist()).items())}

    def record(self) -> dict[str, Any] | None:
        """The record of the time since the last one, in the first process; all of them begin anew."""
        gathered = self.group.gather((self.sums, self.levels()))
        shares, self.sums = self.clock.shares(), {}
        if not gathered:
            return None
        sums, levels = added(each[0] for each in gathered), added(each[1] for each in gathered)
        self.samples += int(sums["samples"])
        return {
            "steps": self.steps,
            "samples": self.samples,
            "updates": self.updates,
            **record_of(sums),
            "levels": {level: int(levels[level]) for level in sorted(levels, key=int)},
            **scheduled(self.config, (self.steps - self.config.batch) / self.config.steps),
            "time": {"seconds": self.seconds, "steps_per_second": sums["samples"] / sums["seconds"], **shares},
        }

    # ---- writing everything down, and reading it back

    def checkpoint(self) -> Checkpoint | None:
        """Everything it takes to go on, in the first process: rows of all environments, in order."""
        gathered = self.group.gather((self.actor.state(), self.sums))
        if not gathered:
            return None
        states, sums = [each[0] for each in gathered], added(each[1] for each in gathered)
        tensors = files.weights_of(self.agent)
        for name, array in states[0].items():
            tensors[f"actor.{name}"] = array if name in ONCE else np.concatenate([state[name] for state in states])
        for number, slots in self.optimiser.state_dict()["state"].items():
            tensors |= {f"optimiser.{number}.{name}": slot.cpu().numpy() for name, slot in slots.items()}
        tensors["random.torch"] = torch.get_rng_state().numpy()
        state = {name: getattr(self, name) for name in COUNTERS}
        return Checkpoint(self.config, tensors, {**state, "sums": sums, "numpy": self.random.bit_generator.state})

    def restore(self, checkpoint: Checkpoint, source: str) -> None:
        """Go back to where a checkpoint was made."""
        tensors, state = checkpoint.tensors, checkpoint.state
        files.put_weights(self.agent, tensors, source)
        mine = slice(self.first, self.first + self.actor.n)
        own = {name.removeprefix("actor."): array for name, array in tensors.items() if name.startswith("actor.")}
        self.actor.restore({name: array if name in ONCE else array[mine] for name, array in own.items()})
        slots: dict[int, dict[str, Any]] = {}
        for name, array in tensors.items():
            if name.startswith("optimiser."):
                _, number, slot = name.split(".", 2)
                slots.setdefault(int(number), {})[slot] = torch.from_numpy(array)
        self.optimiser.load_state_dict({"state": slots, "param_groups": self.optimiser.state_dict()["param_groups"]})
        torch.set_rng_state(torch.from_numpy(tensors["random.torch"]))
        self.random.bit_generator.state = state["numpy"]
        for name in COUNTERS:
            setattr(self, name, state[name])
        self.sums = state["sums"] if self.group.rank == 0 else {}


def train(config: Config, run: Path, resume: bool) -> int:
    """Train in this process, as one of a group if there is one. Returns 0, or 130 if it was asked to stop early."""
    keep_memory()
    with Group() as group, Stopping() as stopping:
        trainer = Trainer(config, group)
        if resume and files.checkpoints(run):
            source = files.latest(run)
            trainer.restore(files.read(source), str(source))
        with Journal(config, run, trainer.steps) if group.rank == 0 else nullcontext() as journal:
            while trainer.steps < config.steps and not group.any(stopping.asked):
                trainer.update()
                last = trainer.steps >= config.steps
                if trainer.passed(config.log_every) or last:
                    record = trainer.record()
                    if journal is not None and record is not None:
                        journal.add(record)
                if trainer.passed(config.checkpoint_every) and not last:
                    save(trainer, run)
                if journal is not None:
                    journal.show(trainer.steps, trainer.sums, trainer.levels())
            save(trainer, run)
            if journal is not None:
                journal.conclude(trainer.steps, trainer.seconds)
        return 0 if trainer.steps >= config.steps else 130


def save(trainer: Trainer, run: Path) -> None:
    """Write a checkpoint, and remove those that are not to be kept."""
    if not all(bool(weight.isfinite().all()) for weight in trainer.agent.parameters()):
        raise XWorldError(DIVERGED)
    checkpoint = trainer.checkpoint()
    if checkpoint is not None:
        files.write(files.file_at(run, trainer.steps), checkpoint)
        files.prune(run, trainer.config.keep, trainer.config.milestone_every)
