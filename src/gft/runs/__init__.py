"""Runs: what they are (config, presets, curricula), and their folders (checkpoints, metrics, results)."""
