import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import gft
import xworld
from gft.agent import Agent, cost
from gft.cli import main, reported
from gft.grounding import METHODS
from gft.runs.presets import PRESETS
from xworld import XWorldError

POSIX = ("fcntl", "pwd", "grp", "termios", "resource")


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
    assert counted.vision == convolutions
    assert counted.command == 128 * 128 + 2 * 128 * 4160


def test_unknown_commands_and_help(capsys):
    for arguments, code in ((["fly"], 2), (["--help"], 0), (["methods", "--world", "4d"], 2)):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code


def test_help_and_bad_options_need_no_pytorch():
    """They answer at once, and the worlds alone can be installed."""
    code = "import sys; sys.modules['torch'] = None\nfrom gft.cli import main\nmain(['train', '--help'])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "--gae-lambda" in ended.stdout


def test_what_the_user_can_mend_is_a_sentence_and_a_mistake_of_ours_a_traceback(capsys):
    def fails(error):
        def work():
            raise error

        return work

    assert reported(fails(XWorldError("size=2 is too small."))) == 2
    assert reported(fails(FileNotFoundError(2, "No such file or directory", "a.txt"))) == 2
    assert capsys.readouterr().err == "gft: size=2 is too small.\ngft: a.txt: No such file or directory.\n"
    for error in (ConnectionRefusedError(111, "Connection refused"), OSError("no such device"), TimeoutError()):
        assert reported(fails(error)) == 2
    assert capsys.readouterr().err == "gft: Connection refused.\ngft: no such device.\ngft: TimeoutError.\n"
    assert reported(fails(XWorldError("unheard")), quiet=True) == 2
    assert reported(fails(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == ""
    with pytest.raises(ValueError, match="a bug"):
        reported(fails(ValueError("a bug")))


def test_the_learners_use_the_worlds_public_names_alone():
    """`from xworld import …`, of what stands in its `__all__`; and nothing that only POSIX has is imported at the top."""
    for file in Path(gft.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "xworld":
                assert node.module == "xworld", f"{file}: {node.module}"
                assert {name.name for name in node.names} <= set(xworld.__all__), file
            elif isinstance(node, ast.Import):
                assert not any(name.name.startswith("xworld.") or name.name in POSIX for name in node.names), file


def test_public_names_are_there():
    assert set(gft.__all__) <= set(dir(gft))
    for name in gft.__all__:
        assert getattr(gft, name).__doc__ or name == "METHODS", name
    with pytest.raises(AttributeError, match="no attribute 'lode_agent'"):
        gft.lode_agent  # noqa: B018


def test_the_example_of_the_package_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(PRESETS, "quick", PRESETS["quick"] | {"environments": 8, "tensorboard": False})
    gft.train(gft.preset("quick", steps=128, processes=1), "runs/mine")
    example = gft.__doc__.split("\n\n")[2]
    capsys.readouterr()
    exec(textwrap.dedent("    import gft\n" + example).replace("20_000", "128").replace("200", "4"), {})
    assert [line.split()[-2] for line in capsys.readouterr().out.splitlines()] == ["greedy", "sampled"]
