"""Data sets: sessions that somebody has played, with every picture, written down to be learned from.

recipe.py (what it is to hold)  writing.py (playing it)  shard.py (a file)  folder.py (all of them)  minari.py  command.py
"""
