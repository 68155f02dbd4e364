"""Do the modules ground language? A supervised check, every method with the same budget and seeds.

    python benchmarks/grounding.py [--methods gft-2 …] [--seeds 3] [--agent small] [--initialisation orthogonal] [--lr 5e-4]
                                                                                                 (needs the extra "train")

An agent stands at the edge of an open 5×5 map with four classes of objects on it and hears a command. Which cell does it
ask for? The network is the agent's CNN and word embeddings, one grounding module, and a two-layer head; the drawings,
sentences and answers are XWORLD2D's own. One network for each kind of command, method and seed, a process for each core.
nav ("go to the apple") cannot be answered without knowing what the word looks like; dir and between mostly ask where.
"""

import argparse
import multiprocessing
import os
import time
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from gft.agent.agent import INITIALISATIONS, SIZES, Agent
from gft.grounding import METHODS
from gft.training.memory import keep_memory
from xworld.envs import XWorld2DVector
from xworld.maps.ascii import FixedMap
from xworld.maps.grid import NORTH
from xworld.state import SUCCESS
from xworld.teacher import Level

CLASSES = ("apple", "cat", "chair", "zebra")
BUDGETS = {"nav": 28_000, "dir": 8_000, "between": 6_000}  # questions in training
BATCH = 64
CELLS = 25


class Job(NamedTuple):
    """One network to train."""

    method: str
    seed: int
    task: str
    agent: str
    initialisation: str
    lr: float


class Questions:
    """Views, commands and the cell that is asked for, without end."""

    def __init__(self, task: str, seed: int):
        open_map = FixedMap.parse("\n".join(["....."] * 4 + ["..^.."]))
        level = Level(map=open_map, goals=4, classes=CLASSES)
        self.envs = XWorld2DVector(num_envs=BATCH, tasks=(task,), level=level)
        self.envs.reset(seed=seed * 1_000_003)

    def draw(self) -> tuple[Tensor, Tensor, Tensor]:
        """Images [B, 80, 80, 3], tokens [B, 16], cells [B]; questions with several answers are left out."""
        observation, _ = self.envs.reset()
        batch = self.envs.simulation.batch
        answers = batch["stand"][:, :5, :5].reshape(BATCH, CELLS) == SUCCESS
        for k in range(4):
            right = batch["reach"][:, k, NORTH] == SUCCESS
            places = batch["place"][:, k]
            answers[np.flatnonzero(right), places[right, 0] * 5 + places[right, 1]] = True
        one = answers.sum(axis=1) == 1
        cells = torch.from_numpy(answers.argmax(axis=1)[one])
        return torch.from_numpy(observation["image"][one]), torch.from_numpy(observation["tokens"][one]), cells


class Reader(nn.Module):
    """The agent's eyes and ears, and a head that names a cell."""

    def __init__(self, job: Job, words: int):
        super().__init__()
        self.agent = Agent(vocabulary=words, method=job.method, initialisation=job.initialisation, **SIZES[job.agent]["2d"])
        self.late = self.agent.grounding.late_features  # EncDec's sentence joins after the features
        self.head = nn.Sequential(
            nn.Linear(self.agent.grounding.out_features + self.late, 512), nn.ReLU(), nn.Linear(512, CELLS)
        )

    def forward(self, images: Tensor, tokens: Tensor) -> Tensor:
        condition = self.agent.condition(tokens)
        grounded = self.agent.grounding(self.agent.cnn(images), condition)
        cells: Tensor = self.head(torch.cat([grounded, condition], dim=1) if self.late else grounded)
        return cells


def train(job: Job) -> tuple[Job, float]:
    """The job and its network's accuracy on questions it has not seen."""
    torch.set_num_threads(1)
    keep_memory()
    torch.manual_seed(job.seed)
    source, test = Questions(job.task, 2 * job.seed), Questions(job.task, 2 * job.seed + 1)
    reader = Reader(job, source.envs.simulation.vocabulary.size)
    optimiser = torch.optim.Adam(reader.parameters(), lr=job.lr, fused=True)
    seen = 0
    while seen < BUDGETS[job.task]:
        images, tokens, cells = source.draw()
        loss = nn.functional.cross_entropy(reader(images, tokens), cells)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        seen += len(cells)
    right: list[float] = []
    with torch.no_grad():
        for _ in range(32):
            images, tokens, cells = test.draw()
            right += (reader(images, tokens).argmax(dim=1) == cells).float().tolist()
    return job, float(np.mean(right))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=list(METHODS), help="default: all")
    parser.add_argument("--seeds", type=int, default=3, help="networks of each kind (default: %(default)s)")
    parser.add_argument("--agent", choices=list(SIZES), default="small", help="whose CNN (default: %(default)s)")
    parser.add_argument("--initialisation", choices=INITIALISATIONS, default="orthogonal", help="default: %(default)s")
    parser.add_argument("--lr", type=float, default=5e-4, help="learning rate (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: one a core")
    options = parser.parse_args()
    if options.seeds < 1 or not options.lr > 0:
        parser.error("give at least one seed and a positive learning rate.")
    jobs = [
        Job(method, seed, task, options.agent, options.initialisation, options.lr)
        for method in options.methods
        for seed in range(options.seeds)
        for task in BUDGETS
    ]
    began = time.perf_counter()
    Questions("nav", 0)  # compiles the world, where that has not been done, before the processes need it
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        results = dict(pool.imap_unordered(train, jobs))
    print(f"{options.agent} agent, {options.initialisation} start, {options.seeds} seeds, {len(CLASSES)} classes")
    print(
        "accuracy in naming the cell, mean ± deviation, after " + ", ".join(f"{n:,} ({task})" for task, n in BUDGETS.items())
    )
    print(f"\n{'method':10} " + " ".join(f"{task:>15}" for task in BUDGETS) + f" {'mean':>8}")
    scores = {
        m: np.array([[results[j] for j in jobs if (j.method, j.task) == (m, t)] for t in BUDGETS]) for m in options.methods
    }
    for method, values in scores.items():  # [tasks, seeds]
        cells = " ".join(f"{row.mean():7.3f} ± {row.std():.3f}" for row in values)
        print(f"{method:10} {cells} {values.mean():8.3f}")
    print("\nbest first: " + ", ".join(sorted(scores, key=lambda method: -scores[method].mean())))
    print(f"{time.perf_counter() - began:.0f} s with {options.processes} processes")


if __name__ == "__main__":
    main()
