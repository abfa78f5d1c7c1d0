"""The page: one file without scripts or addresses, with every plot and every number, whatever names there are."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from wormgrill.arena.fold import Fold, RoundResult, fold_pass
from wormgrill.arena.page import make_page
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.plots import convergence_plot, matrix_plot, ratings_plot
from wormgrill.arena.report import Report, make_report
from wormgrill.arena.tournament import Ending, Look, Outcome
from wormgrill.game.rules import EDITIONS

NAMES = ("thinker", "<b>bold</b> & brave", "greedy")
SETTINGS = (Setting(EDITIONS["classic-2014"], 2), Setting(EDITIONS["deluxe-2018"], 4))
VOID = {"meta"}


def report(passes: int = 40, *, adjusts_luck: bool = True, settings: tuple[Setting, ...] = SETTINGS) -> Report:
    """Results as if games had been played: the first of two wins three rounds of four."""
    plan = Plan(("thinker", "cmd:brave", "greedy"), settings, adjusts_luck=adjusts_luck)
    outcome = Outcome(plan, ending=Ending.ANSWERED)
    for number in range(passes):
        rounds = []
        for round_ in plan.rounds(number):
            best = min(round_.seatings[0]) if (number + round_.number) % 4 else max(round_.seatings[0])
            raw = [[float(seat == seating.index(best)) for seat in range(len(seating))] for seating in round_.seatings]
            rounds.append(RoundResult(round_.setting, round_.seatings, raw, raw))
        outcome.fold.merge(fold_pass(number, 3, rounds))
        copy = Fold.from_json(outcome.fold.to_json())
        outcome.looks.append(Look(number + 1, copy.games, {str(each): copy.shares[str(each)] for each in range(3)}))
    outcome.passes = passes
    outcome.fold.failures = {"1": 3}
    outcome.fold.told = [(4, 0, "'brave': it answered '<hello>'")]
    return make_report(outcome, NAMES)


class Balanced(HTMLParser):
    """Fails where a tag is closed that is not the last one opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _attributes: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    page = make_page(report())
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert parser.seen.count("svg") == 3
    assert parser.seen.count("table") == 6  # standings and who beats whom: of all games and of both settings
    assert "script" not in parser.seen
    assert not re.search(r"https?:|src=|href=|@import|url\(", page)
    assert "light-dark(" in page


def test_names_and_lines_of_programs_are_text() -> None:
    page = make_page(report())
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; brave failed in 3 of its games" in page
    assert "round 4, game 1: &#x27;brave&#x27;: it answered &#x27;&lt;hello&gt;&#x27;" in page
    assert "ended early" in page


@pytest.mark.parametrize("adjusts_luck", [True, False])
def test_every_plot_can_be_read_and_says_what_it_shows(adjusts_luck: bool) -> None:
    found = report(adjusts_luck=adjusts_luck)
    for plot in (ratings_plot(found.overall), matrix_plot(found.overall), convergence_plot(NAMES, found.convergence)):
        drawing = ET.fromstring(plot)
        assert "thinker" in drawing.attrib["aria-label"]
        _, _, width, height = map(float, drawing.attrib["viewBox"].split())
        for mark in drawing.iter("circle"):
            assert 0 < float(mark.attrib["cx"]) < width
            assert 0 < float(mark.attrib["cy"]) < height
        assert ("adjusted" in plot) == (adjusts_luck and plot != matrix_plot(found.overall))


def test_what_is_not_known_is_left_out() -> None:
    page = make_page(report(passes=1, settings=SETTINGS[:1]))
    assert "How the results settle down" not in page
    assert "inf" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    assert "all games" not in page
