"""Reasons in words: every message can be filled, in English and in translation."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.positions import play, position
from wormgrill.game.moves import Roll, Stop
from wormgrill.game.position import parse_state
from wormgrill.game.state import State
from wormgrill.players import LEVELS, MESSAGES, Reason, explain, make_player
from wormgrill.players.comparing import compared
from wormgrill.players.reasons import English
from wormgrill.testing import open_states

FIELDS = {"value", "fail", "points", "face", "dice", "tile", "worms", "name", "count", "win", "other", "specialist"}


class Shouting(English):
    """A language in which everything is said loudly and numbers do not matter."""

    def gettext(self, message: str) -> str:
        """Translate."""
        return f"{message} Indeed!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002  # the signature of gettext
        """Translate."""
        return f"{msgid2} Indeed!"


@settings(max_examples=150, deadline=None)
@given(state=open_states(), level=st.sampled_from(LEVELS))
def test_every_thought_can_be_put_into_words(state: State, level: str) -> None:
    for thought in make_player(level, 1).consider(state):
        text = explain(thought.reason)
        assert text.endswith((".", "!"))
        assert "%(" not in text
        assert explain(thought.reason, Shouting()).endswith("Indeed!")


@settings(max_examples=60, deadline=None)
@given(state=open_states(), level=st.sampled_from(LEVELS))
def test_a_thought_is_a_value_that_can_be_sent_to_another_process(state: State, level: str) -> None:
    for thought in make_player(level, 1).consider(state):
        assert explain(thought.reason)
        for twin in (pickle.loads(pickle.dumps(thought)), copy.copy(thought), copy.deepcopy(thought)):
            assert (twin, twin.reason) == (thought, thought.reason)
            assert hash(twin) == hash(thought)


@pytest.mark.parametrize("message", MESSAGES)
def test_messages_use_known_numbers_and_plurals_go_together(message: str) -> None:
    entry = MESSAGES[message]
    fields = set(re.findall(r"%\((\w+)\)[sd]", entry.text))
    assert fields <= FIELDS
    assert bool(entry.plural) == bool(entry.counted)
    if entry.plural:
        assert entry.counted in fields
        assert fields == set(re.findall(r"%\((\w+)\)[sd]", entry.plural))


def words(state: State, level: str = "thinker") -> list[str]:
    """What a level says about each move, best first."""
    return [explain(thought.reason) for thought in make_player(level).consider(state)]


def test_thinker_tells_what_stopping_brings() -> None:
    state = parse_state("classic-2014 | 21,30-36 | - 25 | seat=0 phase=decide aside=2344WW")
    assert "Stop and take tile 21 with 1 worm." in words(state)
    state = parse_state("classic-2014 | 21,30-36 | - 25 | seat=0 phase=decide aside=5555W")
    assert "Stop and steal tile 25 with 2 worms from seat 1." in words(state)
    state = parse_state("deluxe-2018 | 26-36 | - 25@hen | seat=0 phase=decide aside=5555W")
    assert "Stop and get seat 1's hen." in words(state)
    state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=decide aside=5555")
    assert words(state)[1] == "Stopping here is a failed attempt."


def test_thinker_tells_value_and_risk() -> None:
    state = play(position("classic-2014"), "roll", "dice 1124445W")
    assert words(state)[0] == "Keep the 4: 12 points, 5 dice left. On average 1.50 worms, failing 32% of the time."


def test_a_player_that_keeps_ones_tells_of_the_bratworm() -> None:
    state = play(position("deluxe-2018"), "roll", "dice 1124445W")
    assert any(text.startswith("Keep the 1s and earn a bratworm: 2 points, 6 dice left.") for text in words(state))


@pytest.mark.parametrize("level", ["nestling", "fledgling", "rooster"])
def test_a_player_that_misjudges_tells_an_impression_and_no_exact_chances(level: str) -> None:
    state = play(position("classic-2014"), "roll", "dice 1124445W")
    for thought in make_player(level).consider(state):
        assert explain(thought.reason) == f"This looks like {thought.value:.2f} worms on average."
    stopped = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=decide aside=23344W")
    assert "Stop and take tile 21 with 1 worm." in words(stopped, level)


def test_greedy_rolls_because_there_is_nothing_to_take_yet() -> None:
    assert words(position("deluxe-2018"), "greedy") == ["There is nothing to take yet, so roll."]
    golden = position("deluxe-2018", specialists={0: "golden_die"})
    assert words(golden, "greedy") == ["The more the better.", "Something else looks better."]


def test_numbers_and_names_are_those_of_the_reader() -> None:
    reason = Reason("stop.steal", {"seat": 1, "tile": 25, "worms": 2})
    assert explain(reason, names=("Ada", "Bo")) == "Stop and steal tile 25 with 2 worms from Bo."
    assert explain(reason, Shouting()) == "Stop and steal tile 25 with 2 worms from seat 1 Indeed!. Indeed!"
    start = Reason("roll.start", {"value": 1.5, "fail": 0.25})
    assert "1.50 worms, failing 25% of the time" in explain(start)


def test_an_unknown_message_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'no\.such' is not the id of a message"):
        Reason("no.such")


@settings(max_examples=150, deadline=None)
@given(state=open_states())
def test_any_two_moves_can_be_compared_in_words(state: State) -> None:
    best, *others = (thought.move for thought in make_player("champion").consider(state))
    for other in others:
        sentences = [explain(reason) for reason in compared(state, best, other)]
        assert 2 <= len(sentences) <= 3
        assert len(set(sentences)) == len(sentences), "nothing is said twice"
        assert all("%(" not in sentence and " W" not in sentence for sentence in sentences)


def test_a_comparison_tells_what_is_taken_and_how_safe_it_lies() -> None:
    state = parse_state("classic-2014 | 21,22 | 36.35 25.24 | seat=0 phase=decide aside=555W2")
    assert [explain(reason, names=("Ada", "Bo")) for reason in compared(state, Stop(), Roll())] == [
        "Rolling again fails 12% of the time and wins 93% of games.",
        "Stopping takes tile 22 with 1 worm and wins 97% of games.",
        "Tile 22 on top is then stolen by Bo at most 41% of the time.",
    ]
    last = parse_state("classic-2014 | 22 | 36.35 25.24 | seat=0 phase=decide aside=555W2")
    assert len(compared(last, Stop(), Roll())) == 2, "the game is over: nobody steals any more"
    guarded = parse_state("deluxe-2018 | 21,22 | 36.35@hen 25.24 | seat=0 phase=decide aside=555W2")
    assert len(compared(guarded, Stop(), Roll())) == 2, "the hen guards it"
    low = parse_state("deluxe-2018 | 11,22 | 36.35 25.24 | seat=0 phase=decide aside=24W")
    assert len(compared(low, Stop(), Roll())) == 2, "nobody can steal 11"


def test_a_golden_die_that_waits_is_compared_with_the_roll_without_it() -> None:
    table = "deluxe-2018 golden_die_joins=any_roll | 21-25,30 | 26@golden_die 36 | seat=0 phase=decide aside=355WW"
    assert [explain(reason) for reason in compared(parse_state(table), Roll(golden=True), Roll())] == [
        "Without the golden die 12% of turns fail, and 39% of games are won.",
        "With the golden die 6% of turns fail, and 43% of games are won.",
    ]
    thoughts = make_player("champion").consider(parse_state(table.replace("355WW", "3355WW")))
    assert [thought.reason.message for thought in thoughts] == ["win.golden", "win.stop.worse", "win.roll"]


def test_specialists_and_worms_have_names() -> None:
    state = parse_state("deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel")
    for level in ("champion", "thinker"):
        told = words(state, level)
        assert any("the apple" in each for each in told)
        assert any("the weasel" in each for each in told)
    state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W")
    for level in ("champion", "thinker"):
        assert any(each.startswith("Keep the worms: ") for each in words(state, level))
