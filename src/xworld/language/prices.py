"""What it costs to take one word for another, to leave one out or to add one.

Beside the path of the data: `closest.py` adds these up. Nothing here knows a task by name: a word that every task uses
says little, one that a single task or relation uses tells what is meant, and so does the name of an object.
"""

from collections.abc import Sequence

import numpy as np

from xworld.language.spelling import FAR, Ints, Letters
from xworld.language.templates import FEEDBACK, Template
from xworld.language.vocabulary import Vocabulary

# In hundredths of a word: what it costs to leave one out. To add a word that says something costs half of that: what was
# said counts for more than what was not.
SLIGHT, COMMON, WORD, TELLING = 25, 50, 100, 250
USED_ALIKE = 60  # one word for another that is used for the same, at least
MISSPELLED = (15, 120)  # an unknown word for one spelled alike: at least, and besides for its share of wrong letters

MARKS = frozenset(".?!")
ARTICLES = frozenset(("a", "an", "the"))
EMPTY_WORDS = frozenset("and do i in is it just me my now of ok okay so some that then there this to want".split())


class Prices:
    """Costs over the ids of a vocabulary; beside them 0, which fills up and is free, and `slot`, any object."""

    def __init__(self, templates: Sequence[Template], objects: Sequence[str], vocabulary: Vocabulary) -> None:
        self._vocabulary, self._letters, self._objects = vocabulary, Letters(vocabulary.words), frozenset(objects)
        self.objects = np.array([vocabulary.id(name) for name in objects], np.int32)
        self.slot = vocabulary.size
        uses: dict[str | int, set[tuple[str, str | None]]] = {}
        for template in templates:
            for word in template.words:
                uses.setdefault(word, set()).add((template.task, template.relation))
        self._uses = [uses.get(word, set()) if word not in self._objects else set() for word in vocabulary.words]
        self._commands = {(t.task, t.relation) for t in templates if t.task != FEEDBACK}
        self._mark = np.array([word in MARKS for word in vocabulary.words], bool)
        self.add = np.zeros(self.slot + 1, np.int32)
        self.add[1 : self.slot] = [max(worth // 2, min(worth, COMMON)) for worth in map(self.leave, vocabulary.words)]
        self.add[self.slot] = self.add[self.objects].min(initial=FAR)
        self._known: dict[str, Ints] = {}

    def leave(self, word: str) -> int:
        """The cost of leaving out a word that was typed, known or not."""
        if word in self._objects:
            return TELLING
        if word in MARKS or word in ARTICLES:
            return SLIGHT
        uses = self._uses[self._vocabulary.id(word) - 1] if word in self._vocabulary else set()
        if word in EMPTY_WORDS or (uses and uses >= self._commands):
            return COMMON
        return TELLING if len(uses) == 1 else WORD

    def replace(self, word: str) -> Ints:
        """What it costs to put each id in the place of a word that was typed."""
        if word in self._known:
            return self._known[word]
        known = word in self._vocabulary
        costs = np.full(self.slot + 1, FAR, np.int32)
        among = self._known_word(word) if known else self._unknown_word(word)
        costs[1 : self.slot] = np.where(self._mark == (word in MARKS), among, FAR)
        costs[self.slot] = costs[self.objects].min(initial=FAR)
        if known:  # there is no end of unknown ones: those are not kept
            self._known[word] = costs
        return costs

    def _known_word(self, word: str) -> Ints:
        """Taken for another it is as if it were left out; it costs less for one that is used alike, or spelled alike."""
        number = self._vocabulary.id(word) - 1
        apart = self.leave(word) + self.add[1 : self.slot]
        wrong, length = self._letters.compare(word)
        costs = np.where(3 * wrong <= length + 1, apart * 3 // 4, apart)
        used_alike = np.array([bool(uses) and uses == self._uses[number] for uses in self._uses], bool)
        costs = np.where(used_alike, np.maximum(apart // 4, USED_ALIKE), costs)
        costs = np.where(self._mark, SLIGHT, costs)
        costs[number] = 0
        return costs

    def _unknown_word(self, word: str) -> Ints:
        """It stands for something: taken for any word it costs less than left out and the other added, much less for one
        spelled alike."""
        wrong, length = self._letters.compare(word)
        least, share = MISSPELLED
        return np.where(
            3 * wrong <= length + 1, least + share * wrong // length, self.leave(word) + self.add[1 : self.slot] // 2
        )
