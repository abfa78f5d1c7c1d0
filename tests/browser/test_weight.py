"""How heavy a page is, where it comes from, and what the browser may do with it."""

from __future__ import annotations

from urllib.parse import urlsplit

from tests.browser.conftest import Visit
from tests.support.visiting import Visitor, first_load

MAX_BYTES = 120_000


def test_the_first_load_of_a_table_is_light(robin: Visitor) -> None:
    robin.sit_at("me", "hatchling", rules="deluxe-2018")
    table = robin.path
    robin.open("/static/icon.svg")
    load = first_load(robin, table)
    assert load.total <= MAX_BYTES, load
    assert {"/static/app.css", "/static/table.css", "/static/table.js"} <= load.bytes_of.keys()


def test_texts_are_compressed(robin: Visitor) -> None:
    robin.play_now()
    kinds = ("document", "stylesheet", "script")
    texts = [answer for answer in robin.answers if answer.request.resource_type in kinds and answer.status == 200]
    assert len(texts) >= 6
    plain = [answer.url for answer in texts if answer.header_value("content-encoding") not in ("gzip", "br", "zstd")]
    assert plain == []


def test_nothing_comes_from_other_hosts(visit: Visit) -> None:
    robin = visit()
    robin.play_now()
    robin.play(plies=2)
    robin.open("/open")
    own = urlsplit(robin.url).netloc
    assert {urlsplit(answer.url).netloc for answer in robin.answers} == {own}


def test_the_policy_is_strict_and_kept(robin: Visitor) -> None:
    page = robin.play_now()
    policies = {answer.header_value("content-security-policy") for answer in robin.answers}
    assert len(policies) == 1
    policy = policies.pop() or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.locator("[style], [onclick], style, script:not([src])").count() == 0


def test_it_can_be_installed(robin: Visitor) -> None:
    page = robin.open()
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address
    manifest = page.evaluate("address => fetch(address).then(answer => answer.json())", address)
    assert manifest["name"]
    assert manifest["start_url"] == "/"
    assert manifest["display"] in ("standalone", "fullscreen", "minimal-ui")
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes or "any" in sizes
    for icon in manifest["icons"]:
        assert page.evaluate("address => fetch(address).then(answer => answer.status)", icon["src"]) == 200
