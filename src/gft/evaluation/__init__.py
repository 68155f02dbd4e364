"""Evaluation: trained agents play test sessions."""

from gft.evaluation.film import film_sessions
from gft.evaluation.measure import Plan, evaluate, planned_levels, play, results_folder

__all__ = ["Plan", "evaluate", "film_sessions", "planned_levels", "play", "results_folder"]
