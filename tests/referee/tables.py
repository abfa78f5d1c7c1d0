"""Tables of every kind, drawn at random: edition, options, players, how they choose, how the dice fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.referee.referee import EDITIONS, FACES, USUAL_TILE, Referee

VALUES: dict[str, tuple[object, ...]] = {
    "decline_steal": (False, True),
    "short_game": (False, True, "returned"),
    "golden_die_faces": ("12345W", "111WWW"),
    "lower_tile": ("next", "any"),
    "may_pass": (False, True),
    "golden_die_joins": ("start", "any_roll"),
}
"""The axes with a few values."""
ALL_TILES = (11, 13, *range(21, 37))


@dataclass(frozen=True)
class Table:
    """An edition, what differs from it, and the number of players."""

    edition: str
    options: Mapping[str, object]
    players: int

    @property
    def rules_text(self) -> str:
        """The rules as the engine reads them."""
        texts = [f"{axis}={str(value).lower()}" for axis, value in self.options.items() if isinstance(value, bool)]
        texts += [f"{axis}={value}" for axis, value in self.options.items() if not isinstance(value, bool)]
        return " ".join([self.edition, *texts])

    @property
    def axes(self) -> dict[str, object]:
        """The value of every axis."""
        return {**EDITIONS[self.edition], **self.options}

    def referee(self) -> Referee:
        """The referee of this table."""
        return Referee(self.edition, self.players, self.options)


def draw_table(rng: Random, editions: tuple[str, ...]) -> Table:
    """A table of any edition; about half of the axes are set on their own."""
    edition = rng.choice(editions)
    options: dict[str, object] = {}
    if rng.random() < 0.75:
        tiles = draw_tiles(rng)
        options["tiles"] = ",".join(str(tile) for tile in tiles)
        options["specialists"] = draw_specialists(rng, tiles)
    elif rng.random() < 0.5:
        options["specialists"] = draw_specialists(rng, Referee(edition, 2, {}).grill)
    if rng.random() < 0.6:
        options["bratworms"] = rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6, 7))
    for axis, values in VALUES.items():
        if rng.random() < 0.5:
            options[axis] = rng.choice(values)
    return Table(edition, options, rng.randint(2, 7))


def draw_tiles(rng: Random) -> list[int]:
    """A small grill: a few tiles in a row, or any few tiles."""
    if rng.random() < 0.3:
        return sorted(rng.sample(ALL_TILES, rng.randint(1, 8)))
    first = rng.choice((21, 21, 21, 22, 25, 30, 33))
    few = [tile for tile in (11, 13) if rng.random() < 0.3]
    return few + list(range(first, min(first + rng.randint(1, 8), 37)))


def draw_specialists(rng: Random, tiles: list[int]) -> str:
    """Some of the specialists, at their usual tiles where these are free, or anywhere."""
    most = min(len(tiles), 6)
    names = rng.sample(sorted(USUAL_TILE), rng.choice((rng.randint(0, most), most)))
    places: dict[int, str] = {}
    for name in names:
        tile = USUAL_TILE[name]
        if tile not in tiles or tile in places or rng.random() < 0.5:
            tile = rng.choice([tile for tile in tiles if tile not in places])
        places[tile] = name
    texts = [name if tile == USUAL_TILE[name] else f"{name}@{tile}" for tile, name in places.items()]
    return ",".join(texts) or "none"


def deal(rng: Random, referee: Referee) -> None:
    """Make the table look as in the middle of a game: tiles in stacks, specialists and bratworms with players."""
    seats = range(referee.players)
    for tile in rng.sample(referee.grill, rng.randint(0, len(referee.grill) - 1)):
        referee.grill.remove(tile)
        name = referee.on_tile.pop(tile, None)
        if name is not None:
            referee.put_back(name)
        if rng.random() < 0.15:
            referee.face_down.append(tile)
        else:
            referee.stacks[rng.choice(seats)].append(tile)
    for tile, name in list(referee.on_tile.items()):
        seat = rng.choice(seats)
        if name != "raven" and referee.specialists[seat] is None and rng.random() < 0.6:
            del referee.on_tile[tile]
            referee.specialists[seat] = name
    poor = [seat for seat in seats if not referee.stacks[seat]]
    receivers = rng.choice((seats, poor or seats))
    for number in range(rng.choice((0, referee.supply))):
        referee.supply -= 1
        referee.bratworms[receivers[number % len(receivers)]] += 1
    referee.seat = rng.choice(seats)


# How the dice fall

WEIGHTS: dict[str, tuple[int, ...]] = {
    "fair": (1, 1, 1, 1, 1, 1),
    "ones and worms": (5, 1, 1, 1, 1, 4),
    "low": (3, 3, 3, 1, 1, 2),
    "high": (1, 1, 1, 3, 4, 5),
}
"""How often each face comes."""
LOADS = (*WEIGHTS, "two new faces", "two new faces", "new or old faces")


def draw_dice(rng: Random, referee: Referee, load: str) -> str:
    """A throw of the dice that are left, as chance's move."""
    if load in WEIGHTS:
        white = rng.choices(FACES, WEIGHTS[load], k=referee.white_left)
    else:
        white = rng.choices(draw_faces(rng, referee, load), k=referee.white_left)
    golden = f"+{rng.choice(referee.golden_die_faces)}" if referee.golden_left else ""
    return f"dice {''.join(sorted(white))}{golden}"


def draw_faces(rng: Random, referee: Referee, load: str) -> list[str]:
    """Two faces that are not kept yet, often with worms, so that turns are short; or only faces that are kept."""
    old = [face for face in FACES if referee.aside[face] > 0]
    new = [face for face in FACES if referee.aside[face] == 0]
    if load == "new or old faces" and old and rng.random() < 0.3:
        return old
    faces = rng.sample(new, min(2, len(new)))
    if "W" in new and rng.random() < 0.7:
        faces[0] = "W"
    return faces


# How players choose

State = dict[str, Any]
Picker = Callable[[Random, list[str], State], str]


def pick_any(rng: Random, legal: list[str], _state: State) -> str:
    """Any move."""
    return rng.choice(legal)


def pick_sensibly(rng: Random, legal: list[str], state: State) -> str:
    """Worms first, then the face with the most points; stop as soon as there is a tile to win."""
    if state["phase"] == "decide":
        return "stop" if wins_something(state) else "roll"
    if state["phase"] == "keep" and legal[0].startswith("keep"):
        counts = dict(zip(FACES, state["rolled"], strict=True))
        keeps = [move for move in legal if move.startswith("keep")]
        if state["specialists"][state["seat"]] == "canned_worm" and len(keeps) > 1:
            keeps = [move for move in keeps if move != "keep W"]
        return max(keeps, key=lambda move: (move == "keep W", counts[move[-1]] * (FACES.index(move[-1]) + 1)))
    return rng.choice(legal)


def wins_something(state: State) -> bool:
    """Whether the kept dice seem to be enough for a tile."""
    is_cannery = state["specialists"][state["seat"]] == "canned_worm" and state["aside"][5] == 0
    points = state["points"] + (5 if is_cannery else 0)
    has_worm = is_cannery or state["aside"][5] > 0
    tiles = [tile for tile in state["grill"] if tile == points or 21 <= tile < points]
    return has_worm and bool(tiles or is_top(state, points))


def is_top(state: State, points: int) -> bool:
    """Whether another player has this tile on top."""
    return any(stack[-1:] == [points] for seat, stack in enumerate(state["stacks"]) if seat != state["seat"])


def pick_to_fail(rng: Random, legal: list[str], state: State) -> str:
    """Roll on whatever happens, keep the poorest face, pass, stop on a failed roll."""
    for move in ("pass", "roll"):
        if move in legal:
            return move
    if state["phase"] == "keep":
        return "stop" if "stop" in legal else legal[0]
    return rng.choice(legal)


def pick_greedily(rng: Random, legal: list[str], state: State) -> str:
    """Roll on while two dice are left."""
    if state["phase"] == "decide":
        return "roll" if state["dice_left"] > 1 else "stop"
    return pick_sensibly(rng, legal, state)


def pick_to_steal(rng: Random, legal: list[str], state: State) -> str:
    """Stop where another player's top can be had, and steal it; roll on else, until nothing new is likely."""
    if state["phase"] == "decide":
        enough = state["aside"][5] > 0 and is_top(state, state["points"])
        return "stop" if enough or (wins_something(state) and state["dice_left"] < 3) else "roll"
    steals = [move for move in legal if move.startswith("steal")]
    return rng.choice(steals) if steals else pick_sensibly(rng, legal, state)


RARE = ("roll golden", "weasel", "pass", "rob", "retain", "grill", "steal", "keep 1")


def pick_rare(rng: Random, legal: list[str], state: State) -> str:
    """A rare move where there is one."""
    rare = [move for move in legal if move.startswith(RARE)]
    return rng.choice(rare) if rare else pick_sensibly(rng, legal, state)


PICKERS: tuple[Picker, ...] = (pick_any, pick_greedily, pick_to_fail, pick_to_steal, pick_rare)


def draw_pickers(rng: Random, players: int) -> list[Picker]:
    """How the players of a table choose: half of them sensibly, so that games end, the others in one other way."""
    other = rng.choice(PICKERS)
    return [rng.choice((pick_sensibly, other)) for _ in range(players)]
