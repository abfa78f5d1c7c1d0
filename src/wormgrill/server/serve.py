"""Serving: bind, open, tell where, and stop cleanly when asked to."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI

from wormgrill.cache import find_cache
from wormgrill.server.app import create_admin_app, create_app
from wormgrill.server.logs import write_logs
from wormgrill.server.services.container import open_services
from wormgrill.server.settings import Settings
from wormgrill.server.systemd import told_to_systemd
from wormgrill.server.web.connections import Connections

log = logging.getLogger(__name__)

DRAIN_SECONDS = 2
"""How long open requests may take to end when the server stops."""
OTHER_FILES = 128
"""Files that are open besides the connections: the database, pipes to the bots."""
FEWEST_CONNECTIONS = 16
"""So many are tried, however few files may be open."""
ADMIN_CONNECTIONS = 64
BACKLOG = 2048
GC_THRESHOLDS = (5_000, 20, 1_000)
"""Everybody waits while garbage is collected: little at a time, and what has lived for long hardly ever."""


class _Server(uvicorn.Server):
    """Uvicorn, which ends late connections, and leaves signals alone."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self._connections = connections

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if not counter % 10:
            self._connections.end_late()
        return await super().on_tick(counter)


class _MainServer(_Server):
    """The server that people use: it tells the streams to end as soon as it is asked to stop."""

    hurry: Callable[[], None]

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop the server at a signal, but do not end the process: the services are closed afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before[signal.SIGINT])
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing stops the closing, which ends soon

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop taking requests; the second time, at once."""
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self.hurry)


def serve(settings: Settings) -> None:
    """Serve until asked to stop; `ValueError` with one line if that cannot be."""
    write_logs(as_json=settings.log_format == "json")
    find_cache()
    if warning := settings.missing_proxy():
        log.warning(warning)
    with ExitStack() as stack:
        main = stack.enter_context(_bind(settings.host, settings.port, "wormgrill serve --port N"))
        admin = None
        if settings.admin_port is not None:
            admin = stack.enter_context(_bind(settings.admin_host, settings.admin_port, "WORMGRILL_ADMIN_PORT=N"))
        factory = uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(_serve(settings, main, admin))


async def _serve(settings: Settings, main: socket.socket, admin: socket.socket | None) -> None:
    most = min(settings.connections, max(FEWEST_CONNECTIONS, _open_files() - OTHER_FILES))
    connections, admin_connections = Connections(settings, most), Connections(settings, ADMIN_CONNECTIONS)
    async with open_services(settings) as services:
        server = _MainServer(_config(create_app(services), settings, connections), connections)
        server.hurry = services.hurry
        admin_config = _config(create_admin_app(services), settings, admin_connections)
        async with _served(_Server(admin_config, admin_connections), admin):
            _collect_garbage_rarely()
            _tell(settings, main.getsockname()[1])
            async with told_to_systemd():
                await server.serve(sockets=[main])


@asynccontextmanager
async def _served(server: uvicorn.Server, listening: socket.socket | None) -> AsyncIterator[None]:
    """Serve beside what happens in the block, if there is where to listen."""
    if listening is None:
        yield
        return
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving


def _config(app: FastAPI, settings: Settings, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
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
    """Collect garbage less often than usual: tables live long and have no reference cycles, only pages have."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _bind(host: str, port: int, remedy: str) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else None
        raise ValueError(f"cannot listen on {host} port {port}: {reason or problem} (another one: {remedy})") from None


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
