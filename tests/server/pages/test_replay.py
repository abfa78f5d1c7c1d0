"""The replay, the record and the proof of the dice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.browsing import Browser
from tests.support.records import SPELLINGS, TAKEN, played
from tests.support.running import Client, Server
from wormgrill.game import EDITIONS, Game, InvalidNotation, Phase, format_game, parse_game, parse_move
from wormgrill.presentation.moments import decode_record, encode_record, moments_of


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """The id of a finished game."""
    with Client(server, "Ada") as ada:
        table_id = ada.open_table("me", "hatchling", rules="deluxe-2018 short_game")
        ada.start(table_id)
        ada.play_to_the_end(table_id)
        return table_id


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


def places(text: str) -> dict[str, int]:
    """Where the controls lead, by the id of the link."""
    return {name: int(ply) for name, ply in re.findall(r'id="way-([\w-]+)" href="[^"]*\?ply=(\d+)"', text)}


def test_from_the_first_moment_to_the_last(browser: Browser, finished: str) -> None:
    game = parse_game(browser.get(f"/t/{finished}/record.txt").text)
    ways = places(browser.open(f"/t/{finished}/replay"))
    assert (ways["first"], ways["before"], ways["after"], ways["last"]) == (0, 0, 2, len(game.moves))
    end = browser.open(f"/t/{finished}/replay?ply={ways['last']}")
    assert 'class="result"' in end
    assert places(end)["after"] == ways["last"]
    assert places(browser.open(f"/t/{finished}/replay?ply=999999")) == places(end)
    assert places(browser.open(f"/t/{finished}/replay?moment=1"))["before"] == 0


def test_a_step_sends_only_what_changes(browser: Browser, finished: str) -> None:
    answer = browser.get(f"/t/{finished}/replay?ply=2&from=0", headers={"HX-Request": "true"})
    assert answer.text.startswith("<hx-partial")
    assert 'hx-target="#controls"' in answer.text
    assert "<html" not in answer.text


def test_a_record_from_a_file_is_replayed_from_its_link(browser: Browser, finished: str) -> None:
    record = browser.get(f"/t/{finished}/record.txt")
    assert record.headers["content-disposition"].startswith('attachment; filename="wormgrill-20')
    opened = browser.post("/open", files={"file": ("game.txt", record.content)})
    home = opened.url.path.removesuffix("/replay")
    assert home.startswith("/record/")
    assert browser.get(f"{home}/record.txt").text == record.text
    assert "Every roll matches" in browser.open(f"{home}/verify")
    assert 'id="way-after"' in browser.open(f"{home}/replay?ply=5")


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_file_is_opened_whatever_its_line_ends_and_spaces(browser: Browser, spelling: str) -> None:
    record = format_game(played(*TAKEN, players=("Ada", "Bö")))
    opened = browser.post("/open", files={"file": ("game.txt", SPELLINGS[spelling](record).encode())})
    assert browser.get(f"{opened.url.path.removesuffix('/replay')}/record.txt").text == record


def test_of_several_records_in_a_file_one_is_chosen(browser: Browser, finished: str) -> None:
    record = browser.get(f"/t/{finished}/record.txt").text
    unfinished = format_game(played(*TAKEN, players=("Cleo", "<Dan>")))
    page = browser.post("/open", files={"file": ("games.txt", f"{record}\n{unfinished}".encode())}).text
    assert "Which of the 2 games" in page
    assert "Cleo, &lt;Dan&gt;" in page
    assert "Not finished" in page
    first, second = re.findall(r'href="(/record/[^"]+)/replay"', page)
    assert browser.get(f"{first}/record.txt").text == record
    assert browser.get(f"{second}/record.txt").text == unfinished


def test_a_record_that_cannot_be_read_says_where(browser: Browser, finished: str) -> None:
    record = browser.get(f"/t/{finished}/record.txt").text
    lines = record.split("\n")
    place = next(number for number, line in enumerate(lines, start=1) if line.lstrip().startswith("1."))
    lines[place - 1] = "  1. 12345<W"
    answer = browser.post("/open", data={"text": "\n".join(lines)}, files={"file": ("", b"")})
    assert answer.status_code == 422
    assert f"line {place}, column 11" in answer.text
    assert "12345<mark>&lt;W</mark>" in answer.text
    empty = browser.post("/open", data={"text": ""}, files={"file": ("", b"")})
    assert "nothing in it yet" in empty.text


def test_of_a_long_line_only_the_part_around_the_problem_is_shown(browser: Browser) -> None:
    head = format_game(played(players=("Ada", "Bo"))).rstrip("\n")
    answer = browser.post("/open", data={"text": f"{head}\n\n1. 1124445W:4{' ' * 1000}jump{'?' * 1000}"})
    assert answer.status_code == 422
    (line,) = re.findall(r'<pre class="trouble-line"><code>(.*)</code></pre>', answer.text)
    assert line == f"{' ' * 40}<mark>jump{'?' * 36}</mark>"
    (sentence,) = re.findall(r'<p lang="en">(.*)</p>', answer.text)
    assert len(sentence) < 400


@pytest.mark.parametrize("code", ["x", "%3Cb%3E", "eJwDAAAAAAE", "a" * 3000])
def test_a_broken_link_leads_nowhere(browser: Browser, code: str) -> None:
    assert browser.get(f"/record/{code}/replay").status_code == 404


def test_the_dice_of_a_finished_game_are_proved_and_those_of_a_running_one_are_not_shown(
    browser: Browser, finished: str, ada: Client
) -> None:
    record = browser.get(f"/t/{finished}/record.txt").text
    proof = browser.open(f"/t/{finished}/verify")
    assert "Every roll matches" in proof
    secret = parse_game(record).tag("dice-secret")
    assert secret
    assert secret in proof
    running = ada.open_table("me", "me")
    ada.start(running)
    assert "still being played" in browser.open(f"/t/{running}/verify")


def test_dice_that_were_changed_are_found(browser: Browser, finished: str) -> None:
    game = parse_game(browser.get(f"/t/{finished}/record.txt").text)
    tags = tuple((tag, "f" * 64 if tag == "dice-secret" else value) for tag, value in game.tags)
    forged = Game(game.rules, game.players, game.moves, tags)
    text = browser.open(f"/record/{encode_record(forged)}/verify")
    assert "Something is wrong with these dice" in text
    assert "does not match the fingerprint" in text


def test_a_game_that_has_not_begun_has_no_replay(browser: Browser, ada: Client) -> None:
    assert browser.get(f"/t/{ada.open_table('me', 'open')}/replay").status_code == 404


# ------------------------------------------------------------------------------------------------ moments


@pytest.fixture(scope="module")
def game() -> Game:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    for text in ("roll", "dice 1444444W", "keep W", "roll", "dice 1444444", "keep 4", "stop"):
        game = game.play(parse_move(text))
    return game


def test_no_moment_has_dice_in_the_air(game: Game) -> None:
    moments = moments_of(game)
    states = list(game.replay())
    assert all(states[ply].phase is not Phase.CHANCE for ply in moments.plies)
    assert [moments.place_of(ply) for ply in range(len(states))] == [0, 1, 1, 2, 3, 3, 4, 5]
    assert moments.turns == (0, 7)
    assert (moments.turn_before(7), moments.turn_before(3), moments.turn_after(3), moments.turn_after(7)) == (
        0,
        0,
        7,
        7,
    )
    assert moments.story_until(game, 3).state == states[3]


def test_a_record_in_a_link_is_the_record(game: Game) -> None:
    assert decode_record(encode_record(game)) == game
    for broken in ("", "!", encode_record(game)[:-9], "é"):
        with pytest.raises(InvalidNotation):
            decode_record(broken)
