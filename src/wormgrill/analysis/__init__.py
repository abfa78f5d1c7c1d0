"""Numbers about a position: measures of positions, the options of a decision, odds."""

from wormgrill.analysis.odds import Odds, OptionOdds, odds
from wormgrill.analysis.situation import make_situation

__all__ = ["Odds", "OptionOdds", "make_situation", "odds"]
