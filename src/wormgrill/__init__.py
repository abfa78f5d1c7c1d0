"""wormgrill: the dice game Pickomino, playable, solvable and explained."""

__version__ = "0.1.0"
"""The one place of the version: the build reads it here."""
