"""Whoever plays: trained agents, the oracle, chance, a person's keys. One interface, one acting loop."""

from gft.players.agent import AgentPlayer
from gft.players.player import Choice, Moment, Player, Thought
from gft.players.simple import Chance, Keys, OraclePlayer

__all__ = ["AgentPlayer", "Chance", "Choice", "Keys", "Moment", "OraclePlayer", "Player", "Thought"]
