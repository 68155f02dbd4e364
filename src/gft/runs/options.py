"""Options that explain themselves: a dataclass field with its help text, the values it takes and the roles it plays.

From these follow the command line, its help, and every sentence about a bad value; files that ask which options play a role
get them from `names_with`. By name they stand where they are used: in presets, and in what a run is built from.
"""

import argparse
import math
from collections.abc import Mapping
from dataclasses import Field, field, fields
from typing import Any, get_args

from xworld import XWorldError, one_of


def option(
    default: Any,
    help: str,
    *,
    choices: tuple[str, ...] = (),
    low: float = -math.inf,
    high: float = math.inf,
    paper: bool = False,  # the default is the value that the paper gives
    architecture: bool = False,  # weights mean the same only where it is the same
    sessions: bool = False,  # it says which sessions a run trains on
    may_differ: bool = False,  # runs that differ in it may still share a table or a figure
    may_change: bool = False,  # it may be changed when a run goes on
    flag: bool = True,  # it can be given on the command line
) -> Any:
    """A field of a dataclass of options."""
    known = {name: value for name, value in locals().items() if name != "default"}
    return field(default=default, metadata=known)


def names_with(kind: Any, role: str) -> list[str]:
    """The options of a dataclass that play a role: architecture, sessions, may_differ, may_change, flag or paper."""
    return [each.name for each in fields(kind) if each.metadata[role]]


def check_names(kind: Any, values: Mapping[str, Any]) -> None:
    """Refuse a name that is no option."""
    known = [each.name for each in fields(kind)]
    for name in values:
        if name not in known:
            raise one_of("option", name, known)


def check_values(options: Any) -> None:
    """Refuse a value that its option does not take; what means the same is brought to one form."""
    for each in fields(options):
        object.__setattr__(options, each.name, _checked(each, getattr(options, each.name)))


def _checked(each: "Field[Any]", value: Any) -> Any:
    kinds, meta, name = _kinds(each), each.metadata, each.name
    if value is None and type(None) in kinds:
        return None
    if tuple in kinds and isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if float in kinds and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) not in kinds:
        raise XWorldError(f"{name}={value!r} is not usable; {_wanted(each)}.")
    if meta["choices"] and value not in meta["choices"]:
        raise one_of(name, value, meta["choices"])
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not meta["low"] <= value <= meta["high"]:
        raise XWorldError(f"{name}={value!r} is not usable; {_wanted(each)}.")
    return value


def _kinds(each: "Field[Any]") -> tuple[type, ...]:
    """The types that an option takes."""
    if isinstance(each.default, tuple):
        return (tuple,)
    return get_args(each.type) or (each.type,)  # type: ignore[return-value]


def _wanted(each: "Field[Any]") -> str:
    kinds, low, high = _kinds(each), each.metadata["low"], each.metadata["high"]
    what = {int: "a whole number", float: "a number", bool: "true or false", tuple: "names"}.get(kinds[0], "a name")
    above = f", at least {low:g}" if low > -math.inf else ""
    below = f", at most {high:g}" if high < math.inf else ""
    return f"give {what}{above}{below}{', or none' if type(None) in kinds else ''}"


def add_options(parser: argparse.ArgumentParser, kind: Any) -> None:
    """One command-line option for each field; only those given end up in the parsed arguments."""
    for each in fields(kind):
        if not each.metadata["flag"]:
            continue
        flag, kinds = f"--{each.name.replace('_', '-')}", _kinds(each)
        default = as_text(each.default)
        origin = "default, and the paper's" if each.metadata["paper"] else "default"
        text = f"{each.metadata['help']} ({origin}: {default})".replace("%", "%%")
        if bool in kinds:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=text)
        else:
            choices = "{" + ",".join(each.metadata["choices"]) + "}" if each.metadata["choices"] else each.name.upper()
            parser.add_argument(flag, type=_reader(each), default=argparse.SUPPRESS, metavar=choices, help=text)


def _reader(each: "Field[Any]") -> Any:
    """Turns an option's text into its value, so that what is wrong with it is said by `check_values`."""
    kinds = _kinds(each)

    def read(text: str) -> Any:
        if text.lower() == "none":
            return () if tuple in kinds else None
        if tuple in kinds:
            return tuple(text.split(","))
        for kind in (int, float):
            if kind in kinds:
                try:
                    return kind(text.replace("_", ""))
                except ValueError:
                    return text
        return text

    return read


def as_text(value: Any) -> str:
    """A value as the command line takes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ",".join(value) if isinstance(value, (list, tuple)) else str(value)
    return "none" if value is None or text == "" else text


def as_words(name: str, value: Any) -> list[str]:
    """An option as words of a command line."""
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{flag}" if value else f"--no-{flag}"]
    return [f"--{flag}", as_text(value)]
