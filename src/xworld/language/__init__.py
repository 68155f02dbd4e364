"""The language of the teacher: grammar and vocabulary."""

from xworld.language.grammar import FEEDBACK, Grammar, Meaning, Template, grammar
from xworld.language.vocabulary import PADDING, TOKENS, Vocabulary, tokenize, vocabulary

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
