"""What a decision is worth: odds of every option in a position."""

from wormgrill.analysis.odds import Odds, OptionOdds, odds
from wormgrill.analysis.situation import make_situation

__all__ = ["Odds", "OptionOdds", "make_situation", "odds"]
