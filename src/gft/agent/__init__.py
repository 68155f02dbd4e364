"""The recurrent agent around any grounding module, and what it is made of."""
