"""A server, a browser, and visitors who must never see it complain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.support.line import Line, line_to
from tests.support.running import Server, running
from tests.support.visiting import LAPTOP, WINDOWLESS, Size, Visitor, launched

expect.set_options(timeout=30_000)


class Visit(Protocol):
    """Makes a visitor."""

    def __call__(
        self,
        size: Size = ...,
        language: str = ...,
        *,
        is_calm: bool = ...,
        url: str = ...,
        browser: Browser = ...,
        **options: Any,
    ) -> Visitor:
        """A browser of its own; `is_calm` asks for no motion, `url` is another way to the server."""


# The sync API of Playwright keeps a running event loop: it must end with this folder, other tests need theirs.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What starts browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, as far as it needs no windows."""
    with launched(playwright, WINDOWLESS) as browser:
        yield browser


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium with all that it has: only this one remembers that it may notify."""
    with launched(playwright) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dice follow from a seed."""
    with running(tmp_path_factory.mktemp("pages"), test_seed="a summer evening") as server:
        yield server


@pytest.fixture(scope="package")
def paced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages show what bots do at their own pace."""
    with running(tmp_path_factory.mktemp("paced"), test_seed="a long evening", bot_pause_seconds="0.9") as server:
        yield server


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """People with browsers; none may have seen an error, a warning or a breach of the policy."""
    visitors: list[Visitor] = []

    def visit(
        size: Size = LAPTOP,
        language: str = "en-US",
        *,
        is_calm: bool = True,
        url: str = "",
        browser: Browser = browser,
        **options: Any,
    ) -> Visitor:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            reduced_motion="reduce" if is_calm else "no-preference",
            **options,
        )
        visitors.append(Visitor(context, url or server.url))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A way to the server that can be cut."""
    with line_to(server.port) as line:
        yield line


@pytest.fixture
def robin(visit: Visit) -> Visitor:
    """Somebody at a laptop."""
    return visit()
