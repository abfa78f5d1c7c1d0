"""A bot for the arena: reads the lines of docs/bots.md, and answers with moves. Needs only Python."""

from __future__ import annotations

import re
import sys


def choose(position: str, moves: list[str]) -> str:
    """Keep the worm first, then the highest face, or the lowest for low tiles; stop when there is a tile to take."""
    if moves == ["roll", "stop"]:
        points, has_worm = kept(position)
        return "stop" if has_worm and can_take(position, points) else "roll"
    if moves[0].startswith("keep") and max(tiles_on_grill(position)) < 21:
        return "keep W" if "keep W" in moves else moves[0]  # 11 and 13 need few points
    return [move for move in moves if move != "pass"][-1]


def kept(position: str) -> tuple[int, bool]:
    """The points of the dice kept in this turn, and whether there is a worm among them."""
    found = re.search(r"aside=(\S+)", position)
    dice = found[1] if found else ""
    return sum(5 if die == "W" else int(die) for die in dice if die in "12345W"), "W" in dice


def can_take(position: str, points: int) -> bool:
    """Whether the grill has a tile for so many points; 11 and 13 can be taken with exactly as many only."""
    tiles = tiles_on_grill(position)
    return points in tiles or any(21 <= tile <= points for tile in tiles)


def tiles_on_grill(position: str) -> list[int]:
    """The face-up tiles; of neighbours the first and the last."""
    return [int(tile) for tile in re.findall(r"\d+", position.split("|")[1])]


def main() -> None:
    """Answer until the input ends."""
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "wormgrill-bot/1":
            print("ready line bot", flush=True)
        elif word == "position":
            position = rest
        elif word == "choose":
            _milliseconds, _, moves = rest.partition(" ")
            print("move", choose(position, moves.split(", ")), flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
