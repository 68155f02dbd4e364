"""Help for people who type commands: which words may follow, and what a sentence asks for in plain words.

Beside the path of the data, over the same templates as `grammar.py`. These are laid out as a tree: a path of words from
its root is the beginning of a sentence, so that a prefix is looked up word by word.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xworld.errors import shorten
from xworld.language.templates import FEEDBACK, Meaning, Template
from xworld.language.vocabulary import Vocabulary, tokenize

OBJECT = None  # in the tree: any object's name

# By task, relation and number of objects. Tasks of the user's own are explained by their name.
EXPLANATIONS: Mapping[tuple[str, str | None, int], str] = {
    ("nav", None, 1): "reach the {0}",
    ("avoid", None, 1): "reach any object but the {0}",
    ("near", None, 1): "reach an object next to the {0}, diagonals count",
    ("between", None, 2): "stand in the cell between the {0} and the {1}",
    ("dir", "left", 1): "reach the object to the left of the {0}, as seen when you run into it",
    ("dir", "right", 1): "reach the object to the right of the {0}, as seen when you run into it",
    ("dir", "front", 1): "reach the object in front of the {0}, nearer to you than the {0} when you run into it",
    ("dir", "behind", 1): "reach the object behind the {0}, farther from you than the {0} when you run into it; "
    "no session asks for this",
    (FEEDBACK, "success", 0): "the session is over: what was asked for is done",
    (FEEDBACK, "failure", 0): "the session is over: an object was reached that was not asked for",
    (FEEDBACK, "timeout", 0): "the session is over: the time is up",
}


class NextWords(NamedTuple):
    """What may follow a prefix: the words by task, and the tasks for which it is a whole sentence as it stands.

    False if no sentence begins like this.
    """

    words: Mapping[str, tuple[str, ...]]
    complete: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.words or self.complete)


class Explanation(NamedTuple):
    """What the teacher understands: a sentence's meaning, and what it asks for in plain words."""

    task: str
    objects: tuple[str, ...]
    relation: str | None
    text: str

    def __str__(self) -> str:
        return f"{self.task}: {self.text}"


@dataclass
class Place:
    """A place in the tree: by task, the words that may come and whether a sentence may end here; and where words lead."""

    words: dict[str, set[str | None]] = field(default_factory=dict)
    complete: set[str] = field(default_factory=set)
    after: dict[str | None, "Place"] = field(default_factory=dict)


class Guide:
    """All sentences of a grammar, word by word."""

    def __init__(self, templates: Sequence[Template], objects: Sequence[str], vocabulary: Vocabulary) -> None:
        self._objects, self._vocabulary = frozenset(objects), vocabulary
        self._tasks = tuple(dict.fromkeys(template.task for template in templates))
        self._root = Place()
        for template in templates:
            if template.objects and not objects:
                continue  # nothing can be named: it has no sentences
            place = self._root
            for word in template.words:
                step = OBJECT if isinstance(word, int) else word
                place.words.setdefault(template.task, set()).add(step)
                place = place.after.setdefault(step, Place())
            place.complete.add(template.task)

    def next_words(self, prefix: str | Sequence[str]) -> NextWords:
        """What may follow a prefix, exactly: the words with which some sentence goes on."""
        typed = tokenize(prefix if isinstance(prefix, str) else " ".join(prefix))
        fitting, places = self._walk(typed)
        if fitting < len(typed):
            return NextWords({}, ())
        words = {}
        for task in self._tasks:
            steps = set[str | None]().union(*(place.words.get(task, ()) for place in places))
            named = self._objects if OBJECT in steps else frozenset[str]()
            words[task] = tuple(sorted(named.union(step for step in steps if step is not OBJECT)))
        complete = tuple(task for task in self._tasks if any(task in place.complete for place in places))
        return NextWords({task: found for task, found in words.items() if found}, complete)

    def what_is_wrong(self, sentence: str) -> str:
        """Why a text is no sentence: the words that nobody knows, and the first one that does not fit."""
        words = tokenize(sentence)
        unknown = [repr(word) for word in dict.fromkeys(words) if word not in self._vocabulary]
        fitting, places = self._walk(words)
        steps = set[str | None]().union(*(found for place in places for found in place.words.values()))
        expected = [*sorted(repr(step) for step in steps if step is not OBJECT), *["an object"] * (OBJECT in steps)]
        wrong = "it is empty" if not words else f"it breaks off after {' '.join(words)!r}"
        if fitting < len(words):
            where = f"after {' '.join(words[:fitting])!r}" if fitting else "at the beginning"
            wrong = f"{words[fitting]!r} does not fit {where}"
        wrong += f"; there may come: {shorten(expected)}" if expected else ", where it should end"
        if not unknown:
            return wrong
        return f"{', '.join(unknown)} {'is no word' if len(unknown) == 1 else 'are no words'} of the vocabulary; {wrong}"

    def _walk(self, words: Sequence[str]) -> tuple[int, list[Place]]:
        """How many words at the beginning fit, and where they lead; to several places, if an object's name is
        an ordinary word in some templates."""
        places = [self._root]
        for count, word in enumerate(words):
            steps = (word, OBJECT) if word in self._objects else (word,)
            reached = [place.after[step] for place in places for step in steps if step in place.after]
            if not reached:
                return count, places
            places = reached
        return len(words), places


def in_plain_words(meaning: Meaning) -> Explanation:
    """What a sentence of this meaning asks for."""
    task, objects, relation = meaning
    text = EXPLANATIONS.get((task, relation, len(objects)), "").format(*objects)
    if not text:
        about = " and ".join(f"the {name}" for name in objects)
        text = f"do the task {task!r}" + (f" ({relation})" if relation else "") + (f" with {about}" if about else "")
    if len(set(objects)) < len(objects):
        text += "; this names the same object twice" + (", and no session asks for it" if task == "between" else "")
    return Explanation(task, objects, relation, text)
