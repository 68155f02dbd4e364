"""Language models play the test sessions of the tables, in words, through any OpenAI-compatible chat endpoint."""

from gft.llm.client import Answer, Budget, Client
from gft.llm.options import Options
from gft.llm.playing import Played, estimate, play

__all__ = ["Answer", "Budget", "Client", "Options", "Played", "estimate", "play"]
