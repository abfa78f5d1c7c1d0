"""wormgrill: the dice game Pickomino, playable, solvable and explained."""
