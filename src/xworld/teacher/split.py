"""Held-out splits: which classes, pairs, sentences and instances sessions may use.

    train = Split(classes=without("tiger", "zebra"))        test = Split(classes=only("tiger", "zebra"))

What each part restricts:
- classes:    the objects that stand on a map, and so everything that can be named;
- pairs:      two classes that a session relates: both named (between), or one named and the other a success (near, dir);
              tasks that relate no two objects are not touched by `without` and are refused with `only`;
- templates:  the sentence with its objects left open, written as in `Template.text`: "please go to G .";
- instances:  the pictures or models of every class, counted from 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from xworld.errors import XWorldError, one_of

PARTS = ("classes", "pairs", "templates", "instances")


@dataclass(frozen=True)
class Selection:
    """A set of things: the items themselves (`keep`), or everything but them."""

    items: frozenset[Any] = frozenset()
    keep: bool = False

    def __contains__(self, item: object) -> bool:
        return (item in self.items) == self.keep

    def disjoint(self, other: "Selection") -> bool:
        """Can no item be in both, whatever items there are?"""
        if self.keep and other.keep:
            return not self.items & other.items
        if self.keep or other.keep:
            kept, left = (self, other) if self.keep else (other, self)
            return kept.items <= left.items
        return False


EVERYTHING = Selection()


def _freeze(item: object) -> object:
    return frozenset(item) if isinstance(item, (tuple, list, set, frozenset)) else item


def only(*items: object) -> Selection:
    """Nothing but these. A pair of classes is written as a tuple; its order does not matter."""
    if not items:
        raise XWorldError("only() without items would leave nothing; name at least one.")
    return Selection(frozenset(map(_freeze, items)), keep=True)


def without(*items: object) -> Selection:
    """Everything but these."""
    return Selection(frozenset(map(_freeze, items)), keep=False)


@dataclass(frozen=True)
class Split:
    """What sessions may use; the default is everything."""

    classes: Selection = field(default=EVERYTHING)
    pairs: Selection = field(default=EVERYTHING)
    templates: Selection = field(default=EVERYTHING)
    instances: Selection = field(default=EVERYTHING)

    def __post_init__(self) -> None:
        for part in PARTS:
            if not isinstance(getattr(self, part), Selection):
                raise XWorldError(f"the split's {part} must be only(…) or without(…); got {getattr(self, part)!r}.")
        for pair in self.pairs.items:
            if not isinstance(pair, frozenset) or len(pair) != 2:
                raise XWorldError(f"split pairs are two different classes, like ('cat', 'dog'); got {pair!r}.")
        for number in self.instances.items:
            if not isinstance(number, int) or number < 0:
                raise XWorldError(f"split instances are whole numbers from 0; got {number!r}.")

    def disjoint_by(self, other: "Split") -> str | None:
        """The part that proves that no session of this split can occur in the other, or None if none does."""
        return next((part for part in PARTS if getattr(self, part).disjoint(getattr(other, part))), None)

    @classmethod
    def from_dict(cls, parts: Mapping[str, Mapping[str, Iterable[object]]]) -> "Split":
        """From plain data: {"classes": {"without": ["tiger"]}, "pairs": {"only": [["cat", "dog"]]}}."""
        selections = {}
        for part, rule in parts.items():
            if part not in PARTS:
                raise one_of("split part", part, PARTS)
            if not isinstance(rule, Mapping) or len(rule) != 1 or next(iter(rule)) not in ("only", "without"):
                raise XWorldError(f"split part {part!r} needs {{'only': [...]}} or {{'without': [...]}}; got {rule!r}.")
            kind, items = next(iter(rule.items()))
            if isinstance(items, str) or not isinstance(items, Iterable):
                raise XWorldError(f"split part {part!r} needs a list of items; got {items!r}.")
            selections[part] = only(*items) if kind == "only" else without(*items)
        return cls(**selections)

    def to_dict(self) -> dict[str, dict[str, list[Any]]]:
        """Plain data that `from_dict` reads back."""
        return {
            part: {"only" if rule.keep else "without": sorted(map(_thaw, rule.items))}
            for part in PARTS
            if (rule := getattr(self, part)) != EVERYTHING
        }


def _thaw(item: Any) -> Any:
    return sorted(item) if isinstance(item, frozenset) else item
