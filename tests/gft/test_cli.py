import pytest

from gft.agent.agent import Agent
from gft.agent.cost import cost
from gft.cli import main
from gft.grounding import METHODS


def test_methods_prints_what_each_costs(capsys):
    assert main(["methods"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.split()[:1] and line.split()[0] in METHODS}
    assert set(rows) == set(METHODS)
    assert float(rows["gft-2"][0]) == pytest.approx(6.476, abs=0.001)


def test_multiply_adds_are_those_worked_out_by_hand():
    convolutions = 19 * 19 * 32 * 192 + 8 * 8 * 64 * 512 + 6 * 6 * 64 * 576
    transformation = 2 * 64 * 64 * 36
    memory = 3 * (128 + 128) * 128 + 2304 * 512 + 3 * (512 + 512) * 512 + 640 * 512 + 3 * (512 + 512) * 512
    heads = 512 * 512 + 512 * 6 + 512 * 512 + 512
    agent = Agent(vocabulary=164, method="gft-2")
    counted = cost(agent)
    assert all(parameter.device.type == "cpu" for parameter in agent.parameters())  # counted on a copy
    assert counted.step == convolutions + transformation + memory + heads
    assert counted.command == 128 * 128 + 2 * 128 * 4160


def test_unknown_commands_and_help(capsys):
    for arguments, code in ((["fly"], 2), (["--help"], 0), (["methods", "--world", "4d"], 2)):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code
