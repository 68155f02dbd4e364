"""Whoever plays: trained agents, the oracle, chance, a reader of words, a person's keys. One interface, one acting loop."""

from gft.players.agent import AgentPlayer
from gft.players.named import PLAYER_NAMES, make_player, named_player
from gft.players.player import Choice, Moment, Player, Thought
from gft.players.reader import Reader, Speaker
from gft.players.simple import Chance, Keys, OraclePlayer

__all__ = [
    "PLAYER_NAMES",
    "AgentPlayer",
    "Chance",
    "Choice",
    "Keys",
    "Moment",
    "OraclePlayer",
    "Player",
    "Reader",
    "Speaker",
    "Thought",
    "make_player",
    "named_player",
]
