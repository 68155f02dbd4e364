"""Training steps per second, end to end, and where the time goes; beside it the learners of Stable-Baselines3.

    python benchmarks/training.py [--seconds 10] [--worlds 2d,3d]       (needs the extras "train", "dev" and "bench")

Ours: world, rollout, gradients, optimiser, metrics; the paper's agent at its own size (32×4, one update a rollout) and at
128×16, and that of laptop size as preset `evening` trains it, on crowded 5×5 maps; in float32 and, where the processor has
it, in bf16; in one process, and in one a core. The learners of Stable-Baselines3 run on an environment that costs nothing,
with the same images, 32×4 and one pass over each rollout; the product is what the machine can do at most, in one thread.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Any

import torch
from agent import Free, product_rate

from gft.agent.precision import has_bf16

MAP = ["--curriculum", "none", "--size", "5", "--goals", "4", "--obstacles", "6"]
SIZES = {
    "paper, 32×4": ["--agent", "paper", *MAP],
    "paper, 128×16": ["--agent", "paper", "--environments", "128", "--rollout", "16", "--no-wait", *MAP],
    "laptop, 256×16": ["--preset", "evening", *MAP],
}
MINIBATCHES = 16  # of the presets: processes share out their environments evenly
PARTS = ("world", "forward", "backward", "optimiser")


def ours(world: str, options: list[str], precision: str, processes: int, seconds: float) -> tuple[float, dict[str, float]]:
    """Steps per second of `gft train` once it runs, and shares of its time; a run of about so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        threads = max(1, (os.cpu_count() or 1) // processes)
        own = ["--world", world, "--processes", str(processes), "--threads", str(threads), "--precision", precision]
        rest = ["--initialisation", "orthogonal", "--no-tensorboard", "--log-every", "2048", "--out", str(run)]
        process = subprocess.Popen([sys.executable, "-m", "gft", "train", *own, *rest, *options], stdout=subprocess.DEVNULL)
        file = run / "metrics.jsonl"
        while not (file.exists() and file.read_text()):  # the first line is still warm-up
            if process.poll() is not None:
                raise SystemExit(f"gft train ended before its first line, with exit code {process.returncode}.")
            time.sleep(0.1)
        time.sleep(seconds)
        process.terminate()
        process.wait()
        lines = [json.loads(line) for line in file.read_text().splitlines()]
    first, later, last = lines[0], lines[1:], lines[-1]
    if not later:
        raise SystemExit("too short: give more --seconds.")
    taken = last["time"]["seconds"] - first["time"]["seconds"]
    shares = {part: sum(line["time"][part] for line in later) / len(later) for part in PARTS}
    return (last["steps"] - first["steps"]) / taken, shares


def baselines3(name: str, seconds: float) -> float:
    """Steps per second of a learner of Stable-Baselines3, on an environment that costs nothing."""
    from sb3_contrib import RecurrentPPO
    from stable_baselines3 import A2C
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(Free, n_envs=32)
    model: Any
    if name == "A2C":
        model = A2C("CnnPolicy", envs, n_steps=4, device="cpu")
    else:
        model = RecurrentPPO("CnnLstmPolicy", envs, n_steps=4, batch_size=128, n_epochs=1, device="cpu")
    model.learn(256)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        model.learn(256)
        steps += 256
    return steps / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="length of each measurement (default: %(default)s)")
    parser.add_argument("--worlds", default="2d,3d", help="which worlds (default: %(default)s)")
    parser.add_argument("--no-peers", action="store_true", help="leave Stable-Baselines3 out")
    options = parser.parse_args()
    cores = max(n for n in range(1, (os.cpu_count() or 1) + 1) if MINIBATCHES % n == 0)
    precisions = ["float32", *(["bf16"] if has_bf16(torch.device("cpu")) else [])]
    print(f"PyTorch {torch.__version__}, {cores} cores; gft-2, all five tasks; steps/s, and shares of the time\n")
    print(
        f"{'world':6} {'agent, rollout':16} {'precision':9} {'processes':>9} {'steps/s':>9}   "
        + "  ".join(f"{part:>9}" for part in PARTS)
    )
    for world, (name, size), precision in product(options.worlds.split(","), SIZES.items(), precisions):
        for processes in sorted({1, cores}):
            rate, shares = ours(world, size, precision, processes, options.seconds)
            text = "  ".join(f"{shares[part]:9.0%}" for part in PARTS)
            print(f"{world:6} {name:16} {precision:9} {processes:9} {rate:9,.0f}   {text}", flush=True)
    if not options.no_peers:
        print()
        for name in ("A2C", "RecurrentPPO"):
            print(f"Stable-Baselines3 {name}, free environment, 32×4: {baselines3(name, options.seconds):,.0f} steps/s")
    torch.set_num_threads(1)
    rates = ", ".join(f"{precision} {product_rate(1024, precision) / 1e9:,.0f}" for precision in precisions)
    print(f"\na product of 1,024 × 2,304 × 512 in one thread, billion operations a second: {rates}")


if __name__ == "__main__":
    main()
