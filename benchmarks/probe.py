"""Can the drawings be told apart as the world shows them? Ours next to another pack, same network, same budget.

    python benchmarks/probe.py PACK [--minutes 3]        (needs the extra "train")

The paper's three-layer CNN learns to name the class of one object from its cell and the white cells around it: 16
pixels a cell, any yaw, scale 0.5 to 1.0, drawn by the world's own kernel, anew for every sample. Both packs are
trained in turns, for the same time; accuracy is on fresh draws.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from xworld.maps.layout import UNIT, YAWS
from xworld.objects.drawings import drawings
from xworld.objects.packs import PicturePack, load_pack
from xworld.state import new_batch, record_type
from xworld.world2d.view import make_textures, stamp_all

PIXELS, CELLS = 16, 3
BATCH, TEST_BATCHES = 256, 80


class Source:
    """An endless supply of labelled cells."""

    def __init__(self, pack: PicturePack, seed: int):
        self.counts, self.first = np.array(pack.counts), pack.first
        self.textures = make_textures(pack.pictures, PIXELS)
        self.random = np.random.default_rng(seed)
        self.batch = new_batch(BATCH, record_type(side=3, objects=1, tokens=1, window=1))
        self.batch["count"] = 1
        self.tiles = np.zeros((BATCH, 8, 4, PIXELS, PIXELS, 3), np.uint8)

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Images [B, 3, 48, 48] in −1…1, and classes [B]."""
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
        images: NDArray[np.float32] = np.ones((BATCH, side, side, 3), np.float32)
        images[:, PIXELS : 2 * PIXELS, PIXELS : 2 * PIXELS] = self.tiles[:, 0, 0] / np.float32(127.5) - 1
        return torch.from_numpy(images).permute(0, 3, 1, 2).contiguous(), torch.from_numpy(kinds)


class Learner:
    """The paper's CNN and one linear layer on top."""

    def __init__(self, pack: PicturePack, seed: int):
        torch.manual_seed(seed)
        self.source, self.test = Source(pack, seed), Source(pack, seed + 1)
        self.network = nn.Sequential(
            nn.Conv2d(3, 32, 8, 4),
            nn.ReLU(),  # [B, 32, 11, 11]
            nn.Conv2d(32, 64, 4, 2),
            nn.ReLU(),  # [B, 64, 4, 4]
            nn.Conv2d(64, 64, 3, 1),
            nn.ReLU(),  # [B, 64, 2, 2]
            nn.Flatten(),
            nn.Linear(256, len(pack.classes)),
        )
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=1e-3)
        self.samples, self.seconds = 0, 0.0

    def train(self, seconds: float) -> None:
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            images, kinds = self.source.draw()
            loss = nn.functional.cross_entropy(self.network(images), kinds)
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
            self.samples += BATCH
        self.seconds += time.perf_counter() - began

    @torch.no_grad()
    def accuracy(self) -> float:
        rights = []
        for _ in range(TEST_BATCHES):
            images, kinds = self.test.draw()
            rights.append((self.network(images).argmax(dim=1) == kinds).float().mean().item())
        return float(np.mean(rights))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pack", type=Path, help="a folder of pictures to compare with")
    parser.add_argument("--minutes", type=float, default=3.0, help="training time of each pack (default: %(default)s)")
    options = parser.parse_args()
    learners = {"built-in drawings": Learner(drawings(), 0), options.pack.name: Learner(load_pack(options.pack), 0)}
    turns = 12
    for turn in range(turns):
        for learner in learners.values():
            learner.train(60 * options.minutes / turns)
        print(f"{turn + 1}/{turns}  " + "   ".join(f"{n}: {x.accuracy():.3f}" for n, x in learners.items()), flush=True)
    print(f"\n{'pack':24} {'classes':>8} {'samples':>10} {'minutes':>8} {'accuracy':>9}")
    scores = [learner.accuracy() for learner in learners.values()]
    for (name, learner), score in zip(learners.items(), scores):
        classes = len(learner.source.counts)
        print(f"{name:24} {classes:8} {learner.samples:10,} {learner.seconds / 60:8.1f} {score:9.3f}")
    print(f"ratio {scores[0] / scores[1]:.3f}")


if __name__ == "__main__":
    main()
