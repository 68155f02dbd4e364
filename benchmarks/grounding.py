"""Do the modules ground language? A supervised check, every method with the same budget and seeds.

    python benchmarks/grounding.py [--samples 40000] [--seeds 1]        (needs the extra "train")

An agent stands at the edge of an open 5×5 map with four of eight classes of objects on it and hears a command: nav, dir or
between. Which cell does it ask for? The network is the paper's CNN and word embeddings, one grounding module, and a
two-layer head; the drawings, sentences and answers are XWORLD2D's own. Every method sees the same questions.
"""

import argparse
import time

import numpy as np
import torch
from torch import Tensor, nn

from gft.agent import Agent
from gft.grounding import METHODS
from xworld.envs import XWorld2DVector
from xworld.maps.ascii import FixedMap
from xworld.maps.grid import NORTH
from xworld.state import SUCCESS
from xworld.teacher import Level

CLASSES = ("apple", "cat", "chair", "cow", "frog", "lemon", "octopus", "zebra")
TASKS = ("nav", "dir", "between")
BATCH = 256
CELLS = 25


class Questions:
    """Views, commands and the cell that is asked for, without end."""

    def __init__(self, seed: int):
        open_map = FixedMap.parse("\n".join(["....."] * 4 + ["..^.."]))
        level = Level(map=open_map, goals=4, classes=CLASSES)
        self.envs = XWorld2DVector(num_envs=BATCH, tasks=TASKS, level=level)
        self.envs.reset(seed=seed * 1_000_003)

    def draw(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Images [B, 80, 80, 3], tokens [B, 16], cells [B], tasks [B]; questions with several answers are left out."""
        observation, _ = self.envs.reset()
        batch = self.envs.simulation.batch
        answers = batch["stand"][:, :5, :5].reshape(BATCH, CELLS) == SUCCESS
        for k in range(4):
            right = batch["reach"][:, k, NORTH] == SUCCESS
            places = batch["place"][:, k]
            answers[np.flatnonzero(right), places[right, 0] * 5 + places[right, 1]] = True
        one = answers.sum(axis=1) == 1
        cells = torch.from_numpy(answers.argmax(axis=1)[one])
        images, tokens = torch.from_numpy(observation["image"][one]), torch.from_numpy(observation["tokens"][one])
        return images, tokens, cells, torch.from_numpy(batch["task"][one].astype(np.int64))


class Reader(nn.Module):
    """The agent's eyes and ears, and a head that names a cell."""

    def __init__(self, method: str, words: int):
        super().__init__()
        self.agent = Agent(vocabulary=words, method=method)
        late = self.agent.late.late_features if self.agent.late else 0  # EncDec's sentence joins after the features
        self.head = nn.Sequential(nn.Linear(self.agent.grounding.out_features + late, 512), nn.ReLU(), nn.Linear(512, CELLS))

    def forward(self, images: Tensor, tokens: Tensor) -> Tensor:
        condition = self.agent.condition(tokens)
        grounded = self.agent.grounding(self.agent.look(images), condition)
        cells: Tensor = self.head(torch.cat([grounded, condition], dim=1) if self.agent.late else grounded)
        return cells


def train(method: str, seed: int, samples: int) -> tuple[float, list[float]]:
    """Seconds of training, and the accuracy on each task."""
    torch.manual_seed(seed)
    source, test = Questions(2 * seed), Questions(2 * seed + 1)
    reader = Reader(method, source.envs.simulation.vocabulary.size)
    optimiser = torch.optim.Adam(reader.parameters(), lr=5e-4)
    seen, began = 0, time.perf_counter()
    while seen < samples:
        images, tokens, cells, _ = source.draw()
        loss = nn.functional.cross_entropy(reader(images, tokens), cells)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        seen += len(cells)
    seconds = time.perf_counter() - began
    rights: list[list[float]] = [[] for _ in TASKS]
    with torch.no_grad():
        for _ in range(12):
            images, tokens, cells, tasks = test.draw()
            right = (reader(images, tokens).argmax(dim=1) == cells).float()
            for task in range(len(TASKS)):
                rights[task] += right[tasks == task].tolist()
    return seconds, [float(np.mean(scores)) for scores in rights]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=40_000, help="questions in training (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=1, help="runs of each method (default: %(default)s)")
    options = parser.parse_args()
    print(f"{options.samples:,} samples, {options.seeds} seed(s), {len(CLASSES)} classes; accuracy in naming the cell\n")
    print(f"{'method':10} {'seconds':>9} " + " ".join(f"{task:>8}" for task in TASKS) + f" {'mean':>8}")
    means = {}
    for method in METHODS:
        runs = [train(method, seed, options.samples) for seed in range(options.seeds)]
        scores = np.mean([accuracies for _, accuracies in runs], axis=0)
        means[method] = float(scores.mean())
        cells = " ".join(f"{score:8.3f}" for score in scores)
        print(f"{method:10} {np.mean([seconds for seconds, _ in runs]):9.0f} {cells} {means[method]:8.3f}", flush=True)
    order = sorted(means, key=lambda method: -means[method])
    print("\nbest first: " + ", ".join(order))


if __name__ == "__main__":
    main()
