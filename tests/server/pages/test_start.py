"""The start page: what it offers, and what its forms open."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.support.browsing import Browser, table_in
from tests.support.running import Client, Server, eventually
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.pages.new_table import plan_of, read_form


def test_looking_makes_nobody(server: Server) -> None:
    with Browser(server) as browser:
        text = browser.open("/")
        assert not browser.cookies
        suggested = re.search(r'id="my-name" name="name" value="(\w+)"', text)
        assert suggested


def test_one_click_plays_against_two_bots(server: Server, ada: Client) -> None:
    with Browser(server) as browser:
        table_id = table_in(browser.submit("/play", name="Wren"))
        view = ada.read(table_id)
        assert (view["life"], view["rules"]) == ("playing", "classic-2014")
        assert [seat["kind"] for seat in view["seats"]] == ["person", "bot", "bot"]
        assert view["seats"][0]["name"] == "Wren"
        assert f"/t/{table_id}" in browser.open("/")


def test_play_now_remembers_the_edition_and_deluxe_is_one_click_away(server: Server, ada: Client) -> None:
    with Browser(server) as browser:
        assert 'name="edition" value="deluxe-2018"' in browser.open("/")
        assert ada.read(table_in(browser.submit("/play", name="Wren")))["rules"] == "classic-2014"
        assert ada.read(table_in(browser.submit("/play", edition="deluxe-2018")))["rules"] == "deluxe-2018"
        assert 'name="edition" value="classic-2014"' in browser.open("/")
        assert ada.read(table_in(browser.submit("/play")))["rules"] == "deluxe-2018"
        assert ada.read(table_in(browser.submit("/play", edition="soup")))["rules"] == "classic-2014"


def test_play_now_remembers_the_level(server: Server, ada: Client) -> None:
    def levels(table_id: str) -> list[str]:
        return [seat["level"] for seat in ada.read(table_id)["seats"][1:]]

    with Browser(server) as browser:
        assert levels(table_in(browser.submit("/play", name="Wren"))) == ["fledgling", "pullet"]
        assert levels(table_in(browser.submit("/play", level="champion"))) == ["thinker", "champion"]
        assert '<option value="champion" selected>' in browser.open("/")
        assert levels(table_in(browser.submit("/play"))) == ["thinker", "champion"]
        assert levels(table_in(browser.submit("/play", level="hatchling"))) == ["hatchling", "hatchling"]
        assert levels(table_in(browser.submit("/play", level="eagle"))) == ["fledgling", "pullet"]


def test_a_table_with_house_rules_and_a_family_on_one_device(server: Server, ada: Client) -> None:
    with Browser(server) as browser:
        fields = {"edition": "deluxe-2018", "golden-deluxe-2018": "111WWW", "short_game": "true", "name2": "Ida"}
        view = ada.read(browser.set_table("me", "device", "", "bot thinker", name="Wren", **fields))
    assert view["rules"] == "deluxe-2018 short_game golden_die_faces=111WWW"
    assert [seat["name"] for seat in view["seats"]] == ["Wren", "Ida", "Thinker"]
    assert (view["life"], view["has_hints"], view["is_public"]) == ("playing", False, False)


def test_the_form_is_offered_as_it_was_after_somebody_has_sent_a_wrong_one(server: Server) -> None:
    with Browser(server) as browser:
        browser.submit("/play", name="Wren")
        offered = form_in(browser.open("/"))
        assert "data-name" not in offered
        refused = browser.post("/tables", data={"seat1": "me", "edition": "classic-2005"})
        assert (refused.status_code, form_in(refused.text) == offered) == (422, False)
        assert form_in(browser.open("/")) == offered
        browser.cookies.set("language", "de")
        assert "Hausregeln" in form_in(browser.open("/"))
    with Browser(server) as stranger:
        text = stranger.open("/")
        names = re.findall(r'name="name" value="(\w+)"', text)
        assert len(names) == 3
        assert len(set(names)) == 1


def form_in(page: str) -> str:
    """The form for a new table."""
    return page.partition('<form method="post" action="/tables">')[2].partition("</form>")[0]


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({"lower_tile": "on", "may_pass": "on"}, "classic-2014 lower_tile=any may_pass"),
        ({"edition": "classic-2005", "short_game": "returned"}, "classic-2005 short_game=returned"),
        ({"edition": "extrawurm-2015", "golden-extrawurm-2015": "111WWW"}, "extrawurm-2015"),
        ({"edition": "extrawurm-2015", "golden-extrawurm-2015": "12345W"}, "extrawurm-2015 golden_die_faces=12345W"),
        ({"edition": "extrawurm-2015", "golden-deluxe-2018": "12345W"}, "extrawurm-2015"),
        ({"golden-deluxe-2018": "111WWW", "short_game": "false"}, "classic-2014"),
        ({"edition": "deluxe-2018", "golden_die_joins": "on"}, "deluxe-2018 golden_die_joins=any_roll"),
        ({"golden_die_joins": "on"}, "classic-2014"),
    ],
    ids=[
        *("readings", "to the letter", "printed die", "other die", "die of another box", "no golden die"),
        *("die at any roll", "no golden die to join"),
    ],
)
def test_a_table_is_set_with_the_rules_that_were_chosen(
    server: Server, ada: Client, fields: dict[str, str], rules: str
) -> None:
    with Browser(server) as browser:
        assert ada.read(browser.set_table("me", "bot hatchling", **fields))["rules"] == rules


def test_both_golden_dice_are_offered_as_equals_outside_the_house_rules(server: Server) -> None:
    with Browser(server) as browser:
        page = browser.open("/")
    offered, house = page.index('name="golden-deluxe-2018"'), page.index('class="house"')
    assert offered < house
    assert page.count('name="golden-deluxe-2018"') == page.count('name="golden-extrawurm-2015"') == 2
    assert 'name="golden-' not in page[house : page.index("</details>", house)]


def test_a_public_table_waits_and_is_listed_for_others(server: Server, ada: Client) -> None:
    with Browser(server) as host, Browser(server) as other:
        table_id = host.set_table("me", "link", open_to="all", pace="mail 3", hints="on")
        view = ada.read(table_id)
        assert (view["life"], view["pace"], view["has_hints"]) == ("waiting", "mail 3", True)
        link = f'href="/t/{table_id}"'
        assert eventually(lambda: link in other.open("/")), "what strangers see may be a second old"
        assert host.open("/").count(link) == 1, "among the host's own games, and not among those to join"


def test_what_others_or_a_clock_wait_for_stands_first_with_since_when_and_until_when(server: Server) -> None:
    with Browser(server) as ada, Browser(server) as bo:
        by_mail = ada.set_table("me", "link", pace="mail 3")
        bo.submit(f"/t/{by_mail}/join", name="Bo")
        ada.submit(f"/t/{by_mail}/start")
        against_bots = ada.set_table("me", "bot pullet")
        page = ada.open("/")
        waiting = page.partition("waiting-for-me")[2].partition("</section>")[0]
        assert "1 game waits for you" in waiting
        assert re.search(r"Your turn began \d+ seconds? ago\. Your time is up in 3 days\.", waiting)
        assert (f"/t/{by_mail}" in waiting, f"/t/{against_bots}" in waiting) == (True, False)
        assert page.count(f'href="/t/{by_mail}"') == 1, "it is not listed a second time among the others"
        assert page.index("waiting-for-me") < page.index('class="hero"')
        assert "<title>(1) " in page
        theirs = bo.open("/")
        assert ("waiting-for-me" in theirs, "<title>(" in theirs) == (False, False)


@pytest.mark.parametrize("typed", ["{id}", " {id} ", "{spaced}", "https://worms.example.org/t/{id}?x=1"])
def test_a_code_or_link_leads_to_its_table(server: Server, typed: str) -> None:
    with Browser(server) as browser:
        table_id = browser.set_table("me", "link")
        spaced = f"{table_id[:4]} {table_id[4:8]} {table_id[8:]}".upper()
        answer = browser.get("/join", params={"code": typed.format(id=table_id, spaced=spaced)})
        assert table_in(answer) == table_id


def test_a_wrong_code_is_told_kindly(server: Server) -> None:
    with Browser(server) as browser:
        answer = browser.get("/join", params={"code": "<b>nothing</b>"})
        assert answer.status_code == 404
        assert "No table has this code" in answer.text
        assert "&lt;b&gt;nothing" in answer.text


def test_a_table_for_one_is_refused_and_the_form_keeps_what_was_chosen(server: Server) -> None:
    with Browser(server) as browser:
        answer = browser.post("/tables", data={"seat1": "me", "edition": "deluxe-2018", "pace": "live 60"})
        assert answer.status_code == 422
        assert re.search(r'value="deluxe-2018"[^>]* checked', answer.text)
        assert '<option value="live 60" selected>' in answer.text
        assert not browser.cookies


@pytest.mark.parametrize("form", [{}, {"seat1": "me", "seat2": "king"}, {"seat1": "me", "seat2": "me", "pace": "soon"}])
def test_forms_that_ask_for_no_table(form: dict[str, str]) -> None:
    with pytest.raises(InvalidRequest):
        plan_of(read_form(form))


def test_a_house_rule_that_an_edition_has_no_use_for_is_left_out() -> None:
    form = {"seat1": "me", "seat2": "link", "golden_die_faces": "on", "edition": "classic-2014"}
    assert str(plan_of(read_form(form)).rules) == "classic-2014"


def test_the_server_knows_the_levels_without_the_compiler() -> None:
    """What people choose from is there before any process of the bots is: nothing heavy is imported for it."""
    code = "import sys, wormgrill.server.app; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_game_can_be_installed(server: Server) -> None:
    with Browser(server) as browser:
        answer = browser.get("/manifest.webmanifest")
        assert answer.headers["content-type"] == "application/manifest+json"
        for icon in answer.json()["icons"]:
            assert browser.get(icon["src"]).headers["content-type"] == icon["type"]
        assert browser.get("/favicon.ico").headers["content-type"] == "image/png"
