"""The table as one viewer sees it."""

import re

import pytest

from wormgrill.game import EDITIONS, Game, Phase, parse_move
from wormgrill.game.events import Failed, GotBratworm, Stole, Took
from wormgrill.game.moves import Keep, Stop
from wormgrill.game.position import parse_state
from wormgrill.game.rules import Specialist, parse_rules
from wormgrill.players import make_player
from wormgrill.presentation.board import BotsTold, Facts, KeptView, LogTurn, SeatFacts, TableView
from wormgrill.presentation.failing import Cause, Fail
from wormgrill.presentation.hints import make_thinking
from wormgrill.presentation.story import Story, TurnStory, story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, travelling
from wormgrill.presentation.words import languages, words_of

ENGLISH = words_of("en")
TAKES_25 = "roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5;stop"


def played(text: str, rules: str = "classic-2014", names: tuple[str, ...] = ("Ada", "Bo")) -> Game:
    game = Game(parse_rules(rules), names)
    for move in filter(None, text.replace("\n", ";").split(";")):
        game = game.play(parse_move(move.strip()))
    return game


def seen(game: Game, mine: tuple[int, ...] = (0,), **facts: object) -> TableView:
    seats = tuple(SeatFacts() for _ in game.players)
    return make_view(game, Facts("table", seats, mine, **facts), ENGLISH)  # type: ignore[arg-type]  # facts by name


def seen_at(position: str, had: Specialist | None = None) -> TableView:
    """What the current seat sees of a position."""
    state = parse_state(position)
    names = ("Ada", "Bo", "Cy")[: state.players]
    story = Story(state, turns=(TurnStory(state.seat, had=had),))
    facts = Facts("table", (SeatFacts(),) * state.players, (state.seat,))
    return make_view(Game(state.rules, names), facts, ENGLISH, story)


# ------------------------------------------------------------------------------------------------ dice


def test_a_face_says_what_keeping_it_gives() -> None:
    view = seen(played("roll;dice 1124445W"))
    labels = {face.face: face.label for face in view.tray.faces}
    assert labels["4"] == "Keep three 4s: 12 points, 12 in all, without a worm."
    assert labels["W"] == "Keep one worm: 5 points, 5 in all, with a worm."
    assert [face.move for face in view.tray.faces] == ["keep 1", "keep 2", "keep 4", "keep 5", "keep W"]


def test_a_face_says_which_tile_it_brings_in_reach() -> None:
    view = seen(played("roll;dice 1124WWWW;keep W;roll;dice 1135"))
    faces = {face.face: face for face in view.tray.faces}
    assert faces["1"].aim == 22
    assert faces["1"].label.endswith("Then 22 is within reach.")
    assert faces["5"].aim == 25


def test_a_face_that_uses_up_the_dice_says_how_the_turn_ends() -> None:
    takes = seen(played("roll;dice 1144WWWW;keep W;roll;dice 4444"))
    assert takes.tray.faces[0].label.endswith("That ends the turn with 36.")
    fails = seen(played("roll;dice 11444444;keep 4;roll;dice 11"))
    assert fails.tray.faces[0].label.endswith("That ends the turn with a failed attempt.")


def test_a_face_kept_already_says_so_and_cannot_be_kept() -> None:
    face = seen(played("roll;dice 1124445W;keep W;roll;dice 11244WW")).tray.faces[-1]
    assert (face.move, face.is_kept_already) == (None, True)
    assert face.label == "Worm has already been kept: each face can be kept only once per turn."


def test_two_ones_say_that_they_earn_a_bratworm() -> None:
    faces = {face.face: face for face in seen(played("roll;dice 1124445W", "deluxe-2018")).tray.faces}
    assert faces["1"].has_bratworm
    assert "Two or more 1s earn a bratworm at once." in faces["1"].label
    assert not faces["4"].has_bratworm
    assert not any(face.has_bratworm for face in seen(played("roll;dice 1124445W")).tray.faces), "classic has none"


def test_two_ones_promise_no_bratworm_that_nobody_can_give() -> None:
    (face, *_) = seen_at("deluxe-2018 | 24-35 | -+7 - | seat=0 phase=keep rolled=1144445W").tray.faces
    assert not face.has_bratworm
    assert "but none is left" in face.label


def test_who_is_robbed_shows_how_many_bratworms_they_have() -> None:
    view = seen_at("deluxe-2018 | 24-35 | -+1 -+4 -+2 | seat=0 phase=rob aside=11")
    assert [(action.label, action.detail) for action in view.actions] == [
        ("Bo", "Has 4 bratworms"),
        ("Cy", "Has 2 bratworms"),
    ]


def test_of_two_specialists_it_is_said_which_one_i_have_and_which_is_new() -> None:
    view = seen_at(
        "deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel", had=Specialist.WEASEL
    )
    assert [action.label for action in view.actions] == ["Apple, which is new", "Weasel, which you have"]


LOSSES = [
    ("-", "classic-2014", "", ""),
    ("30", "classic-2014", "Stop and lose 30?", "No worm among the kept dice."),
    ("30@apple", "deluxe-2018", "Stop and lose 30?", "No worm among the kept dice. You also lose the apple."),
    ("-@apple", "deluxe-2018", "Stop and lose the apple?", "No worm among the kept dice."),
    ("30@hen", "deluxe-2018", "Stop and lose the hen?", "No worm among the kept dice."),
    ("-@hen", "deluxe-2018", "", ""),
]


@pytest.mark.parametrize(("stack", "edition", "question", "reason"), LOSSES)
def test_stopping_in_vain_asks_first_and_says_what_is_lost_and_why(
    stack: str, edition: str, question: str, reason: str
) -> None:
    view = seen_at(f"{edition} | 21-29 | {stack} - | seat=0 phase=decide aside=1144")
    (stop,) = (action for action in view.actions if action.kind == "fail")
    assert (stop.question, stop.reason) == (question, reason)


def test_kept_dice_lie_in_the_order_in_which_they_were_kept() -> None:
    view = seen(played("roll;dice 1124445W;keep W;roll;dice 1124445;keep 4;roll;dice 1125"))
    assert [(group.face, group.points) for group in view.tray.kept] == [("W", 5), ("4", 12)]
    assert (view.tray.points, view.tray.has_worm, view.tray.worm_note) == (17, True, "With a worm")


def test_the_golden_die_is_known_among_the_others() -> None:
    rules = "deluxe-2018 specialists=golden_die@25"
    game = played(f"{TAKES_25};roll;dice 11444444;keep 4;stop", rules)
    assert [action.label for action in seen(game).actions] == ["Roll 8 dice", "Roll 9 dice, including the golden one"]
    for text in ("roll golden", "dice 1124WWW5+5"):
        game = game.play(parse_move(text))
    assert {face.face: face.dice for face in seen(game).tray.faces}["5"] == (False, True)
    kept = seen(game.play(Keep(5))).tray.kept[0]
    assert (kept.dice, kept.points) == ((False, True), 10)


def test_a_golden_die_that_waits_has_its_button_beside_every_roll() -> None:
    game = played(
        f"{TAKES_25};roll;dice 11444444;keep 4;stop;roll;dice 1124WWW5;keep W",
        "deluxe-2018 specialists=golden_die@25 golden_die_joins=any_roll",
    )
    roll, golden, stop = seen(game).actions
    assert [action.label for action in (roll, golden)] == ["Roll 5 dice", "Roll 6 dice, including the golden one"]
    assert [action.key for action in (roll, golden, stop)] == ["R", "G", "S"]
    assert seen(game).tray.waiting == (False,) * 5
    game = game.play(parse_move("roll golden"))
    assert seen(game).tray.waiting == (*(False,) * 5, True)
    game = game.play(parse_move("dice 11244+4")).play(Keep(4))
    assert [action.key for action in seen(game).actions] == ["R", "S"]


def test_the_roll_that_failed_stays_in_sight_until_the_next_one() -> None:
    view = seen(played("roll;dice 11444444;keep 4;roll;dice 44"), (1,))
    assert [(group.face, len(group.dice)) for group in view.tray.missed] == [("4", 2)]
    assert view.status.text == "Bad luck! Ada gets nothing."
    assert seen(played("roll;dice 11444444;keep 4;roll;dice 44;roll;dice 11223344")).tray.missed == ()


def test_dice_that_failed_and_the_kept_ones_belong_to_the_same_turn() -> None:
    tray = seen(played("roll;dice 11444444;keep 4;roll;dice 44"), (1,)).tray
    assert (tray.missed_by, tray.points, tray.worm_note) == ("Ada", 24, "No worm yet")
    assert [(group.face, len(group.dice)) for group in tray.kept] == [("4", 6)]
    stopped = seen(played(NO_WORM), (1,)).tray
    assert (stopped.points, stopped.kept) == (24, ()), "what was kept is shown once"


# ------------------------------------------------------------------------------------------------ fails

NO_WORM = "roll;dice 22444444;keep 4;stop"
TOO_FEW = "roll;dice 1124444W;keep W;stop"
TAKES_24 = "roll;dice 1124WWWW;keep W;roll;dice 1124;keep 4;stop"
NO_DICE_LEFT = "roll;dice 11112344;keep 1;roll;dice 2344;keep 2;roll;dice 344;keep 3;roll;dice 44;keep 4"
NOTHING_NEW = "roll;dice 11444444;keep 4;roll;dice 44"


@pytest.mark.parametrize(
    ("turn", "why", "dice"),
    [
        (NOTHING_NEW, "Nothing new to keep.", "44"),
        (NO_WORM, "No worm among the kept dice.", "444444"),
        (TOO_FEW, "Too few points for a tile: 5.", "W"),
        (f"{TAKES_24};{TAKES_25}", "No tile to be had with 25 points.", "WWWW5"),
        (NO_DICE_LEFT, "No worm among the kept dice.", "11112344"),
    ],
    ids=["nothing new", "no worm", "too few points", "no tile", "all dice kept"],
)
def test_a_fail_says_why_and_shows_the_dice_in_the_log_and_on_the_tray(turn: str, why: str, dice: str) -> None:
    game = played(turn, "classic-2014 tiles=24,30-36")
    view = seen(game)
    assert (view.tray.missed_note, faces_of(view.tray.missed)) == (why, dice)
    newest = view.log[0]
    assert ("", why) in newest.lines
    assert faces_of(newest.missed or newest.kept) == dice
    assert dict(view.heard)[len(game.moves) - 1].count(why) == 1
    assert why not in view.status.text, "the tray says it"


def faces_of(groups: tuple[KeptView, ...]) -> str:
    return "".join(group.face * len(group.dice) for group in groups)


def test_only_a_roll_from_which_nothing_was_kept_is_shown_as_the_last_one() -> None:
    for turn, title in ((NOTHING_NEW, "The last roll"), (NO_WORM, "The kept dice")):
        view = seen(played(turn))
        assert view.tray.missed_title == title
        assert bool(view.log[0].missed) == (title == "The last roll")


def test_a_weasel_that_is_not_wanted_leaves_nothing_new_to_keep() -> None:
    game = played(
        f"{TAKES_25};{NO_WORM};roll;dice 11444444;keep 4;roll;dice 44;stop", "deluxe-2018 specialists=weasel@25"
    )
    view = seen(game)
    assert (view.tray.missed_note, faces_of(view.tray.missed)) == ("Nothing new to keep.", "44")


def test_the_canned_worm_counts_for_the_points_that_are_too_few() -> None:
    rules = "deluxe-2018 specialists=canned_worm@25"
    view = seen(played(f"{TAKES_25};{NO_WORM};roll;dice 11124445;keep 4;stop", rules))
    assert view.tray.missed_note == "Too few points for a tile: 17."


def test_a_player_who_takes_nothing_on_purpose_needs_no_reason() -> None:
    view = seen(played(f"{TAKES_25};pass", "classic-2014 may_pass"))
    assert (view.tray.missed, view.tray.missed_note) == ((), "")
    assert view.log[0].lines == (("failed", "You take nothing."),)


@pytest.mark.parametrize("language", languages())
def test_every_language_says_why_a_turn_failed(language: str) -> None:
    teller = Teller(words_of(language), ())
    said = {teller.why(Fail(cause, 17)) for cause in Cause}
    assert len(said) == len(Cause)
    assert language == "en" or said.isdisjoint(Teller(ENGLISH, ()).why(Fail(cause, 17)) for cause in Cause)


# ------------------------------------------------------------------------------------------------ buttons


def test_stopping_says_what_will_be_taken() -> None:
    view = seen(played("roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5"))
    assert [action.label for action in view.actions] == ["Roll 3 dice", "Stop: take 25 (2 worms)"]
    assert [action.key for action in view.actions] == ["R", "S"]
    assert [tile.number for tile in view.grill if tile.is_in_reach] == [25]


def test_stopping_says_from_whom_will_be_stolen() -> None:
    game = played(f"{TAKES_25};{TAKES_25.removesuffix(';stop')}")
    view = seen(game, (1,))
    assert view.actions[1].label == "Stop: steal 25 from Ada"
    top = next(player.top for player in view.players if player.seat == 0)
    assert top is not None
    assert (top.number, top.is_in_reach) == (25, True)


@pytest.mark.parametrize(
    ("before", "label"),
    [
        ("", "Stop: fail, no tile to lose"),
        (
            "roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5;stop;roll;dice 11444444;keep 4;stop;",
            "Stop: fail, you lose 25",
        ),
    ],
)
def test_stopping_without_a_tile_in_reach_is_named_a_fail(before: str, label: str) -> None:
    action = seen(played(f"{before}roll;dice 11444444;keep 4")).actions[1]
    assert (action.kind, action.label) == ("fail", label)


def test_a_steal_that_may_be_declined_is_a_choice() -> None:
    game = played(f"{TAKES_25};{TAKES_25.removesuffix(';stop')}", "classic-2005")
    assert seen(game, (1,)).actions[1].label == "Stop: choose your tile"
    choice = seen(game.play(Stop()), (1,))
    assert [action.label for action in choice.actions] == [
        "Take 24 from the grill (1 worm)",
        "Steal 25 from Ada (2 worms)",
    ]


def test_only_the_player_to_move_has_buttons() -> None:
    game = played("roll;dice 1124445W;keep W")
    assert seen(game, (1,)).actions == ()
    assert seen(game, ()).actions == ()
    assert not seen(game, (1,)).is_my_move
    watched = seen(played("roll;dice 1124445W"), (1,))
    assert {face.move for face in watched.tray.faces} == {None}


def test_hints_go_to_their_buttons_and_only_if_wanted() -> None:
    odds = {
        "best": "stop",
        "options": [{"move": "stop", "value": 2.0, "fail": 0.0}, {"move": "roll", "value": 0.5, "fail": 0.25}],
    }
    game = played("roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5")
    roll, stop = seen(game, has_hints=True, wants_hints=True, odds=odds).actions
    assert stop.hint is not None
    assert roll.hint is not None
    assert (stop.hint.fill, stop.hint.is_best, roll.hint.fill, roll.hint.risk) == (100, True, 25, 25)
    assert seen(game, has_hints=True, wants_hints=False, odds=odds).actions[0].hint is None
    assert seen(game, has_hints=False, wants_hints=True, odds=odds).actions[0].hint is None


# ------------------------------------------------------------------------------------------------ players and words


def test_my_own_seat_comes_first_and_the_others_follow_in_turn() -> None:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo", "Cy", "Di"))
    assert [player.name for player in seen(game, (2,)).players] == ["Cy", "Di", "Ada", "Bo"]
    assert [player.name for player in seen(game, ()).players] == ["Ada", "Bo", "Cy", "Di"]


def test_who_shares_a_device_is_called_by_name() -> None:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo", "Cy"))
    assert seen(game, (0,)).status.title == "Your turn"
    assert seen(game, (0, 1)).status.title == "Ada, it is your turn"
    assert seen(game, (1,)).status.title == "Ada's turn"


def test_a_theft_is_told_to_each_in_their_own_way() -> None:
    game = played(f"{TAKES_25};{TAKES_25}", names=("Ada", "Bo", "Cy"))
    told = [seen(game, mine).log[0].lines[0] for mine in ((0,), (1,), (2,))]
    assert told == [
        ("stole", "Bo steals your 25."),
        ("stole", "You steal 25 from Ada."),
        ("stole", "Bo steals 25 from Ada."),
    ]


def test_bots_called_after_their_level_are_called_so_in_the_readers_language() -> None:
    game = played(TAKES_25, names=("Greedy 2", "Greedy"))
    view = make_view(game, Facts("table", (SeatFacts("greedy"), SeatFacts())), words_of("de"))
    assert [player.name for player in view.players] == ["Gierschnabel 2", "Greedy"]
    assert view.log[0].name == "Gierschnabel 2"
    assert "Gierschnabel 2" in view.log[0].in_short
    assert game.players == ("Greedy 2", "Greedy")


def test_a_turn_in_short_begins_with_what_became_of_the_tile() -> None:
    lines = (("", "A bratworm for Bo."), ("failed", "Bad luck! Bo gets nothing."))
    turn = LogTurn(1, "Bo", 1, "failed", (), lines)
    assert turn.in_short == "Bad luck! Bo gets nothing. A bratworm for Bo."


def test_the_live_region_tells_every_ply_once_with_its_number() -> None:
    heard = dict(seen(played("roll;dice 1124445W;keep W"), (1,)).heard)
    assert heard == {1: "Ada rolls: two 1s, 2, three 4s, 5, worm.", 2: "Ada keeps one worm."}


def test_a_tile_turned_over_shows_its_back_and_one_that_is_taken_leaves_a_gap() -> None:
    view = seen(played(f"{TAKES_25};roll;dice 11444444;keep 4;stop;roll;dice 11444444;keep 4;stop"))
    places = {tile.number: tile.place for tile in view.grill}
    assert (places[25], places[36]) == ("up", "down")
    assert seen(played(TAKES_25)).grill[4].place == "gone"


@pytest.mark.parametrize(("table", "title"), [("t", "Bo is thinking"), ("", "Bo's turn")])
def test_a_bot_thinks_at_a_table_and_not_in_a_replay(table: str, title: str) -> None:
    game = played(f"{TAKES_25};roll;dice 11444444")
    seats = (SeatFacts(), SeatFacts(level="thinker"))
    assert make_view(game, Facts(table, seats), ENGLISH).status.title == title


def test_the_result_says_how_it_came_about() -> None:
    rules = "classic-2014 tiles=24,25"
    second = "roll;dice 1124WWWW;keep W;roll;dice 1144;keep 4;stop"
    view = seen(played(f"{TAKES_25};{second}", rules))
    assert view.phase == Phase.OVER
    assert view.result is not None
    assert (view.result.title, view.result.text) == ("You win!", "2 worms, 1 more than the runner-up.")
    assert [(row.name, row.tiles) for row in view.result.rows] == [("Ada", ((25, 2),)), ("Bo", ((24, 1),))]
    assert seen(played(f"{TAKES_25};{second}", rules), (1,)).status.title == "The game is over"


# ------------------------------------------------------------------------------------------------ true sentences

HAS_APPLE = "deluxe-2018 tiles=23-36 bratworms=1 specialists=apple@25,weasel@26"
TAKES_26 = "roll;dice 1124WWWW;keep W;roll;dice 1245;keep 5;roll;dice 124;keep 1;stop"
FAILS = "roll;dice 22444444;keep 4;stop"


def test_a_player_who_retains_the_figure_they_had_is_not_told_that_it_is_new() -> None:
    game = played(f"{TAKES_25};{FAILS};{TAKES_26}", HAS_APPLE)
    kept, changed = game.play(parse_move("retain apple")), game.play(parse_move("retain weasel"))
    assert "You now have the apple." in seen(played(TAKES_25, HAS_APPLE)).status.text
    assert "You keep the apple." in seen(kept).status.text
    assert "Ada keeps the apple." in seen(kept, (1,)).log[0].in_short
    assert "Ada keeps the apple." in dict(seen(kept, (1,)).heard)[len(game.moves)]
    assert "now" not in seen(kept).log[0].in_short
    assert "You now have the weasel." in seen(changed).log[0].in_short


def test_a_player_who_has_just_got_a_bratworm_is_not_told_that_they_get_nothing() -> None:
    with_bratworm = "roll;dice 11444444;keep 1;stop"
    game = played(with_bratworm, HAS_APPLE)
    assert "Bad luck, but you keep your bratworm." in seen(game).log[0].in_short
    assert "Bad luck, but Ada keeps the bratworm." in seen(game, (1,)).status.text
    assert "nothing" not in seen(game).log[0].in_short
    later = played(f"{with_bratworm};{FAILS};{FAILS}", HAS_APPLE)
    assert "You get nothing." in seen(later).log[0].in_short, "the bratworm is of an earlier turn"


def test_bratworms_are_said_to_be_among_the_worms() -> None:
    player = seen(played("roll;dice 11444444;keep 1", HAS_APPLE)).players[0]
    assert (player.worms, player.in_all) == (1, "1 worm, including 1 bratworm")
    assert player.summary == "Ada: no tile, 1 worm, including 1 bratworm"
    assert seen(played("", HAS_APPLE)).players[1].summary == "Bo: no tile, 0 worms"
    assert Teller(ENGLISH, ()).worms_in_all(12, 3) == "12 worms, 3 of them bratworms"
    assert Teller(words_of("de"), ()).worms_in_all(12, 3) == "12 Würmer, davon 3 Rostbratwürmer"


# ------------------------------------------------------------------------------------------------ story


def test_a_story_can_be_continued() -> None:
    game = played("roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5;stop;roll;dice 1124445W")
    for ply in range(len(game.moves) + 1):
        assert story_of(game, story_of(game.until(ply))) == story_of(game)


def test_what_travels() -> None:
    assert list(travelling(Keep(6), ())) == ["face-W"]
    assert list(travelling(Keep(6), (Took(0, 27),))) == ["27"]
    assert list(travelling(Stop(), (Failed(0, 24, 36),))) == ["24", "hit-0", "flip-36"]
    assert list(travelling(Stop(), (Failed(0, None, None),))) == []
    assert list(travelling(Stop(), (Stole(0, 1, None),))) == ["hit-1"]
    assert list(travelling(Stop(), (Stole(0, 1, 25),))) == ["hit-1", "arc-25"]
    assert list(travelling(Keep(1), (GotBratworm(1, None),))) == ["drop-1", "face-1"]


def test_a_bot_tells_its_reasons_in_the_language_of_the_reader() -> None:
    state = parse_state("classic-2014 | 21-24,26-36 | - 25 | seat=0 phase=decide aside=5555W")
    teller = Teller(words_of("de"), ("Ada", "Bo"))
    thinking = make_thinking(teller, state, make_player("thinker").consider(state))
    assert thinking.options[0].reason == "Aufhören und Bo die 25 mit 2 Würmern klauen."
    assert re.search(r"Im Schnitt \d,\d\d Würmer, Fehlwurf in \d+\s%", thinking.options[1].reason)


@pytest.mark.parametrize(
    ("seat", "facts", "is_waited_for", "is_absent"),
    [
        (SeatFacts(), {}, True, False),
        (SeatFacts(presence="absent"), {}, True, True),
        (SeatFacts(presence="away"), {}, False, False),
        (SeatFacts("pullet"), {}, False, False),
        (SeatFacts(presence="absent"), {"has_clock": True}, False, False),
        (SeatFacts(presence="absent"), {"has_chat": False}, False, False),
    ],
)
def test_only_a_person_without_a_clock_is_nudged(
    seat: SeatFacts, facts: dict[str, bool], is_waited_for: bool, is_absent: bool
) -> None:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    view = make_view(game, Facts("table", (seat, SeatFacts()), (1,), **facts), ENGLISH)  # type: ignore[arg-type]  # facts by name
    assert bool(view.waits_for) == is_waited_for
    assert bool(view.waits_for and view.waits_for.is_absent) == is_absent


@pytest.mark.parametrize("presence", ["away", "left", "skipped"])
def test_whoever_a_bot_plays_for_is_told_so_and_cannot_move_beneath_it(presence: str) -> None:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    seats = (SeatFacts(presence=presence), SeatFacts())
    mine = make_view(game, Facts("table", seats, (0,)), ENGLISH)
    assert (mine.is_my_move, mine.actions, mine.is_played_for) == (False, (), True)
    assert (mine.status.kind, mine.status.title) == ("theirs", "A bot plays for you")
    other = make_view(game, Facts("table", seats, (1,)), ENGLISH)
    assert (other.status.title, other.is_played_for) == ("A bot plays for Ada", False)


def test_somebody_without_a_seat_is_told_that_they_watch() -> None:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    assert seen(game, ()).is_watching
    assert not seen(game, (1,)).is_watching


def test_a_bot_that_waits_for_its_code_warms_up() -> None:
    game = played("")
    facts = Facts("table", (SeatFacts("rooster"), SeatFacts()), (1,), bots=BotsTold.WARMING_UP)
    titles = [make_view(game, facts, words_of(language)).status.title for language in ("en", "de", "it")]
    assert titles == ["Ada is warming up …", "Ada wärmt sich auf …", "Ada si sta scaldando…"]


def test_a_bot_that_did_not_answer_is_told_of() -> None:
    status = seen(played("roll;dice 1124445W"), bots=BotsTold.PLAIN).status
    assert (status.title, status.meanwhile) == (
        "Your turn",
        "A bot did not answer in time, so a beginner has moved for it.",
    )
