"""The objectives: their gradients against the paper's equation and against closed forms."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gft.training.clock import Clock
from gft.training.learner import Learner, losses, make_optimiser, scheduled
from gft.training.processes import Group
from gft.training.returns import advantages
from tests.gft.rollouts import actor_of, collected, made_up, tiny
from xworld.errors import XWorldError


def gradients(algo, rollout, logits, values, advantage, target, eta, kappa, clip_range=0.2):
    logits, values = logits.clone().requires_grad_(), values.clone().requires_grad_()
    parts = losses(algo, rollout, logits, values, advantage, target, clip_range)
    (parts.objective(eta, kappa) * rollout.mask).sum().backward()
    return logits.grad, values.grad


@given(st.integers(0, 10**6), st.floats(0, 2), st.floats(0, 1))
def test_the_gradient_of_a2c_is_the_papers(seed, eta, kappa):
    """Eq. 3: −(∇log π + η·∇v)·A − κ·∇entropy, A constant; by hand for a softmax: ∇log π(a) = 1_a − π,
    ∇entropy = −π·(log π + entropy)."""
    rollout = made_up(5, 3, seed, waits=True)
    advantage = advantages(rollout, gamma=0.99, gae_lambda=1.0)
    got_logits, got_values = gradients(
        "a2c", rollout, rollout.logits, rollout.values, advantage, advantage + rollout.values, eta, kappa
    )
    for t in range(5):
        for b in range(3):
            if not rollout.mask[t, b]:
                assert not got_logits[t, b].any()
                assert not got_values[t, b]
                continue
            policy = rollout.logits[t, b].softmax(0)
            entropy = -(policy * policy.log()).sum()
            taken = torch.eye(6, dtype=torch.float64)[rollout.actions[t, b]]
            expected = -(taken - policy) * advantage[t, b] + kappa * policy * (policy.log() + entropy)
            assert torch.allclose(got_logits[t, b], expected, atol=1e-12)
            assert torch.allclose(got_values[t, b], -eta * advantage[t, b], atol=1e-12)


@given(st.integers(0, 10**6))
def test_ppo_is_a2c_while_the_policy_has_not_moved(seed):
    rollout = made_up(5, 3, seed)
    advantage = advantages(rollout, gamma=0.99, gae_lambda=0.9)
    given = (rollout, rollout.logits, rollout.values, advantage, advantage + rollout.values, 0.5, 0.01)
    for a, b in zip(gradients("a2c", *given), gradients("ppo", *given)):
        assert torch.allclose(a, b, atol=1e-12)


@given(st.integers(0, 10**6), st.floats(0.05, 0.5))
def test_ppo_stops_pushing_a_probability_that_has_moved_far_enough(seed, clip):
    rollout = made_up(4, 3, seed)
    advantage = advantages(rollout, gamma=0.99, gae_lambda=0.9)
    moved = rollout.logits + torch.randn(rollout.logits.shape, generator=torch.Generator().manual_seed(seed)).double()
    got, _ = gradients("ppo", rollout, moved, rollout.values, advantage, advantage, 0.0, 0.0, clip)
    policies = [logits.softmax(2).gather(2, rollout.actions.unsqueeze(2)).squeeze(2) for logits in (moved, rollout.logits)]
    ratio = policies[0] / policies[1]
    far = ((ratio > 1 + clip) & (advantage > 0)) | ((ratio < 1 - clip) & (advantage < 0))
    assert not got[far].any()
    assert bool((got[~far & (advantage != 0)].abs().sum(dim=1) > 0).all())


@given(st.integers(0, 10**6))
def test_imitation_follows_the_oracle_where_it_knows_a_way(seed):
    rollout = made_up(4, 3, seed)
    nothing = torch.zeros_like(rollout.values)
    got, _ = gradients("imitation", rollout, rollout.logits, rollout.values, nothing, nothing, 0.0, 0.0)
    expected = rollout.logits.softmax(2) - torch.nn.functional.one_hot(rollout.targets.clamp(min=0), 6)
    expected[rollout.targets < 0] = 0
    assert torch.allclose(got, expected, atol=1e-12)


def learner_of(config, actor):
    return Learner(config, actor.player.agent, make_optimiser(config, actor.player.agent), Group(), Clock())


def test_normalised_advantages_have_mean_0_and_deviation_1_over_the_steps_that_count():
    config = tiny(normalise=True)
    rollout = made_up(7, 8, 1, waits=True)
    advantage = learner_of(config, actor_of(config))._normalised(
        advantages(rollout, gamma=0.9, gae_lambda=0.9), rollout.mask
    )
    counted = advantage[rollout.mask]
    assert abs(float(counted.mean())) < 1e-6
    assert abs(float(counted.std(correction=0)) - 1) < 1e-6


@pytest.mark.parametrize("method", ["gft-2", "film", "gft-2:rank=3"])
def test_layers_that_make_weights_move_at_a_rate_of_their_own(method):
    moved = []
    for multiple in (1.0, 0.125):
        config = tiny(method=method, generator_lr=multiple, lr=1e-3)
        actor = actor_of(config)
        before = {name: parameter.detach().clone() for name, parameter in actor.player.agent.named_parameters()}
        learner_of(config, actor).learn(collected(actor, 4), 0)
        moved.append({name: p.detach() - before[name] for name, p in actor.player.agent.named_parameters()})
    made = {id(p) for layer in actor.player.agent.grounding.generators() for p in layer.parameters()}
    slow = [name for name, parameter in actor.player.agent.named_parameters() if id(parameter) in made]
    last = "grounding.generator.2." if method == "film" else "grounding.second."
    assert slow == [name for name in before if name.startswith(last)]
    assert slow
    for name, change in moved[0].items():
        assert change.abs().max() > 0, name
        expected = 0.125 * change if name in slow else change
        assert torch.allclose(moved[1][name], expected, rtol=0.01, atol=2e-7), name  # rounding of the weights


def test_schedules_are_straight_lines():
    config = tiny(lr=1.0, lr_end=0.0, kappa=0.1, steps=1000)
    assert scheduled(config, 250) == {"lr": 0.75, "kappa": 0.1}
    assert scheduled(config, 2000) == {"lr": 0.0, "kappa": 0.1}
    config = tiny(lr=1.0, kappa=0.5, kappa_end=0.25, kappa_steps=100, steps=1000)
    assert [scheduled(config, steps)["kappa"] for steps in (0, 50, 100, 900)] == [0.5, 0.375, 0.25, 0.25]
    assert scheduled(config, 900)["lr"] == 1.0


def test_a_run_that_diverges_stops_with_a_sentence_and_leaves_the_weights_alone():
    config = tiny()
    actor = actor_of(config)
    learner = learner_of(config, actor)
    rollout = collected(actor, 4)
    rollout.rewards[0, 0] = math.nan
    before = [parameter.clone() for parameter in actor.player.agent.parameters()]
    with pytest.raises(XWorldError, match="diverged"):
        learner.learn(rollout, 0)
    assert all(torch.equal(a, b) for a, b in zip(before, actor.player.agent.parameters()))
