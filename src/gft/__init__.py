"""GFT: language grounding as guided transformation of visual features, and the agents around it.

Uses the public names of `xworld` and PyTorch (install with the extra "train").
"""

__version__ = "0.1.0"
