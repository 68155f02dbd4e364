"""Run folders of before: they evaluate to what they did, and say what else can be done with them."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from gft.cli import main
from gft.evaluation import Plan, evaluate, planned_levels
from gft.runs.build import make_environments
from gft.runs.checkpoint import load_agent, read, write
from gft.runs.config import Config
from gft.runs.curricula import CURRICULA, curriculum
from gft.runs.folder import checkpoints
from gft.runs.metrics import read_metrics
from gft.runs.results import FILE, HEARD, SHUFFLED, Tally, read_results
from tests.gft.training.runs import A2C, arguments, assert_same
from xworld import XWorldError

OLD = Path(__file__).parent / "data" / "run_v1"


@pytest.fixture
def run(tmp_path):
    return shutil.copytree(OLD, tmp_path / "run")


def greedy_table(file: Path) -> dict:
    """Tallies by size and commands, as the earlier version wrote them."""
    lines = map(json.loads, file.read_text().splitlines())
    return {(r["setting"]["rows"], r["commands"]): r["tasks"]["nav"] for r in lines if r["policy"] == "greedy"}


def test_a_run_of_version_1_evaluates_to_the_same_greedy_table(run):
    expected = greedy_table(run / FILE)
    assert set(expected) == {(3, HEARD), (3, SHUFFLED), (4, HEARD), (4, SHUFFLED)}
    (run / FILE).unlink()
    for sizes in ((), (4,)):
        for result in evaluate(run, Plan(400, sizes=sizes, policies=("greedy",), shuffled=True)):
            # In float32 the closest call of all these steps is won by 0.00027 of a logit, and noise of 1e-5 of their size
            # turns none: another processor's rounding, smaller still, gives the same table.
            was, now = Tally(**expected[result.setting.rows, result.commands]), result.tasks["nav"]
            assert now == replace(was, spl=pytest.approx(was.spl))


def test_its_config_and_its_results_are_read_by_their_present_names(run, tmp_path, capsys):
    _, config = load_agent(run)
    assert (config.gae_lambda, config.clip_range, config.shuffled) == (0.95, 0.2, False)
    assert {result.policy for result in read_results(run)} == {"greedy"}
    assert main(["report", str(run), "--out", str(tmp_path / "report")]) == 0
    assert main(["eval", str(run), "--sessions", "10"]) == 0


def test_its_metrics_are_read_by_their_present_names(run):
    lines = read_metrics(run)
    assert [line["rollouts"] for line in lines] == [30, 59, 88, 118, 127]  # then called updates
    assert all("approx_kl" in line for line in lines)
    assert not any({"updates", "moved"} & line.keys() for line in lines)


def test_a_checkpoint_that_calls_rollouts_updates_and_holds_more_than_it_needs_goes_on(tmp_path):
    options = A2C | {"log_every": 32, "steps": 64}
    for name in ("now", "then"):
        assert main(arguments(tmp_path / name, **options)) == 0
    (file,) = checkpoints(tmp_path / "then")
    content = read(file)
    content.state["updates"] = content.state.pop("rollouts")
    content.tensors["random"] = {"torch": torch.get_rng_state().numpy()}
    write(file, content)
    for name in ("now", "then"):
        assert main(["train", "--resume", str(tmp_path / name), "--steps", "96"]) == 0
    assert_same(tmp_path / "then", tmp_path / "now")
    assert read_metrics(tmp_path / "then")[-1]["rollouts"] == 3


@pytest.mark.parametrize(("name", "levels"), [("fast", 17), ("quick", 5)])
def test_curricula_of_before_are_still_known_and_no_longer_offered(name, levels):
    for world in ("2d", "3d"):
        make_environments(Config(world=world, curriculum=name), 2).reset(seed=0)
    with pytest.raises(XWorldError) as refused:
        curriculum("nothing like it", "2d")
    assert name not in CURRICULA
    assert f" {name}" not in str(refused.value)
    assert len(planned_levels(Config(curriculum=name), Plan(levels=(1, levels)))) == 2
    with pytest.raises(XWorldError, match="level"):
        planned_levels(Config(curriculum=name), Plan(levels=(levels + 1,)))


def test_it_cannot_go_on_but_lends_its_weights(run, tmp_path, capsys):
    assert main(["train", "--resume", str(run), "--steps", "200000"]) == 2
    said = capsys.readouterr().err
    assert "earlier version" in said
    assert "--init-from" in said
    words = [
        "train",
        "--preset",
        "quick",
        "--agent",
        "small",
        "--environments",
        "128",
        "--method",
        "gft-1",
        "--classes",
        "2",
        "--curriculum",
        "alcove",
        "--processes",
        "1",
    ]
    new = tmp_path / "new"
    assert main([*words, "--init-from", str(run), "--steps", "2048", "--no-tensorboard", "--out", str(new)]) == 0
    assert json.loads((new / "metrics.jsonl").read_text().splitlines()[-1])["success"] > 0.9
