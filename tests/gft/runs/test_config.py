"""Options: what is accepted, what is refused and how, and the presets."""

import argparse
import json
from dataclasses import fields

import pytest

from gft.agent import INITIALISATIONS, SIZES
from gft.agent.encoders import ENCODERS
from gft.runs.build import ENVIRONMENTS, IMAGES
from gft.runs.config import Config
from gft.runs.options import add_options, names_with
from gft.runs.presets import PRESETS, preset
from xworld.errors import XWorldError


def test_the_preset_paper_is_the_paper():
    """Section 5 ("Optimization Details"), appendix A and the appendix on the curriculum."""
    for world in ("2d", "3d"):
        config = preset("paper", world=world)
        assert (config.environments, config.batch, config.steps // config.batch) == (32, 128, 2_000_000)
        assert (config.algo, config.wait, config.gae_lambda, config.gamma) == ("a2c", True, 1.0, 0.99)
        assert (config.eta, config.kappa, config.kappa_end, config.normalise) == (1.0, 0.05, None, False)
        assert (config.optimiser, config.lr, config.lr_end) == ("rmsprop", 1e-5, None)
        assert (config.rho, config.momentum, config.epsilon, config.max_grad_norm) == (0.95, 0.9, 0.01, None)
        assert (config.epochs, config.minibatches) == (1, 1)
        assert (config.agent, config.encoder, config.initialisation) == ("paper", "bow", "paper")
        assert (config.curriculum, config.tasks, config.classes) == ("paper", (), None)
        assert config.checkpoint_every == 5000 * config.batch  # its passes; the last three are evaluated
        assert config.keep == 3


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_configs_and_survive_json(name):
    config = preset(name, seed=3)
    assert Config.from_dict(json.loads(json.dumps(config.to_dict()))) == config
    assert config.reward_only


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"environments": 0}, "environments=0 is not usable; give a whole number, at least 1, at most 1e+06."),
        ({"environments": 2.5}, "environments=2.5 is not usable"),
        ({"environments": True}, "environments=True is not usable"),
        ({"lr": "fast"}, "lr='fast' is not usable; give a number, at least 0."),
        ({"gamma": 1.5}, "gamma=1.5 is not usable; give a number, at least 0, at most 1."),
        ({"lr": float("nan")}, "lr=nan is not usable"),
        ({"size": "big"}, "size='big' is not usable; give a whole number, at least 3, at most 64, or none."),
        ({"algo": "pppo"}, "algo 'pppo' is unknown; did you mean 'ppo'?"),
        ({"wait": "yes"}, "wait='yes' is not usable; give true or false."),
        ({"learning_rate": 1}, "option 'learning_rate' is unknown"),
        ({"size": 5}, "size and curriculum='paper' contradict each other"),
        ({"environments": 30, "minibatches": 4}, "give a multiple of 4"),
        ({"tasks": "nav"}, "tasks='nav' is not usable; give names."),
    ],
)
def test_bad_values_are_refused_with_a_sentence(changes, sentence):
    with pytest.raises(XWorldError) as refused:
        preset("paper", **changes)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_preset_may_have_values_of_its_own_in_3d_and_options_come_before_them():
    assert (preset("evening").kappa_steps, preset("evening").gamma) == (800_000, 0.99)
    assert (preset("evening", world="3d").kappa_steps, preset("evening", world="3d").gamma) == (1_500_000, 0.997)
    assert preset("evening", world="3d", kappa_steps=1).kappa_steps == 1


def test_unknown_presets_are_refused():
    with pytest.raises(XWorldError, match="preset 'papers' is unknown; did you mean 'paper'"):
        preset("papers")


def test_every_option_can_be_given_on_the_command_line():
    parser = argparse.ArgumentParser()
    add_options(parser, Config)
    assert vars(parser.parse_args([])) == {}
    text = "--tasks nav,dir --size none --lr 1e-3 --no-wait --steps 1_000 --curriculum none --init-from runs/a --device cuda"
    given = vars(parser.parse_args(text.split()))
    assert given == {
        "tasks": ("nav", "dir"),
        "size": None,
        "lr": 1e-3,
        "wait": False,
        "steps": 1000,
        "curriculum": None,
        "init_from": "runs/a",
        "device": "cuda",
    }
    config = preset("paper", **given)
    assert config.steps == 1000
    shown = parser.format_help()
    for name in config.to_dict():
        assert (f"--{name.replace('_', '-')}" in shown) == (name != "taught")


def test_the_help_tells_defaults_and_which_of_them_are_the_papers():
    parser = argparse.ArgumentParser(formatter_class=lambda prog: argparse.HelpFormatter(prog, width=1000))
    add_options(parser, Config)
    shown = parser.format_help()
    assert "learning rate (default, and the paper's: 1e-05)" in shown
    assert "longest gradient, longer ones are scaled down; none: any length (default: none)" in shown
    assert "PPO: how far the probability of an action may move (default: 0.2)" in shown  # the paper has no PPO
    assert "(paper:" not in shown
    # Section 5: the curriculum, the optimiser, its batches and passes. Appendix A: agents that wait for the update that each
    # minibatch of all of them gives, n-step returns and the weights of the loss. Appendix B: the agent and its encoder. The
    # paper says nothing of how weights start, of normalising, clipping or precision, nor of a rate of their own for layers.
    assert set(names_with(Config, "paper")) == {
        "curriculum", "agent", "encoder", "algo", "environments", "rollout", "wait", "steps", "gamma", "gae_lambda", "eta",
        "kappa", "epochs", "minibatches", "optimiser", "lr", "momentum", "rho", "epsilon", "checkpoint_every", "keep",
    }  # fmt: skip
    assert shown.count("and the paper's:") == len(names_with(Config, "paper"))


def test_what_the_options_offer_is_what_there_is():
    """They are listed without PyTorch, so that the help needs none."""
    offered = {each.name: set(each.metadata["choices"]) for each in fields(Config)}
    assert offered["agent"] == set(SIZES)
    assert offered["encoder"] == set(ENCODERS)
    assert offered["initialisation"] == set(INITIALISATIONS)
    assert offered["world"] == set(ENVIRONMENTS) == set(IMAGES)


def test_a_method_has_one_name_however_it_was_typed():
    for typed in ("gft", "gft-2", "gft:steps=2"):
        assert Config(method=typed).method == "gft-2"
        assert Config.from_dict({"method": typed}) == Config()  # as an earlier version may have written it
    assert preset("paper", method="gft:residual=yes,rank=4,steps=3").method == "gft:steps=3,rank=4,residual=yes"
    for unknown in ("spotlight", "gft:stps=3"):  # of somebody's own, or a slip: who builds it says so, in these words
        assert Config(method=unknown).method == unknown


def test_only_rewards_count_as_reward_only():
    assert not preset("paper", algo="imitation").reward_only
    assert not preset("paper", taught=True).reward_only
    assert preset("paper", algo="ppo").reward_only
