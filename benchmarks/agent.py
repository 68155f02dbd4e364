"""How fast the agent computes with each method, as a share of what the machine can do.

    python benchmarks/agent.py [--environments 32 128] [--steps 4 16] [--methods gft-2 …] [--threads 2] [--agent laptop]
                               [--precision bf16]                                    (needs the extras "train" and "dev")

For each method: environment steps per second of acting (`step`, no gradients), and of a whole rollout forward and backward.
The share is of the arithmetic rate that a plain matrix product of like size and the same precision reaches in the same run,
in turns; pictures are noise, so that an agent that looks at tiles finds no two that are the same. Beside it, with `--peer`,
Stable-Baselines3's A2C with its CnnPolicy, on an environment that costs nothing.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from gft.agent import SIZES, Agent
from gft.agent.precision import computing_in
from gft.grounding import METHODS
from gft.training.memory import keep_memory


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

    def __init__(self, method: str, environments: int, steps: int, size: str, precision: str):
        torch.manual_seed(0)
        self.n, self.steps, self.precision = environments, steps, precision
        self.agent = Agent(vocabulary=164, method=method, **SIZES[size]["2d"])
        self.images = torch.randint(0, 256, (steps, environments, 80, 80, 3), dtype=torch.uint8)
        self.tokens = torch.randint(1, 164, (environments, 16))
        self.previous = torch.randint(0, 6, (steps, environments))

    @torch.no_grad()
    def act(self) -> None:
        memory = self.agent.start(self.n)
        with computing_in(self.precision, self.agent):
            condition = self.agent.condition(self.tokens)
            for t in range(self.steps):
                _, _, memory = self.agent.step(self.images[t], condition, self.previous[t], memory)

    def learn(self) -> None:
        tokens = self.tokens.expand(self.steps, -1, -1)
        with computing_in(self.precision, self.agent):
            logits, values, _ = self.agent.rollout(self.images, tokens, self.previous, self.agent.start(self.n))
        (logits.log_softmax(dim=2).mean() + values.mean()).backward()
        self.agent.zero_grad()

    def flops(self, call: Callable[[], None]) -> int:
        with FlopCounterMode(display=False) as counter:
            call()
        return int(counter.get_total_flops())


def product_rate(rows: int, precision: str) -> float:
    """Arithmetic operations per second of a plain product: [rows, 2304] × [2304, 512]."""
    kind = torch.bfloat16 if precision == "bf16" else torch.float32
    a, b = torch.randn(rows, 2304, dtype=kind), torch.randn(2304, 512, dtype=kind)
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
    """A row of the table: rates and shares, medians over turns of acting, learning and product."""
    calls = (work.act, work.learn)
    flops = [work.flops(call) for call in calls]
    count = work.n * work.steps
    turns: list[tuple[list[float], float]] = []
    began = time.perf_counter()
    while len(turns) < 3 or time.perf_counter() - began < seconds:
        turns.append(([timed(call) for call in calls], product_rate(count, work.precision)))
    rates = [statistics.median(count / times[n] for times, _ in turns) for n in range(2)]
    shares = [statistics.median(flops[n] / times[n] / product for times, product in turns) for n in range(2)]
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
    parser.add_argument("--precision", choices=["bf16", "float32"], default="float32", help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each row, at least (default: %(default)s)")
    parser.add_argument("--peer", action="store_true", help="measure Stable-Baselines3's A2C as well")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    keep_memory()
    print(
        f"PyTorch {torch.__version__}, {options.threads} thread(s), {options.agent} agent, {options.precision}; "
        "images 80×80, medians of turns\n"
    )
    names = " ".join(f"{name:>8}" for name in ("acting", "learning"))
    print(f"{'':18} {'steps per second':>17}  {'share of product':>17}")
    print(f"{'method':10} {'size':>7} {names}  {names}  turns")
    for environments in options.environments:
        for steps in options.steps:
            for method in options.methods:
                row = measure(Work(method, environments, steps, options.agent, options.precision), options.seconds)
                print(f"{method:10} {environments:4}×{steps:<2} {row}", flush=True)
    if options.peer:
        print(f"\nStable-Baselines3 A2C, CnnPolicy, free environment, 32×4: {baselines3(3000):,.0f} steps/s of training")


if __name__ == "__main__":
    main()
