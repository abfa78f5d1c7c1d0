"""The trace: what its header and its lines say."""

from __future__ import annotations

import json

from tests.playthroughs import path
from wormgrill.game import Game, format_trace, parse_game, parse_rules


def test_the_header_tells_options_as_json_has_them_and_all_else_as_text() -> None:
    rules = parse_rules("classic-2005 decline_steal=false bratworms=5 short_game may_pass lower_tile=any tiles=21-24")
    (header,) = format_trace(rules, 2, [])
    assert json.loads(header)["options"] == {
        "decline_steal": False,
        "bratworms": 5,
        "short_game": True,
        "may_pass": True,
        "lower_tile": "any",
        "tiles": "21-24",
    }


def test_scores_and_winners_stand_in_the_last_line_only() -> None:
    game: Game = parse_game(path("classic-2014", 2).read_text(encoding="utf-8"))
    _, *lines = map(json.loads, format_trace(game.rules, 2, game.moves))
    assert [sorted(line) for line in lines[:-1]] == [["by", "legal", "move", "ply", "state"]] * (len(lines) - 1)
    assert sorted(lines[-1]) == ["by", "legal", "move", "ply", "scores", "state", "winners"]
    assert sorted(lines[-1]["winners"]) == lines[-1]["winners"] != []
    assert [line["ply"] for line in lines] == list(range(len(game.moves)))


def test_chance_and_the_seats_are_told_apart() -> None:
    game = parse_game(path("classic-2014", 3).read_text(encoding="utf-8"))
    _, *lines = map(json.loads, format_trace(game.rules, 3, game.moves))
    assert {line["by"] == "chance" for line in lines if line["move"].startswith("dice")} == {True}
    assert {line["by"] for line in lines} == {"chance", 0, 1, 2}
