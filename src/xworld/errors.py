"""The one error that users of xworld see: a sentence that says what was wrong and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches
from numbers import Integral


class XWorldError(ValueError):
    """Bad input: an option, a word, a map or a file. Its text is meant to be read by a person."""


class UnknownOption(XWorldError, TypeError):  # noqa: N818
    """A keyword that an environment does not take: to Python a TypeError, which some libraries try and wait for."""


def one_of(what: str, value: object, accepted: Iterable[object]) -> XWorldError:
    """The error for a value outside a closed set, with the nearest accepted values named first."""
    names = [str(name) for name in accepted]
    close = get_close_matches(str(value), names, n=3)
    hint = f"did you mean {' or '.join(map(repr, close))}?" if close else f"accepted: {shorten(names)}."
    return XWorldError(f"{what} {value!r} is unknown; {hint}")


def shorten(names: Iterable[object], most: int = 12) -> str:
    """`a, b, c, … (115 in all)`: long lists stay one readable line."""
    words = [str(name) for name in names]
    text = ", ".join(words[:most])
    return text if len(words) <= most else f"{text}, … ({len(words)} in all)"


def whole(what: str, value: object, low: int, high: int | None = None) -> int:
    """The value as a whole number within bounds, or the error that says which ones are."""
    if isinstance(value, Integral) and not isinstance(value, bool):
        number = int(value)
        if low <= number and (high is None or number <= high):
            return number
    bounds = f"at least {low}" if high is None else f"from {low} to {high}"
    raise XWorldError(f"{what}={value!r} is not usable; give a whole number, {bounds}.")
