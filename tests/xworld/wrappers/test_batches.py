"""Autoreset one step later, Gymnasium's vector wrappers, and Stable-Baselines3's VecEnv."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector

from xworld import XWorldError
from xworld.wrappers import NextStep, Numbers, SB3VecEnv, VectorWords


def native(count=4, **options):
    return gym.make_vec("XWorld2D-v0", num_envs=count, size=3, **options)


def later(count=4):
    return NextStep(native(count, autoreset=False))


def test_the_mode_stands_where_libraries_look_for_it():
    for envs, mode in (
        (native(), AutoresetMode.SAME_STEP),
        (native(autoreset=False), AutoresetMode.DISABLED),
        (later(), AutoresetMode.NEXT_STEP),
        (VectorWords(later()), AutoresetMode.NEXT_STEP),
    ):
        assert envs.metadata["autoreset_mode"] is mode
        assert envs.autoreset_mode is mode


def test_next_step_plays_the_same_sessions_with_one_step_in_between():
    ours = later()
    theirs = gym.make_vec("XWorld2D-v0", num_envs=4, size=3, vectorization_mode="sync")
    assert theirs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    a, b = ours.reset(seed=0)[0], theirs.reset(seed=0)[0]
    ended = 0
    for _ in range(80):
        assert (a["image"] == b["image"]).all()
        assert a["mission"] == tuple(b["mission"])
        actions = np.maximum(ours.unwrapped.oracle(), 0)
        (a, *got, _), (b, *expected, _) = ours.step(actions), theirs.step(actions)
        for one, other in zip(got, expected):
            assert (one == other).all()
        ended += got[1].sum()
    assert ended > 20
    with pytest.raises(XWorldError, match="autoreset=False"):
        NextStep(native())


PICTURES = {  # they take no dictionary
    "DtypeObservation", "GrayscaleObservation", "NormalizeObservation", "RescaleObservation", "ReshapeObservation",
    "ResizeObservation",
}  # fmt: skip
ARGUMENTS = {
    "FilterObservation": {"filter_keys": ["image", "tokens"]},
    "TransformReward": {"func": lambda rewards: rewards},
    "ClipReward": {"min_reward": -1.0},
    "TransformObservation": {"func": lambda seen: seen},
    "ResizeObservation": {"shape": (40, 40)},
    "ReshapeObservation": {"shape": (80 * 80, 3)},
    "RescaleObservation": {"min_obs": 0.0, "max_obs": 1.0},
    "DtypeObservation": {"dtype": np.float32},
    "VectorizeTransformObservation": {"wrapper": gym.wrappers.FilterObservation, "filter_keys": ["image"]},
    "TransformAction": {"func": lambda actions: actions},
    "VectorizeTransformReward": {"wrapper": gym.wrappers.TransformReward, "func": lambda reward: reward},
    "VectorizeTransformAction": {
        "wrapper": gym.wrappers.TransformAction,
        "func": lambda action: action,
        "action_space": gym.spaces.Discrete(6),
    },
}
NOT_FOR_THESE = {  # actions are names here, not numbers to clip; nothing is shown on a screen; JAX is not installed
    "ClipAction", "RescaleAction", "HumanRendering", "RecordVideo", "ArrayConversion", "JaxToNumpy", "JaxToTorch",
}  # fmt: skip
REWARDS_AND_ACTIONS = (  # those that leave observations alone: SAME_STEP is as good to them
    gym.vector.VectorRewardWrapper, gym.vector.VectorActionWrapper, vector.RecordEpisodeStatistics, vector.NormalizeReward,
    vector.DictInfoToList,
)  # fmt: skip
NEEDS = {"NumpyToTorch": "array_api_compat", "ResizeObservation": "cv2"}


class Image(gym.vector.VectorObservationWrapper):
    """Pictures alone, for wrappers that take nothing else."""

    def __init__(self, env):
        super().__init__(env)
        self.single_observation_space = env.single_observation_space["image"]
        self.observation_space = env.observation_space["image"]

    def observations(self, observations):
        return observations["image"]


@pytest.mark.parametrize("name", sorted(set(vector.__all__) - NOT_FOR_THESE))
def test_gymnasiums_vector_wrappers_work_or_refuse_with_a_sentence(name):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])  # which does not come with Gymnasium
    wrapper, arguments = getattr(vector, name), ARGUMENTS.get(name, {})
    for batch in (native, later):
        envs = VectorWords(batch(), "tokens")
        if name == "NumpyToTorch":
            envs = Numbers(envs)  # it takes no text, in infos neither
        if batch is native and not issubclass(wrapper, REWARDS_AND_ACTIONS) and name != "NumpyToTorch":
            with pytest.raises(ValueError, match="autoreset_mode"):
                wrapper(Image(envs) if name in PICTURES else envs, **arguments)
            continue
        envs = wrapper(Image(envs) if name in PICTURES else envs, **arguments)
        envs.reset(seed=0)
        for _ in range(8):
            _, rewards, *_ = envs.step(envs.action_space.sample() if name != "NumpyToTorch" else _sampled(envs))
        assert len(rewards) == 4


def _sampled(envs):
    import torch

    return torch.from_numpy(envs.action_space.sample())


def test_infos_of_numbers_keep_what_numbers_tell():
    plain, envs = native(), Numbers(native())
    seen, info = envs.reset(seed=0)
    expected, told = plain.reset(seed=0)
    assert envs.autoreset_mode is AutoresetMode.SAME_STEP
    assert (seen["image"] == expected["image"]).all()
    assert {"success", "_success", "level", "steps"} <= info.keys()
    assert not {"task", "_task", "outcome", "_outcome"} & info.keys()
    succeeded = 0
    for _ in range(30):
        actions = plain.oracle()
        *_, told = plain.step(actions)
        *_, info = envs.step(actions)
        assert ("final_info" in info) == ("final_info" in told)
        assert "final_obs" not in info
        if "final_info" in info:
            assert (info["_final_info"] == told["_final_info"]).all()
            assert (info["final_info"]["success"] == told["final_info"]["success"]).all()
            assert all(array.dtype != object for array in info["final_info"].values())
            succeeded += info["final_info"]["success"].sum()
    assert succeeded > 10


@pytest.mark.parametrize("batch", [native, later])
def test_the_figures_of_record_episode_statistics_arrive(batch):
    envs = vector.RecordEpisodeStatistics(batch())
    envs.reset(seed=0)
    steps, counted, returned = np.zeros(4, int), [], []
    for _ in range(100):
        begins = getattr(envs.env, "_over", np.zeros(4, bool)).copy()
        _, _, terminated, truncated, info = envs.step(np.maximum(envs.unwrapped.oracle(), 0))
        steps = np.where(begins, 0, steps + 1)
        for i in np.flatnonzero(terminated | truncated):
            assert info["_episode"][i]
            assert info["episode"]["l"][i] == steps[i]
            counted.append(int(steps[i]))
            returned.append(1 - 0.01 * steps[i])
            steps[i] = 0
    assert len(counted) > 40
    assert list(envs.length_queue) == counted[-100:]
    assert np.allclose(list(envs.return_queue), returned[-100:])


# ---- Stable-Baselines3


def test_stable_baselines_vec_env_tells_what_the_batch_does():
    envs, ours = native(6), SB3VecEnv(native(6), "tokens")
    ours.seed(7)
    seen, expected = ours.reset(), envs.reset(seed=7)[0]
    ended = 0
    for _ in range(60):
        assert (seen["image"] == expected["image"]).all()
        assert (seen["tokens"] == expected["tokens"]).all()
        actions = envs.oracle()
        expected, rewards, terminated, truncated, info = envs.step(actions)
        seen, got, done, infos = ours.step(actions)
        assert np.allclose(got, rewards)
        assert (done == (terminated | truncated)).all()
        for i in range(6):
            if not done[i]:
                assert infos[i] == {"TimeLimit.truncated": False}
                continue
            ended += 1
            last = infos[i]["terminal_observation"]
            assert ours.observation_space.contains(last)
            assert (last["image"] == info["final_obs"][i]["image"]).all()
            assert infos[i]["is_success"] == info["final_info"]["success"][i]
            assert infos[i]["episode"]["l"] == info["final_info"]["steps"][i]
            assert infos[i]["episode"]["r"] == pytest.approx(1 - 0.01 * infos[i]["episode"]["l"])
    assert ended > 20


def test_stable_baselines_vec_env_answers_and_refuses():
    envs = SB3VecEnv(native(3, render_mode="rgb_array"))
    envs.set_options([{"task": "nav"}, {"task": "avoid"}, {}])
    envs.seed(0)
    envs.reset()
    assert [info["task"] for info in envs.reset_infos[:2]] == ["nav", "avoid"]
    assert [session.task for session in envs.env_method("session", indices=[0, 1])] == ["nav", "avoid"]
    assert envs.get_attr("render_mode") == ["rgb_array"] * 3
    assert len(envs.get_images()) == 3
    for refused, sentence in (
        (lambda: envs.set_attr("size", 4), "give the option to gym.make_vec"),
        (lambda: envs.env_method("fly"), "method of one environment 'fly' is unknown"),
        (lambda: SB3VecEnv(native(autoreset=False)), "as gym.make_vec"),
        (lambda: SB3VecEnv(VectorWords(native())), "as gym.make_vec"),
    ):
        with pytest.raises(XWorldError, match=sentence):
            refused()
