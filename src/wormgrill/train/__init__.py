"""How the value of positions is made: nets play against themselves, and learn what they had not known before."""
