"""The language of the teacher: grammar and vocabulary."""

from xworld.language.grammar import FEEDBACK, Grammar, Meaning, grammar, vocabulary
from xworld.language.templates import Template
from xworld.language.vocabulary import PADDING, TOKENS, Vocabulary, tokenize

__all__ = [
    "FEEDBACK",
    "PADDING",
    "TOKENS",
    "Grammar",
    "Meaning",
    "Template",
    "Vocabulary",
    "grammar",
    "tokenize",
    "vocabulary",
]
