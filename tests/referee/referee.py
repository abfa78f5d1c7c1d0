"""A second reading of the rules: the whole game once more, slow and plain, without a line of the engine.

The comments in quotation marks name the sections of the rules ("A turn", "A fail", ...) or of the rulebooks.
"""

from __future__ import annotations

from collections.abc import Mapping

FACES = ["1", "2", "3", "4", "5", "W"]
VALUES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "W": 5}

USUAL_TILE = {"canned_worm": 11, "hen": 21, "raven": 23, "weasel": 25, "golden_die": 27, "apple": 29}

CLASSIC: dict[str, object] = {
    "tiles": "21-36",
    "bratworms": 0,
    "specialists": "none",
    "decline_steal": False,
    "short_game": False,
    "golden_die_faces": "12345W",
    "lower_tile": "next",
    "may_pass": False,
    "golden_die_joins": "start",
}
DELUXE: dict[str, object] = {
    **CLASSIC,
    "tiles": "11,13,21-36",
    "bratworms": 7,
    "specialists": "canned_worm,hen,raven,weasel,golden_die,apple",
}
EDITIONS: dict[str, dict[str, object]] = {
    "classic-2005": {**CLASSIC, "decline_steal": True},
    "classic-2014": CLASSIC,
    "extrawurm-2015": {
        **DELUXE,
        "specialists": "canned_worm,hen,raven,weasel,golden_die",
        "golden_die_faces": "111WWW",
    },
    "deluxe-2018": DELUXE,
}


class Refused(Exception):
    """The referee does not allow a move."""


class Referee:
    """One game at one table; `play` changes it."""

    def __init__(self, edition: str, players: int, options: Mapping[str, object]) -> None:
        chosen = {**EDITIONS[edition], **options}
        self.decline_steal = chosen["decline_steal"] is True
        self.short_game = chosen["short_game"]
        self.lower_tile = chosen["lower_tile"]
        self.may_pass = chosen["may_pass"] is True
        self.golden_die_joins = chosen["golden_die_joins"]
        self.golden_die_faces = list(str(chosen["golden_die_faces"]))

        self.players = players
        self.grill = read_tiles(str(chosen["tiles"]))
        self.face_down: list[int] = []
        self.on_tile = read_specialists(str(chosen["specialists"]))
        self.removed: list[str] = []
        self.in_hand: list[str] = []
        self.stacks: list[list[int]] = [[] for _ in range(players)]
        self.specialists: list[str | None] = [None] * players
        self.bratworms = [0] * players
        self.supply = int(str(chosen["bratworms"]))

        self.seat = 0
        self.start_turn()

    def start_turn(self) -> None:
        self.phase = "roll"
        self.aside = dict.fromkeys(FACES, 0)
        self.rolled: list[str] = []  # white dice
        self.rolled_golden: str | None = None
        self.white_left = 8
        self.golden_left = False
        self.golden_joined = False
        self.weasel_used = False

    # What can be seen

    def state(self) -> dict[str, object]:
        """The position, with the keys of the trace."""
        rolled = [self.rolled.count(face) + (self.rolled_golden == face) for face in FACES]
        return {
            "grill": sorted(self.grill),
            "face_down": sorted(self.face_down),
            "on_tile": {str(tile): name for tile, name in self.on_tile.items()},
            "removed": sorted(self.removed),
            "in_hand": sorted(self.in_hand),
            "stacks": [list(stack) for stack in self.stacks],
            "specialists": list(self.specialists),
            "bratworms": list(self.bratworms),
            "supply": self.supply,
            "seat": self.seat,
            "phase": self.phase,
            "aside": [self.aside[face] for face in FACES],
            "rolled": rolled if self.phase == "keep" else None,
            "dice_left": self.white_left + self.golden_left,
            "golden_left": self.golden_left,
            "points": self.points(),
            "weasel_used": self.weasel_used,
        }

    def points(self) -> int:
        return sum(VALUES[face] * count for face, count in self.aside.items())

    def has(self, name: str) -> bool:
        return self.specialists[self.seat] == name

    def others(self) -> list[int]:
        return [seat for seat in range(self.players) if seat != self.seat]

    # "Moves, as text"

    def legal(self) -> list[str]:
        """The moves that are open to the player; none at chance and at the end."""
        if self.phase == "roll":
            return self.ways_to_roll()
        if self.phase == "keep":
            return self.legal_after_roll()
        if self.phase == "decide":
            return [*self.ways_to_roll(), "stop"]
        if self.phase == "claim":
            return self.claims() + (["pass"] if self.may_pass else [])
        if self.phase == "rob":
            return [f"rob {seat}" for seat in self.victims()]
        if self.phase == "retain":
            return [f"retain {name}" for name in self.in_hand]
        return []

    def ways_to_roll(self) -> list[str]:
        is_in_time = self.phase == "roll" or self.golden_die_joins == "any_roll"
        if self.has("golden_die") and is_in_time and not self.golden_joined:
            return ["roll", "roll golden"]
        return ["roll"]

    def legal_after_roll(self) -> list[str]:
        moves = [f"keep {face}" for face in self.new_faces()]
        if self.can_use_weasel():
            moves.append("weasel")
            if moves == ["weasel"]:
                moves.append("stop")
        return moves

    def play(self, move: str) -> None:
        """Make a move, chance's dice included; raises Refused if it is not allowed."""
        if self.phase == "chance":
            self.throw(move)
            return
        if move not in self.legal():
            raise Refused(move)
        word, _, what = move.partition(" ")
        if word == "roll":
            if what == "golden":
                self.golden_left = self.golden_joined = True
            self.phase = "chance"
        elif word == "keep":
            self.keep(what)
        elif word == "weasel":
            self.weasel_used = True
            self.pick_up()
            self.phase = "chance"
        elif word == "pass" or (word == "stop" and self.phase == "keep"):
            self.fail()
        elif word == "stop":
            self.end_turn()
        elif word == "rob":
            self.rob(int(what))
            self.after_bratworm()
        elif word == "retain":
            self.retain(what)
        else:
            self.claim(move)

    # "A turn", 1 and 2: rolling

    def throw(self, move: str) -> None:
        word, _, dice = move.partition(" ")
        white, plus, golden = dice.partition("+")
        if word != "dice" or len(white) != self.white_left or any(face not in FACES for face in white):
            raise Refused(move)
        if self.golden_left and golden not in self.golden_die_faces:
            raise Refused(move)
        if plus and not self.golden_left:
            raise Refused(move)
        self.rolled = list(white)
        self.rolled_golden = golden if self.golden_left else None
        self.phase = "keep"
        if not self.new_faces() and not self.can_use_weasel():
            self.fail()

    def pick_up(self) -> None:
        self.rolled = []
        self.rolled_golden = None

    def new_faces(self) -> list[str]:
        return [face for face in FACES if face in [*self.rolled, self.rolled_golden] and self.aside[face] == 0]

    def can_use_weasel(self) -> bool:
        return self.has("weasel") and not self.weasel_used

    def ways(self) -> dict[str, int]:
        """In how many of all ways the dice fall so, for every move of chance; one die after the other."""
        throws = {"": 1}
        for _ in range(self.white_left):
            throws = add_die(throws, FACES)
        if not self.golden_left:
            return {f"dice {dice}": count for dice, count in throws.items()}
        found = {}
        for face in set(self.golden_die_faces):
            for dice, count in throws.items():
                found[f"dice {dice}+{face}"] = count * self.golden_die_faces.count(face)
        return found

    # "A turn", 2 to 4: keeping

    def keep(self, face: str) -> None:
        white = self.rolled.count(face)
        golden = self.rolled_golden == face
        self.aside[face] = white + golden
        self.white_left -= white
        if golden:
            self.golden_left = False
        self.pick_up()
        self.phase = "decide"
        if face == "1" and self.aside["1"] >= 2:
            self.earn_bratworm()
        else:
            self.after_keep()

    def after_keep(self) -> None:
        nothing_left = self.white_left == 0 and not self.golden_left
        all_kept = all(self.aside[face] > 0 for face in FACES)
        if nothing_left or all_kept:
            self.end_turn()
        else:
            self.phase = "decide"

    # "A turn", 5 and 6: claiming

    def end_turn(self) -> None:
        claims = self.claims()
        if not claims:
            self.fail()
        elif len(claims) == 1 and not self.may_pass:
            self.claim(claims[0])
        else:
            self.phase = "claim"

    def claims(self) -> list[str]:
        """Every tile that the kept dice win, as moves."""
        points = self.points()
        if self.aside["W"] == 0:
            if not self.has("canned_worm"):
                return []
            points += 5
        exact = [tile for tile in self.grill if tile == points]
        lower = sorted(tile for tile in self.grill if 21 <= tile < points)
        next_lower = lower[-1:]
        tiles = exact + lower if self.lower_tile == "any" else exact or next_lower
        from_grill = [f"grill {tile}" for tile in tiles]
        steals = [f"steal {seat}" for seat in self.others() if points >= 21 and self.stacks[seat][-1:] == [points]]
        if steals and not self.decline_steal:
            return steals
        return steals + from_grill

    def claim(self, move: str) -> None:
        word, _, number = move.partition(" ")
        if word == "steal":
            self.steal(int(number))
        else:
            self.take(int(number))

    def take(self, tile: int) -> None:
        self.grill.remove(tile)
        self.stacks[self.seat].append(tile)
        name = self.on_tile.pop(tile, None)
        if name == "raven":
            # "Raven and Bratworms": the bratworm first; after that the raven is relocated.
            self.in_hand = ["raven"]
            self.earn_bratworm()
        else:
            self.receive(name)

    def steal(self, victim: int) -> None:
        name = self.specialists[victim]
        self.specialists[victim] = None
        if name != "hen":
            self.stacks[self.seat].append(self.stacks[victim].pop())
        self.receive(name)

    # "Specialists"

    def receive(self, name: str | None) -> None:
        mine = self.specialists[self.seat]
        if name is not None and mine is not None:
            self.specialists[self.seat] = None
            self.in_hand = sorted([mine, name])
            self.phase = "retain"
            return
        if name is not None:
            self.specialists[self.seat] = name
        self.next_turn()

    def retain(self, name: str) -> None:
        self.in_hand.remove(name)
        self.specialists[self.seat] = name
        self.put_back(self.in_hand.pop())
        self.next_turn()

    def put_back(self, name: str) -> None:
        free = [tile for tile in self.grill if tile not in self.on_tile]
        if free:
            self.on_tile[min(free)] = name
        else:
            self.removed.append(name)

    # "Bratworms"

    def earn_bratworm(self) -> None:
        victims = self.victims()
        if self.supply > 0:
            self.supply -= 1
            self.bratworms[self.seat] += 1
        elif len(victims) == 1:
            self.rob(victims[0])
        elif victims:
            self.phase = "rob"
            return
        self.after_bratworm()

    def victims(self) -> list[int]:
        return [seat for seat in self.others() if self.bratworms[seat] > 0 and self.specialists[seat] != "hen"]

    def rob(self, victim: int) -> None:
        self.bratworms[victim] -= 1
        self.bratworms[self.seat] += 1

    def after_bratworm(self) -> None:
        if self.in_hand:
            self.put_back(self.in_hand.pop())
            self.next_turn()
        else:
            self.after_keep()

    # "A fail"

    def fail(self) -> None:
        stack = self.stacks[self.seat]
        name = self.specialists[self.seat]
        if name == "hen":
            if stack:
                self.specialists[self.seat] = None
                self.put_back("hen")
            self.next_turn()
            return
        returned = stack.pop() if stack else None
        if returned is not None:
            self.grill.append(returned)
        if name is not None:
            self.specialists[self.seat] = None
            self.put_back(name)
        if returned is not None:
            self.turn_down_after(returned)
        self.next_turn()

    def turn_down_after(self, returned: int) -> None:
        tile = max(self.grill)
        if self.short_game == "returned":
            tile = returned
        elif tile == returned and self.short_game is not True:
            return
        self.grill.remove(tile)
        self.face_down.append(tile)
        name = self.on_tile.pop(tile, None)
        if name is not None:
            self.put_back(name)

    # "End"

    def next_turn(self) -> None:
        self.start_turn()
        if self.grill:
            self.seat = (self.seat + 1) % self.players
        else:
            self.phase = "over"

    def scores(self) -> list[int]:
        """The worms of every player: tiles, bratworms, apple."""
        return [
            sum(worms(tile) for tile in self.stacks[seat])
            + self.bratworms[seat]
            + (3 if self.specialists[seat] == "apple" else 0)
            for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        """The seats with the most worms; of these the one with the highest tile."""
        scores = self.scores()
        most = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        highest = max(max(self.stacks[seat], default=0) for seat in most)
        return [seat for seat in most if max(self.stacks[seat], default=0) == highest]


def add_die(throws: dict[str, int], faces: list[str]) -> dict[str, int]:
    """The throws with one more die."""
    more: dict[str, int] = {}
    for dice, count in throws.items():
        for face in faces:
            longer = "".join(sorted(dice + face))
            more[longer] = more.get(longer, 0) + count
    return more


def worms(tile: int) -> int:
    """The worms on a tile."""
    return 1 if tile < 25 else 2 if tile < 29 else 3 if tile < 33 else 4


def read_tiles(text: str) -> list[int]:
    """The tiles of a text such as 11,13,21-36."""
    tiles = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        tiles += [tile for tile in range(int(first), int(last or first) + 1) if tile in (11, 13) or 21 <= tile <= 36]
    return tiles


def read_specialists(text: str) -> dict[int, str]:
    """Where the specialists of a text such as hen,raven@24 stand."""
    places = {}
    for part in [] if text == "none" else text.split(","):
        name, _, tile = part.partition("@")
        places[int(tile) if tile else USUAL_TILE[name]] = name
    return places
