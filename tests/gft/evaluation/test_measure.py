import json
from collections import Counter
from itertools import pairwise

import gymnasium as gym
import numpy as np
import pytest
import torch

from gft.agent import Memory
from gft.cli import main
from gft.evaluation import playing
from gft.evaluation.measure import (
    FIRST_SEED,
    Plan,
    evaluate,
    find_checkpoints,
    planned_levels,
    play,
    setting_of,
)
from gft.evaluation.playing import numbered_sessions
from gft.runs.build import make_agent, make_environments, seeds
from gft.runs.checkpoint import Checkpoint, weights_of, write
from gft.runs.config import MOST_SEEDS, Config
from gft.runs.folder import file_at
from gft.runs.results import FILE, HEARD, SHUFFLED, read_results
from gft.training.hearing import next_command
from gft.training.rollout import Session
from xworld.errors import XWorldError
from xworld.teacher import PAPER_LEVELS, PAPER_TASKS

CONFIG = Config(
    curriculum=None, size=4, goals=2, obstacles=3, classes=6, agent="small", initialisation="orthogonal", milestone_every=200
)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    for steps in (100, 250, 300, 450):
        config = Config.from_dict(CONFIG.to_dict() | {"seed": steps})
        write(file_at(folder, steps), Checkpoint(config, {"agent": weights_of(make_agent(config))}, {}))
    (folder / "config.json").write_text(json.dumps(CONFIG.to_dict()))
    return folder


def own_level(config):
    """The last level of a run's own world."""
    return planned_levels(config, Plan())[0]


def test_agents_are_tested_on_one_thread_and_the_callers_threads_come_back():
    torch.set_num_threads(2)
    sessions = numbered_sessions(make_agent(CONFIG), CONFIG, own_level(CONFIG), 2)
    next(sessions)
    assert torch.get_num_threads() == 1
    assert len(list(sessions)) == 1
    assert torch.get_num_threads() == 2


def test_every_test_session_is_played_once_however_long_it_takes():
    level, agent = own_level(CONFIG), make_agent(CONFIG)
    env = gym.make("XWorld2D-v0", level=level, split=make_environments(CONFIG, 1).simulation.options.split).unwrapped
    asked = Counter(env.reset(seed=FIRST_SEED + s)[1]["task"] for s in range(50))
    for environments, policy in ((7, "greedy"), (50, "greedy"), (8, "sampled")):
        tallies = play(agent, CONFIG, level, 50, policy, environments=environments)
        assert {task: tally.sessions for task, tally in tallies.items()} == asked
        for tally in tallies.values():
            assert tally.successes + tally.wrong + tally.timeouts == tally.sessions
            assert tally.spl <= tally.successes
            assert tally.sessions <= tally.steps <= 48 * tally.sessions


@pytest.mark.parametrize("policy", ["greedy", "sampled"])
def test_results_do_not_depend_on_how_many_play_side_by_side(policy):
    level, agent = own_level(CONFIG), make_agent(CONFIG)
    alone, together = (play(agent, CONFIG, level, 30, policy, environments=n) for n in (1, 16))
    for task, tally in alone.items():
        assert together[task].spl == pytest.approx(tally.spl)
        assert (together[task].successes, together[task].steps) == (tally.successes, tally.steps)


@pytest.mark.parametrize("player", ["agent", "chance"])
def test_the_last_sessions_go_on_in_fewer_environments(player, monkeypatch):
    level, agent = own_level(CONFIG), make_agent(CONFIG) if player == "agent" else player
    made, make = [], playing.make_environments
    monkeypatch.setattr(playing, "make_environments", lambda config, n, **more: made.append(n) or make(config, n, **more))
    told = list(numbered_sessions(agent, CONFIG, level, 60, "sampled", environments=40))
    assert sorted(number for number, _ in told) == list(range(60))
    assert made[0] == 40
    assert made[-1] < 40
    assert all(after <= before // 2 for before, after in pairwise(made))
    watched = list(numbered_sessions(agent, CONFIG, level, 60, "sampled", environments=40, watch=lambda envs, which: None))
    assert made.count(40) == 2
    assert made[-1] == 40
    apart = {number: session._replace(environment=0) for number, session in watched}
    assert {number: session._replace(environment=0) for number, session in told} == apart


def test_a_sampled_session_goes_the_same_however_many_follow(monkeypatch):
    level, agent = own_level(CONFIG), make_agent(CONFIG)
    ended = []
    tally = Session.tally
    monkeypatch.setattr(Session, "tally", lambda session: ended[-1].append(session[1:]) or tally(session))
    for sessions, environments in ((12, 4), (40, 9)):
        ended.append([])
        play(agent, CONFIG, level, sessions, "sampled", environments=environments)
    few, many = (sorted(part) for part in ended)
    assert len(few) == 12
    assert all(session in many for session in few)
    assert len(set(many)) > 20


def test_test_seeds_are_beyond_those_of_training():
    last = Config(seed=MOST_SEEDS - 1, environments=MOST_SEEDS)
    assert max(seeds(last, 0, last.environments)) < FIRST_SEED


def test_with_shuffled_commands_a_session_hears_the_next_ones():
    envs = make_environments(CONFIG, 4, level=own_level(CONFIG), autoreset=False)
    hear = next_command(make_environments(CONFIG, 4, level=own_level(CONFIG)), FIRST_SEED, 7)
    own = {}  # commands by session
    for s in range(7):
        own[s] = envs.reset(seed=[FIRST_SEED + s] * 4)[0]["tokens"][0]
    commands = np.stack([own[s] for s in range(4)])
    assert np.array_equal(hear(commands, np.arange(4)), np.stack([own[s] for s in (1, 2, 3, 4)]))
    assert np.array_equal(hear(commands, np.array([3])), own[5][None])
    assert np.array_equal(hear(commands, np.array([0, 2])), np.stack([own[6], own[0]]))


class Obedient(torch.nn.Module):
    """Takes a shortest way if the command that it hears is that of its session, and turns round and round if not."""

    def __init__(self):
        super().__init__()
        self.action_embedding = torch.nn.Embedding(6, 1)
        self.cnn = torch.nn.Identity()
        self.envs = None

    def start(self, n):
        return Memory(*torch.zeros(3, n, 1))

    def condition(self, tokens):
        return tokens

    def step_on(self, image, condition, previous, memory):
        if len(image) != self.envs.num_envs:  # what a session cut off is worth, which nobody asks here
            return torch.zeros(len(image), 6), torch.zeros(len(image)), memory
        right = torch.from_numpy((self.envs.simulation.observe()["tokens"] == condition.numpy()).all(axis=1))
        actions = torch.where(right, torch.from_numpy(self.envs.oracle()).clamp(min=0), 5)
        return torch.nn.functional.one_hot(actions, 6).float(), torch.zeros(len(actions)), memory

    step = step_on


def test_shuffled_commands_tell_who_needs_the_command(monkeypatch):
    agent = Obedient()

    def made(*arguments, **options):
        agent.envs = make_environments(*arguments, **options)  # the last ones made are those that are played
        return agent.envs

    monkeypatch.setattr("gft.evaluation.playing.make_environments", made)
    heard, shuffled = (play(agent, CONFIG, own_level(CONFIG), 40, "greedy", c, environments=9) for c in (HEARD, SHUFFLED))
    for task in PAPER_TASKS:
        tally, other = heard[task.name], shuffled[task.name]
        assert tally.successes == tally.sessions == other.sessions
        assert tally.spl == pytest.approx(tally.sessions)  # the shortest way is efficiency 1
        assert other.successes < tally.successes
        assert other.timeouts == other.sessions - other.successes


def test_the_3d_world_knows_the_shortest_way_when_it_is_evaluated():
    config = Config(world="3d", curriculum=None, size=3, tasks=("between",), agent="small", initialisation="orthogonal")
    tally = play(make_agent(config), config, own_level(config), 8, "sampled")["between"]
    assert tally.successes > 0
    assert 0 < tally.spl <= tally.successes


def test_where_an_agent_is_tested():
    paper_run = Config()
    assert own_level(paper_run) == PAPER_LEVELS[-1]
    eleven = setting_of(paper_run, planned_levels(paper_run, Plan(sizes=(11,)))[0])
    assert (eleven.rows, eleven.goals, eleven.obstacles, eleven.classes) == (11, 8, 28, None)
    own = setting_of(CONFIG, own_level(CONFIG))
    assert (own.rows, own.columns, own.goals, own.obstacles, len(own.classes)) == (4, 4, 2, 3, 6)
    larger = setting_of(CONFIG, planned_levels(CONFIG, Plan(sizes=(6,)))[0])
    assert (larger.rows, larger.goals, larger.classes) == (6, 4, own.classes)
    words = Config(curriculum="words")
    with_sizes = planned_levels(words, Plan(levels=(1, 2), sizes=(9,)))
    assert [(level.rows, level.goals) for level in with_sizes] == [(3, 1), (3, 2), (9, 6)]
    drawn = setting_of(words, with_sizes[1])
    assert drawn.map == with_sizes[1].map.rows
    assert drawn.name == "drawn map of 3×3, 2 objects, 6 obstacles, 2 classes"
    assert drawn.tasks == ("nav",)
    with pytest.raises(XWorldError, match="level=99 is not usable"):
        planned_levels(words, Plan(levels=(99,)))
    assert setting_of(Config(classes=115), PAPER_LEVELS[-1]) == setting_of(Config(), PAPER_LEVELS[-1])


def test_which_checkpoints(run):
    def steps(which):
        return [int(file.stem) for file in find_checkpoints(run, which)]

    assert steps("last") == [450]
    assert steps("3") == [250, 300, 450]
    assert steps("all") == [100, 250, 300, 450]
    assert steps("milestones") == [250, 450]
    file_at(run, 450).write_bytes(b"torn")
    assert steps("last") == [300]


def test_evaluation_goes_on_where_it_was_stopped(run):
    plan = Plan(sessions=4, checkpoints="2", shuffled=True)
    first = list(evaluate(run, plan))
    assert len(first) == 2 * 2 * 2
    assert {(result.step, result.policy, result.commands) for result in first} == {
        (step, policy, commands)
        for step in (300, 450)
        for policy in ("greedy", "sampled")
        for commands in ("heard", "shuffled")
    }
    lines = (run / FILE).read_bytes().splitlines(keepends=True)
    (run / FILE).write_bytes(b"".join(lines[:-2]) + lines[-2][:40])  # killed while it wrote the last but one
    played = []
    again = list(evaluate(run, plan, lambda what, done, total: played.append((what, done))))
    assert again == first
    assert [what for what, done in played if done == 4] == ["4×4, sampled, own commands", "4×4, sampled, commands shuffled"]
    assert (run / FILE).read_bytes().splitlines(keepends=True) == lines
    assert list(evaluate(run, plan, lambda *_: pytest.fail("played again"))) == first
    assert read_results(run) == first


def test_new_weights_are_evaluated_anew(run):
    before = list(evaluate(run, Plan(sessions=4, policies=("greedy",))))
    write(file_at(run, 450), Checkpoint(CONFIG, {"agent": weights_of(make_agent(CONFIG))}, {}))
    after = list(evaluate(run, Plan(sessions=4, policies=("greedy",))))
    assert before[0].weights != after[0].weights
    assert len(read_results(run)) == 2


def test_the_agent_is_what_the_checkpoint_says(run):
    (result,) = evaluate(run, Plan(sessions=2, policies=("greedy",)))
    assert (result.seed, result.agent, result.method, result.learning) == (450, "small", "gft-2", "reward only")
    imitation = Config.from_dict(CONFIG.to_dict() | {"algo": "imitation", "method": "film"})
    write(file_at(run, 500), Checkpoint(imitation, {"agent": weights_of(make_agent(imitation))}, {}))
    (result,) = evaluate(run, Plan(sessions=2, policies=("greedy",)))
    assert (result.method, result.learning) == ("film", "imitation")


def test_the_command_line_from_run_to_table_film_and_page(run, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("gft.commands.eval.FILMED", 1)
    film, out = tmp_path / "film.gif", tmp_path / "out"
    arguments = ["eval", str(run), "--sessions", "4", "--size", "4,5", "--shuffled", "--gif", str(film)]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert film.read_bytes().startswith(b"GIF")
    assert "5×5, 2 objects, 6 obstacles, 6 classes" in said
    assert "shuffled" in said
    assert main(["report", str(run), "--out", str(out)]) == 0
    assert len(read_results(run)) == 8
    assert sum(result.commands == SHUFFLED for result in read_results(run)) == 4
    assert main(arguments[:-2]) == 0
    assert len(read_results(run)) == 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sessions", "0"], "sessions=0"),
        (["--sessions", "1", "--shuffled"], "at least 2|from 2"),
        (["--policy", "gredy"], "did you mean 'greedy'"),
        (["--checkpoints", "some"], "checkpoints='some'"),
        (["--checkpoints", "0"], "checkpoints='0'"),
        (["--size", "8,x"], "--size '8,x'"),
        (["--size", "2"], "size"),
        (["--size", "11"], "goals=8 need as many classes"),
        (["--gif", "film.mp4"], "must end in"),
        (["--device", "gpu"], "device='gpu'"),
    ],
)
def test_bad_options_get_a_sentence(run, capsys, arguments, said):
    assert main(["eval", str(run), "--sessions", "3", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gft: ")
    assert error.count("\n") == 1
    assert any(part in error for part in said.split("|"))
    assert not (run / FILE).exists()


def test_folders_that_are_no_runs_get_a_sentence(run, tmp_path, capsys):
    assert main(["eval", str(tmp_path / "nowhere")]) == 2
    assert "no config.json" in capsys.readouterr().err
    for file in (run / "checkpoints").iterdir():
        file.write_bytes(b"torn")
    assert main(["eval", str(run)]) == 2
    assert "no checkpoint that can be read" in capsys.readouterr().err
    assert main(["eval", str(run), "--checkpoints", "all"]) == 2
    assert "damaged" in capsys.readouterr().err
