"""A line between a browser and a server that can be cut: an emulated offline leaves open streams alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536


class Line:
    """Hands connections on to a port, as long as it is whole."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._is_whole = True
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        with self._lock:
            self._is_whole = False
            for connection in self._open:
                _end(connection)

    def mend(self) -> None:
        """Let connections through again."""
        with self._lock:
            self._is_whole = True

    def close(self) -> None:
        """Take the line away."""
        self.cut()
        _end(self._listening)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                self._listening.close()
                return
            with self._lock:
                if not self._is_whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                self._open |= {near, far}
            threading.Thread(target=self._join, args=(near, far), daemon=True).start()

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        up = threading.Thread(target=_hand_on, args=(near, far), daemon=True)
        up.start()
        _hand_on(far, near)
        up.join()
        with self._lock:
            self._open -= {near, far}
            near.close()
            far.close()


def _hand_on(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(CHUNK):
            sink.sendall(data)
    except OSError:
        pass
    _end(source)
    _end(sink)


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    """A line until the end of the block."""
    line = Line(port)
    try:
        yield line
    finally:
        line.close()
