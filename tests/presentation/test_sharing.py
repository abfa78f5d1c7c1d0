"""A result for people who were not there: the text, the picture's values, and previews of links."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.endings import finished_game
from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.presentation.lettering import ELLIPSIS, advances, fitted, width_of, writable
from wormgrill.presentation.previews import playing_preview, result_preview, waiting_preview
from wormgrill.presentation.sharing import (
    EDITION_SIZE,
    EDITION_WIDTH,
    NAME_WIDTH,
    TITLE_WIDTH,
    ResultPicture,
    make_picture,
    result_text,
)
from wormgrill.presentation.story import story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import languages, words_of

ENGLISH = words_of("en")
LONG = "Maximiliane-Wilhelmine von Hohenlohe-WWW"


def pictured(*names: str, edition: str = "classic-2014", language: str = "en") -> ResultPicture:
    story = story_of(finished_game(edition, *names))
    return make_picture(story, Teller(words_of(language), names), "Pickomino (2014)")


def test_the_text_names_everybody_and_never_says_you() -> None:
    story = story_of(finished_game("classic-2014", "Ada", "Bo"))
    text = result_text(
        story, Teller(ENGLISH, ("Ada", "Bo"), you=0), "Pickomino (2014)", "https://worms.example.org/t/x"
    )
    first, second, third, empty, *rest = text.splitlines()
    assert (second.partition(":")[0], third.partition(":")[0]) in ((("1. Ada"), "2. Bo"), (("1. Bo"), "2. Ada"))
    assert first == f"{second[3:].partition(':')[0]} wins!"
    assert (empty, rest) == ("", ["Pickomino (2014)", "https://worms.example.org/t/x"])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", [2, 7])
def test_every_text_of_a_picture_can_be_written_and_has_room(language: str, players: int) -> None:
    names = (LONG, "Ελένη", "小明", "🐔", "Zoë 🐔", "<b>&", "Øst")[:players]
    for seats in (names, names[::-1]):
        picture = pictured(*seats, edition="deluxe-2018", language=language)
        texts = [picture.title, picture.text, *picture.edition, *(row.name for row in picture.rows)]
        assert set("".join(texts)) <= set(advances())
        assert width_of(picture.title, picture.title_size) <= TITLE_WIDTH
        assert width_of(picture.text, picture.text_size) <= TITLE_WIDTH
        assert all(row.name and width_of(row.name, row.name_size) <= NAME_WIDTH for row in picture.rows)


def test_a_name_in_another_script_becomes_the_number_of_the_player() -> None:
    assert {row.name for row in pictured("Ελένη", "小明", "Zoë 🐔").rows} == {"Player 1", "Player 2", "Zoë"}


def test_of_a_long_title_the_name_is_cut_and_not_the_sentence() -> None:
    names = (LONG, LONG[:-1] + "M")
    title = pictured(*names).title
    assert title.startswith("Maximiliane")
    assert title.endswith(f"{ELLIPSIS} wins!")


@pytest.mark.parametrize("language", languages())
def test_an_edition_with_house_rules_is_named_in_full(language: str) -> None:
    names = ("Ada", "Bo")
    teller = Teller(words_of(language), names)
    for edition in EDITIONS:
        name = teller.edition(parse_rules(f"{edition} may_pass"))
        picture = make_picture(story_of(finished_game("classic-2014", *names)), teller, name)
        assert " ".join(picture.edition) == name
        assert all(width_of(line, EDITION_SIZE) <= EDITION_WIDTH for line in picture.edition)


def test_letters_the_font_lacks_are_left_out_or_made_simpler() -> None:
    assert writable("Łukasz Åse ﬁsh Nguyễn") == "Łukasz Åse fish Nguyên"
    assert writable("Ada \N{HATCHING CHICK}\u200d\n Bo") == "Ada Bo"
    assert writable("\N{HATCHING CHICK}", "Player 1") == "Player 1"
    assert fitted("", 20, 1) == ""


def test_the_rows_of_a_picture_fit_into_it() -> None:
    for players in (2, 7):
        picture = pictured(*(f"Player {number}" for number in range(players)), edition="deluxe-2018")
        assert picture.rows[-1].y + picture.row_height <= 351
        assert all(tile.x + row.tile_width <= 412 for row in picture.rows for tile in row.tiles)


def test_previews_say_what_a_link_leads_to() -> None:
    waiting = waiting_preview("Ada", "Pickomino (2014)", 4, 2, ENGLISH)
    assert (waiting.title, waiting.text) == (
        "Ada invites you to the grill",
        "Pickomino (2014). 2 of 4 seats are open.",
    )
    assert waiting_preview("", "Pickomino (2014)", 4, 0, ENGLISH).text.endswith(
        "All seats are taken, but you can watch."
    )
    names = ("Ada", "Bo")
    assert playing_preview("Pickomino (2014)", Teller(ENGLISH, names)).title == "At the grill: Ada, Bo"
    story, teller = story_of(finished_game("classic-2014", *names)), Teller(ENGLISH, names, you=0)
    result = result_preview(story, "Pickomino (2014)", teller)
    assert result == result_preview(story, "Pickomino (2014)", replace(teller, you=None)), "it is for everybody"
    assert "wins!" in result.title
    assert "Worms: " in result.text
