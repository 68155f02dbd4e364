"""Stable-Baselines3 on a native batch: PPO, or with --recurrent sb3-contrib's RecurrentPPO, on pictures and words.

    python examples/stable_baselines3_ppo.py [--recurrent] [--steps 200000]

One process steps all environments; returns, lengths and success rates are logged without a monitor around it. The agent of
Stable-Baselines3 looks at the picture with a CNN and puts the counts of the words beside what it saw.
"""

import argparse
from typing import Any

import gymnasium as gym
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy

import xworld
from xworld.wrappers import SB3VecEnv

WORDS = xworld.Split(classes=xworld.only("cat", "dog", "chair", "apple"))


def batch(count: int) -> SB3VecEnv:
    """Open 3×3 maps, two of four objects on each, and a command that names one of them."""
    envs = gym.make_vec("XWorld2D-v0", num_envs=count, size=3, tasks="nav", split=WORDS)
    return SB3VecEnv(envs, "counts")


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recurrent", action="store_true", help="RecurrentPPO of sb3-contrib")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--environments", type=int, default=32)
    parser.add_argument("--sessions", type=int, default=500, help="of the test at the end")
    options = parser.parse_args(arguments)
    kind: Any = PPO
    policy = "MultiInputPolicy"
    if options.recurrent:
        from sb3_contrib import RecurrentPPO

        kind, policy = RecurrentPPO, "MultiInputLstmPolicy"
    model = kind(
        policy, batch(options.environments), n_steps=32, batch_size=256, n_epochs=2, ent_coef=0.01, seed=0, verbose=1
    )
    model.learn(options.steps)

    succeeded: list[bool] = []

    def note(local: dict[str, Any], _: dict[str, Any]) -> None:
        if local["done"]:
            succeeded.append(local["info"]["is_success"])

    test = batch(16)
    test.seed(10**6)
    mean, _ = evaluate_policy(model, test, n_eval_episodes=options.sessions, deterministic=False, callback=note)
    success = sum(succeeded) / len(succeeded)
    print(f"mean return {mean:.3f}, success {success:.1%} in {len(succeeded)} sessions")
    return success


if __name__ == "__main__":
    main()
