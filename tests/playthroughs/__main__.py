"""Write the golden games anew."""

from tests.playthroughs import CASES, path, played
from wormgrill.game import format_game

for case in CASES:
    path(*case).write_text(format_game(played(*case)), encoding="utf-8")
