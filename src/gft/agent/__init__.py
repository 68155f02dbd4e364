"""The recurrent agent around any grounding module, and what it is made of."""

from gft.agent.agent import FIRST, INITIALISATIONS, SIZES, Agent, Memory
from gft.agent.cost import Cost, cost

__all__ = ["FIRST", "INITIALISATIONS", "SIZES", "Agent", "Cost", "Memory", "cost"]
