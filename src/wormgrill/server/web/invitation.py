"""What to put into a link for others: an address that they can reach, or what it takes to have one."""

from __future__ import annotations

import socket
from functools import cache
from ipaddress import ip_address
from typing import NamedTuple

from starlette.datastructures import URL

from wormgrill.server.settings import Settings

ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: which of our own we would send from is known without sending anything."""


class Invitation(NamedTuple):
    """How others reach this server."""

    base_url: str
    remedy: str = ""
    """The command that would let other devices in; empty if they can come."""


def invitation(settings: Settings, url: URL) -> Invitation:
    """How others reach a server that its visitor has reached by this address."""
    asked = f"{url.scheme}://{url.netloc}"
    if settings.public_url:
        return Invitation(settings.public_url)
    if not is_loopback(url.hostname or ""):
        return Invitation(asked)
    here = own_address()
    if is_loopback(settings.host):
        return Invitation(asked, f"wormgrill serve --host {here or '0.0.0.0'}")  # noqa: S104  # told to people, not used
    return Invitation(f"{url.scheme}://{here}:{url.port}" if here and url.port else asked)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine and reached by nobody else.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0"), is_loopback("worms.example.org")
    (True, True, False, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@cache
def own_address() -> str:
    """The address of this machine in its network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if is_loopback(address) else address
