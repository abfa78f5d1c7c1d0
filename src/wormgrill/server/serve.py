"""Serving: bind, open, tell where, and stop cleanly when asked to."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from wormgrill.server.app import create_app
from wormgrill.server.logs import write_logs
from wormgrill.server.services.container import open_services
from wormgrill.server.settings import Settings
from wormgrill.server.web.connections import Connections

DRAIN_SECONDS = 2
"""How long open requests may take to end when the server stops."""
OTHER_FILES = 128
"""Files that are open besides the connections: the database, pipes to the bots."""
FEWEST_CONNECTIONS = 16
"""So many are tried, however few files may be open."""
BACKLOG = 2048
GC_THRESHOLDS = (50_000, 20, 100)


class _Server(uvicorn.Server):
    """Uvicorn, which ends late connections, and all streams as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, connections: Connections, close_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._connections = connections
        self._close_streams = close_streams

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop the server at a signal, but do not end the process: the services are closed afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if not counter % 10:
            self._connections.end_late()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop taking requests; the second time, at once."""
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self._close_streams)


def serve(settings: Settings) -> None:
    """Serve until asked to stop; `ValueError` with one line if that cannot be."""
    write_logs(as_json=settings.log_format == "json")
    with _bind(settings) as listening:
        factory = uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(_serve(settings, listening))


async def _serve(settings: Settings, listening: socket.socket) -> None:
    connections = Connections(settings, min(settings.connections, max(FEWEST_CONNECTIONS, _open_files() - OTHER_FILES)))
    async with open_services(settings) as services:
        config = uvicorn.Config(
            create_app(services),
            http=connections.protocol(),
            ws="none",
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=settings.trusted_proxies or None,
            timeout_keep_alive=settings.idle_seconds,
            timeout_graceful_shutdown=DRAIN_SECONDS,
            backlog=BACKLOG,
        )
        server = _Server(config, connections, services.live_tables.close_streams)
        _collect_garbage_rarely()
        _tell(settings, listening.getsockname()[1])
        await server.serve(sockets=[listening])


def _open_files() -> int:
    """How many files this process may have open, after it has asked for as many as it can get."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415  # not on Windows

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        return sys.maxsize
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def _collect_garbage_rarely() -> None:
    """Collect garbage less often than usual: tables live long and have no reference cycles."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _bind(settings: Settings) -> socket.socket:
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else None
        raise ValueError(
            f"cannot listen on {settings.host} port {settings.port}: {reason or problem}"
            " (another one: wormgrill serve --port N)"
        ) from None


def _tell(settings: Settings, port: int) -> None:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104  # as a name only
    address = settings.public_url or f"http://{f'[{host}]' if ':' in host and '[' not in host else host}:{port}"
    sys.stdout.write(f"wormgrill is served at {address}  (Ctrl+C stops it)\n")
    sys.stdout.flush()
    if settings.open_browser and _has_browser():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_browser() -> bool:
    """Whether a browser can be shown: on a server without a screen, none is started in the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
