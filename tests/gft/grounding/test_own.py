import pytest

from gft.grounding import METHODS, FiLM, canonical, find_method, registered, source_of
from gft.runs.config import Config
from xworld import XWorldError

SOURCE = "from gft.grounding import FiLM\nclass Mine(FiLM): ...\nclass Other: ...\n"


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    """What a test registers goes again."""
    for name, method in list(METHODS.items()):
        monkeypatch.setitem(METHODS, name, method)
    before = set(METHODS)
    yield
    for name in set(METHODS) - before:
        del METHODS[name]


def test_a_class_in_a_file_is_found_by_a_name_with_the_hash_of_its_source(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    name = registered(f"{file}:Mine")
    assert name == f"Mine@{source_of(name)}"
    assert issubclass(find_method(name).kind, FiLM)
    assert Config(method=name).method == name
    assert registered(f"{file}:Mine") == name
    file.write_text(SOURCE + "# changed\n")
    assert registered(f"{file}:Mine") != name


def test_no_folder_makes_a_file_run(tmp_path):
    """A config may name a file, but only a user's command executes it."""
    file = tmp_path / "mine.py"
    file.write_text("raise SystemExit('executed')")
    config = Config.from_dict({"method": f"{file}:Mine"})
    with pytest.raises(XWorldError, match="is unknown"):
        find_method(config.method)
    with pytest.raises(XWorldError, match="name it anew"):
        find_method("Mine@12345678")


def test_what_is_wrong_with_a_file_is_said(tmp_path):
    file = tmp_path / "mine.py"
    with pytest.raises(XWorldError, match="cannot read"):
        registered(f"{file}:Mine")
    file.write_text(SOURCE)
    for name in ("Other", "Nobody"):
        with pytest.raises(XWorldError, match=f"has no class '{name}' that is a"):
            registered(f"{file}:{name}")


def test_an_installed_package_offers_methods_by_name(monkeypatch):
    class Point:
        def load(self):
            return type("Theirs", (FiLM,), {})

    monkeypatch.setattr("gft.grounding.methods.entry_points", lambda group, name: [Point()] if name == "theirs" else [])
    assert canonical("theirs") == "theirs"
    with pytest.raises(XWorldError, match="did you mean 'theirs'"):
        find_method("theirz")
