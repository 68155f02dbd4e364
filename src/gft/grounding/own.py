"""A method of a user's own, in a file: `--method my_module.py:MyClass`.

The file is executed because the user names it, each time anew; what runs, checkpoints and grids keep is a name with the
hash of its source, "MyClass@1a2b3c4d", which finds the class only after its file has been named again. So nothing is ever
executed because a folder says so, and a method whose source has changed is another method.
"""

import hashlib
import inspect
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from gft.grounding.grounding import Grounding
from gft.grounding.methods import METHODS, canonical, find_method
from xworld import XWorldError

IN_A_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)(?P<options>:.+)?")
DIGITS = 8  # of a hash, in a name


def registered(text: str) -> str:
    """The name of a method that is given by name, or as file.py:Class with or without options (`:name=value,…`); a file is
    executed, and its class can be found by the name from then on."""
    match = IN_A_FILE.fullmatch(text)
    if match is None:
        return canonical(text)
    file = Path(match["file"])
    try:
        source = file.read_bytes()
    except OSError as error:
        raise XWorldError(
            f"cannot read {str(file)!r}: {error.strerror}; give the file of the method: file.py:Class."
        ) from None
    name = f"{match['name']}@{_hash(source)}"
    if name not in METHODS:
        METHODS[name] = _class_in(file, match["name"], f"gft_own_{_hash(source)}")
    return canonical(name + (match["options"] or ""))


def source_of(method: str) -> str:
    """The hash of the source file that a method's class stands in."""
    file = inspect.getsourcefile(find_method(method).kind)
    return _hash(Path(file).read_bytes()) if file else ""


def _class_in(file: Path, name: str, module_name: str) -> type[Grounding]:
    spec = spec_from_file_location(module_name, file)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # where dataclasses and inspect look for it
    spec.loader.exec_module(module)
    kind = getattr(module, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Grounding)):
        raise XWorldError(
            f"{str(file)!r} has no class {name!r} that is a gft.grounding.Grounding; docs/grounding.md shows one."
        )
    return kind


def _hash(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()[:DIGITS]
