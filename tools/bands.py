"""Measure how much every level errs in every kind of game, and write the bands that a review compares people with.

Run it after a training: `python -m tools.bands`; it takes about 15 minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict

from rich.progress import track

from wormgrill.analysis.bands import BANDS_FILE, Band
from wormgrill.analysis.review import review_of
from wormgrill.analysis.value import CLASSIC, DELUXE, net_name
from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.players.factory import make_player
from wormgrill.players.levels import LEVELS

SEED = 11
RULES = {CLASSIC: EDITIONS["classic-2014"], DELUXE: EDITIONS["deluxe-2018"]}
KINDS = [(family, players) for family in RULES for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]


def measured(family: str, players: int, level: str, games: int) -> Band:
    """How much a level errs at a table of its own."""
    rules, error, decisions = RULES[family], 0.0, 0
    for number in range(games):
        choosers = [make_player(level, seed=SEED + seat) for seat in range(players)]
        moves = tuple(move for _, move, _ in play_game(rules, choosers, game_random(SEED, number)))
        review = review_of(Game(rules, tuple(f"{level} {seat}" for seat in range(players)), moves))
        error += sum(totals.error for totals in review.totals)
        decisions += sum(totals.decisions for totals in review.totals)
    return Band(level, round(error / decisions, 6), decisions, games)


def main() -> None:
    """Measure all, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="of every level in every kind of game (default: 40)")
    games = parser.parse_args().games
    found: dict[str, list[Band]] = {net_name(*kind): [] for kind in KINDS}
    with ProcessPoolExecutor() as pool:
        asked = [(kind, pool.submit(measured, *kind, level, games)) for kind in KINDS for level in LEVELS]
        for kind, band in track(asked, "Measuring"):
            found[net_name(*kind)].append(band.result())
    bands = {name: sorted(bands, key=lambda band: -band.rate) for name, bands in found.items()}
    kept = {name: [asdict(band) for band in bands] for name, bands in bands.items()}
    BANDS_FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
