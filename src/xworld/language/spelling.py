"""What a person typed, word by word: read with goodwill, and compared with words that are known.

Beside the path of the data: `closest.py` asks here. One edit distance serves letters and words alike.
"""

import re
from collections.abc import Container, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from xworld.language.vocabulary import tokenize

Ints = NDArray[np.int32]
FAR = 1_000_000  # more than any sum of costs

PIECE = re.compile(r"[^\W_][\w'-]*|\S")
# What people say and the teacher does not. Read so only where one of the words is unknown.
OTHER_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("don't", "dont", "never"), "do not"),
    **dict.fromkeys(("stay away from", "keep away from", "ignore"), "avoid"),
    **dict.fromkeys(("next to", "close to", "beside", "nearby"), "near"),
    "any object that is not": "anything but",
    **dict.fromkeys(("everything", "any object"), "anything"),
    "other than": "but",
    **dict.fromkeys(("walk", "run", "head", "drive", "come"), "go"),
    **dict.fromkeys(("get", "find", "touch", "visit"), "reach"),
    **dict.fromkeys(("take", "fetch", "grab", "bring", "pick up"), "collect"),
    **dict.fromkeys(("in back of", "back of"), "behind"),
    **dict.fromkeys(("plz", "pls"), "please"),
    "u": "you",
    **dict.fromkeys(("thing", "item", "one"), "object"),
    "something": "the object",
    **dict.fromkeys(("cell", "spot", "square", "space", "middle"), "place"),
}
LONGEST_PHRASE = max(len(phrase.split()) for phrase in OTHER_WORDS)
LONGEST_WORD = 40  # letters; longer ones are taken as they are


def edit_distances(rows: Ints, replace: Ints, insert: Ints, delete: Ints, swap: int) -> Ints:
    """What it costs to turn what was typed (m symbols) into each row of symbols; all costs are whole numbers.

    `replace[symbol, j]` is the cost of putting a symbol in place of the j-th typed one, 0 if they are the same;
    `insert[symbol]` that of adding one, `delete[j]` of leaving the j-th out, `swap` of two neighbours in the other order.
    Rows end in a symbol that costs nothing to add.
    """
    along = np.append(0, np.cumsum(delete)).astype(np.int32)  # [m + 1]
    now = np.broadcast_to(along, (len(rows), len(along)))  # [S, m + 1]: the first symbols of a row against the first j
    before, same_before = now, np.zeros((len(rows), len(delete)), bool)
    for symbols in rows.T:
        exchange = replace[symbols]  # [S, m]
        best = now + insert[symbols][:, None]
        np.minimum(best[:, 1:], now[:, :-1] + exchange, out=best[:, 1:])
        same = exchange == 0
        swapped = same[:, :-1] & same_before[:, 1:]
        np.minimum(best[:, 2:], np.where(swapped, before[:, :-2] + swap, FAR), out=best[:, 2:])
        # Leaving out any number of typed symbols: the least over all places before, plus the way from there.
        best = np.minimum.accumulate(best - along, axis=1) + along
        before, now, same_before = now, best, same
    return now[:, -1]


class Letters:
    """Words as rows of letters, to be compared with one that was typed."""

    def __init__(self, words: Sequence[str]) -> None:
        self.numbers = {letter: number for number, letter in enumerate(sorted(set("".join(words))), start=1)}
        self.lengths = np.array([len(word) for word in words], np.int32)
        self.rows = np.zeros((len(words), max(self.lengths, default=0)), np.int32)  # 0 fills up
        for row, word in zip(self.rows, words):
            row[: len(word)] = [self.numbers[letter] for letter in word]

    def compare(self, word: str) -> tuple[Ints, Ints]:
        """For every word: how many letters must be changed, added, left out or swapped with the next; out of how many."""
        word = word[: LONGEST_WORD + 2 * self.rows.shape[1]]  # longer ones are like none
        replace = np.ones((len(self.numbers) + 1, len(word)), np.int32)
        for j, letter in enumerate(word):
            if letter in self.numbers:
                replace[self.numbers[letter], j] = 0
        replace[0] = FAR
        insert = np.ones(len(replace), np.int32)
        insert[0] = 0
        wrong = edit_distances(self.rows, replace, insert, np.ones(len(word), np.int32), swap=1)
        return wrong, np.maximum(self.lengths, len(word))


def read(text: str, known: Container[str]) -> tuple[list[str], int, int]:
    """The words of a text as they were probably meant, and how many marks and how many words were read otherwise."""
    pieces = [p for token in tokenize(text.replace("’", "'")) for p in ([token] if token in known else PIECE.findall(token))]
    words = [piece for piece in pieces if piece in known or piece[0].isalnum()]
    marks, otherwise, i = len(pieces) - len(words) + text.count("’"), 0, 0
    meant: list[str] = []
    while i < len(words):
        taken, instead = _read_next(words[i : i + LONGEST_PHRASE], known)
        otherwise += words[i : i + taken] != instead
        meant += instead
        i += taken
    return meant, marks, otherwise


def _read_next(words: Sequence[str], known: Container[str]) -> tuple[int, list[str]]:
    """How many words belong together at the beginning, and what they stand for."""
    for count in range(len(words), 0, -1):
        instead = OTHER_WORDS.get(" ".join(words[:count]), "").split()
        if instead and all(word in known for word in instead) and not all(word in known for word in words[:count]):
            return count, instead
    first, *rest = words
    if rest and not (first in known and rest[0] in known):  # written apart
        for joined in (first + rest[0], f"{first}-{rest[0]}", f"{first}_{rest[0]}"):
            if joined in known:
                return 2, [joined]
    if first not in known and len(first) <= LONGEST_WORD:  # written together
        for cut in range(2, len(first) - 1):
            parts = [first[:cut].rstrip("-_"), first[cut:]]
            if all(part in known for part in parts):
                return 1, parts
    return 1, [first]
