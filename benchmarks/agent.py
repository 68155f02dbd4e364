"""How fast the agent computes with each method, as a share of what the machine can do.

    python benchmarks/agent.py [--quick]        (needs the extras "train" and "dev")

For each method: environment steps per second of acting (`step`, no gradients), and of acting with the graph kept for the
backward pass, backward included, as training does it. The share is of the arithmetic rate that a plain matrix product of
like size reaches in the same run, in turns. Beside it Stable-Baselines3's A2C with its CnnPolicy, on an environment that
costs nothing.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from gft.agent import Agent
from gft.grounding import METHODS

SIZES = ((32, 4), (128, 16))  # environments, steps of a rollout


class Free(gym.Env[Any, Any]):
    """Images of 80×80 from nowhere."""

    def __init__(self) -> None:
        self.observation_space = gym.spaces.Box(0, 255, (80, 80, 3), np.uint8)
        self.action_space = gym.spaces.Discrete(6)
        self.image = np.zeros((80, 80, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        return self.image, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        return self.image, 0.0, False, False, {}


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


class Work:
    """One method at one size."""

    def __init__(self, method: str, environments: int, steps: int):
        torch.manual_seed(0)
        self.n, self.steps = environments, steps
        self.agent = Agent(vocabulary=164, method=method)
        self.images = torch.randint(0, 256, (steps, environments, 80, 80, 3), dtype=torch.uint8)
        self.tokens = torch.randint(1, 164, (environments, 16))
        self.previous = torch.randint(0, 6, (steps, environments))

    def act(self) -> list[Tensor]:
        memory, outputs = self.agent.start(self.n), []
        condition = self.agent.condition(self.tokens)
        for t in range(self.steps):
            logits, value, memory = self.agent.step(self.images[t], condition, self.previous[t], memory)
            outputs.append(logits.log_softmax(dim=1).mean() + value.mean())
        return outputs

    @torch.no_grad()
    def forward(self) -> None:
        self.act()

    def learn(self) -> None:
        torch.stack(self.act()).sum().backward()
        self.agent.zero_grad()

    def flops(self, call: Callable[[], None]) -> int:
        with FlopCounterMode(display=False) as counter:
            call()
        return int(counter.get_total_flops())


def product_rate(rows: int) -> float:
    """Arithmetic operations per second of a plain product: [rows, 2304] × [2304, 512]."""
    a, b = torch.randn(rows, 2304), torch.randn(2304, 512)
    repeats = max(4, 4096 // rows)
    a @ b
    return 2 * rows * 2304 * 512 * repeats / timed(lambda: [a @ b for _ in range(repeats)])


def baselines3(steps: int) -> float:
    from stable_baselines3 import A2C
    from stable_baselines3.common.env_util import make_vec_env

    model = A2C("CnnPolicy", make_vec_env(Free, n_envs=32), n_steps=4, device="cpu")
    model.learn(1000)
    return steps / timed(lambda: model.learn(steps))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer repeats: a look, not a measurement")
    rounds = 3 if parser.parse_args().quick else 9
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads, images 80×80; medians of {rounds}\n")
    print(f"{'method':10} {'size':>7} {'acting':>10} {'training':>10}   share of the product's rate: acting, training")
    for environments, steps in SIZES:
        for method in METHODS:
            work = Work(method, environments, steps)
            forward_flops, learn_flops = work.flops(work.forward), work.flops(work.learn)
            work.learn()
            turns = [(timed(work.forward), timed(work.learn), product_rate(environments * steps)) for _ in range(rounds)]
            forward, learn = (statistics.median(turn[n] for turn in turns) for n in (0, 1))
            shares = [statistics.median(f / t[n] / t[2] for t in turns) for n, f in ((0, forward_flops), (1, learn_flops))]
            count = environments * steps
            print(
                f"{method:10} {environments:4}×{steps:<2} {count / forward:10,.0f} {count / learn:10,.0f}"
                f"   {shares[0]:6.0%} {shares[1]:6.0%}",
                flush=True,
            )
    print(f"\nStable-Baselines3 A2C, CnnPolicy, free environment, 32×4: {baselines3(3000):,.0f} steps/s of training")


if __name__ == "__main__":
    main()
