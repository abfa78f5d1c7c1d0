"""Games played by players on their own: matches, tournaments, ratings."""
