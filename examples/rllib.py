"""Ray RLlib: a few iterations of PPO on pictures and words, laid flat for its default network.

    python examples/rllib.py [--iterations 3]

RLlib pins a Gymnasium of its own, so it lives in an environment of its own: `make clients` sets one up and runs this.
"""

import argparse
from typing import Any

import gymnasium as gym
import ray
from gymnasium.wrappers import FlattenObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

import xworld  # noqa: F401
from xworld.wrappers import Success, Words


def make(options: dict[str, Any]) -> gym.Env[Any, Any]:
    """One environment with one flat observation: pixels, then counts of words."""
    return FlattenObservation(Words(Success(gym.make("XWorld2D-v0", **options)), "counts"))


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--batch", type=int, default=1000, help="steps of an iteration")
    options = parser.parse_args(arguments)
    ray.init(address="local", include_dashboard=False, log_to_driver=False)  # else it joins a cluster that runs here already
    register_env("xworld", make)
    config = (
        PPOConfig()
        .environment("xworld", env_config={"size": 3, "tasks": "nav"})
        .env_runners(num_env_runners=0)
        .training(train_batch_size=options.batch, minibatch_size=250, num_epochs=2)
    )
    algorithm = config.build_algo()
    result = {}
    for _ in range(options.iterations):
        result = algorithm.train()
    algorithm.stop()
    ray.shutdown()
    returned = float(result["env_runners"]["episode_return_mean"])
    print(f"mean return after {options.iterations} iterations: {returned:.3f}")
    return returned


if __name__ == "__main__":
    main()
