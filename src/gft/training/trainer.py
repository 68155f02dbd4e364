"""Training, from a config to a run's folder.

Path of the data: the whole of it, round and round: act for a while (rollout), learn from it (learner), tell about it
(metrics), and every so often write everything down (checkpoint). Each process runs this with its share of the
environments; the first one writes.
"""

import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gft.players import AgentPlayer
from gft.runs import checkpoint as files
from gft.runs.build import final_level, make_agent, make_environments, seeds
from gft.runs.checkpoint import WEIGHTS, Checkpoint
from gft.runs.config import Config
from gft.runs.folder import file_at, prune
from gft.runs.legacy import renamed_counts
from gft.runs.metrics import Levels, Line, Sums, summed
from gft.training.actor import Actor, rows_of
from gft.training.beginning import beginning
from gft.training.clock import Clock
from gft.training.cloning import Demonstrations
from gft.training.collecting import collect
from gft.training.hearing import of_another_session
from gft.training.journal import Journal, Progress, Silence
from gft.training.learner import DIVERGED, Learner, make_optimiser, scheduled
from gft.training.memory import keep_memory
from gft.training.processes import ASKED_TO_STOP, Group, Stopping, device_of, pin
from gft.training.rollout import Rollout, tallied
from xworld import XWorldError

COUNTERS = ("steps", "rollouts", "samples", "seconds")


class Trainer:
    """One process of a run: its environments, and the weights that all processes share."""

    def __init__(self, config: Config, group: Group):
        cores = pin(group)
        torch.set_num_threads(config.threads or cores)
        self.config, self.group, self.clock = config, group, Clock()
        share = config.environments // group.size
        self.first = group.rank * share
        self.agent = make_agent(config).to(device_of(config.device, group))
        self.optimiser = make_optimiser(config, self.agent)
        self.learner = Learner(config, self.agent, self.optimiser, group, self.clock)
        self.players = AgentPlayer(self.agent, share, precision=config.precision)
        self.actor = self._actor(share) if config.data is None else self._demonstrations(config.data)
        self.final = final_level(config)
        self.steps, self.rollouts, self.seconds = 0, 0, 0.0
        self.before: dict[str, Any] = {}  # steps and seconds of training behind the weights that it began with
        self.samples = 0  # steps that counted, up to the last line of metrics
        self.sums = Sums()  # of this process, since then

    def _actor(self, share: int) -> Actor:
        """The agents in their environments, begun."""
        config = self.config
        environments = make_environments(config, share, first=self.first, autoreset=not config.wait)
        hear = of_another_session if config.shuffled else None
        actor = Actor(self.players, environments, hear=hear, clock=self.clock)
        actor.begin(seeds(config, self.first, share))
        return actor

    def _demonstrations(self, data: str) -> Demonstrations:
        """What somebody else did, in place of acting."""
        config = self.config
        lanes = {"lanes": config.environments, "first": self.first, "seed": config.seed}
        return Demonstrations(data, config.world, self.players, gamma=config.gamma, **lanes)

    def _collect(self) -> Rollout:
        if isinstance(self.actor, Demonstrations):
            with self.clock("forward"):
                self.players.forget_conditions()
                return self.actor.collect(self.config.rollout)
        return collect(self.actor, self.players, self.config.rollout, oracle=self.config.algo == "imitation")

    def round(self) -> None:
        """Act for a while and learn from it: one rollout, with as many updates as it has passes and minibatches."""
        config, began = self.config, time.perf_counter()
        rollout = self._collect()
        learned = self.learner.learn(rollout, self.steps)
        self.steps += config.batch
        self.rollouts += 1
        seconds = time.perf_counter() - began
        self.seconds += seconds
        self.sums += learned + Sums(tallied(rollout.sessions))
        if self.group.rank == 0:  # the same for all processes: noted once
            self.sums += Sums(steps=config.batch, seconds=seconds)

    def passed(self, every: int) -> bool:
        """Whether the last rollout has reached or passed a multiple of so many steps."""
        return self.steps // every > (self.steps - self.config.batch) // every

    def levels(self) -> Counter[tuple[str, int]]:
        """How many of this process's environments are on each level of each track."""
        return Counter(zip(self.actor.tracks.tolist(), self.actor.levels.tolist()))

    def line(self) -> Line | None:
        """The line of metrics about the time since the last one, in the first process; all of them begin anew."""
        gathered = self.group.gather((self.sums, self.levels()))
        shares, self.sums = self.clock.shares(), Sums()
        if not gathered:
            return None
        sums = summed(part for part, _ in gathered)
        levels = sum((part for _, part in gathered), Counter[tuple[str, int]]())
        self.samples += sums.samples
        return {
            "steps": self.steps,
            "samples": self.samples,
            "rollouts": self.rollouts,
            **sums.line(self.final),
            "levels": by_track(levels),
            **scheduled(self.config, self.steps - self.config.batch),
            "time": {"seconds": self.seconds, "steps_per_second": sums.steps / sums.seconds, **shares},
        }

    # ---- writing everything down, and reading it back

    def checkpoint(self) -> Checkpoint | None:
        """Everything it takes to go on, in the first process: rows of all environments, in order."""
        gathered = self.group.gather((self.actor.state(), self.sums))
        if not gathered:
            return None
        optimiser = {str(number): slots for number, slots in self.optimiser.state_dict()["state"].items()}
        tensors = {
            WEIGHTS: files.weights_of(self.agent),
            "actor": _joined([state for state, _ in gathered]),
            "optimiser": {n: {name: slot.cpu().numpy() for name, slot in slots.items()} for n, slots in optimiser.items()},
        }
        counters = {name: getattr(self, name) for name in COUNTERS}
        sums = summed(sums for _, sums in gathered).to_dict()
        return Checkpoint(self.config, tensors, {**counters, "before": self.before, "sums": sums})

    def restore(self, checkpoint: Checkpoint, source: str) -> None:
        """Go back to where a checkpoint was made."""
        if checkpoint.version != files.VERSION:
            raise XWorldError(
                f"{source!r} was made by an earlier version, whose runs cannot go on exactly; start a new run from its "
                f"weights: gft train --init-from {source} …"
            )
        files.check_architecture(self.config, checkpoint.config, source)
        tensors, state = checkpoint.tensors, renamed_counts(checkpoint.state)
        files.put_weights(self.agent, tensors.get(WEIGHTS, {}), source)
        self.actor.restore(rows_of(tensors["actor"], slice(self.first, self.first + self.actor.n)))
        slots = {
            int(number): {name: torch.from_numpy(slot) for name, slot in slots.items()}
            for number, slots in tensors.get("optimiser", {}).items()
        }
        self.optimiser.load_state_dict({"state": slots, "param_groups": self.optimiser.state_dict()["param_groups"]})
        for name in COUNTERS:
            setattr(self, name, state[name])
        self.before = state.get("before", {})
        self.sums = Sums.from_dict(state["sums"]) if self.group.rank == 0 else Sums()

    def start_from(self, source: str) -> None:
        """Take the weights of another run or of an agent that comes with the package, and nothing else."""
        trained = files.read_weights(source)
        files.check_architecture(self.config, trained.config, source)
        files.put_weights(self.agent, trained.weights, source)
        self.before = trained.training


def by_track(levels: Counter[tuple[str, int]]) -> Levels:
    """Counts of environments, first by track and then by level."""
    tracks: Levels = {}
    for (track, level), count in sorted(levels.items()):
        tracks.setdefault(track, {})[str(level)] = count
    return tracks


def _joined(states: list[dict[str, Any]]) -> dict[str, Any]:
    """The states of all processes as one: rows one after the other; "world" is the same in all."""
    joined: dict[str, Any] = {}
    for name, value in states[0].items():
        if isinstance(value, dict):
            joined[name] = _joined([state[name] for state in states])
        else:
            joined[name] = value if name == "world" else np.concatenate([state[name] for state in states])
    return joined


def train(config: Config, folder: Path | str, resume: bool = False, progress: Progress | None = None) -> int:
    """Train in this process, as one of a group if there is one; with `resume`, go on with the run in the folder if it has
    been begun. Returns 0, or ASKED_TO_STOP (130) if it was stopped early."""
    run = Path(folder)
    keep_memory()
    with Group() as group, Stopping() as stopping:
        config, goes_on, weights = beginning(config, run, resume, group)
        trainer = Trainer(config, group)
        if goes_on is not None:
            trainer.restore(files.read(goes_on), str(goes_on))
        elif weights is not None:
            trainer.start_from(weights)
        with Journal(config, run, progress or Silence()) if group.rank == 0 else nullcontext() as journal:
            if journal is not None:
                journal.begin(trainer.steps)
            if weights is not None:
                save(trainer, run)  # going on must not need the weights' source
            while trainer.steps < config.steps and not group.any(stopping.asked):
                trainer.round()
                last = trainer.steps >= config.steps
                if trainer.passed(config.log_every) or last:
                    line = trainer.line()
                    if journal is not None and line is not None:
                        journal.add(line)
                if trainer.passed(config.checkpoint_every) and not last:
                    save(trainer, run)
                if journal is not None:
                    journal.show(trainer.steps, trainer.sums, by_track(trainer.levels()))
            save(trainer, run)
            if journal is not None:
                journal.conclude(trainer.steps, trainer.seconds)
        return 0 if trainer.steps >= config.steps else ASKED_TO_STOP


def save(trainer: Trainer, run: Path) -> None:
    """Write a checkpoint, and remove those that are not to be kept."""
    if not all(bool(weight.isfinite().all()) for weight in trainer.agent.parameters()):
        raise XWorldError(DIVERGED)
    checkpoint = trainer.checkpoint()
    if checkpoint is not None:
        files.write(file_at(run, trainer.steps), checkpoint)
        prune(run, trainer.config.keep, trainer.config.milestone_every)
