"""Real clients: other people's libraries run on our environments."""

import gymnasium as gym
import numpy as np
from gymnasium.wrappers import FilterObservation
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import xworld


def test_stable_baselines3_trains_on_it(world):
    from stable_baselines3 import A2C

    assert xworld.__version__
    env = FilterObservation(gym.make(world.id, size=3), ["image", "tokens"])  # SB3 has no text spaces
    model = A2C("MultiInputPolicy", env, n_steps=8, seed=0)
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(300)
    assert model.num_timesteps >= 300
    after = list(model.policy.parameters())
    assert any((a != b).any() for a, b in zip(before, after))
    assert all(bool(np.isfinite(p.detach().numpy()).all()) for p in after)


def test_gymnasiums_statistics_wrapper_counts_whole_sessions(world):
    envs = RecordEpisodeStatistics(gym.make_vec(world.id, num_envs=4, size=3, optimal=True))
    envs.reset(seed=0)
    lengths = []
    for _ in range(120 * world.repeat):
        *_, info = envs.step(envs.unwrapped.oracle())
        if "episode" in info:
            mask = info["_episode"]
            lengths += info["episode"]["l"][mask].tolist()
            optimal, taken = info["final_info"]["optimal_steps"][mask], info["episode"]["l"][mask]
            # In 3D the oracle's solution is short, and asked anew at every step it may find a shorter one.
            assert (taken == optimal).all() if world.name == "2d" else (taken <= optimal).all()
            assert np.allclose(info["episode"]["r"][mask], 1 - 0.01 * info["episode"]["l"][mask])
    assert len(lengths) > 50
