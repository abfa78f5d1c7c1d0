"""What to put into a link for others: an address that they can reach, or what it takes to have one."""

from __future__ import annotations

import socket
from functools import cache
from ipaddress import ip_address
from typing import NamedTuple

from starlette.datastructures import URL
from starlette.types import Scope

from wormgrill.server.settings import Settings

ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: which of our own we would send from is known without sending anything."""

UNSPECIFIED = {"0.0.0.0", "::"}  # noqa: S104  # as names only
"""To listen there is to listen everywhere; they lead nowhere."""


class Invitation(NamedTuple):
    """How others reach this server."""

    base_url: str
    remedy: str = ""
    """The command that would let other devices in; empty if they can come."""


def own_url(settings: Settings, scope: Scope) -> URL:
    """The address of this server for the sender of a request, who may name it by any name that is its own.

    The `Host` header is anybody's text: a name that is not this machine's never gets into a link.
    """
    if settings.public_url:
        return URL(settings.public_url)
    server = scope.get("server") or (settings.host, settings.port)
    here = URL(scope={"scheme": scope.get("scheme", "http"), "server": server, "path": "", "headers": []})
    asked = URL(scope=scope).hostname or ""
    is_own = is_loopback(asked) or asked in own_names() | {settings.host, own_address()} - UNSPECIFIED
    return here.replace(hostname=asked) if is_own else here


def invitation(settings: Settings, scope: Scope) -> Invitation:
    """How others reach a server to which its visitor has sent a request."""
    url = own_url(settings, scope)
    if settings.public_url or not is_loopback(url.hostname or ""):
        return Invitation(str(url))
    here = own_address()
    if is_loopback(settings.host):
        is_proxied = not is_loopback(URL(scope=scope).hostname or "")
        remedy = "--public-url https://worms.example.org" if is_proxied else f"--host {here or '0.0.0.0'}"  # noqa: S104  # told to people, not used
        return Invitation(str(url), f"wormgrill serve {remedy}")
    return Invitation(str(url.replace(hostname=here) if here else url))


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


@cache
def own_names() -> frozenset[str]:
    """The names by which others in its network find this machine."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})
