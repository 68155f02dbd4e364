"""What the documents show is run."""

import re
from pathlib import Path

import numpy as np
import pytest

from gft.grounding import GFT, METHODS
from tests.xworld.sessions import play_oracle
from xworld import XWorldError
from xworld.envs import XWorld2DVector
from xworld.teacher import Curriculum, Level, Task

ROOT = Path(__file__).parents[1]
PAGES = ("worlds", "sessions", "tasks", "grounding", "training", "language-models", "clients", "datasets")


def code_blocks(name: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)


@pytest.fixture(scope="module")
def size_task():
    names: dict = {}
    exec(code_blocks("docs/tasks.md")[0], names)
    return names["SIZE"]


def test_the_documents_task_is_short():
    assert len(code_blocks("docs/tasks.md")[0].splitlines()) <= 40


def test_the_documents_task_plays_batched_beside_others_and_is_solved(size_task):
    envs = XWorld2DVector(num_envs=200, size=5, goals=3, tasks=["nav", size_task, "dir"], autoreset=False)
    observation, info = envs.reset(seed=0)
    mine = info["task"] == "size"
    assert 30 < mine.sum() < 110
    grammar = envs.simulation.teacher.grammar
    for env, mission in zip(envs.simulation.batch[mine], np.array(observation["mission"])[mine]):
        meaning = grammar.parse(mission)
        scales = env.look[:3, 1]
        right = scales.argmax() if meaning.relation == "biggest" else scales.argmin()
        assert [(env.reach[k] == 1).all() for k in range(3)] == [k == right for k in range(3)]
    assert play_oracle(envs)["success"].all()


def test_the_documents_task_counts_in_the_curriculum_and_survives_saving(world, size_task):
    levels = (Level(4, 2, 0), Level(5, 3, 2))
    options = {"tasks": ["nav", size_task], "curriculum": Curriculum(levels, window=10)}
    envs, other = (world.batch(num_envs=4, **options) for _ in range(2))
    envs.reset(seed=0)
    for _ in range(200 * world.repeat):
        *_, info = envs.step(envs.oracle())
    assert (info["level"] == 2).all()
    other.restore(envs.save())
    for _ in range(50):
        a, b = envs.step(envs.oracle()), other.step(other.oracle())
        assert (a[0]["image"] == b[0]["image"]).all()
        assert a[0]["mission"] == b[0]["mission"]


@pytest.mark.parametrize("name", ["README.md", *(f"docs/{page}.md" for page in PAGES)])
def test_the_examples_run(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(METHODS, "spotlight", GFT)  # the documents put their own there; it goes again afterwards
    names: dict = {}
    for block in code_blocks(name):
        exec(block.replace("range(1000)", "range(20)"), names)


def test_every_link_leads_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_a_question_that_does_not_fit_the_sentences_is_refused(size_task):
    def plays(question, sentences="A G ."):
        return XWorld2DVector(num_envs=1, tasks=Task("mine", lambda env: question, lambda *about: True, sentences=sentences))

    for question, message in (
        ((0, -1, -1), "its sentences name 1 object"),
        ((1, 0, -1), "a relation from 0 to 0"),
        ((0, 9, -1), "objects from 0 to 3"),
        ("nav", "ask\\(\\) returns"),
    ):
        with pytest.raises(XWorldError, match=message):
            plays(question).reset(seed=0)
    with pytest.raises(XWorldError, match="has a known task's name"):
        XWorld2DVector(num_envs=1, tasks=Task("nav", lambda env: (0, 0, -1), lambda *about: True, sentences="fetch G ."))
    with pytest.raises(XWorldError, match="none of them"):
        Task("mine", lambda env: (0, 0, -1), lambda *about: True, sentences="G", apart=((0, 0),))
