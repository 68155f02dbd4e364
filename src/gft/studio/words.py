"""Help for whoever types a command: how it may go on, what is wrong with it, what comes close, what the teacher understands.

Path of the data: text → **help** → page.
"""

from collections.abc import Collection
from typing import Any

from xworld import FEEDBACK, Explanation, XWorldError, grammar, tokenize

MOST_WORDS = 40  # that are offered to go on with
NEAREST = 3
LONGEST = 300  # characters that are looked at


def help_with(world: str, text: str) -> dict[str, Any]:
    """What there is to say about a text that is being typed."""
    spoken, text = grammar(world), text[:LONGEST]
    words = tokenize(text)
    typing = words[-1] if words and not text[-1].isspace() else ""
    before = words[:-1] if typing else words
    following = spoken.next_words(before)
    offered = sorted({word for task, each in following.words.items() if task != FEEDBACK for word in each})
    fitting = [word for word in offered if word.startswith(typing)]
    told: dict[str, Any] = {"text": text, "next": fitting[:MOST_WORDS], "more": max(0, len(fitting) - MOST_WORDS)}
    if not words:
        return told
    try:
        explanation = spoken.explain(text)
    except XWorldError as error:
        close = [each.sentence for each in spoken.closest(text, NEAREST)]
        wrong = str(error).split(" The closest one is ")[0]  # these are offered by themselves
        return told | {"wrong": wrong, "unfinished": bool(spoken.next_words(words) or fitting), "closest": close}
    if explanation.task == FEEDBACK:
        return told | {"wrong": "this is what the teacher says at the end of a session; it asks for nothing.", "closest": []}
    return told | {"understood": explained(explanation)}


def explained(explanation: Explanation) -> dict[str, Any]:
    """What the teacher understands, for pages."""
    return {
        "task": explanation.task,
        "objects": list(explanation.objects),
        "relation": explanation.relation,
        "text": explanation.text,
    }


def untrained(sentence: str, known: Collection[str]) -> list[str]:
    """The words of a sentence that are not among those of an agent's training."""
    return [word for word in dict.fromkeys(tokenize(sentence)) if known and word not in known]
