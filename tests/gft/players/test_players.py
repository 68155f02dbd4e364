"""Players: one interface and one loop for agents, oracle, chance and a person's keys."""

import copy

import numpy as np
import pytest
import torch

from gft.players import AgentPlayer, Chance, Keys, OraclePlayer
from gft.runs.build import make_agent, make_environments
from gft.training.actor import Actor
from tests.gft.rollouts import tiny
from xworld import ACTIONS, XWorldError

N = 4


def environments(**changes):
    return make_environments(tiny(tasks=(), **changes), N, autoreset=False)


def agents(**more) -> AgentPlayer:
    return AgentPlayer(make_agent(tiny()), N, **more)


def played(actor: Actor, steps: int, override=None) -> list[np.ndarray]:
    """The actions and pictures of some steps."""
    rows = [actor.step(override) for _ in range(steps)]
    return [np.stack([row.actions for row in rows]), np.stack([row.images for row in rows])]


@pytest.mark.parametrize("world", ["2d", "3d"])
def test_the_oracle_succeeds_everywhere_and_chance_seldom(world):
    outcomes = {}
    for name in ("oracle", "chance"):
        envs = environments(world=world)
        actor = Actor(OraclePlayer(envs) if name == "oracle" else Chance(N), envs)
        actor.begin(range(N))
        outcomes[name] = []
        while len(outcomes[name]) < 40:
            outcomes[name] += [session.success for session in actor.step().sessions]
            actor.begin_waiting()
    assert all(outcomes["oracle"])
    assert not all(outcomes["chance"])


def test_chance_takes_every_action_and_depends_on_its_seed_alone():
    first, second = Chance(N), Chance(N)
    for player in (first, second):
        player.seed(np.arange(N), [7, 8, 9, 10])
    drawn = np.stack([first.choose(np.empty(0)).actions for _ in range(300)])
    assert (np.bincount(drawn.flatten(), minlength=6) > 150).all()
    assert (drawn == np.stack([second.choose(np.empty(0)).actions for _ in range(300)])).all()


@pytest.mark.parametrize("kind", ["agent", "greedy", "chance", "oracle"])
def test_a_played_session_can_be_gone_back_into_and_gone_on_with(kind):
    envs = environments()
    player = {
        "agent": lambda: agents(),
        "greedy": lambda: agents(greedy=True),
        "chance": lambda: Chance(N),
        "oracle": lambda: OraclePlayer(envs),
    }[kind]()
    actor = Actor(player, envs)
    actor.begin(range(N))
    played(actor, 3)
    state = copy.deepcopy(actor.state())
    expected = played(actor, 6)
    actor.restore(state)
    assert all(np.array_equal(a, b) for a, b in zip(expected, played(actor, 6)))


def test_who_is_overridden_does_that_and_remembers_it():
    turn = ACTIONS.index("turn_left")
    told, other = Actor(agents(greedy=True), environments()), Actor(agents(greedy=True), environments())
    for actor in (told, other):
        actor.begin(range(N))
    step = told.step({2: turn})
    assert step.actions[2] == turn
    assert told.player.previous[2] == turn
    # The memory goes on from what was seen, whoever decided.
    other.step()
    rows = [0, 1, 3]
    for mine, theirs in zip(told.player.memory, other.player.memory):
        assert torch.equal(mine[rows], theirs[rows])
    assert torch.equal(told.player.memory.visual, other.player.memory.visual)


def test_keys_do_what_was_pressed_once():
    envs = environments()
    keys = Keys(N)
    actor = Actor(keys, envs)
    actor.begin(range(N))
    for session in range(N):
        keys.press(session, "turn_right" if session else ACTIONS.index("turn_left"))
    assert actor.step().actions.tolist() == [4, 5, 5, 5]
    with pytest.raises(XWorldError, match="no key was pressed for session 0"):
        actor.step()
    with pytest.raises(XWorldError, match="jump"):
        keys.press(0, "jump")


def test_a_session_as_data_is_played_by_any_player():
    source = environments(size=4)
    source.reset(seed=3)
    session = source.session(1)
    envs = environments(size=6)
    actor = Actor(OraclePlayer(envs), envs)
    actor.begin(range(N), options={"session": {0: session}})
    outcomes = []
    while not outcomes:
        outcomes = [ended for ended in actor.step().sessions if ended.environment == 0]
    assert outcomes[0].success
    assert envs.session(0).command == session.command
