"""The language of the teacher: grammar and vocabulary."""

from xworld.language.closest import Closest
from xworld.language.grammar import Grammar, grammar, vocabulary
from xworld.language.help import Explanation, NextWords
from xworld.language.templates import FEEDBACK, Meaning, Template
from xworld.language.vocabulary import PADDING, TOKENS, Vocabulary, tokenize

__all__ = [
    "FEEDBACK",
    "PADDING",
    "TOKENS",
    "Closest",
    "Explanation",
    "Grammar",
    "Meaning",
    "NextWords",
    "Template",
    "Vocabulary",
    "grammar",
    "tokenize",
    "vocabulary",
]
