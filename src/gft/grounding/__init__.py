"""Grounding modules: GFT, the six it is compared with, and two of today; one file each, one interface.

module = GFT(channels=64, cells=36, sentence=128, steps=2)
condition = module.condition(sentence)        # once a command
output = module(features, condition)          # [B, module.out_features]
"""

from gft.grounding.adaln import AdaLN
from gft.grounding.attention import Attention
from gft.grounding.cgated import CGated
from gft.grounding.concat import Concat
from gft.grounding.concept import Concept
from gft.grounding.encdec import EncDec
from gft.grounding.film import FiLM
from gft.grounding.gated import Gated
from gft.grounding.gft import GFT
from gft.grounding.grounding import Grounding
from gft.grounding.methods import METHODS, Method, canonical, find_method, method_options
from gft.grounding.own import registered, source_of

__all__ = [
    "GFT",
    "METHODS",
    "AdaLN",
    "Attention",
    "CGated",
    "Concat",
    "Concept",
    "EncDec",
    "FiLM",
    "Gated",
    "Grounding",
    "Method",
    "canonical",
    "find_method",
    "method_options",
    "registered",
    "source_of",
]
