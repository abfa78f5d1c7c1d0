"""Readings of the rulebooks that a table may choose: `lower_tile`, `may_pass` and `short_game=returned`."""
