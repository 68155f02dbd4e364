"""Can the objects be told apart as the worlds show them?

    python benchmarks/probe.py 2d PACK [--minutes 3]     our drawings next to another pack, same network, same budget
    python benchmarks/probe.py 3d [--minutes 3]          our models in the agent's view         (needs the extra "train")

The paper's three-layer CNN learns to name the class of an object, from samples that the worlds draw anew every time;
accuracy is on fresh ones. In 2D it sees the object's cell and the white cells around it: 16 pixels a cell, any yaw, scale
0.5 to 1.0. In 3D it sees what an agent sees, 84×84 pixels, in an ordinary session with all its objects, obstacles and
walls, when the object is straight ahead: the agent has any of the eight headings, stands 0.75 to 3 cells away and up to
0.15 cells off the line, and obstacles leave at least 40 pixels of the object. Minutes are CPU time of one core.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from xworld.maps.grid import FREE, HEADINGS, STEP_COLUMN, STEP_ROW
from xworld.maps.layout import UNIT, YAWS
from xworld.objects.drawings import drawings
from xworld.objects.packs import PicturePack, load_pack
from xworld.options import Options
from xworld.simulation import Simulation
from xworld.state import new_batch, record_type
from xworld.world2d.view import make_textures, stamp_all
from xworld.world3d.dynamics import LENGTH, RADIUS

PIXELS, CELLS = 16, 3
BATCH, TEST_BATCHES = 64, 320
RATE = 1e-3  # learning rate at first; it falls to nothing
TURNS = 12  # of training; after each the accuracy is told
DISTANCES = (0.75, 1.5, 2.25, 3.0)  # cells; accuracy is told for each stretch between them
ASIDE = 0.15
VISIBLE = 40  # pixels of 84·84


class Samples(NamedTuple):
    """Images [B, 3, H, W] in −1…1, classes [B], distances in cells [B]."""

    images: torch.Tensor
    kinds: torch.Tensor
    distances: NDArray[np.float64]


class Source(Protocol):
    """An endless supply of labelled images."""

    classes: tuple[str, ...]

    def draw(self) -> Samples: ...


class Drawings:
    """Cells of XWORLD2D."""

    def __init__(self, pack: PicturePack, seed: int):
        self.classes, self.counts, self.first = pack.classes, np.array(pack.counts), pack.first
        self.textures = make_textures(pack.pictures, PIXELS)
        self.random = np.random.default_rng(seed)
        self.batch = new_batch(BATCH, record_type(side=3, objects=1, tokens=1, window=1, steps_per_cell=3))
        self.batch["count"] = 1
        self.tiles = np.zeros((BATCH, 8, 4, PIXELS, PIXELS, 3), np.uint8)

    def draw(self) -> Samples:
        kinds = self.random.integers(len(self.counts), size=BATCH)
        scales = self.random.integers(UNIT // 2, UNIT + 1, size=BATCH)
        room = UNIT - scales
        self.batch["kind"][:, 0] = kinds
        self.batch["instance"][:, 0] = self.random.integers(self.counts[kinds])
        self.batch["look"][:, 0, 0] = self.random.integers(YAWS, size=BATCH)
        self.batch["look"][:, 0, 1] = scales
        for axis in (2, 3):
            self.batch["look"][:, 0, axis] = self.random.integers(room + 1) - room // 2
        stamp_all(self.batch, np.arange(BATCH), self.textures, self.first, self.tiles)
        side = CELLS * PIXELS
        images = np.full((BATCH, side, side, 3), 255, np.uint8)
        images[:, PIXELS : 2 * PIXELS, PIXELS : 2 * PIXELS] = self.tiles[:, 0, 0]
        return Samples(_as_input(images), torch.from_numpy(kinds), np.zeros(BATCH))


class Views:
    """Frames of XWORLD3D with an object straight ahead."""

    def __init__(self, seed: int):
        self.simulation = Simulation(2 * BATCH, Options(segmentation=True), "3d")
        for i in self.simulation.everyone:
            self.simulation.seed(int(i), seed * 1_000_000 + int(i))
        self.classes = self.simulation.teacher.classes
        self.random = np.random.default_rng(seed)

    def draw(self) -> Samples:
        parts = [self._some()]
        while sum(len(images) for images, *_ in parts) < BATCH:
            parts.append(self._some())
        images, kinds, distances = (np.concatenate(part)[:BATCH] for part in zip(*parts))
        return Samples(_as_input(images), torch.from_numpy(kinds), distances)

    def _some(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64]]:
        """New sessions, an agent put in front of an object in each; those in which that can be, and it can be seen."""
        self.simulation.begin(self.simulation.everyone)
        state, n = self.simulation.batch, np.arange(self.simulation.n)
        target, heading = self.random.integers(state["count"]), self.random.integers(HEADINGS, size=len(n))
        distance = self.random.uniform(DISTANCES[0], DISTANCES[-1], len(n))
        aside = self.random.uniform(-ASIDE, ASIDE, len(n))
        down, right = STEP_ROW[heading] * LENGTH[heading], STEP_COLUMN[heading] * LENGTH[heading]
        row = state["place"][n, target, 0] - distance * down + aside * right
        column = state["place"][n, target, 1] - distance * right - aside * down
        cells = np.rint([row, column]).astype(int)
        inside = (np.abs(row - (state["rows"] - 1) / 2) < state["rows"] / 2 - RADIUS) & (
            np.abs(column - (state["columns"] - 1) / 2) < state["columns"] / 2 - RADIUS
        )
        which = np.flatnonzero(inside & (state["grid"][n, cells[0], cells[1]] == FREE))
        state["position"], state["agent"][:, 2] = np.column_stack([row, column]), heading
        seen = self.simulation.world.images(which)
        shown = (seen["segmentation"][..., 1] == target[which, None, None] + 1).sum(axis=(1, 2)) >= VISIBLE
        chosen = which[shown]
        return seen["image"][shown], state["kind"][chosen, target[chosen]].astype(np.int64), distance[chosen]


def _as_input(images: NDArray[np.uint8]) -> torch.Tensor:
    """Bytes [B, H, W, 3] as [B, 3, H, W] in −1…1."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float() / 127.5 - 1


class Learner:
    """The paper's CNN and one linear layer on top."""

    def __init__(self, source: Source, test: Source):
        torch.manual_seed(0)
        self.source, self.test = source, test
        features = nn.Sequential(
            nn.Conv2d(3, 32, 8, 4),
            nn.ReLU(),  # [B, 32, 11, 11]; in 3D [B, 32, 20, 20]
            nn.Conv2d(32, 64, 4, 2),
            nn.ReLU(),  # [B, 64, 4, 4]; [B, 64, 9, 9]
            nn.Conv2d(64, 64, 3, 1),
            nn.ReLU(),  # [B, 64, 2, 2]; [B, 64, 7, 7]
            nn.Flatten(),
        )
        width = features(test.draw().images[:1]).shape[1]
        self.network = nn.Sequential(features, nn.Linear(width, len(source.classes)))
        self.optimiser = torch.optim.Adam(self.network.parameters())
        self.samples, self.seconds = 0, 0.0

    def train(self, seconds: float, rate: float) -> None:
        self.optimiser.param_groups[0]["lr"] = rate
        began = time.process_time()
        while time.process_time() - began < seconds:
            images, kinds, _ = self.source.draw()
            loss = nn.functional.cross_entropy(self.network(images), kinds)
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
            self.samples += BATCH
        self.seconds += time.process_time() - began

    @torch.no_grad()
    def answers(self, batches: int) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.float64]]:
        """Right or wrong, the class and the distance of fresh samples."""
        parts = []
        for _ in range(batches):
            samples = self.test.draw()
            right = self.network(samples.images).argmax(dim=1) == samples.kinds
            parts.append((right.numpy(), samples.kinds.numpy(), samples.distances))
        rights, kinds, distances = (np.concatenate(part) for part in zip(*parts))
        return rights, kinds, distances

    def accuracy(self, batches: int = TEST_BATCHES) -> float:
        return float(self.answers(batches)[0].mean())


def learn(learners: dict[str, Learner], minutes: float) -> dict[str, float]:
    """Train all in turns, for the same time; returns their accuracies in the end, and prints them."""
    for turn in range(TURNS):
        for learner in learners.values():
            learner.train(60 * minutes / TURNS, RATE * (1 - turn / TURNS))
        print(f"{turn + 1}/{TURNS}  " + "   ".join(f"{n}: {x.accuracy(32):.3f}" for n, x in learners.items()), flush=True)
    print(f"\n{'pack':24} {'classes':>8} {'samples':>10} {'minutes':>8} {'accuracy':>9}")
    scores = {name: learner.accuracy() for name, learner in learners.items()}
    for name, learner in learners.items():
        classes = len(learner.source.classes)
        print(f"{name:24} {classes:8} {learner.samples:10,} {learner.seconds / 60:8.1f} {scores[name]:9.3f}")
    return scores


def by_distance_and_class(learner: Learner) -> None:
    """Where it is hard: far away, and which classes."""
    right, kinds, distances = learner.answers(TEST_BATCHES)
    for near, far in pairwise(DISTANCES):
        print(f"  {near:.2f} to {far:.2f} cells away {right[(distances >= near) & (distances < far)].mean():25.3f}")
    rates = [(float(right[kinds == k].mean()), name) for k, name in enumerate(learner.test.classes)]
    print("  hardest: " + ", ".join(f"{name} {rate:.2f}" for rate, name in sorted(rates)[:6]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("world", choices=["2d", "3d"])
    parser.add_argument("pack", type=Path, nargs="?", help="2d: a folder of pictures to compare with")
    parser.add_argument("--minutes", type=float, default=3.0, help="training time of each (default: %(default)s)")
    options = parser.parse_args()
    if (options.world == "2d") != (options.pack is not None):
        parser.error("give a PACK to compare with in 2d, and none in 3d.")
    torch.set_num_threads(1)
    if options.world == "3d":
        learner = Learner(Views(0), Views(1))
        learn({"built-in models": learner}, options.minutes)
        by_distance_and_class(learner)
        return
    packs = {"built-in drawings": drawings(), options.pack.name: load_pack(options.pack)}
    scores = learn({name: Learner(Drawings(pack, 0), Drawings(pack, 1)) for name, pack in packs.items()}, options.minutes)
    print(f"ratio {scores['built-in drawings'] / scores[options.pack.name]:.3f}")


if __name__ == "__main__":
    main()
