"""XWORLD2D: physics on a grid, the agent's view from above, and pictures for people."""
