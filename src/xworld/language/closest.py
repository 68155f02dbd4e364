"""The sentences of a grammar nearest to any text.

Beside the path of the data: help for people who type commands. Exact without going through a million sentences: first
every template, with the nearest object in its place; then, of the templates that can be among the nearest, the
sentences with objects that can.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np

from xworld.errors import whole
from xworld.language.prices import COMMON, WORD, Prices
from xworld.language.spelling import Ints, edit_distances, read
from xworld.language.templates import Template
from xworld.language.vocabulary import Vocabulary

READ_MARK, READ_OTHERWISE = 10, 20  # a comma; a word that was taken for one that the teacher knows
FIRST_TAKEN = 8  # templates


class Closest(NamedTuple):
    """A sentence of the grammar, and how far a text is from it: about 1 for a wrong word, 0 if it is the sentence."""

    sentence: str
    distance: float


class Neighbours:
    """The templates of a grammar as rows of ids, to be compared with what was typed."""

    def __init__(self, templates: Sequence[Template], objects: Sequence[str], vocabulary: Vocabulary) -> None:
        self._templates, self._objects, self._vocabulary = templates, objects, vocabulary
        self._prices = Prices(templates, objects, vocabulary)
        self._rows = np.zeros((len(templates), max(len(t.words) for t in templates)), np.int32)  # [T, L]
        for row, template in zip(self._rows, templates):
            row[: len(template.words)] = [
                self._prices.slot if isinstance(word, int) else vocabulary.id(word) for word in template.words
            ]

    def closest(self, text: str, n: int) -> tuple[Closest, ...]:
        """The n nearest sentences, nearest first; equally near ones in the order of the grammar."""
        n = whole("n", n, 1)
        typed, marks, otherwise = read(text, self._vocabulary)
        most = 4 * self._rows.shape[1]  # words of a longer text beyond these are left out of any sentence
        beyond = sum(map(self._prices.leave, typed[most:]))
        extra = READ_MARK * marks + READ_OTHERWISE * otherwise + beyond
        leave = np.array([self._prices.leave(word) for word in typed[:most]], np.int32)  # [m]
        replace = np.array([self._prices.replace(word) for word in typed[:most]], np.int32)  # [m, ids]
        replace = replace.reshape(len(leave), self._prices.slot + 1).T  # [ids, m]
        distances = partial(edit_distances, replace=replace, insert=self._prices.add, delete=leave, swap=COMMON)
        found = self._nearest(distances, self._fitting(replace, n), n)
        return tuple(Closest(sentence, (distance + extra) / WORD) for sentence, distance in found.items())

    def _nearest(self, distances: Callable[[Ints], Ints], fitting: Ints, n: int) -> dict[str, int]:
        """The n nearest sentences and their distances: those of the nearest templates, or of more."""
        least = distances(self._rows)  # [T]: of the sentence that fits a template best
        ordered, taken = np.sort(least), min(FIRST_TAKEN, len(least))
        while True:
            limit = ordered[taken - 1]
            said, rows = self._fill(np.flatnonzero(least <= limit).tolist(), fitting)
            far = distances(rows)  # [S]
            found: dict[str, int] = {}
            for k in np.argsort(far, kind="stable"):
                if len(found) == n or (far[k] > limit and taken < len(least)):
                    break
                template, objects = said[k]
                found.setdefault(template.fill([self._objects[number] for number in objects]), int(far[k]))
            if len(found) == n or taken == len(least):
                return found
            taken = min(2 * taken, len(least))

    def _fitting(self, replace: Ints, n: int) -> Ints:
        """The objects that can be in one of the n nearest sentences: the first n, if none was typed, and the n nearest
        to each word; any other has n before it in every place."""
        costs = replace[self._prices.objects]  # [O, m]
        nearest = np.argsort(costs, axis=0, kind="stable")[:n]  # [n, m]
        return np.unique(np.concatenate([np.arange(min(n, len(costs))), nearest.ravel()]))

    def _fill(self, chosen: Sequence[int], fitting: Ints) -> tuple[list[tuple[Template, tuple[int, ...]]], Ints]:
        """Every sentence of some templates with these objects: its template and objects, and its row of ids."""
        said, rows = [], []
        for number in chosen:
            template = self._templates[number]
            named = list(product(fitting.tolist(), repeat=template.objects))
            filled = np.tile(self._rows[number], (len(named), 1))  # [S, L]
            for slot, numbers in enumerate(zip(*named)):
                filled[:, template.words.index(slot)] = self._prices.objects[list(numbers)]
            said += [(template, objects) for objects in named]
            rows.append(filled)
        return said, np.concatenate(rows)
