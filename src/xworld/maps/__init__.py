"""Maps: the grid and walking on it, random mazes, maps as text, layouts of sessions, and the oracle."""
