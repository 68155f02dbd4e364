"""The acting loop: what it leaves is what happened, and what learning sees of it."""

import copy
from itertools import pairwise

import numpy as np
import pytest
import torch

from gft.agent import FIRST
from gft.players.streams import Streams
from gft.training.hearing import of_another_session
from gft.training.rollout import HOLD
from tests.gft.rollouts import actor_of, collected, tiny

WORLDS = [{"wait": True}, {"wait": False}]


@pytest.mark.parametrize("world", WORLDS)
def test_the_learners_forward_pass_gives_what_the_agents_computed_while_acting(world):
    actor = actor_of(tiny(**world))
    for _ in range(4):
        got = collected(actor, 20)
        logits, values, _ = actor.player.agent.rollout(got.images, got.tokens, got.previous, got.memory)
        assert torch.allclose(logits[got.mask], got.logits[got.mask], atol=1e-5)
        assert torch.allclose(values[got.mask], got.values[got.mask], atol=1e-5)
    assert (got.previous == FIRST).any()


@pytest.mark.parametrize("world", WORLDS)
def test_sessions_rewards_and_ends_fit_together(world):
    actor = actor_of(tiny(tasks=("nav", "avoid"), **world))
    ends = 0
    for _ in range(5):
        got = collected(actor, 15)
        ended = got.terminated | got.truncated
        outcomes = [session.outcome for session in got.sessions]
        assert outcomes.count("timeout") == int(got.truncated.sum())
        assert outcomes.count("success") == int((got.rewards > 0.5).sum())
        assert outcomes.count("failure") == int((got.rewards < -0.5).sum())
        assert len(outcomes) == int(ended.sum())
        ends += len(outcomes)
        begins = torch.zeros_like(ended)
        begins[1:] = ended[:-1] & (not world["wait"])
        assert torch.equal((got.previous[1:] == FIRST) & got.mask[1:], begins[1:])
        if world["wait"]:  # a row that follows an end does not count, until the next rollout
            assert torch.equal(got.mask, ended.cumsum(0) - ended.long() == 0)
            assert not got.rewards[~got.mask].any()
        else:
            assert got.mask.all()
        assert got.mask[0].all()
        assert torch.equal(got.actions == HOLD, ~got.mask)
    assert ends > 20


@pytest.mark.parametrize("world", WORLDS)
def test_what_follows_is_valued_at_time_outs_and_at_the_end_alone(world):
    actor = actor_of(tiny(**world))
    seen = 0
    for _ in range(20):
        got = collected(actor, 8)
        running = torch.zeros_like(got.truncated)
        running[-1] = got.mask[-1] & ~(got.terminated | got.truncated)[-1]
        assert torch.equal(got.bootstrap != 0, got.truncated | running)
        seen += int(got.truncated[:-1].sum())
    assert seen > 0


def test_the_value_of_what_follows_is_that_of_the_next_observation():
    actor, longer = actor_of(tiny(wait=False)), actor_of(tiny(wait=False))
    got, more = collected(actor, 10), collected(longer, 11)
    running = ~(got.terminated | got.truncated)[-1]
    assert running.any()
    assert torch.allclose(got.bootstrap[-1][running], more.values[10][running], atol=1e-5)


def test_agents_of_two_processes_do_what_those_of_one_do():
    config = tiny(wait=False)
    whole, parts = actor_of(config), [actor_of(config, first, 4) for first in (0, 4)]
    for _ in range(3):
        together = collected(whole, 12)
        apart = [collected(part, 12) for part in parts]
        for name in ("images", "tokens", "previous", "actions", "rewards"):
            assert torch.equal(getattr(together, name), torch.cat([getattr(part, name) for part in apart], dim=1)), name


@pytest.mark.parametrize("world", [*WORLDS, {"wait": False, "shuffled": True}])
def test_a_state_put_back_goes_on_as_it_would_have(world):
    config = tiny(**world)
    hear = of_another_session if config.shuffled else None
    actor, other = actor_of(config, hear=hear), actor_of(config, hear=hear)
    collected(actor, 17)
    state = copy.deepcopy(actor.state())
    expected = collected(actor, 20)
    collected(other, 3)
    other.restore(state)
    got = collected(other, 20)
    for name, value in expected._asdict().items():
        if isinstance(value, torch.Tensor):
            assert torch.equal(value, getattr(got, name)), name
    assert expected.sessions == got.sessions


def test_actions_are_drawn_with_the_policys_probabilities():
    actor = actor_of(tiny(wait=False, environments=64))
    wanted = torch.tensor([0.4, 0.3, 0.15, 0.1, 0.05, 0.0])
    with torch.no_grad():
        actor.player.agent.policy[-1].weight.zero_()
        actor.player.agent.policy[-1].bias.copy_(wanted.log().clamp(min=-100))
    actions = collected(actor, 60).actions
    shares = torch.bincount(actions.flatten(), minlength=6) / actions.numel()
    assert (shares - wanted).abs().max() < 5 * (0.25 / actions.numel()) ** 0.5
    assert shares[5] == 0


def test_greedy_agents_take_the_likeliest_action():
    actor = actor_of(tiny(wait=False), greedy=True)
    got = collected(actor, 10)
    assert torch.equal(got.actions, got.logits.argmax(dim=2))


def test_who_waits_stands_still():
    actor = actor_of(tiny(wait=True))
    while not actor.waiting.any():
        actor.step()
    waiting = actor.waiting.copy()
    memory, before = [part.clone() for part in actor.player.memory], copy.deepcopy(actor.state())
    step = actor.step()
    after = actor.state()
    assert np.array_equal(step.actions == HOLD, waiting)
    for name, array in before["environments"].items():
        assert np.array_equal(array[waiting], after["environments"][name][waiting]), name
    assert all(torch.equal(a[waiting], b[waiting]) for a, b in zip(memory, actor.player.memory))
    assert not np.array_equal(before["environments"]["steps"][~waiting], after["environments"]["steps"][~waiting])


def test_streams_are_uniform_and_each_is_its_own():
    streams = Streams(64)
    streams.seed(np.arange(64), range(64))
    numbers = np.array([streams.uniform() for _ in range(400)])
    assert ((numbers >= 0) & (numbers < 1)).all()
    assert abs(numbers.mean() - 0.5) < 5 / (12 * numbers.size) ** 0.5
    assert abs(np.corrcoef(numbers, rowvar=False) - np.eye(64)).max() < 0.3
    alone = Streams(1)
    alone.seed(np.arange(1), [7])
    assert [alone.uniform()[0] for _ in range(400)] == numbers[:, 7].tolist()


def test_who_hears_another_sessions_command_hears_it_for_a_whole_session():
    actor = actor_of(tiny(wait=False, classes=8), hear=of_another_session)
    steps, commands = [], []
    for _ in range(30):
        commands.append(torch.from_numpy(actor.envs.save()["tokens"][:, :16]))
        steps.append(actor.step())
    for before, step in pairwise(steps):
        going_on = step.thought.previous != FIRST
        assert torch.equal(step.thought.tokens[going_on], before.thought.tokens[going_on])
    assert torch.equal(steps[0].thought.tokens, commands[0][np.arange(len(commands[0])) ^ 1])
    assert any((step.thought.previous == FIRST).any() for step in steps[1:])


def test_which_command_is_heard_does_not_depend_on_the_processes():
    commands, everybody = np.arange(8)[:, None], np.arange(8)
    whole = of_another_session(commands, everybody)
    shared = [of_another_session(commands[part], np.arange(4)) for part in (slice(4), slice(4, 8))]
    assert (np.concatenate(shared) == whole).all()
    assert (whole != commands).all()
    assert of_another_session(commands[:3], np.arange(3)).flatten().tolist() == [1, 0, 1]


def test_whoever_follows_the_targets_succeeds():
    actor = actor_of(tiny(wait=False, tasks=(), environments=8))
    actor.player._draw = lambda logits: actor.envs.oracle()
    rollouts = [collected(actor, 8, oracle=True) for _ in range(3)]
    assert all(torch.equal(got.targets, got.actions) for got in rollouts)
    sessions = [session for got in rollouts for session in got.sessions]
    assert len(sessions) > 20
    assert all(session.success and session.steps == session.optimal_steps for session in sessions)
