"""What holds for every game under every combination of axes and any number of players."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game import (
    EDITIONS,
    Game,
    IllegalMove,
    InvalidNotation,
    Phase,
    Rules,
    State,
    apply,
    chance_outcomes,
    format_game,
    format_move,
    format_rules,
    format_state,
    initial_state,
    legal_moves,
    parse_game,
    parse_move,
    parse_rules,
    parse_state,
    scores,
    winners,
)
from wormgrill.game.consistency import contradiction
from wormgrill.game.dice import format_dice, parse_dice
from wormgrill.game.moves import Dice
from wormgrill.game.tiles import TILES, format_tiles, parse_tiles
from wormgrill.game.trace import format_trace
from wormgrill.players import SensiblePlayer
from wormgrill.testing import games, player_numbers, rules, states


@given(games())
def test_tiles_specialists_and_bratworms_are_conserved(game: Game) -> None:
    for state in game.replay():
        tiles = Counter([*state.grill, *state.face_down, *(tile for stack in state.stacks for tile in stack)])
        assert tiles == Counter(game.rules.tiles)
        owned = [name for name in state.specialists if name]
        standing = [name for _, name in state.on_tile]
        everyone = [*owned, *standing, *state.turn.in_hand, *state.removed]
        assert Counter(everyone) == Counter(name for _, name in game.rules.specialists)
        assert state.supply + sum(state.bratworms) == game.rules.bratworms
        assert min(state.supply, *state.bratworms) >= 0
        assert {tile for tile, _ in state.on_tile} <= set(state.grill)


@given(games())
def test_no_position_that_is_reached_contradicts_itself(game: Game) -> None:
    assert [contradiction(state) for state in game.replay()] == [None] * (len(game.moves) + 1)


@given(games())
def test_somebody_has_a_move_until_the_game_is_over(game: Game) -> None:
    for state in game.replay():
        moves = legal_moves(state)
        assert bool(moves) == (state.phase not in (Phase.CHANCE, Phase.OVER))
        assert [str(move) for move in moves] == sorted({str(move) for move in moves})
        assert bool(chance_outcomes(state)) == (state.phase is Phase.CHANCE)
        assert (state.phase is Phase.OVER) == (not state.grill and not state.turn.in_hand)


@given(games())
def test_only_the_current_seat_moves_and_turns_go_clockwise(game: Game) -> None:
    previous = None
    for state in game.replay():
        if previous is not None and state.seat != previous.seat:
            assert state.seat == (previous.seat + 1) % previous.players
            assert state.phase is Phase.ROLL
        previous = state


@given(states())
def test_every_legal_move_can_be_played_and_nothing_else(state: State) -> None:
    legal = legal_moves(state)
    everything = [parse_move(text) for text in EVERY_MOVE]
    for move in everything:
        if move in legal:
            assert apply(state, move) != state
        else:
            with pytest.raises(IllegalMove) as caught:
                apply(state, move)
            message = str(caught.value)
            assert f"'{move}'" in message
            assert f"'{state.phase}'" in message
            assert all(f"'{choice}'" in message for choice in legal)


EVERY_MOVE = [
    *("roll", "roll golden", "weasel", "stop"),
    *(f"keep {face}" for face in "12345W"),
    *(f"{verb} {seat}" for verb in ("steal", "rob") for seat in range(7)),
    *(f"grill {tile}" for tile in TILES),
    *(f"retain {name}" for name in ("apple", "canned_worm", "golden_die", "hen", "raven", "weasel")),
]


@given(states())
def test_weights_sum_to_6_to_the_number_of_dice(state: State) -> None:
    outcomes = chance_outcomes(state)
    if outcomes:
        assert sum(weight for _, weight in outcomes) == 6**state.turn.dice_left
        assert len({roll for roll, _ in outcomes}) == len(outcomes)


@given(states().filter(lambda state: state.phase is Phase.CHANCE), st.data())
def test_every_outcome_of_chance_can_be_played_and_no_other_dice(state: State, data: st.DataObject) -> None:
    roll, _ = data.draw(st.sampled_from(chance_outcomes(state)))
    assert apply(state, roll) != state
    others = [Dice((9, 0, 0, 0, 0, 0)), Dice((10, 0, 0, 0, 0, 0), 1), Dice(roll.counts, 2), Dice(roll.counts)]
    other = data.draw(st.sampled_from(others))
    if other not in [possible for possible, _ in chance_outcomes(state)]:
        with pytest.raises(IllegalMove):
            apply(state, other)


@given(games())
def test_replaying_the_moves_gives_the_state(game: Game) -> None:
    start = initial_state(game.rules, len(game.players))
    assert reduce(apply, game.moves, start) == game.state
    grown = reduce(Game.play, game.moves, Game(game.rules, game.players))
    assert grown == game
    assert grown.state == game.state
    assert hash(grown.state) == hash(game.state)


@given(games(), st.data())
def test_undo_goes_back_to_any_ply(game: Game, data: st.DataObject) -> None:
    ply = data.draw(st.integers(0, len(game.moves)))
    assert game.until(ply).state == list(game.replay())[ply]
    assert game.undo(len(game.moves) - ply) == game.until(ply)


@given(games())
def test_the_record_of_a_game_reads_back(game: Game) -> None:
    text = format_game(game)
    assert parse_game(text) == game
    assert format_game(parse_game(text)) == text
    assert parse_game(text.encode()) == game


@given(states())
def test_the_line_of_a_position_reads_back(state: State) -> None:
    line = format_state(state)
    assert "\n" not in line
    assert parse_state(line) == state
    assert format_state(parse_state(line)) == line


@given(games())
def test_the_text_of_a_move_reads_back(game: Game) -> None:
    assert tuple(parse_move(format_move(move)) for move in game.moves) == game.moves


@given(rules())
def test_the_text_of_rules_reads_back(rules: Rules) -> None:
    again = parse_rules(format_rules(rules))
    assert again == rules
    assert again.edition == rules.edition


@given(st.sets(st.sampled_from(TILES)))
def test_the_text_of_tiles_reads_back(tiles: set[int]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(sorted(tiles))


@given(st.text("12345W", max_size=9))
def test_the_text_of_dice_reads_back(text: str) -> None:
    assert format_dice(parse_dice(text)) == "".join(sorted(text))


@given(states())
def test_scores_and_winners_agree(state: State) -> None:
    worms, won = scores(state), winners(state)
    assert won
    assert {worms[seat] for seat in won} == {max(worms)}


@given(games())
def test_the_trace_has_a_line_for_every_ply(game: Game) -> None:
    lines = list(format_trace(game.rules, len(game.players), game.moves))
    assert len(lines) == len(game.moves) + 1


@pytest.mark.parametrize("parse", [parse_game, parse_state])
@given(data=st.binary() | st.text().map(str.encode))
def test_random_bytes_raise_nothing_but_invalid_notation(parse, data: bytes) -> None:  # type: ignore[no-untyped-def]  # either parser
    with pytest.raises(InvalidNotation):
        parse(data)


@pytest.mark.parametrize("parse", [parse_game, parse_state, parse_move, parse_rules, parse_tiles, parse_dice])
@given(text=st.text())
def test_random_text_raises_nothing_but_invalid_notation(parse, text: str) -> None:  # type: ignore[no-untyped-def]  # any parser
    with suppress(InvalidNotation):
        parse(text)


@given(games(max_plies=60), st.data())
def test_a_damaged_record_raises_nothing_but_invalid_notation(game: Game, data: st.DataObject) -> None:
    _damage_and_parse(format_game(game), parse_game, data)


@given(states(), st.data())
def test_a_damaged_position_raises_nothing_but_invalid_notation(state: State, data: st.DataObject) -> None:
    _damage_and_parse(format_state(state), parse_state, data)


def _damage_and_parse(text: str, parse, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]  # either parser
    place = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 5))
    damaged = text[:place] + data.draw(st.text("0123456789W+-:;,.@=| \nabz", max_size=4)) + text[place + length :]
    with suppress(InvalidNotation):
        parse(damaged)


@given(rules(), player_numbers, st.integers(0, 2**32))
def test_games_under_sensible_end(rules: Rules, players: int, seed: int) -> None:
    *_, (_, _, last) = play_game(rules, [SensiblePlayer()] * players, game_random(seed, 0), 100_000)
    assert last.phase is Phase.OVER


@pytest.mark.parametrize("edition", EDITIONS)
@given(players=player_numbers, seed=st.integers(0, 2**32))
def test_printed_editions_end_under_sensible(edition: str, players: int, seed: int) -> None:
    *_, (_, _, last) = play_game(EDITIONS[edition], [SensiblePlayer()] * players, game_random(seed, 0))
    assert last.phase is Phase.OVER
