"""How fast the agent computes with each method, as a share of what the machine can do.

    python benchmarks/agent.py [--environments 32 128] [--steps 4 16] [--methods gft-2 …] [--threads 2] [--agent small]
                                                                                     (needs the extras "train" and "dev")

For each method: environment steps per second of acting (`step`, no gradients); of acting with a record and then learning
from it, no second forward pass, as training does it for a first update ("once"); and of a whole rollout forward and
backward, as it does it for further ones ("again"). The share is of the arithmetic rate that a plain matrix product of
like size reaches in the same run, in turns. Beside it, with `--peer`, Stable-Baselines3's A2C with its CnnPolicy, on an
environment that costs nothing.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from gft.agent.agent import SIZES, Agent
from gft.grounding import METHODS
from gft.training.memory import keep_memory
from gft.training.replay import Record


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
    """One method at one number of environments and steps of a rollout."""

    def __init__(self, method: str, environments: int, steps: int, size: str = "paper"):
        torch.manual_seed(0)
        self.n, self.steps = environments, steps
        self.agent = Agent(vocabulary=164, method=method, **SIZES[size])
        self.images = torch.randint(0, 256, (steps, environments, 80, 80, 3), dtype=torch.uint8)
        self.tokens = torch.randint(1, 164, (environments, 16))
        self.previous = torch.randint(0, 6, (steps, environments))

    @torch.no_grad()
    def act(self, record: Record | None = None) -> None:
        memory = self.agent.start(self.n)
        condition = self.agent.condition(self.tokens)
        for t in range(self.steps):
            with nullcontext() if record is None else record.write():
                _, _, memory = self.agent.step(self.images[t], condition, self.previous[t], memory)

    def act_and_learn(self) -> None:
        record = Record()
        self.act(record)
        with record.read():
            self.learn()

    def learn(self) -> None:
        tokens = self.tokens.expand(self.steps, -1, -1)
        logits, values, _ = self.agent.rollout(self.images, tokens, self.previous, self.agent.start(self.n))
        (logits.log_softmax(dim=2).mean() + values.mean()).backward()
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


def measure(work: Work, seconds: float) -> str:
    """A row of the table: rates and shares, medians over turns of acting, both ways of learning, and product."""
    calls = (work.act, work.act_and_learn, work.learn)
    flops = [work.flops(call) for call in calls]
    count = work.n * work.steps
    turns: list[tuple[list[float], float]] = []
    began = time.perf_counter()
    while len(turns) < 3 or time.perf_counter() - began < seconds:
        turns.append(([timed(call) for call in calls], product_rate(count)))
    rates = [statistics.median(count / times[n] for times, _ in turns) for n in range(3)]
    shares = [statistics.median(flops[n] / times[n] / product for times, product in turns) for n in range(3)]
    return (
        " ".join(f"{rate:8,.0f}" for rate in rates)
        + "  "
        + " ".join(f"{share:8.0%}" for share in shares)
        + f"  {len(turns):5}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environments", type=int, nargs="+", default=[32, 128], help="default: 32 128")
    parser.add_argument("--steps", type=int, nargs="+", default=[4, 16], help="of a rollout (default: 4 16)")
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=list(METHODS), help="default: all")
    parser.add_argument("--threads", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--agent", choices=list(SIZES), default="paper", help="size of the agent (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each row, at least (default: %(default)s)")
    parser.add_argument("--peer", action="store_true", help="measure Stable-Baselines3's A2C as well")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    keep_memory()
    print(
        f"PyTorch {torch.__version__}, {options.threads} thread(s), {options.agent} agent, images 80×80; medians of turns\n"
    )
    names = " ".join(f"{name:>8}" for name in ("acting", "once", "again"))
    print(f"{'':18} {'steps per second':>26}  {'share of product':>26}")
    print(f"{'method':10} {'size':>7} {names}  {names}  turns")
    for environments in options.environments:
        for steps in options.steps:
            for method in options.methods:
                row = measure(Work(method, environments, steps, options.agent), options.seconds)
                print(f"{method:10} {environments:4}×{steps:<2} {row}", flush=True)
    if options.peer:
        print(f"\nStable-Baselines3 A2C, CnnPolicy, free environment, 32×4: {baselines3(3000):,.0f} steps/s of training")


if __name__ == "__main__":
    main()
