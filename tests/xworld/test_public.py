"""The public names: all of them there, typed, and imported only when they are used."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import xworld

SOURCE = Path(xworld.__file__)


def run(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()


def test_every_public_name_is_there():
    for name in xworld.__all__:
        assert getattr(xworld, name) is getattr(importlib.import_module(xworld._HOME[name]), name)
    assert len(set(xworld.__all__)) == len(xworld.__all__)
    assert set(xworld.__all__) == set(xworld._HOME)
    assert set(xworld.__all__) <= set(dir(xworld))
    assert "__version__" in dir(xworld)


def test_type_checkers_see_what_is_imported_at_run_time():
    for node in ast.walk(ast.parse(SOURCE.read_text())):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            seen = {(alias.name, step.module) for step in node.body for alias in step.names}
            assert seen == set(xworld._HOME.items())
            return
    raise AssertionError("no imports for type checkers")


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'xworld' has no attribute 'XWorld4D'"):
        xworld.XWorld4D  # noqa: B018
    assert run("from xworld import snapshot; print(snapshot.__name__)") == "xworld.snapshot"


def test_importing_is_light():
    heavy = "[m for m in ('numba', 'torch', 'PIL', 'trimesh', 'matplotlib', 'gft') if m in sys.modules]"
    assert run(f"import sys, xworld; print({heavy})") == "[]"
    assert run(f"import sys; from xworld import XWorldError, grammar, one_of, vocabulary; print({heavy})") == "[]"
    assert run(f"import sys; from xworld import XWorld2D; print({heavy})") == "['numba', 'PIL']"


def imported_by(file: Path) -> set[str]:
    """The modules of xworld that a file imports when it is imported itself."""
    found = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xworld"):
            for alias in node.names:
                inner = SOURCE.parent.joinpath(*node.module.split(".")[1:], f"{alias.name}.py")
                found.add(f"{node.module}.{alias.name}" if inner.exists() else node.module)
    return found


def test_rooms_do_not_import_each_other_in_a_circle():
    files = {f for f in SOURCE.parent.rglob("*.py") if f.name != "__init__.py"}
    module = {f: ".".join(("xworld", *f.relative_to(SOURCE.parent).with_suffix("").parts)) for f in files}
    needs = {module[f]: imported_by(f) & set(module.values()) for f in files}
    while ready := {name for name, others in needs.items() if not others}:
        needs = {name: others - ready for name, others in needs.items() if name not in ready}
    assert not needs  # what is left imports itself over others


def test_objects_know_no_world():
    for file in (SOURCE.parent / "objects").glob("*.py"):
        assert not {name for name in imported_by(file) if name.startswith(("xworld.world", "xworld.teacher", "xworld.maps"))}
