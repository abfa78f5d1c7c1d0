"""What depends on the device: its keyboard, and what can be heard of the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.scenes import scene_context, show_scene
from tests.support.visiting import LAPTOP

PRESS = """([key, code]) => {
    let pressed = "";
    document.addEventListener("click", event => {
        pressed = event.target.closest("[data-key]").dataset.key;
        event.preventDefault();
    }, {capture: true, once: true});
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, code, bubbles: true}));
    return pressed;
}"""
SOUND = """async name => {
    const samples = await sounds.render(name);
    const loud = samples.map(Math.abs);
    return [Math.max(...loud), loud.findLastIndex(sample => sample > 0.003) / 44100];
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Somebody who chooses dice."""
    context = scene_context(browser, LAPTOP)
    page = context.new_page()
    show_scene(page, "keep", "en")
    yield page
    context.close()


@pytest.mark.parametrize(
    ("key", "code", "pressed"),
    [
        ("4", "Digit4", "4"),
        ("4", "Numpad4", "4"),
        ("'", "Digit4", "4"),  # a French keyboard, without Shift
        ("w", "KeyW", "W"),
        ("w", "KeyZ", "W"),  # a French keyboard
        ("ц", "KeyW", "W"),  # a Russian one
        ("z", "KeyW", ""),  # what is typed counts, not the place
    ],
)
def test_keys_are_found_on_every_keyboard(page: Page, key: str, code: str, pressed: str) -> None:
    assert page.evaluate(PRESS, [key, code]) == pressed


def test_sounds_are_short_soft_and_equally_loud(page: Page) -> None:
    names = page.evaluate("() => sounds.names")
    assert set(names) == {"dice", "tile", "steal", "fail", "turn"}
    for name in names:
        peak, seconds = page.evaluate(SOUND, name)
        assert 0.15 < peak < 0.5, name
        assert 0.2 < seconds < 1.0, name
