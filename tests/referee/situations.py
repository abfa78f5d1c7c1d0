"""What a game has shown: names for the situations that the rules speak of."""

from __future__ import annotations

from typing import Any

from tests.referee.referee import FACES, VALUES, Referee

State = dict[str, Any]


def situations(before: State, legal: list[str], move: str, after: State) -> dict[str, bool]:
    """Which situations a ply has led through, by what can be seen before and after it."""
    seat = before["seat"]
    others = [other for other in range(len(before["stacks"])) if other != seat]
    old, new = before["stacks"][seat], after["stacks"][seat]
    mine, mine_after = before["specialists"][seat], after["specialists"][seat]
    is_end = after["phase"] == "over" or after["seat"] != seat
    tile = new[-1] if len(new) > len(old) else None
    took = tile is not None and tile in before["grill"]
    stole = tile is not None and not took
    hen_lost = any((before["specialists"][other], after["specialists"][other]) == ("hen", None) for other in others)
    failed = is_end and tile is None and not hen_lost and not move.startswith(("rob", "retain"))
    turned = next((tile for tile in after["face_down"] if tile not in before["face_down"]), None)
    returned = old[-1] if failed and len(new) < len(old) else None
    is_same = turned is not None and turned == returned
    under_turned = before["on_tile"].get(str(turned))
    double_one = move == "keep 1" and before["rolled"][0] >= 2
    earned = after["bratworms"][seat] > before["bratworms"][seat]
    raven = took and before["on_tile"].get(str(tile)) == "raven"
    bratworm_due = (double_one or raven) and before["supply"] == 0
    hen_guards = any(before["specialists"][other] == "hen" and before["bratworms"][other] for other in others)
    kept = before["rolled"][FACES.index(move[-1])] if move.startswith("keep") else 0
    points = before["points"] + (kept * VALUES[move[-1]] if kept else 0)
    six_faces = kept > 0 and before["aside"].count(0) == 1
    last_die = kept > 0 and kept == before["dice_left"]
    settles = six_faces or last_die or (move == "stop" and before["phase"] == "decide")
    no_worm = before["aside"][5] == 0 and move != "keep W"
    return {
        "a fail without a tile": failed and not old,
        "a fail returns a tile": returned is not None,
        "a fail turns the highest tile": turned is not None and turned != returned,
        "a returned tile is the highest and stays": returned is not None and turned is None,
        "a returned highest tile is turned": turned is not None
        and turned == returned == max([*after["grill"], turned]),
        "a returned lower tile is turned": is_same and turned < max(after["grill"]),
        "a turned tile's specialist moves": under_turned is not None,
        "the raven's tile is turned": under_turned == "raven",
        "a specialist goes back with a tile": returned is not None and mine is not None,
        "a specialist goes back without a tile": failed and not old and mine not in (None, "hen"),
        "a specialist leaves the game": len(after["removed"]) > len(before["removed"]),
        "the hen goes back instead of a tile": failed and mine == "hen" and mine_after is None,
        "the hen stays with a player without tiles": failed and mine == mine_after == "hen",
        "the hen is stolen instead of a tile": hen_lost and tile is None,
        "the hen guards bratworms": bratworm_due and hen_guards,
        "a tile is taken": took,
        "a tile is stolen": stole,
        "a tile is stolen with a specialist": stole and after["specialists"] != before["specialists"],
        "tile 11 or 13 is taken": took and new[-1] < 21,
        "more points than any tile": settles and points > 36,
        "the points are the player's own top": settles and old[-1:] == [points],
        "the canned worm stands for a worm": tile is not None and no_worm,
        "no kept die is a worm": failed and settles and no_worm,
        "all six faces are kept": six_faces,
        "the last die is kept": last_die,
        "a double one": double_one,
        "a bratworm from the supply": earned and before["supply"] > 0,
        "a bratworm from the only possible player": earned and bratworm_due,
        "a bratworm that nobody can give": bratworm_due and not earned and after["phase"] != "rob",
        "the raven gives a bratworm": raven and earned,
        "a rob in the middle of a turn": after["phase"] == "rob" and not after["in_hand"],
        "a rob for the raven": after["phase"] == "rob" and after["in_hand"] == ["raven"],
        "a choice before the end": after["phase"] in ("rob", "retain") and not after["grill"],
        "the weasel escapes a failed roll": move == "weasel" and "stop" in legal,
        "a failed roll is accepted": move == "stop" and before["phase"] == "keep",
        "the golden die is added to a later roll": move == "roll golden" and before["phase"] == "decide",
        "the golden die is kept": before["golden_left"] and not after["golden_left"] and not is_end,
        "a steal is declined": move.startswith("grill") and any(choice.startswith("steal") for choice in legal),
        "a pass instead of the only claim": move == "pass" and len(legal) == 2,
        "a choice of lower tiles": move.startswith("grill") and sum(choice.startswith("grill") for choice in legal) > 1,
    }


def endings(referee: Referee) -> dict[str, bool]:
    """How a game that is over was won."""
    is_tie = referee.scores().count(max(referee.scores())) > 1
    return {
        "a win by worms": not is_tie,
        "a win by the highest tile": is_tie and len(referee.winners()) == 1,
        "the apple counts at the end": "apple" in referee.specialists,
    }
