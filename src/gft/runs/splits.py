"""What a run never sees in training, and both sides of it in tests.

    --split instances=2         the third picture of every class
    --split pairs=0.1           a tenth of the pairs of classes, in near, between and dir
    --split templates=0.1       a tenth of each kind of sentence, at least one
    --split classes=0.1         a tenth of the classes; the ladders of words keep theirs
    --split '{"classes": {"without": ["tiger", "lion", "wolf", "bear"]}}', or a file with that: what training may use

Several parts are separated by commas: then each is held out, and tested by itself. What a share draws is the same in every
run. Path of the data: config → **split** → environments of training and tests.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from xworld import XWorldError, grammar, one_of

if TYPE_CHECKING:
    from xworld import Split

PARTS = ("classes", "pairs", "templates", "instances")
TRAINED = "trained"  # the side that a run sees
RELATING = ("near", "between", "dir")  # the tasks that relate two classes
EXAMPLE = "give say instances=2, pairs=0.1, or JSON as in docs/worlds.md"


class Side(NamedTuple):
    """Sessions on one side of a split."""

    split: "Split"
    tasks: tuple[str, ...] | None = None  # those that can be asked there; None: all


def read_split(text: str) -> str:
    """A split as a config keeps it: what a file says stands in the config itself."""
    if "=" in text or text.lstrip().startswith("{"):
        return text
    try:
        return json.dumps(json.loads(Path(text).read_text(encoding="utf-8")), separators=(",", ":"))
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or "it is not JSON"
        raise XWorldError(f"split={text!r} is not usable ({why}); {EXAMPLE}.") from None


def split_parts(text: str) -> dict[str, Any]:
    """The parts that a split holds out: a share or a number each, or a rule as in JSON."""
    if text.lstrip().startswith("{"):
        try:
            rules = json.loads(text)
        except (ValueError, RecursionError):
            raise XWorldError(f"split={text!r} is not JSON; {EXAMPLE}.") from None
        return {part: _rule(part, rule, text) for part, rule in _known(rules).items()}
    found: dict[str, Any] = {}
    for word in text.split(","):
        part, _, value = word.partition("=")
        found[part.strip()] = value.strip()
    return {part: _number(part, value, text) for part, value in _known(found).items()}


def _known(parts: Mapping[str, Any]) -> dict[str, Any]:
    for part in parts:
        if part not in PARTS:
            raise one_of("split part", part, PARTS)
    if not parts:
        raise XWorldError(f"the split holds nothing out; {EXAMPLE}.")
    return dict(parts)


def _rule(part: str, rule: Any, text: str) -> Any:
    """What JSON says of a part: an object with "only" or "without", or a number as in words."""
    from xworld import Split

    if not isinstance(rule, Mapping):
        return _number(part, rule, text)
    try:
        Split.from_dict({part: rule})
    except TypeError:  # an item that nothing can be
        raise XWorldError(f"split={text!r} is not usable; {EXAMPLE}.") from None
    return rule


def _number(part: str, value: Any, text: str) -> float | int:
    try:
        number = int(value) if part == "instances" else float(value)
    except (ValueError, TypeError):
        raise XWorldError(f"split={text!r} is not usable; {EXAMPLE}.") from None
    if part == "instances" and number < 0:
        raise XWorldError(f"split={text!r} is not usable; instances are counted from 0.")
    if part != "instances" and not 0 < number < 1:
        raise XWorldError(f"split={text!r} is not usable; the share of {part} lies between 0 and 1.")
    return number


def sides(split: str | None, world: str, classes: tuple[str, ...] | None) -> dict[str, Side]:
    """The sides of a run's split: the one it is trained on, and one for each part that it holds out.

    `classes` are the run's, in its order; None: all of the world's. Without a split there is one side.
    """
    from xworld import Split, only

    held = {} if split is None else {part: _held(part, rule, world, classes) for part, rule in split_parts(split).items()}
    kept = {part: trained for part, (trained, _) in held.items()}
    if classes is not None and "classes" not in kept:
        kept["classes"] = only(*classes)
    found = {TRAINED: Side(Split(**kept))}
    for part, (_, new) in held.items():
        found[part] = Side(Split(**(kept | {part: new})), _tasks_of(part, new, world))
    return found


def _tasks_of(part: str, new: Any, world: str) -> tuple[str, ...] | None:
    """The tasks that can be asked with what is new of a part; None: all."""
    if part == "pairs":
        return RELATING
    templates = grammar(world).templates if part == "templates" else ()
    tasks = tuple(dict.fromkeys(template.task for template in templates if template.text in new))
    return None if len(tasks) == len({template.task for template in templates}) else tasks


def _held(part: str, rule: Any, world: str, classes: tuple[str, ...] | None) -> tuple[Any, Any]:
    """What of a part is seen in training, and what is not."""
    from xworld import Split, only, without

    if isinstance(rule, Mapping):
        seen = getattr(Split.from_dict({part: rule}), part)
        if part == "classes":
            for name in seen.items:
                if name not in grammar(world).objects:
                    raise one_of("the split's class", name, grammar(world).objects)
            names = classes or grammar(world).objects
            return only(*(name for name in names if name in seen)), only(*(name for name in names if name not in seen))
        return seen, replace(seen, keep=not seen.keep)
    if part == "instances":
        return without(rule), only(rule)
    if part == "classes":
        names = classes or _in_order(world)
        cut = len(names) - max(1, round(rule * len(names)))
        return only(*names[:cut]), only(*names[cut:])
    drawn: list[Any] = [*(_drawn_pairs(rule, world, classes) if part == "pairs" else _drawn_templates(rule, world))]
    return without(*drawn), only(*drawn)


def _drawn_pairs(share: float, world: str, classes: tuple[str, ...] | None) -> list[tuple[str, str]]:
    pairs = list(combinations(sorted(classes or grammar(world).objects), 2))
    order = np.random.default_rng(0).permutation(len(pairs))
    return [pairs[i] for i in order[: max(1, round(share * len(pairs)))]]


def _drawn_templates(share: float, world: str) -> list[str]:
    """Some sentences of every task and relation, so that all of them can be asked on both sides."""
    kinds: dict[tuple[str, str | None], list[str]] = {}
    for template in grammar(world).templates:
        kinds.setdefault((template.task, template.relation), []).append(template.text)
    random, drawn = np.random.default_rng(0), []
    for texts in kinds.values():
        count = max(1, round(share * len(texts))) if len(texts) > 1 else 0
        drawn += [texts[i] for i in random.permutation(len(texts))[:count]]
    return drawn


def _in_order(world: str) -> tuple[str, ...]:
    from gft.runs.curricula import first_classes

    return first_classes(world, len(grammar(world).objects))
