import ast
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import gft
import xworld
from gft.agent import Agent, cost
from gft.cli import main, reported
from gft.grounding import METHODS
from gft.runs.config import Config
from gft.runs.folder import write_config
from gft.runs.presets import PRESETS
from xworld import XWorldError

POSIX = ("fcntl", "pwd", "grp", "termios", "resource")


def test_methods_prints_what_each_costs(capsys):
    assert main(["methods"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.split()[:1] and line.split()[0] in METHODS}
    assert set(rows) == set(METHODS)
    assert float(rows["gft-2"][0]) == pytest.approx(6.476, abs=0.001)


# The method's own, of one step and of a command of 16 words.
MULTIPLY_ADDS = {
    "gft-2": (2 * 64 * 64 * 36, 128 * 128 + 2 * 128 * 4160),
    "adaln": (2 * 64 * 256 * 36, 128 * 128 + 128 * 192),
    "attention": (2 * 64 * 64 * 36 + 2 * 16 * 64 * 36, 2 * 16 * 128 * 64),
}


@pytest.mark.parametrize("method", MULTIPLY_ADDS)
def test_multiply_adds_are_those_worked_out_by_hand(method):
    transformation, command = MULTIPLY_ADDS[method]
    convolutions = 19 * 19 * 32 * 192 + 8 * 8 * 64 * 512 + 6 * 6 * 64 * 576
    memory = 3 * (128 + 128) * 128 + 2304 * 512 + 3 * (512 + 512) * 512 + 640 * 512 + 3 * (512 + 512) * 512
    heads = 512 * 512 + 512 * 6 + 512 * 512 + 512
    agent = Agent(vocabulary=164, method=method)
    counted = cost(agent)
    assert all(parameter.device.type == "cpu" for parameter in agent.parameters())  # counted on a copy
    assert counted.step == convolutions + transformation + memory + heads
    assert counted.vision == convolutions
    assert counted.command == command


def test_unknown_commands_and_help(capsys):
    for arguments, code in ((["fly"], 2), (["--help"], 0), (["methods", "--world", "4d"], 2)):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code


WITHOUT_PYTORCH = """
import sys
sys.modules["torch"] = None  # as if it were not installed
from gft.cli import main
for words in sys.argv[1:]:
    try:
        code = main(words.split())
    except SystemExit as ended:
        code = ended.code
    print("ended with", code)
"""


def test_help_and_bad_options_and_reports_need_no_pytorch(tmp_path):
    """They answer at once, and the worlds alone can be installed."""
    refused = {
        "train --lr much": "lr='much' is not usable",
        "train --preset papr": "preset 'papr' is unknown",
        "train --environments 30 --minibatches 4": "give a multiple of 4",
        f"train --resume {tmp_path}": "is not the folder of a run",
    }
    (tmp_path / "run").mkdir()
    write_config(tmp_path / "run", Config(method="gft:steps=3"))
    done = ["train --help", f"report {tmp_path / 'run'} --out {tmp_path / 'out'}"]
    program = [sys.executable, "-c", WITHOUT_PYTORCH, *done, *refused]
    ended = subprocess.run(program, capture_output=True, text=True, check=True)
    codes = [line for line in ended.stdout.splitlines() if line.startswith("ended with")]
    assert codes == ["ended with 0"] * len(done) + ["ended with 2"] * len(refused), ended.stderr
    assert "--gae-lambda" in ended.stdout
    for line, sentence in zip(ended.stderr.splitlines(), refused.values(), strict=True):
        assert sentence in line


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


def imports(package: ModuleType) -> Iterator[tuple[Path, str, list[str]]]:
    """File, module and names of every import in a package; `import a.b` has no names."""
    for file in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield file, node.module or "", [name.name for name in node.names]
            elif isinstance(node, ast.Import):
                yield from ((file, name.name, []) for name in node.names)


def test_the_learners_use_the_worlds_public_names_alone():
    """`from xworld import …`, of what stands in its `__all__`."""
    used = [(file, module, names) for file, module, names in imports(gft) if module.split(".")[0] == "xworld"]
    assert used
    for file, module, names in used:
        assert module == "xworld", f"{file}: {module}"
        assert set(names) <= set(xworld.__all__), file


@pytest.mark.parametrize("package", [gft, xworld])
def test_nothing_that_only_posix_has_is_imported(package):
    for file, module, _ in imports(package):
        assert module.split(".")[0] not in POSIX, f"{file}: {module}"


def test_imports_are_found_in_both_forms(tmp_path):
    (tmp_path / "__init__.py").write_text("import fcntl, os.path\ndef f():\n    from pwd import getpwuid as g\n")
    package = ModuleType("made_up")
    package.__file__ = str(tmp_path / "__init__.py")
    assert [each[1:] for each in imports(package)] == [("fcntl", []), ("os.path", []), ("pwd", ["getpwuid"])]


def test_public_names_are_there_and_say_what_they_are():
    assert set(gft.__all__) <= set(dir(gft))
    for name in set(gft.__all__) - {"METHODS"}:  # a dictionary
        own = vars(getattr(gft, name))["__doc__"] if isinstance(getattr(gft, name), type) else getattr(gft, name).__doc__
        assert own, name
        assert not own.startswith(f"{name}("), name  # what a dataclass gets by itself
    with pytest.raises(AttributeError, match="no attribute 'lode_agent'"):
        gft.lode_agent  # noqa: B018


def test_the_example_of_the_package_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(PRESETS, "quick", PRESETS["quick"] | {"environments": 16, "tensorboard": False})
    gft.train(gft.preset("quick", steps=128, processes=1), "runs/mine")
    example = gft.__doc__.split("\n\n")[2]
    capsys.readouterr()
    exec(textwrap.dedent("    import gft\n" + example).replace("20_000", "128").replace("200", "4"), {})
    assert [line.split()[-2] for line in capsys.readouterr().out.splitlines()] == ["greedy", "sampled"]
