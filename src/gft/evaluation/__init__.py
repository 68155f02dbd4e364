"""Evaluation: trained agents play test sessions."""
