"""Telling systemd that the server is ready, lives and stops: one datagram each (deploy/wormgrill@.service)."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PATIENCE_SECONDS = 0.5
"""How long everybody may wait for systemd to listen."""
BEATS = 3
"""Signs of life in the time after which systemd takes the server for dead."""


@asynccontextmanager
async def told_to_systemd() -> AsyncIterator[None]:
    """Say that the server is ready; that its event loop goes on, for as long as it does; and that the server stops."""
    _tell("READY=1")
    beating = asyncio.create_task(_beat(seconds / BEATS)) if (seconds := _watchdog_seconds()) else None
    try:
        yield
    finally:
        _tell("STOPPING=1")
        if beating:
            beating.cancel()


async def _beat(seconds: float) -> None:
    while True:
        _tell("WATCHDOG=1")
        await asyncio.sleep(seconds)


def _watchdog_seconds() -> float:
    """Seconds that systemd waits for a sign of life; 0 if it waits for none of this process."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    return int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000


def _tell(message: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaking:
        speaking.settimeout(PATIENCE_SECONDS)
        speaking.sendto(message.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
