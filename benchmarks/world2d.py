"""How fast XWORLD2D is, next to MiniGrid in the same run, on one core.

    python benchmarks/world2d.py [--quick]        (needs the extra "bench")

Steps include pixels, teacher, autoreset and infos; actions are random. Both worlds are measured in turns, window by
window, so that a busy machine slows both; medians are reported, the best window in brackets.
"""

import contextlib
import resource
import statistics
from typing import Any

import gymnasium as gym
import numpy as np
from measure import Ours, Player, begin, in_turns, print_start, ratio, summary, timed

WORLD = "XWorld2D-v0"


class MiniGrid(Player):
    """The peer: a language world with pixels, one environment, as its users run it."""

    def __init__(self) -> None:
        import minigrid
        from minigrid.wrappers import RGBImgPartialObsWrapper

        self.version = getattr(minigrid, "__version__", "?")
        wrap: Any = RGBImgPartialObsWrapper
        self.env = wrap(gym.make("BabyAI-GoToLocal-v0"), tile_size=16)
        self.env.reset(seed=0)
        self.actions = np.random.default_rng(0).integers(0, self.env.action_space.n, 4096)
        self.steps = 0

    def step(self) -> int:
        _, _, terminated, truncated, _ = self.env.step(self.actions[self.steps % 4096])
        if terminated or truncated:
            with contextlib.redirect_stdout(None):  # it prints what it rejects
                self.env.reset()
        self.steps += 1
        return 1


def main() -> None:
    quick = begin(__doc__)
    seconds, rounds = (0.3, 3) if quick else (2.0, 9)
    print_start(WORLD)

    ours, peer = Ours(WORLD, 32), MiniGrid()
    mine, theirs = in_turns([ours, peer], seconds, rounds)
    print(f"XWORLD2D, 8×8, 32 environments   {summary(mine)}   sessions of {ours.session_length:.0f} steps")
    print(f"MiniGrid {peer.version:6} BabyAI-GoToLocal  {summary(theirs)}")
    print(f"ratio                            {ratio([rate.wall for rate in mine], [rate.wall for rate in theirs]):9.0f} ×\n")

    simulation = ours.simulation
    reset = timed(lambda: simulation.begin(simulation.everyone), 50 if quick else 400) / 32
    print(f"reset of one environment         {1e6 * reset:9.1f} µs")
    oracle = timed(simulation.oracle, 50 if quick else 400) / 32
    print(f"oracle's next action             {1e6 * oracle:9.1f} µs\n")

    print("cost of a step of one environment, measured in turns")
    sweep = [(n, 8) for n in (32, 64, 128, 256, 512, 1024)] + [(32, size) for size in (9, 10, 11)]
    batches = [Ours(WORLD, n, size=size) for n, size in sweep]
    for (n, size), rates in zip(sweep, in_turns(batches, seconds / 2, rounds)):
        name = f"{n:5} environments, {size}×{size}"
        print(f"  {name:30} {1e6 / statistics.median(rate.wall for rate in rates):9.2f} µs   {summary(rates)}")
    print(f"\npeak memory of this run          {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:9.0f} MiB")


if __name__ == "__main__":
    main()
