"""A PostgreSQL of the tests' own, which can be frozen: Debian's, in a temporary directory, on a port of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psutil
import pytest

from tests.support.running import free_port

PLACES = Path("/usr/lib/postgresql")
"""Where Debian puts the programs, by version."""
USER = "worms"
HURRIED = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=50"
"""Nobody pulls the plug in a test."""


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, programs: Path, directory: Path) -> None:
        self._programs = programs
        self._data = directory / "data"
        self._port = free_port()
        self._numbers = count()
        self._run("initdb", "--auth=trust", f"--username={USER}", "--no-sync", "--encoding=UTF8", f"{self._data}")
        self.certificate = self._data / "server.crt"
        key = ("-nodes", "-keyout", f"{self._data / 'server.key'}", "-out", f"{self.certificate}")
        subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost")
        self._execute("openssl", "req", "-x509", "-newkey", "rsa:2048", "-days", "2", *key, *subject)
        options = f"-p {self._port} -k {directory} -c listen_addresses=127.0.0.1 -c ssl=on {HURRIED}"
        log = str(directory / "log")
        self._run("pg_ctl", f"--pgdata={self._data}", f"--log={log}", f"--options={options}", "--wait", "start")

    def new_database(self) -> str:
        """The URL of an empty database."""
        return f"postgresql://{USER}@127.0.0.1:{self._port}/{self._create()}"

    def socket_url(self) -> str:
        """The URL of an empty database by way of a socket of this machine."""
        return f"postgresql:///{self._create()}?host={self._data.parent}&port={self._port}&user={USER}"

    def _create(self) -> str:
        name = f"worms{next(self._numbers)}"
        self._run("createdb", "--host=127.0.0.1", f"--port={self._port}", f"--username={USER}", name)
        return name

    def execute(self, statement: str) -> None:
        """Execute something, in the name of an operator."""
        at = ("--host=127.0.0.1", f"--port={self._port}", f"--username={USER}", "--dbname=postgres")
        self._run("psql", *at, "--quiet", f"--command={statement}")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Nothing of it moves in the block: it takes connections and requests, and answers none."""
        main = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        main.suspend()  # first, so that it starts nothing more
        stopped = main.children(recursive=True)
        for process in stopped:
            process.suspend()
        try:
            yield
        finally:
            for process in (*stopped, main):
                process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End it."""
        self._run("pg_ctl", f"--pgdata={self._data}", "--mode=immediate", "--wait", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        self._execute(str(self._programs / program), *arguments)

    def _execute(self, program: str, *arguments: str) -> None:
        """Run a program; as root in the name of the database's own user, because that refuses to run as root."""
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*as_user, program, *arguments]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


@contextmanager
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL until the end of the block; the test is skipped if there is none on this machine."""
    found = sorted(PLACES.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    elsewhere = shutil.which("initdb")
    if not found and not elsewhere:
        pytest.skip("PostgreSQL is missing: make postgresql")
    programs = found[-1].parent if found else Path(elsewhere or "").parent
    with tempfile.TemporaryDirectory(prefix="wormgrill-postgresql-") as directory:
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(directory, owner.pw_uid, owner.pw_gid)
        cluster = Cluster(programs, Path(directory))
        try:
            yield cluster
        finally:
            cluster.stop()
