"""Grounding modules: GFT and the six it is compared with, one file each, one interface.

module = GFT(channels=64, cells=36, sentence=128, steps=2)
condition = module.condition(sentence)        # once a command
output = module(features, condition)          # [B, module.out_features]
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from gft.grounding.cgated import CGated
from gft.grounding.concat import Concat
from gft.grounding.concept import Concept
from gft.grounding.encdec import EncDec
from gft.grounding.film import FiLM
from gft.grounding.gated import Gated
from gft.grounding.gft import GFT
from gft.grounding.grounding import Grounding

# A new method is a file and a line here. Each is called with channels, cells and sentence.
METHODS: dict[str, Callable[..., Grounding]] = {
    "concat": Concat,
    "gated": Gated,
    "cgated": CGated,
    "film": FiLM,
    "concept": Concept,
    "encdec": EncDec,
    "gft-1": partial(GFT, steps=1),
    "gft-2": partial(GFT, steps=2),
}


def build_method(name: str, channels: int, cells: int, sentence: int) -> Grounding:
    """A method by its name in the registry."""
    if name not in METHODS:
        close = get_close_matches(name, METHODS, n=2)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(METHODS)}."
        raise ValueError(f"method {name!r} is unknown; {hint}")
    return METHODS[name](channels=channels, cells=cells, sentence=sentence)


__all__ = [
    "GFT",
    "METHODS",
    "CGated",
    "Concat",
    "Concept",
    "EncDec",
    "FiLM",
    "Gated",
    "Grounding",
    "build_method",
]
