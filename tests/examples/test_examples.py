"""The examples run against the real libraries; what is not installed here runs under `make clients`."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def example(name):
    """The main function of an example, as its file has it."""
    found = importlib.util.spec_from_file_location(f"example_{name}", ROOT / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module.main


def test_ppo_is_one_short_file_and_ends_in_a_number(capsys):
    assert len((ROOT / "examples" / "ppo.py").read_text().splitlines()) <= 200
    success = example("ppo")("--total-steps 512 --num-envs 16 --sessions 20 --epochs 1".split())
    assert 0 <= success <= 1
    assert re.search(r"two objects, 4 words: success \d+\.\d% in 20 sessions", capsys.readouterr().out)


def test_stable_baselines3_ends_in_a_number(capsys):
    assert 0 <= example("stable_baselines3_ppo")("--steps 128 --environments 4 --sessions 8".split()) <= 1
    assert "success_rate" in capsys.readouterr().out


def test_recurrent_ppo_of_sb3_contrib_runs():
    pytest.importorskip("sb3_contrib")
    assert 0 <= example("stable_baselines3_ppo")("--recurrent --steps 128 --environments 4 --sessions 8".split()) <= 1


def test_torchrls_check_passes():
    pytest.importorskip("torchrl")
    assert -0.1 < example("torchrl_env")("--frames 160 --environments 4".split()) < 0.5


def test_rllib_iterates():
    pytest.importorskip("ray")
    assert -3 < example("rllib")("--iterations 2 --batch 500".split()) < 1


def test_the_lines_of_the_table_are_those_of_the_document():
    found = importlib.util.spec_from_file_location("clients", ROOT / "benchmarks" / "clients.py")
    clients = importlib.util.module_from_spec(found)
    found.loader.exec_module(clients)
    page = (ROOT / "docs" / "clients.md").read_text()
    for door in clients.DOORS:
        assert f"| {door.library} |" in page
        assert f"`{door.line}`" in page
