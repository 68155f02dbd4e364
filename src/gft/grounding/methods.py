"""The grounding methods by name, with options in the name: "film", "gft-2", "gft:steps=3,rank=8".

A name says everything about a module's architecture, so that a config, a checkpoint and a table need nothing else; and of
the names that say the same ("gft", "gft-2", "gft:steps=2") one is used, see `canonical`.
"""

import inspect
from collections.abc import Mapping
from importlib.metadata import entry_points
from types import MappingProxyType, NoneType
from typing import Any, NamedTuple, get_args

from gft.grounding.adaln import AdaLN
from gft.grounding.attention import Attention
from gft.grounding.cgated import CGated
from gft.grounding.concat import Concat
from gft.grounding.concept import Concept
from gft.grounding.encdec import EncDec
from gft.grounding.film import FiLM
from gft.grounding.gated import Gated
from gft.grounding.gft import GFT
from gft.grounding.grounding import Grounding
from xworld import XWorldError, one_of

SHAPE = ("channels", "cells", "sentence")  # arguments that the agent gives
SIMPLE = (int, float, bool, NoneType)
ENTRY_POINTS = "gft.methods"  # the group under which installed packages offer methods of theirs


class Method(NamedTuple):
    """A kind of module, and those of its options that a name settles."""

    kind: type[Grounding]
    options: Mapping[str, Any] = MappingProxyType({})

    @property
    def values(self) -> dict[str, Any]:
        """The values of all its options, in the order of the signature."""
        parameters = inspect.signature(self.kind).parameters.values()
        return {each.name: each.default for each in parameters if each.name not in SHAPE} | dict(self.options)

    def build(self, channels: int, cells: int, word: int) -> Grounding:
        """The module for features of so many channels and cells, in an agent with word vectors of length `word`."""
        sentence = self.kind.sentence_size(channels, word)
        return self.kind(channels=channels, cells=cells, sentence=sentence, **self.options)  # type: ignore[call-arg]


# A new method is a file and a line here.
METHODS: dict[str, "Method | type[Grounding]"] = {
    "concat": Concat,
    "gated": Gated,
    "cgated": CGated,
    "film": FiLM,
    "concept": Concept,
    "encdec": EncDec,
    "gft-1": Method(GFT, {"steps": 1}),
    "gft-2": Method(GFT, {"steps": 2}),
    "gft": GFT,
    "adaln": AdaLN,
    "attention": Attention,
}


def find_method(name: str) -> Method:
    """The method meant by a name with or without options."""
    known, _, rest = name.partition(":")
    entry = METHODS.get(known) or _installed(known)
    method = entry if isinstance(entry, Method) else Method(entry)
    given: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        option, equals, text = part.partition("=")
        kinds = method_options(method).get(option)
        if kinds is None or not equals:
            takes = ", ".join(method_options(method)) or "none"
            raise XWorldError(f"method {name!r}: {part!r} is no option of {known}; it takes {takes}, written name=value.")
        given[option] = _value(name, option, text, kinds)
    return Method(method.kind, {**method.options, **given})


def _installed(name: str) -> "Method | type[Grounding]":
    """The method that an installed package offers by this name; from then on it is one of METHODS."""
    for point in entry_points(group=ENTRY_POINTS, name=name):
        METHODS[name] = point.load()
        return METHODS[name]
    if "@" in name:
        raise XWorldError(
            f"method {name!r} is a user's own, and its file is not kept with a run: name it anew, "
            f"FILE.py:{name.partition('@')[0]} (in Python: gft.grounding.registered). Once changed, it is another method."
        )
    raise one_of("method", name, METHODS)


def canonical(name: str) -> str:
    """The one name of an architecture: with the fewest options, in the order of the signature, and none at its default."""
    wanted = find_method(name)
    names: list[tuple[int, str]] = []
    for known, method in ((known, find_method(known)) for known in METHODS):
        if method.kind is wanted.kind:
            rest = {option: value for option, value in wanted.values.items() if value != method.values[option]}
            if rest.keys() <= method_options(method).keys():
                options = ",".join(f"{option}={_text(value)}" for option, value in rest.items())
                names.append((len(rest), f"{known}:{options}" if rest else known))
    return min(names, key=lambda each: each[0])[1]  # of equals the first of METHODS


def method_options(method: Method) -> dict[str, tuple[type, ...]]:
    """The options that may follow a name, with their types: plain numbers and switches that the name has not settled."""
    parameters = inspect.signature(method.kind).parameters.values()
    kinds = {each.name: get_args(each.annotation) or (each.annotation,) for each in parameters if each.name not in SHAPE}
    return {
        name: each for name, each in kinds.items() if name not in method.options and all(kind in SIMPLE for kind in each)
    }


def _text(value: Any) -> str:
    """A value as a name has it."""
    return "none" if value is None else ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _value(name: str, option: str, text: str, kinds: tuple[type, ...]) -> Any:
    words: dict[str, Any] = {"none": None} if NoneType in kinds else {}
    if bool in kinds:
        words |= {"true": True, "yes": True, "false": False, "no": False}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        if kind in kinds:
            try:
                return kind(text)
            except ValueError:
                pass
    numbers = ["a whole number"] if int in kinds else ["a number"] if float in kinds else []
    raise XWorldError(f"method {name!r}: {option}={text!r} is not usable; give {' or '.join([*numbers, *words])}.")
