"""The replay, the record and the proof of the dice."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.browsing import Browser
from tests.support.long_games import long_game, long_link
from tests.support.records import SPELLINGS, TAKEN, fairly_played, played
from tests.support.running import Client, Server
from wormgrill.game import EDITIONS, Game, InvalidNotation, Phase, format_game, parse_game, parse_move
from wormgrill.presentation.moments import decode_record, encode_record, encoded, moments_of
from wormgrill.presentation.replaying import opened_records


def with_tag(game: Game, name: str, value: str | None) -> Game:
    """The game with another value of a tag, or without it."""
    tags = tuple((tag, value if tag == name else old) for tag, old in game.tags)
    return replace(game, tags=tuple((tag, text) for tag, text in tags if text is not None))


def places(text: str) -> dict[str, int]:
    """Where the controls lead, by the id of the link."""
    return {name: int(ply) for name, ply in re.findall(r'id="way-([\w-]+)" href="[^"]*\?ply=(\d+)"', text)}


@pytest.mark.parametrize(
    ("accepted", "day"),
    [
        ("en-GB,en;q=0.9", "19 November 2026"),
        ("en-US,en;q=0.9", "November 19, 2026"),
        ("de-AT", "19. November 2026"),
        ("en-XX", "November 19, 2026"),
    ],
)
def test_a_day_is_written_as_in_the_region_of_the_reader(server: Server, accepted: str, day: str) -> None:
    code = encode_record(replace(played(*TAKEN), tags=(("date", "2026-11-19"),)))
    with Browser(server, accepted) as browser:
        assert f">{day}<" in browser.open(f"/record/{code}/replay")


def test_from_the_first_moment_to_the_last(browser: Browser, finished: str) -> None:
    game = parse_game(browser.get(f"/t/{finished}/record.txt").text)
    ways = places(browser.open(f"/t/{finished}/replay"))
    assert (ways["first"], ways["before"], ways["after"], ways["last"]) == (0, 0, 2, len(game.moves))
    end = browser.open(f"/t/{finished}/replay?ply={ways['last']}")
    assert 'id="result"' in end
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
    assert "Expected here: 1, 2, 3, 4, 5 or W" in answer.text
    empty = browser.post("/open", data={"text": ""}, files={"file": ("", b"")})
    assert "nothing here yet" in empty.text


def test_a_record_that_cannot_be_read_says_so_in_the_language_of_the_reader(server: Server) -> None:
    text = f"{format_game(played(players=('Ada', 'Bo')))}\n1. 12345<W"
    with Browser(server, "de") as browser:
        answer = browser.post("/open", data={"text": text}, files={"file": ("", b"")})
    assert re.search(r"Ab Zeile \d+, Spalte 9 ist dieses Protokoll nicht lesbar", answer.text)
    assert '<p lang="de">&#39;&lt;&#39; ist keine Seite eines Würfels.</p>' in answer.text
    assert "Richtig wäre hier: 1, 2, 3, 4, 5 oder W" in answer.text


def test_a_link_whose_game_cannot_be_opened_says_so(browser: Browser) -> None:
    for link in ("/record/x/replay", "/record/x/verify", long_link(501)):
        answer = browser.get(link)
        assert answer.status_code == 404
        assert "This link cannot be opened" in answer.text


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
    text = browser.open(f"/record/{encode_record(with_tag(game, 'dice-secret', 'f' * 64))}/verify")
    assert "Something is wrong with these dice" in text
    assert "does not match the fingerprint" in text


@pytest.mark.parametrize(
    ("tag", "value", "reason"),
    [
        ("dice-secret", "zz", "dice-secret cannot be read.</span> Expected here: 64 hexadecimal digits"),
        ("dice-secret", None, "The record has no dice-secret."),
        ("dice-links", "<b>", "dice-links cannot be read"),
        ("dice", "hash-chain/3", "for dice is not known"),
    ],
)
def test_dice_whose_values_cannot_be_read_are_not_taken_for_real_ones(
    browser: Browser, finished: str, tag: str, value: str | None, reason: str
) -> None:
    game = parse_game(browser.get(f"/t/{finished}/record.txt").text)
    link = f"/record/{encode_record(with_tag(game, tag, value))}"
    for text in (browser.open(f"{link}/verify"), browser.open(f"{link}/fair-dice")):
        assert "The record names a method for its dice, but its values are missing or cannot be read" in text
        assert reason in text
        assert "real dice on a real table" not in text
        assert "<b>" not in text


def test_a_secret_that_cannot_be_read_is_not_awaited_in_a_game_that_is_not_over(browser: Browser) -> None:
    text = browser.open(
        f"/record/{encode_record(with_tag(fairly_played('Ada', 'Bo', plies=9), 'dice-secret', 'zz'))}/verify"
    )
    assert "its values are missing or cannot be read" in text
    assert "still being played" not in text


def test_dice_of_which_a_record_says_nothing_may_be_real_ones(browser: Browser) -> None:
    text = browser.open(f"/record/{encode_record(played(*TAKEN))}/verify")
    assert "perhaps real dice on a real table" in text
    assert "cannot be read" not in text


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


@pytest.mark.parametrize("indent", ["", "  ", "\t", "\v", "\f\r", "\x1c", "\u00a0\u3000", "\ufeff", "\ufeff\t"])
def test_a_record_is_too_long_whatever_stands_before_the_numbers_of_its_turns(indent: str) -> None:
    record = re.sub(r"^ +(?=\d+\.)", indent, format_game(long_game(turns=3)), flags=re.MULTILINE)
    assert record.count(f"\n{indent}3. ") == 1
    assert decode_record(encoded(record), max_turns=3) == parse_game(record) == long_game(turns=3)
    assert len(opened_records(record.encode(), "en", 3)) == 1
    for read in (lambda: decode_record(encoded(record), max_turns=2), lambda: opened_records(record.encode(), "en", 2)):
        with pytest.raises(InvalidNotation, match="more than 2 turns"):
            read()


def test_the_turns_of_all_records_of_a_file_are_counted_together() -> None:
    records = f"{format_game(long_game(turns=2))}; 3. is no turn\n\n{format_game(long_game(turns=1))}"
    assert len(opened_records(records.encode(), "en", 3)) == 2
    with pytest.raises(InvalidNotation, match="more than 2 turns"):
        opened_records(records.encode(), "en", 2)
