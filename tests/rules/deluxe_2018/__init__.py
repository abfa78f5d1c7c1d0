"""The deluxe rulebook of 2018, sentence by sentence."""
