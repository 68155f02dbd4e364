"""That something is learned: a tiny world to nine in ten within the budget of CI, and with other sessions' commands no
more than a guess. It fails if grounding breaks anywhere between the words and the weights."""

import pytest

from gft.cli import main
from gft.evaluation import Plan, planned_levels, play
from gft.runs import checkpoint
from gft.runs.results import HEARD

STEPS = 100_000  # the words are told apart from about 60,000 steps on
SESSIONS = 1_000


def success_after_training(run, *options, steps=STEPS):
    """Success in test sessions, with the likeliest action of every step."""
    # A quarter of the preset's environments, and of its minibatches: an update is as large as there.
    words = "train --preset quick --curriculum alcove --classes 2 --environments 64 --minibatches 4 --processes 1 --lr 6e-4"
    assert (
        main([*words.split(), "--steps", str(steps), "--threads", "1", "--no-tensorboard", "--out", str(run), *options]) == 0
    )
    agent, config = checkpoint.load_agent(run)
    tasks = play(agent.eval(), config, planned_levels(config, Plan())[0], SESSIONS, "greedy", HEARD)
    assert tasks["nav"].sessions == SESSIONS
    return tasks["nav"].success


def test_two_words_are_learned_from_reward_alone(tmp_path):
    assert success_after_training(tmp_path / "run") >= 0.9


def test_with_the_commands_of_other_sessions_it_stays_a_guess(tmp_path):
    assert success_after_training(tmp_path / "run", "--shuffled", steps=70_000) == pytest.approx(0.5, abs=0.08)
