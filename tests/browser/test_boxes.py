"""A sample of `python -m proof boxes`: nothing overlaps, is cut off, or is too small to read or to hit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.boxes import problems_of
from tests.support.scenes import ADDRESS, scene_context, scene_page, show_scene
from tests.support.visiting import Size

IS_WHOLE = (
    "each => !each.clientWidth || (each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 6)"
)
CROWDED = ("weasel-hints", "five-kept", "rob", "retain", "claim", "away", "failed", "over")


@pytest.mark.parametrize(
    ("language", "size"), [("fr", (360, 740)), ("de", (740, 360)), ("it", (1024, 768)), ("en", (1280, 720))]
)
def test_a_crowded_table_fits_the_screen(browser: Browser, language: str, size: Size) -> None:
    context = scene_context(browser, size)
    page = context.new_page()
    found = dict[str, list[str]]()
    for scene in CROWDED:
        show_scene(page, scene, language)
        found[scene] = problems_of(page)
        assert page.locator(".bar .edition").evaluate(IS_WHOLE), scene
    context.close()
    assert not any(found.values()), found


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800)])
@pytest.mark.parametrize(("name", "language"), [("Fledgling 2", "en"), ("Jungvogel 2", "de")])
def test_of_two_bots_of_one_level_each_can_be_told_at_a_table_for_seven(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, name: str, language: str, size: Size
) -> None:
    names = ("Robin", name.removesuffix(" 2"), name, "Wren", "Magpie", "Siskin", "Swift")
    monkeypatch.setattr("tests.support.scenes.NAMES", names)
    monkeypatch.setattr("tests.support.scenes.scene_page", scene_page.__wrapped__)
    context = scene_context(browser, size)
    page = context.new_page()
    for scene in ("keep", "over"):
        show_scene(page, scene, language)
        assert not problems_of(page)
        number = page.locator("#player-2 .numbered > :last-child")
        assert number.inner_text() == "2"
        assert number.evaluate(IS_WHOLE)
        if size[0] != 740:  # on its side the phone has one column for all players, where the longest names are cut
            assert page.locator("#player-2 .numbered > :first-child").evaluate(IS_WHOLE)
    assert page.locator(".result-row.winner .result-name > span").evaluate(IS_WHOLE)
    context.close()


def test_the_measure_finds_what_is_wrong(browser: Browser) -> None:
    context = scene_context(browser, (360, 740))
    page = context.new_page()
    show_scene(page, "keep", "en")
    page.evaluate(
        """() => {
            const [first, second] = document.querySelectorAll(".face");
            second.style.marginLeft = "-40px";
            document.querySelector(".action").style.width = "600px";
            document.querySelector(".points strong").style.fontSize = "9px";
            document.querySelector(".bar .tool").style.height = "20px";
        }"""
    )
    assert {problem.split(":")[0] for problem in problems_of(page)} >= {
        "overlaps",
        "too small to read",
        "too small to hit",
    }
    assert page.url.startswith(ADDRESS)
    context.close()
