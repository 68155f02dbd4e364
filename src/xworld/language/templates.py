"""Templates: sentences whose objects are left open, expanded from production rules.

Path of the data: `productions.py` says what there is to say, this spells it out, `grammar.py` looks it up.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from xworld.errors import XWorldError, shorten
from xworld.language.productions import Rule

SLOTS = {"G": 0, "G1": 0, "G2": 1}
WORD = re.compile(r"[a-z0-9][a-z0-9'_-]*|[.?!]")
RULE_NAME = re.compile(r"[A-Z][A-Z0-9]*")
MOST_TEMPLATES = 100_000
FEEDBACK = "feedback"


class Meaning(NamedTuple):
    """What a sentence says: its task, the objects it names in order, and the relation it speaks of, if any.

    A closing sentence has the task "feedback" and the outcome as its relation.
    """

    task: str
    objects: tuple[str, ...] = ()
    relation: str | None = None


@dataclass(frozen=True)
class Template:
    """A sentence with its objects left open: `text` shows them as G, or G1 and G2."""

    task: str
    words: tuple[str | int, ...]  # a word, or the number of the object that goes there
    relation: str | None = None

    @cached_property
    def objects(self) -> int:
        """How many objects must be filled in."""
        return 1 + max((word for word in self.words if isinstance(word, int)), default=-1)

    @cached_property
    def text(self) -> str:
        names = ("G",) if self.objects == 1 else ("G1", "G2")
        return " ".join(names[word] if isinstance(word, int) else word for word in self.words)

    def fill(self, objects: Sequence[str]) -> str:
        return " ".join(objects[word] if isinstance(word, int) else word for word in self.words)


def expand(task: str, sentences: str, rules: Mapping[str, Rule]) -> Iterator[Template]:
    """Every template that a task's sentences derive by its rules, each once."""
    seen: set[tuple[object, ...]] = set()
    for words, relation in _derive(sentences, rules, task, ()):
        if not words:
            raise XWorldError(f"a production of task {task!r} is empty; write words between the bars '|'.")
        if len(seen) >= MOST_TEMPLATES:
            raise XWorldError(f"task {task!r} has more than {MOST_TEMPLATES:,} templates; shorten its rules.")
        template = Template(task, words, relation)
        if sorted(word for word in words if isinstance(word, int)) != list(range(template.objects)):
            raise XWorldError(f"{template.text!r} of task {task!r} must name G once, or G1 and G2 once each.")
        if (words, relation) not in seen:
            seen.add((words, relation))
            yield template


def _derive(
    rule: str, rules: Mapping[str, Rule], task: str, open_names: tuple[str, ...]
) -> Iterator[tuple[tuple[str | int, ...], str | None]]:
    """All (words, relation) that a rule's text derives."""
    for alternative in rule.split("|"):
        parts = [list(_derive_symbol(symbol, rules, task, open_names)) for symbol in alternative.split()]
        for combination in product(*parts):
            relations = [relation for _, relation in combination if relation is not None]
            if len(relations) > 1:
                raise XWorldError(f"a production of task {task!r} speaks of two relations: {alternative.strip()!r}.")
            yield tuple(word for words, _ in combination for word in words), relations[0] if relations else None


def _derive_symbol(
    symbol: str, rules: Mapping[str, Rule], task: str, open_names: tuple[str, ...]
) -> Iterator[tuple[tuple[str | int, ...], str | None]]:
    if symbol in SLOTS:
        yield (SLOTS[symbol],), None
    elif symbol in open_names:
        raise XWorldError(f"rule {symbol} of task {task!r} uses itself; every rule must end in words.")
    elif symbol in rules:
        rule = rules[symbol]
        if isinstance(rule, str):
            yield from _derive(rule, rules, task, (*open_names, symbol))
        else:
            for relation, text in rule.items():
                for words, inner in _derive(text, rules, task, (*open_names, symbol)):
                    if inner is not None:
                        raise XWorldError(f"rule {symbol} of task {task!r} nests a relation inside {relation!r}.")
                    yield words, relation
    elif WORD.fullmatch(symbol):
        yield (symbol,), None
    elif RULE_NAME.fullmatch(symbol):
        names = [*SLOTS, *rules]
        raise XWorldError(f"task {task!r} uses the rule {symbol}, which is not defined; defined: {shorten(names)}.")
    else:
        raise XWorldError(f"{symbol!r} in task {task!r} is neither a word (lower-case) nor a rule (upper-case).")
