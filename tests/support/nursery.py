"""A process that has imported the server once, and forks: each child is the command at once instead of in a second."""

from __future__ import annotations

import atexit
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

MOST_BYTES = 1 << 20
NEVER = 1e9
"""After so many seconds a server of the tests would let its bots get ready: most of them are never asked to play."""


class Child:
    """`wormgrill` with some arguments, as a process that the nursery has forked; used as `subprocess.Popen` is."""

    def __init__(self, nursery: Nursery, pid: int, stdout: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(stdout, "rb")
        self._nursery = nursery
        self._pidfd = os.pidfd_open(pid)

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def wait(self, timeout: float) -> int:
        """Wait until it has ended; its exit code."""
        if not select.select([self._pidfd], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("wormgrill", timeout)
        os.close(self._pidfd)
        return self._nursery.exit_code(self.pid)


class Nursery:
    """What tests ask for children."""

    def __init__(self) -> None:
        self._here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            command = [sys.executable, "-m", "tests.support.nursery", str(there.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[there.fileno()])

    def fork(self, arguments: list[str], environment: Mapping[str, str], stderr: int) -> Child:
        """Start the command."""
        asked = json.dumps({"arguments": arguments, "environment": dict(environment), "directory": str(Path.cwd())})
        reading, writing = os.pipe()
        try:
            socket.send_fds(self._here, [asked.encode()], [writing, stderr])
        finally:
            os.close(writing)
        return Child(self, int(self._here.recv(MOST_BYTES)), reading)

    def run(self, arguments: list[str], timeout: float) -> subprocess.CompletedProcess[str]:
        """Run the command until it ends by itself; what it printed."""
        with TemporaryFile("w+") as stderr:
            child = self.fork(arguments, os.environ, stderr.fileno())
            with child.stdout:
                try:
                    code = child.wait(timeout)
                except subprocess.TimeoutExpired:
                    child.send_signal(signal.SIGKILL)
                    raise
                stderr.seek(0)
                return subprocess.CompletedProcess(arguments, code, child.stdout.read().decode(), stderr.read())

    def exit_code(self, pid: int) -> int:
        """The exit code of a child that has ended."""
        self._here.send(str(pid).encode())
        return int(self._here.recv(MOST_BYTES))

    def close(self) -> None:
        """End it."""
        self._here.close()
        self._process.wait()


@cache
def nursery() -> Nursery:
    """The one of this process."""
    made = Nursery()
    atexit.register(made.close)
    return made


# ------------------------------------------------------------------------------------------ inside its process


def _serve_children(asking: socket.socket) -> None:
    """Fork and tell exit codes until nobody asks any more."""
    while True:
        asked, files, _, _ = socket.recv_fds(asking, MOST_BYTES, 2)
        if not asked:
            return
        if not files:
            _, status = os.waitpid(int(asked), 0)
            asking.send(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        if not (pid := os.fork()):
            asking.close()
            _become(files, **json.loads(asked))
        for file in files:
            os.close(file)
        asking.send(str(pid).encode())


def _become(files: list[int], arguments: list[str], environment: dict[str, str], directory: str) -> None:
    """Be `python -m wormgrill` with these arguments, in every way that it can tell."""
    for file, number in zip(files, (1, 2), strict=True):
        os.dup2(file, number)
        os.close(file)
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    runpy.run_module("wormgrill", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    import wormgrill.cli.serve
    import wormgrill.server.serve  # noqa: F401  # this is what takes a second
    from wormgrill.server.services import bots

    bots.WARM_UP_DELAY_SECONDS = NEVER
    _serve_children(socket.socket(fileno=int(sys.argv[1])))
