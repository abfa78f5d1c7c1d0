"""A game as people see and read it, in their language: words, sentences and values, without any web framework."""
