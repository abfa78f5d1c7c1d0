"""An invitation leads to an address that others can reach, or says what it takes."""

from __future__ import annotations

import pytest
from starlette.datastructures import URL

from wormgrill.server.settings import Settings
from wormgrill.server.web import invitation as module
from wormgrill.server.web.invitation import Invitation, invitation, own_address


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_address", lambda: "192.168.1.7")


def listening(host: str, public_url: str | None = None) -> Settings:
    return Settings.model_validate({"host": host, "public_url": public_url})


@pytest.mark.parametrize(
    ("host", "public_url", "asked", "expected"),
    [
        (
            "127.0.0.1",
            None,
            "http://127.0.0.1:8421/t/a",
            ("http://127.0.0.1:8421", "wormgrill serve --host 192.168.1.7"),
        ),
        ("127.0.0.1", None, "http://localhost:8421/", ("http://localhost:8421", "wormgrill serve --host 192.168.1.7")),
        ("::1", None, "http://[::1]:8421/", ("http://[::1]:8421", "wormgrill serve --host 192.168.1.7")),
        ("0.0.0.0", None, "http://127.0.0.1:8421/", ("http://192.168.1.7:8421", "")),
        ("0.0.0.0", None, "http://192.168.1.7:8421/", ("http://192.168.1.7:8421", "")),
        ("127.0.0.1", "https://worms.example.org", "http://127.0.0.1:8421/", ("https://worms.example.org", "")),
        ("127.0.0.1", None, "https://worms.example.org/", ("https://worms.example.org", "")),
    ],
)
def test_an_invitation_leads_to_where_others_can_come(
    host: str, public_url: str | None, asked: str, expected: tuple[str, str]
) -> None:
    assert invitation(listening(host, public_url), URL(asked)) == Invitation(*expected)


def test_a_machine_without_a_network_is_told_to_listen_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_address", lambda: "")
    assert invitation(listening("127.0.0.1"), URL("http://127.0.0.1:8421/")).remedy == "wormgrill serve --host 0.0.0.0"
    assert invitation(listening("0.0.0.0"), URL("http://127.0.0.1:8421/")).base_url == "http://127.0.0.1:8421"


def test_the_own_address_is_none_of_this_machine_alone() -> None:
    assert not own_address().startswith("127.")
