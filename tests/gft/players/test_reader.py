"""Players of words: the channel of the actions loses nothing, and the text suffices."""

import copy

import numpy as np
import pytest

from gft.cli import main
from gft.evaluation.playing import play_sessions
from gft.players import PLAYER_NAMES, Reader, make_player, named_player
from gft.players.remembering import Memory
from gft.players.rules import goal_of
from gft.runs.build import make_environments
from gft.runs.config import Config
from gft.training.actor import Actor
from tests.gft.rollouts import tiny
from xworld import Meaning, default_level


def success(name: str, sessions: int, size: int) -> float:
    kind, world = named_player(name)
    played = list(play_sessions(kind, Config(world=world, curriculum=None), default_level(size), sessions))
    return np.mean([session.success for session in played])


@pytest.mark.parametrize(("world", "sessions", "size"), [("2d", 40, 8), ("3d", 8, 4)])
def test_who_speaks_for_the_oracle_always_succeeds_and_who_reads_nearly_always(world, sessions, size):
    assert success(f"speaker-{world}", sessions, size) == 1.0
    assert success(f"reader-{world}", sessions, size) >= 0.75


def test_a_reader_can_be_gone_back_into_and_never_looks_at_pictures():
    envs = make_environments(tiny(tasks=(), size=5), 4, autoreset=False)
    actor = Actor(Reader(envs), envs)
    actor.begin(range(4))

    def played() -> list[list[int]]:
        return [actor.step().actions.tolist() for _ in range(6)]

    played()
    state = copy.deepcopy(actor.state())
    expected = played()
    actor.restore(state)
    assert played() == expected
    assert actor.player.choose(np.empty(0)).actions.shape == (4,)


def test_what_commands_ask_for():
    objects = {"cat": (0, 0), "dog": (0, 1), "fox": (2, 0), "owl": (5, 5)}
    assert set(goal_of(Meaning("nav", ("cat",)), {}).reach) == {"cat"}
    assert set(goal_of(Meaning("avoid", ("cat",)), objects).reach) == {"dog", "fox", "owl"}
    assert set(goal_of(Meaning("near", ("cat",)), objects).reach) == {"dog"}
    assert goal_of(Meaning("between", ("cat", "fox")), objects).stand == (1, 0)
    assert goal_of(Meaning("between", ("cat", "owl")), objects).stand is None
    # East of the cat: right of it for who looks north, left for who looks south, in front for who looks west.
    for relation, heading in (("right", 0), ("left", 4), ("front", 6), ("behind", 2)):
        assert goal_of(Meaning("dir", ("cat",), relation), objects).reach == {"dog": (heading,)}
    assert goal_of(Meaning("dir", ("owl",), "left"), objects).reach == {}


def test_what_is_not_seen_and_not_hidden_is_outside():
    memory = Memory("2d")
    memory.look("? ? ? ? ?\n? ? ? ? ?\n# . . . ?\n. # . A ?\n. . ^ . ?\nA = cat\n")
    assert memory.limits[0] == 2  # two rows north of the start, and no more
    assert memory.limits[1] == 1
    assert memory.objects() == {"cat": (-1, 1)}
    assert memory.cells[(-1, -1)] == "#"
    assert (-2, -1) not in memory.cells or memory.cells[(-2, -1)] == "."


def test_players_are_evaluated_by_name_and_stand_beside_agents(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert len(PLAYER_NAMES) == 8
    assert named_player("oracle-4d") is None
    words = ["eval", "2d", "chance-2d", "oracle-2d", "--size", "3", "--sessions", "12", "--policy", "sampled"]
    assert main(words) == 0
    said = capsys.readouterr().out
    rows = [line.split() for line in said.split("On the same sessions")[1].splitlines()]
    assert [row[0] for row in rows if row and row[0] in ("chance", "oracle", "GFT-2,")][-1] == "oracle"
    assert "100.0" in next(row for row in rows if row[:1] == ["oracle"])
    assert main(["report", "runs/agent-2d", "runs/player-chance-2d", "runs/player-oracle-2d", "--out", "out"]) == 0
    assert "| chance | – |" in (tmp_path / "out" / "tables.md").read_text()
    assert main(["failures", "oracle-2d", "--size", "3", "--sessions", "8"]) == 0
    envs = make_environments(tiny(), 2)
    assert isinstance(make_player("reader", envs), Reader)
