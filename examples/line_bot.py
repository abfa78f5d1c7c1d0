"""A bot for the arena: reads the lines of docs/bots.md, and answers with moves. Needs only Python."""

from __future__ import annotations

import re
import sys


def choose(position: str, moves: list[str]) -> str:
    """Keep the worm first, then the highest face; stop as soon as there is a tile to take."""
    if moves == ["roll", "stop"]:
        points, has_worm = kept(position)
        return "stop" if has_worm and points >= lowest_tile(position) else "roll"
    return [move for move in moves if move != "pass"][-1]


def kept(position: str) -> tuple[int, bool]:
    """The points of the dice kept in this turn, and whether there is a worm among them."""
    found = re.search(r"aside=(\S+)", position)
    dice = found[1] if found else ""
    return sum(5 if die == "W" else int(die) for die in dice if die in "12345W"), "W" in dice


def lowest_tile(position: str) -> int:
    """The lowest face-up tile from 21 on; 99 if there is none."""
    grill = position.split("|")[1]
    return min((int(tile) for tile in re.findall(r"\d+", grill) if int(tile) >= 21), default=99)


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
