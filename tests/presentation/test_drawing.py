"""A position as one picture: what is drawn, where it has room, and what it says."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormgrill.arena.simulate import play_game
from wormgrill.game.dice import FACE_TEXT, WHITE_DICE, parse_dice
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.game.state import Phase, State, Turn, initial_state, winners
from wormgrill.players import SensiblePlayer
from wormgrill.presentation.art import THINGS, symbols
from wormgrill.presentation.drawing import HEIGHT, WIDTH, board_png, board_svg
from wormgrill.presentation.drawn_tray import draw_tray
from wormgrill.presentation.lettering import ELLIPSIS, width_of
from wormgrill.presentation.outlook import tiles_of_stop
from wormgrill.presentation.shapes import DEEP_GOLD, EMBER
from wormgrill.testing import states

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", "Bo", "Cleo", "Dot", "Eve", "Fay", "Gus")
LONG_NAMES = tuple(f"{letter}aximiliane-Wilhelmine von Hohenlohe-WWW" for letter in "MNOPQRS")
MID_TURN = "classic-2014 | 21-23,26,28-33 | 24.27 25 34 - | seat=1 phase=keep aside=WW44 rolled=1445"
DELUXE = "deluxe-2018 | 22@canned_worm,25@weasel,26@raven,29@hen,30-34 | 28 - 23+1 24.11.13.21@apple+2"
OVER = "classic-2014 | - | 24.27 25.21.22.29 34.23 - | seat=1 phase=over"


def drawn(state: State | str, names: tuple[str, ...] = NAMES, you: int | None = None) -> ET.Element:
    if isinstance(state, str):
        state = parse_state(state)
    return ET.fromstring(board_svg(state, names[: state.players], you))


def part(picture: ET.Element, name: str) -> ET.Element:
    return next(group for group in picture.iter(f"{SVG}g") if group.get("id") == name)


def things(picture: ET.Element, kind: str) -> list[ET.Element]:
    """The groups of a class, such as `tile` or `die`."""
    return [group for group in picture.iter(f"{SVG}g") if kind in (group.get("class") or "").split()]


def tiles(picture: ET.Element, kind: str) -> list[int]:
    return sorted(int(group.get("data-tile", "")) for group in things(picture, kind))


def cards(picture: ET.Element) -> dict[int, ET.Element]:
    return {int(card.get("data-seat", "")): card for card in things(picture, "player")}


def words(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def places(element: ET.Element) -> Iterator[tuple[float, float, str]]:
    """Where every text begins and ends, and what it says."""
    for text in element.iter(f"{SVG}text"):
        said = text.text or ""
        width = width_of(said, float(text.get("font-size", "")))
        x = float(text.get("x", "")) - {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor", "")]
        yield x, x + width, said


def outline(element: ET.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the first rectangle in it."""
    box = next(element.iter(f"{SVG}rect"))
    x, y, width, height = (float(box.get(name, "0")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


# ------------------------------------------------------------------------------------------------ the grill


@given(states())
def test_every_tile_of_the_rules_has_one_place_on_the_grill(state: State) -> None:
    grill = part(drawn(state), "grill")
    assert tiles(grill, "tile") == list(state.grill)
    assert tiles(grill, "back") == list(state.face_down)
    assert tiles(grill, "gone") == sorted(tile for stack in state.stacks for tile in stack)


def test_a_tile_has_its_number_and_its_worms_and_a_back_has_only_its_number() -> None:
    grill = part(drawn("classic-2014 | 21,25,29,33 | - - | seat=0 phase=roll"), "grill")
    worms = {tile.get("data-tile"): len(list(tile.iter(f"{SVG}use"))) for tile in things(grill, "tile")}
    assert worms == {"21": 1, "25": 2, "29": 3, "33": 4}
    assert all(words(tile) == [tile.get("data-tile")] for kind in ("tile", "back") for tile in things(grill, kind))
    assert not [use for tile in things(grill, "back") for use in tile.iter(f"{SVG}use")]


@given(states())
def test_every_specialist_stands_over_the_middle_of_its_tile(state: State) -> None:
    grill = part(drawn(state), "grill")
    middles = {}
    for tile in things(grill, "tile"):
        left, _, right, _ = outline(tile)
        middles[int(tile.get("data-tile", ""))] = (left + right) / 2
    standing = {figure.get("data-figure"): next(figure.iter(f"{SVG}circle")) for figure in things(grill, "figure")}
    assert standing.keys() == {name for _, name in state.on_tile}
    for tile_below, name in state.on_tile:
        assert abs(float(standing[name].get("cx", "")) - middles[tile_below]) < 0.02


@given(states())
def test_exactly_the_tiles_that_stopping_would_take_glow(state: State) -> None:
    assert tiles(drawn(state), "reach") == sorted(tiles_of_stop(state))


# ------------------------------------------------------------------------------------------------ the dice


@given(states())
def test_all_dice_are_drawn_where_they_lie(state: State) -> None:
    picture, turn = drawn(state), state.turn
    if state.phase is Phase.OVER:
        assert not things(picture, "die")
        return
    has_dice = state.phase in (Phase.ROLL, Phase.CHANCE, Phase.KEEP, Phase.DECIDE)
    rolled = things(part(picture, "rolled"), "die")
    assert len(rolled) == (turn.dice_left if has_dice else 0)
    assert len(things(part(picture, "kept"), "die")) == sum(turn.aside)
    assert sum("golden" in (die.get("class") or "") for die in rolled) == (has_dice and turn.golden_left)
    shown = [use.get("href", "")[-1] for die in rolled for use in die.iter(f"{SVG}use")]
    assert "".join(sorted(shown)) == (
        "".join(sorted(FACE_TEXT[face] * count for face, count in enumerate(turn.rolled.counts))) if turn.rolled else ""
    )


def test_the_tray_says_what_dice_would_bring_and_what_has_been_kept() -> None:
    picture = drawn(MID_TURN)
    assert words(part(picture, "rolled")) == ["+1", "= 19", "kept", "+5", "= 23"]
    assert words(part(picture, "kept")) == ["8", "10"]
    assert {"18", "points", "With a worm"} <= set(words(part(picture, "tray")))


def test_the_kept_golden_die_is_golden_where_the_position_tells_which_it_is() -> None:
    position = "deluxe-2018 | 22-36 | 21@golden_die - | seat=0 phase=decide aside={} golden=kept"
    known, unknown = drawn(position.format("44")), drawn(position.format("44W"))
    assert len(things(part(known, "kept"), "golden")) == 1
    assert not things(part(unknown, "kept"), "golden")
    hrefs = [use.get("href") for use in part(unknown, "tray").iter(f"{SVG}use")]
    assert "#golden_die" in hrefs


@pytest.mark.parametrize("dice", [1, 5, WHITE_DICE, WHITE_DICE + 1])
def test_kept_dice_and_their_sums_have_room_whatever_they_are(dice: int) -> None:
    start = initial_state(EDITIONS["deluxe-2018"], 2)
    for faces in combinations_with_replacement(FACE_TEXT, dice):
        turn = Turn(Phase.CLAIM, parse_dice("".join(faces)), dice_left=0)
        tray = ET.fromstring(f'<svg xmlns="{SVG[1:-1]}">{draw_tray(replace(start, turn=turn), NAMES, None)}</svg>')
        _, _, right, bottom = outline(tray)
        kept = part(tray, "kept")
        edges = [outline(die) for die in things(kept, "die")]
        assert max(edge[2] for edge in edges) < right - 10, faces
        assert max(float(text.get("y", "")) for text in kept.iter(f"{SVG}text")) < bottom - 20, faces
        assert len({edge[1] for edge in edges}) <= 2, faces


# ------------------------------------------------------------------------------------------------ the players


def test_a_card_shows_the_top_the_height_of_the_stack_worms_bratworms_and_specialist() -> None:
    picture = drawn(f"{DELUXE} | seat=0 phase=roll")
    card = cards(picture)[3]
    assert tiles(card, "tile") == [21]
    assert [figure.get("data-figure") for figure in things(card, "figure")] == ["apple"]
    assert words(card) == ["21", "4", "Dot", "9", "2"]
    assert not tiles(cards(picture)[1], "tile")


@given(states(), st.booleans())
def test_the_player_to_move_is_marked_and_at_the_end_the_winners_are(state: State, is_mine: bool) -> None:
    picture = drawn(state, you=state.seat if is_mine else None)
    is_over = state.phase is Phase.OVER
    label, colour = ("winner", DEEP_GOLD) if is_over else ("your move" if is_mine else "to move", EMBER)
    marked = {seat for seat, card in cards(picture).items() if label in words(card)}
    framed = {
        seat
        for seat, card in cards(picture).items()
        if any(box.get("stroke") == colour for box in card.iter(f"{SVG}rect"))
    }
    assert marked == framed == (set(winners(state)) if is_over else {state.seat})


def test_you_come_first_and_are_called_you() -> None:
    assert list(cards(drawn(MID_TURN))) == [0, 1, 2, 3]
    picture = drawn(MID_TURN, you=1)
    assert list(cards(picture)) == [1, 2, 3, 0]
    assert "Your turn" in words(picture)
    assert "Bo's turn" in words(drawn(MID_TURN, you=0))


def test_the_end_names_the_winners_and_says_why() -> None:
    assert {"Bo wins!", "7 worms, 2 more than the runner-up."} <= set(words(drawn(OVER)))
    assert "You win!" in words(drawn(OVER, you=1))
    nobody = replace(parse_state(OVER), stacks=((), (), (), ()))
    assert "A shared win: Ada, Bo, Cleo, Dot" in words(drawn(nobody))


# ------------------------------------------------------------------------------------------------ names and room


@given(states(), st.booleans())
def test_every_text_lies_in_the_picture_and_those_of_a_card_in_the_card(state: State, is_mine: bool) -> None:
    picture = drawn(state, LONG_NAMES, you=0 if is_mine else None)
    for left, right, said in places(picture):
        assert 16 <= left <= right <= WIDTH - 16, said
    for card in cards(picture).values():
        near, _, far, _ = outline(card)
        assert all(near < left and right < far for left, right, _ in places(card))
        assert any(said.endswith(ELLIPSIS) for _, _, said in places(card))


def test_names_are_escaped_and_those_in_another_script_are_numbered() -> None:
    said = words(drawn("classic-2014 | 21-36 | - - - | seat=0 phase=roll", ("</text>&", "Ελένη", "Zoë 🐔")))
    assert {"</text>&", "</text>&'s turn", "Player 2", "Zoë"} <= set(said)


def test_names_have_to_be_as_many_as_the_players() -> None:
    with pytest.raises(ValueError, match="3 names do not fit 2 players"):
        board_svg(initial_state(EDITIONS["classic-2014"], 2), NAMES[:3])


# ------------------------------------------------------------------------------------------------ the picture itself


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_any_edition_can_be_drawn_from_the_first_position_to_the_last(edition: str, players: int) -> None:
    game = play_game(EDITIONS[edition], [SensiblePlayer()] * players, Random(players))
    positions = [after for _, _, after in game]
    pictures = {board_svg(state, NAMES[:players]) for state in positions}
    assert len(pictures) > len(positions) / 2, "the picture follows the game"
    png = board_png(positions[-1], NAMES[:players])
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT) == (960, 540)


def test_the_png_shows_the_position() -> None:
    one, other = (parse_state(MID_TURN.replace("1445", faces)) for faces in ("1445", "1444"))
    assert board_png(one, NAMES[:4]) == board_png(one, NAMES[:4])
    assert board_png(one, NAMES[:4]) != board_png(other, NAMES[:4])


@given(states())
def test_everything_that_a_picture_refers_to_is_in_it(state: State) -> None:
    svg = board_svg(state, NAMES[: state.players])
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)) <= {(name, "") for name in ids} | {
        ("", name) for name in ids
    }


def test_every_drawing_of_the_file_is_found() -> None:
    text = THINGS.read_text(encoding="utf-8")
    assert symbols().count("<symbol ") == text.count("<symbol ") == len(ET.fromstring(text)) > 10


@pytest.mark.parametrize(
    ("rules", "told"),
    [("classic-2014", "classic-2014"), ("deluxe-2018 decline_steal may_pass", "deluxe-2018, house rules")],
)
def test_a_picture_names_the_edition_and_mentions_house_rules(rules: str, told: str) -> None:
    picture = drawn(initial_state(parse_rules(rules), 2))
    assert told in [each.text for each in picture.iter(f"{SVG}text")]
