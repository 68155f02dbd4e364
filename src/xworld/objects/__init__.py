"""Objects: the built-in drawings, and packs of other pictures."""
