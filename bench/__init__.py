"""Measurements: what is fast, and how fast, beside something known."""
