"""The grammar of commands: count, enumerate, sample, recognise, parse and explain sentences.

Path of the data: the teacher samples a command here; `vocabulary.py` turns it into tokens. A grammar is a flat list
of templates (sentences whose objects are left open), expanded once from the production rules, so that every
operation is a look-up: 753 templates stand for 1,187,850 sentences.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import product

import numpy as np

from xworld.errors import XWorldError, one_of
from xworld.language import productions
from xworld.language.closest import Closest, Neighbours
from xworld.language.help import Explanation, Guide, NextWords, in_plain_words
from xworld.language.productions import Rule
from xworld.language.templates import FEEDBACK, WORD, Meaning, Template, expand
from xworld.language.vocabulary import Vocabulary, tokenize


@dataclass(frozen=True)
class Grammar:
    """Sentences of every task over a set of objects. Immutable: `extend` gives a larger one."""

    objects: tuple[str, ...]
    sentences: Mapping[str, str] = field(default_factory=lambda: productions.TASK_SENTENCES)
    rules: Mapping[str, Mapping[str, Rule]] = field(default_factory=lambda: productions.TASK_RULES)
    words: tuple[str, ...] = productions.SPATIAL_WORDS + productions.GRAMMATICAL_WORDS
    closings: Mapping[str, str] = field(default_factory=lambda: productions.CLOSINGS)

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(self.sentences)

    @cached_property
    def templates(self) -> tuple[Template, ...]:
        """Every template of every task, in the order of the productions."""
        return tuple(
            template
            for task, sentences in self.sentences.items()
            for template in expand(task, sentences, {**productions.SHARED_RULES, **self.rules.get(task, {})})
        )

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """All words in a stable order: later extensions never renumber earlier words."""
        used = [word for template in self.templates for word in template.words if isinstance(word, str)]
        closing = [word for text in self.closings.values() for word in text.split()]
        return Vocabulary(tuple(dict.fromkeys([*self.words, *self.objects, *used, *closing])))

    @cached_property
    def longest(self) -> int:
        """The number of words in the longest sentence."""
        return max(len(template.words) for template in self.templates)

    def count(self, task: str | None = None) -> int:
        """The number of sentences the paper's way: the commands of one task; or of all tasks, closing sentences
        counted once for each task."""
        total = sum(len(self.objects) ** template.objects for template in self._of(task))
        return total if task is not None else total + len(self.closings) * len(self.tasks)

    def enumerate(self, task: str | None = None) -> Iterator[tuple[str, Meaning]]:
        """Every command of a task, or every sentence that `count()` counts, each with its meaning."""
        for template in self._of(task):
            for objects in product(self.objects, repeat=template.objects):
                yield template.fill(objects), Meaning(template.task, objects, template.relation)
        if task is None:
            for outcome, text in self.closings.items():
                for _ in self.tasks:
                    yield text, Meaning(FEEDBACK, (), outcome)

    def sample(
        self,
        random: np.random.Generator,
        task: str | None = None,
        objects: Sequence[str] | None = None,
        relation: str | None = None,
    ) -> tuple[str, Meaning]:
        """One command, uniform over all derivations that agree with what is bound; unbound arguments are free."""
        if objects is not None:
            objects = (objects,) if isinstance(objects, str) else tuple(objects)
            for name in objects:
                self._check_object(name)
        fitting = [
            template
            for template in self._of(task)
            if (objects is None or template.objects == len(objects)) and (relation is None or template.relation == relation)
        ]
        if not fitting:
            raise XWorldError(
                f"no sentence has task {task!r}, objects {objects!r} and relation {relation!r} together; "
                "leave one of them open, or see Grammar.templates."
            )
        weights = np.array([1 if objects is not None else len(self.objects) ** t.objects for t in fitting], float)
        template = fitting[int(random.choice(len(fitting), p=weights / weights.sum()))]
        if objects is None:
            objects = tuple(self.objects[int(i)] for i in random.integers(len(self.objects), size=template.objects))
        return template.fill(objects), Meaning(template.task, tuple(objects), template.relation)

    def parse(self, sentence: str) -> Meaning:
        """What the sentence means. Case and the space before punctuation do not matter."""
        meanings = self.meanings(sentence)
        if not meanings:
            self.vocabulary.encode(sentence, length=max(1, len(tokenize(sentence))))  # names an unknown word first
            raise XWorldError(
                f"{sentence!r} is not a sentence of this grammar; like {self.templates[0].text!r} it "
                f"must follow one of {len(self.templates)} templates (see Grammar.templates)."
            )
        return meanings[0]

    def meanings(self, sentence: str) -> list[Meaning]:
        """All parses, best first: several only if the user's own templates are ambiguous, none if it is no sentence."""
        words = tokenize(sentence)
        found: list[Meaning] = []
        for pattern, objects in self._readings(words):
            for template in self._by_pattern.get(pattern, ()):
                filled = dict(zip((w for w in pattern if isinstance(w, int)), objects))
                found.append(Meaning(template.task, tuple(filled[i] for i in range(template.objects)), template.relation))
        for outcome, text in self.closings.items():
            if words == text.split():
                found.append(Meaning(FEEDBACK, (), outcome))
        return list(dict.fromkeys(found))

    def __contains__(self, sentence: object) -> bool:
        return isinstance(sentence, str) and bool(self.meanings(sentence))

    def next_words(self, prefix: str | Sequence[str] = "") -> NextWords:
        """Which words may follow a prefix, by task, and for which tasks it is a whole sentence as it stands.

        Only tasks that can still be meant are there: none, if no sentence begins like this.
        """
        return self._guide.next_words(prefix)

    def closest(self, sentence: str, n: int = 3) -> tuple[Closest, ...]:
        """The n sentences nearest to any text, nearest first; one that is a sentence itself has distance 0."""
        return self._neighbours.closest(sentence, n)

    def explain(self, sentence: str) -> Explanation:
        """What the teacher understands, in plain words; or an error that says what is wrong, and the closest sentence."""
        meanings = self.meanings(sentence)
        if not meanings:
            closest = "".join(f" The closest one is {near.sentence!r}." for near in self.closest(sentence, n=1))
            wrong = self._guide.what_is_wrong(sentence)
            raise XWorldError(f"{sentence!r} is not a sentence of this grammar: {wrong}.{closest}")
        return in_plain_words(meanings[0])

    def extend(
        self,
        objects: Sequence[str] = (),
        words: Sequence[str] = (),
        sentences: Mapping[str, str] | None = None,
        rules: Mapping[str, Mapping[str, Rule]] | None = None,
    ) -> "Grammar":
        """A grammar with more objects, words, templates or tasks.

        `sentences` maps a task, old or new, to productions that are added to it; `rules` maps a task to rules
        that its productions may use beside the shared A, Y, D and IS. Word ids of this grammar stay as they are.
        """
        for word in (*objects, *words):
            if not WORD.fullmatch(word):
                raise XWorldError(f"{word!r} cannot be a word; use lower-case letters, digits, '-' or '_'.")
        new_sentences = dict(self.sentences)
        for task, text in (sentences or {}).items():
            new_sentences[task] = f"{new_sentences[task]} | {text}" if task in new_sentences else text
        new_rules = {task: {**self.rules.get(task, {}), **(rules or {}).get(task, {})} for task in new_sentences}
        # The old vocabulary comes first, so that its ids stay.
        larger = replace(
            self,
            objects=tuple(dict.fromkeys([*self.objects, *objects])),
            words=tuple(dict.fromkeys([*self.vocabulary.words, *words])),
            sentences=new_sentences,
            rules=new_rules,
        )
        larger.templates  # noqa: B018  bad productions are refused here, not at first use
        return larger

    def _of(self, task: str | None) -> Sequence[Template]:
        if task is None:
            return self.templates
        if task not in self.sentences:
            raise one_of("task", task, self.sentences)
        return [template for template in self.templates if template.task == task]

    def _check_object(self, name: str) -> None:
        if name not in self.objects:
            raise one_of("object", name, self.objects)

    @cached_property
    def _by_pattern(self) -> dict[tuple[str | int, ...], list[Template]]:
        patterns: dict[tuple[str | int, ...], list[Template]] = {}
        for template in self.templates:
            patterns.setdefault(template.words, []).append(template)
        return patterns

    def _readings(self, words: Sequence[str]) -> Iterator[tuple[tuple[str | int, ...], tuple[str, ...]]]:
        """Each way to read some of the object words as slots: the pattern, and the words that fill it."""
        candidates = [i for i, word in enumerate(words) if word in self._object_set][:8]
        for chosen in product((True, False), repeat=len(candidates)):
            places = [i for i, is_slot in zip(candidates, chosen) if is_slot]
            if len(places) > 2:
                continue
            for order in ((0, 1), (1, 0)) if len(places) == 2 else ((0,),):
                pattern: list[str | int] = list(words)
                for place, slot in zip(places, order):
                    pattern[place] = slot
                yield tuple(pattern), tuple(words[i] for i in places)

    @cached_property
    def _object_set(self) -> frozenset[str]:
        return frozenset(self.objects)

    @cached_property
    def _guide(self) -> Guide:
        return Guide(self._all_templates, self.objects, self.vocabulary)

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours(self._all_templates, self.objects, self.vocabulary)

    @cached_property
    def _all_templates(self) -> tuple[Template, ...]:
        closings = (Template(FEEDBACK, tuple(text.split()), outcome) for outcome, text in self.closings.items())
        return (*self.templates, *closings)


@cache
def grammar(world: str) -> Grammar:
    """The teacher's grammar of a world: "2d" (115 objects) or "3d" (88 objects)."""
    if world not in productions.OBJECTS:
        raise one_of("world", world, productions.OBJECTS)
    return Grammar(objects=productions.OBJECTS[world])


def vocabulary(world: str) -> Vocabulary:
    """The words of a world: "2d" has 163, "3d" has 136."""
    return grammar(world).vocabulary
