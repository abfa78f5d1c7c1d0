"""Somebody with a browser and no JavaScript: links, forms, redirects and cookies."""

from __future__ import annotations

import re

import httpx2

from tests.support.running import PATIENCE_SECONDS, Server

PAGE = "text/html,application/xhtml+xml,*/*;q=0.8"


class Browser(httpx2.Client):
    """Follows redirects and remembers its cookie."""

    def __init__(self, server: Server, language: str = "en") -> None:
        super().__init__(
            base_url=server.url,
            follow_redirects=True,
            timeout=PATIENCE_SECONDS,
            headers={"accept": PAGE, "accept-language": language},
        )

    def open(self, address: str) -> str:
        """The HTML at an address."""
        answer = self.get(address)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert not re.search(r"<[^>]* style=|<script(?! src=)|<style", answer.text), "the policy forbids inline styles"
        return answer.text

    def submit(self, address: str, **fields: str) -> httpx2.Response:
        """The page to which a form leads."""
        answer = self.post(address, data=fields)
        assert answer.is_success, answer.text
        return answer

    def set_table(self, *seats: str, **fields: str) -> str:
        """The id of a new table; a seat is what its select says."""
        chosen = {f"seat{number}": seat for number, seat in enumerate(seats, start=1)}
        return table_in(self.submit("/tables", **chosen, **fields))


def table_in(answer: httpx2.Response) -> str:
    """The id of the table that a page shows."""
    found = re.search(r"/t/(\w{16})", answer.url.path)
    assert found, answer.url
    return found[1]
