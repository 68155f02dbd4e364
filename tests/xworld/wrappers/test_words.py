"""Observations without text, success to log, and errors that libraries wait for."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from xworld import XWorldError
from xworld.wrappers import FORMS, Success, VectorWords, Words


@pytest.mark.parametrize("form", FORMS)
def test_words_are_numbers_and_mean_the_same_in_one_and_in_a_batch(form):
    plain = gym.make("XWorld2D-v0", size=3)
    one = Words(gym.make("XWorld2D-v0", size=3), form)
    batch = VectorWords(gym.make_vec("XWorld2D-v0", num_envs=3, size=3), form)
    assert "mission" not in one.observation_space.spaces
    assert one.observation_space == batch.single_observation_space
    seen, _ = batch.reset(seed=5)
    assert batch.observation_space.contains(seen)
    vocabulary = batch.unwrapped.vocabulary
    for i in range(3):
        said, alone = plain.reset(seed=5 + i)[0], one.reset(seed=5 + i)[0]
        assert one.observation_space.contains(alone)
        assert all((alone[name] == seen[name][i]).all() for name in alone)
        words = said["mission"].split()
        if form == "counts":
            assert alone["words"].sum() == len(words)
            assert all(alone["words"][vocabulary.id(word)] == words.count(word) for word in words)
        else:
            assert vocabulary.decode(alone["tokens"]) == said["mission"]


def test_last_observations_of_a_batch_have_the_same_form():
    envs = VectorWords(gym.make_vec("XWorld2D-v0", num_envs=4, size=3), "counts")
    envs.reset(seed=0)
    for _ in range(60):
        *_, info = envs.step(envs.unwrapped.oracle())
        for last, ended in zip(info.get("final_obs", ()), info.get("_final_obs", ())):
            assert envs.single_observation_space.contains(last) if ended else last is None
    assert info["level"].shape == (4,)


def test_gymnasiums_and_stable_baselines_checkers_pass():
    from stable_baselines3.common.env_checker import check_env as sb3_check

    check_env(Words(gym.make("XWorld2D-v0", size=3), "counts").unwrapped, skip_render_check=True)
    sb3_check(Words(gym.make("XWorld2D-v0", size=3), "counts"), warn=False)


def test_success_is_told_at_the_end_alone():
    env = Success(gym.make("XWorld2D-v0", size=5))
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(info["optimal_steps"]):
            assert "is_success" not in info
            *_, info = env.step(env.unwrapped.oracle())
        assert info["is_success"] is True


def test_an_unknown_option_is_pythons_type_error_too():
    """TorchRL offers `frameskip` and waits for Python's words before it tries without."""
    for make in (gym.make, gym.make_vec):
        with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as refused:
            make("XWorld2D-v0", frameskip=2)
        assert isinstance(refused.value, XWorldError)


def test_bad_forms_and_observations_without_words_are_refused():
    with pytest.raises(XWorldError, match="form 'bag' is unknown; accepted: tokens, counts"):
        Words(gym.make("XWorld2D-v0", size=3), "bag")
    with pytest.raises(XWorldError, match="no 'tokens' here"):
        Words(gym.make("CartPole-v1"))


def test_gymnasiums_processes_get_commands_that_are_whole():
    """In shared memory AsyncVectorEnv garbles text; without it there is nothing to garble."""
    envs = gym.make_vec("XWorld2D-v0", num_envs=2, size=3, vectorization_mode="async", wrappers=[Words])
    try:
        seen, _ = envs.reset(seed=3)
        seen, *_ = envs.step(np.array([4, 5]))
    finally:
        envs.close()
    plain = gym.make_vec("XWorld2D-v0", num_envs=2, size=3)
    vocabulary = plain.unwrapped.vocabulary
    assert [vocabulary.decode(tokens) for tokens in seen["tokens"]] == list(plain.reset(seed=3)[0]["mission"])
