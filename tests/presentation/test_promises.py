"""What a label promises is what the move brings, in thousands of positions of all rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.support.any_position import any_position
from wormgrill.game import Phase, Specialist, State, apply, events, format_state, legal_moves, parse_move, parse_state
from wormgrill.game.consistency import contradiction
from wormgrill.game.dice import FACE_POINTS
from wormgrill.game.events import Failed, GotBratworm, Stole, Took
from wormgrill.game.moves import Move, Pass, Rob, Stop
from wormgrill.game.results import total_points
from wormgrill.presentation.buttons import make_actions
from wormgrill.presentation.story import Story, TurnStory
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.tray import make_tray
from wormgrill.presentation.words import words_of

NAMES = tuple("ABCDEFG")
TELLER = Teller(words_of("en"), NAMES, None)
POSITIONS = 5_000
SHARES = 4

Result = int | str
"""A tile, `hen of NAME`, or `fail`."""


def came(before: State, move: Move, after: State) -> Result | None:
    """What a move brought, if it ended the turn."""
    for event in events(before, move, after):
        match event:
            case Took(_, tile):
                return tile
            case Stole(_, victim, None):
                return f"hen of {NAMES[victim]}"
            case Stole(_, _, int() as tile):
                return tile
            case Failed():
                return "fail"
    return None


def reached(state: State, move: Move) -> Iterator[Result]:
    """What can come of a move when the player stops as soon as possible and claims any of the things open."""
    after = apply(state, move)
    result = came(state, move, after)
    if result is not None:
        yield result
    elif after.phase is Phase.DECIDE:
        yield from reached(after, Stop())
    elif after.phase is Phase.CLAIM:
        for claim in legal_moves(after):
            if not isinstance(claim, Pass):
                yield from reached(after, claim)
    elif after.phase is Phase.ROB:
        yield from reached(after, legal_moves(after)[0])


def positions(share: int, phase: Phase) -> Iterator[State]:
    """Positions of a phase that can occur."""
    rng = Random(share)
    for _ in range(POSITIONS):
        state = any_position(rng, phase)
        for each in (state, aimed(state, rng)):
            if not contradiction(each):
                yield each


def aimed(state: State, rng: Random) -> State:
    """The same position, but what some dice would exactly make lies before a neighbour, who may have the hen."""
    rolled = state.turn.rolled
    gains = [count * points for count, points in zip(rolled.counts, FACE_POINTS, strict=True)] if rolled else [0]
    tile = total_points(state) + rng.choice(gains)
    if tile not in state.rules.tiles:
        return state
    victim = (state.seat + 1) % state.players
    stacks = [tuple(other for other in stack if other != tile) for stack in state.stacks]
    stacks[victim] += (tile,)
    is_guarded = state.rules.has(Specialist.HEN) and rng.random() < 0.7
    specialists = [None if name is Specialist.HEN and is_guarded else name for name in state.specialists]
    if is_guarded:
        specialists[victim] = Specialist.HEN
    return replace(
        state,
        grill=tuple(other for other in state.grill if other != tile),
        on_tile=tuple((place, name) for place, name in state.on_tile if place != tile and name not in specialists),
        stacks=tuple(stacks),
        specialists=tuple(specialists),
    )


def keep_labels(state: State) -> Iterator[tuple[Move, str, int, int | None]]:
    """Every keep with its label, its total and the tile to which it points."""
    story = Story(state, turns=(TurnStory(state.seat),))
    for face in make_tray(story, TELLER, {}, is_my_move=True).faces:
        if face.move:
            yield parse_move(face.move), face.label, face.total, face.aim


def check_keep(state: State, move: Move, label: str, total: int, aim: int | None) -> str:
    """Hold a label against what the keep brings; the kind of its promise."""
    results = set(reached(state, move))
    tiles = {result for result in results if isinstance(result, int)}
    after = apply(state, move)
    if after.phase in (Phase.DECIDE, Phase.CLAIM):
        assert total == total_points(after)
    assert f"{total} in all" in label
    assert aim == max(tiles, default=None)
    if found := re.search(r"Then (\d+) is within reach\.", label):
        assert int(found[1]) == max(tiles)
        assert after.phase in (Phase.DECIDE, Phase.ROB)
        return "in reach"
    if found := re.search(r"Then (\w)'s hen is within reach\.", label):
        assert results == {f"hen of {found[1]}"}
        return "hen in reach"
    if found := re.search(r"That ends the turn with (\d+)\.", label):
        assert results == {int(found[1])}
        assert after.phase is not Phase.DECIDE
        return "ends"
    if found := re.search(r"That ends the turn with (\w)'s hen\.", label):
        assert results == {f"hen of {found[1]}"}
        return "ends with hen"
    if "That ends the turn, and you choose what to take." in label:
        assert after.phase in (Phase.CLAIM, Phase.ROB)
        return "choose"
    assert results == {"fail"}
    assert ("That ends the turn with a failed attempt." in label) == (after.phase is not Phase.DECIDE) or (
        after.phase is Phase.ROB
    )
    return "fail"


@pytest.mark.parametrize("share", range(SHARES))
def test_a_keep_brings_what_its_label_promises(share: int) -> None:
    kinds: Counter[str] = Counter()
    for state in positions(share, Phase.KEEP):
        for move, label, total, aim in keep_labels(state):
            try:
                kinds[check_keep(state, move, label, total, aim)] += 1
            except AssertionError as problem:
                raise AssertionError(f"{format_state(state)}\n{move}: {label}") from problem
    assert min(kinds[kind] for kind in ("in reach", "ends", "choose", "fail")) > 5, kinds


def check_button(state: State, text: str, label: str, detail: str, aim: int | None) -> None:
    """Hold a button against what it brings."""
    move = parse_move(text)
    results = set(reached(state, move))
    tiles = {result for result in results if isinstance(result, int)}
    after = apply(state, move)
    gains = [event for event in events(state, move, after) if isinstance(event, GotBratworm)]
    if found := re.search(r"(?:take|steal|Take|Steal) (\d+)", label):
        assert results == {int(found[1])}
        assert aim == int(found[1])
    elif found := re.search(r"[Gg]et (\w)'s hen", label):
        assert results == {f"hen of {found[1]}"}
    elif found := re.search(r"(\d+) is within reach", label):
        assert results == {int(found[1])} == {aim}
        assert (after.phase, Pass() in legal_moves(after)) == (Phase.CLAIM, True)
    elif found := re.search(r"(\w)'s hen is within reach", label):
        assert results == {f"hen of {found[1]}"}
        assert (after.phase, Pass() in legal_moves(after)) == (Phase.CLAIM, True)
    elif label == "Stop: choose your tile":
        assert after.phase is Phase.CLAIM
        assert len(results) > 1
    else:
        assert label.startswith(("Stop: fail", "Take nothing"))
        assert results == {"fail"}
        lost = re.search(r"you lose (\d+)", label)
        assert bool(lost) == (len(after.stacks[state.seat]) < len(state.stacks[state.seat]))
    if detail == "Plus a bratworm from the raven":
        assert gains or after.phase is Phase.ROB
    if "no bratworm left" in detail:
        assert not gains
    assert aim is None or aim in tiles


@pytest.mark.parametrize("phase", [Phase.DECIDE, Phase.CLAIM])
@pytest.mark.parametrize("share", range(SHARES))
def test_a_button_brings_what_its_label_promises(share: int, phase: Phase) -> None:
    checked = 0
    for state in positions(share, phase):
        for action in make_actions(state, TELLER, {}):
            if action.kind != "roll":
                try:
                    check_button(state, action.move, action.label, action.detail, action.aim)
                except AssertionError as problem:
                    raise AssertionError(f"{format_state(state)}\n{action}") from problem
                checked += 1
    assert checked > 100


def test_a_keep_that_leads_to_a_guarded_tile_promises_the_hen() -> None:
    state = parse_state("deluxe-2018 | 36 | - 25@hen | seat=0 phase=keep aside=555 rolled=1234W")
    labels = {str(move): (label, aim) for move, label, _, aim in keep_labels(state)}
    assert labels["keep W"] == ("Keep one worm: 5 points, 20 in all, with a worm.", None)
    state = parse_state("deluxe-2018 | 36 | - 25@hen | seat=0 phase=keep aside=5555 rolled=123W")
    labels = {str(move): (label, aim) for move, label, _, aim in keep_labels(state)}
    assert labels["keep W"] == ("Keep one worm: 5 points, 25 in all, with a worm. Then B's hen is within reach.", None)


def test_a_keep_that_ends_the_turn_at_a_guarded_tile_promises_the_hen() -> None:
    ending = parse_state("deluxe-2018 | 35 | - 26@hen | seat=0 phase=keep aside=WWWW1 rolled=555")
    (label,) = (label for _, label, _, _ in keep_labels(ending))
    assert label == "Keep three 5s: 15 points, 36 in all, with a worm. That ends the turn with 35."
    guarded = parse_state("deluxe-2018 | 35 | - 36@hen | seat=0 phase=keep aside=WWWW1 rolled=555")
    (label,) = (label for _, label, _, _ in keep_labels(guarded))
    assert label == "Keep three 5s: 15 points, 36 in all, with a worm. That ends the turn with B's hen."


def test_the_canned_worm_is_counted_in_the_label_of_a_keep() -> None:
    state = parse_state("deluxe-2018 | 21-36 | 11@canned_worm - | seat=0 phase=keep rolled=11344455")
    (label, total) = next((label, total) for move, label, total, _ in keep_labels(state) if str(move) == "keep 4")
    assert (label, total) == ("Keep three 4s: 12 points, 17 in all with the can.", 17)


def test_a_tile_guarded_by_the_hen_is_not_shown_in_reach() -> None:
    state = parse_state("deluxe-2018 decline_steal | 24,36 | - 25@hen | seat=0 phase=claim aside=5555W")
    actions = {action.move: action for action in make_actions(state, TELLER, {})}
    assert (actions["steal 1"].aim, actions["grill 24"].aim) == (None, 24)


def test_passing_comes_last_and_is_never_the_recommended_button() -> None:
    state = parse_state("classic-2005 may_pass lower_tile=any | 21-24 | 30 25 | seat=0 phase=claim aside=5555W")
    actions = make_actions(state, TELLER, {})
    assert [action.move for action in actions] == ["grill 21", "grill 22", "grill 23", "grill 24", "steal 1", "pass"]
    assert [action.key for action in actions] == ["1", "2", "3", "4", "5", "P"]
    assert [action.is_tile for action in actions] == [True] * 4 + [False] * 2
    assert actions[-1].label == "Take nothing: you lose 30"
    assert isinstance(parse_move(actions[-1].move), Pass)


def test_a_rob_is_asked_for_before_the_claim() -> None:
    state = parse_state("deluxe-2018 | 21-36 | -+1 -+3 -+3 | seat=0 phase=keep aside=555W rolled=11WW")
    assert [*reached(state, parse_move("keep 1"))] == [22]
    assert all(isinstance(move, Rob) for move in legal_moves(apply(state, parse_move("keep 1"))))
