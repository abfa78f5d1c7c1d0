"""A PostgreSQL of the tests' own, which can be frozen, killed and cut off: Debian's, in a temporary directory."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
KILLABLE = "-c fsync=off -c synchronous_commit=on -c max_connections=200"
"""What it has committed is in the hands of the operating system: it may be killed, as long as that lives."""
DURABLE = "-c fsync=on -c synchronous_commit=on -c max_connections=200"
LISTENING = "query ILIKE 'listen%' OR query = 'SELECT 1'"
"""What the connections on which servers listen were asked last."""


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, programs: Path, directory: Path, options: str = HURRIED) -> None:
        self._programs = programs
        self._data = directory / "data"
        self._port = free_port()
        self._numbers = count()
        self._run("initdb", "--auth=trust", f"--username={USER}", "--no-sync", "--encoding=UTF8", f"{self._data}")
        self.certificate = self._data / "server.crt"
        key = ("-nodes", "-keyout", f"{self._data / 'server.key'}", "-out", f"{self.certificate}")
        subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost")
        self._execute("openssl", "req", "-x509", "-newkey", "rsa:2048", "-days", "2", *key, *subject)
        self._options = f"-p {self._port} -k {directory} -c listen_addresses=127.0.0.1 -c ssl=on {options}"
        self.start()

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
        stopped = self._suspended()
        try:
            yield
        finally:
            for process in reversed(stopped):
                with suppress(psutil.NoSuchProcess):
                    process.send_signal(signal.SIGCONT)

    def cut_listening(self) -> None:
        """End the connections on which servers listen."""
        self.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {LISTENING}")

    def start(self) -> None:
        """Start it, after it was killed as well."""
        log = f"--log={self._data.parent / 'log'}"
        self._run("pg_ctl", f"--pgdata={self._data}", log, f"--options={self._options}", "--wait", "start")

    def restart(self) -> None:
        """Stop it without waiting for anybody who is connected, and start it."""
        self.stop("fast")
        self.start()

    def kill(self) -> None:
        """End all of its processes at once, without a word."""
        processes = self._suspended()
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, timeout=60)

    def stop(self, mode: str = "immediate") -> None:
        """End it."""
        self._run("pg_ctl", f"--pgdata={self._data}", f"--mode={mode}", "--wait", "stop")

    def _suspended(self) -> list[psutil.Process]:
        """Its processes, none of which moves any more; the main one is stopped first, so that it starts nothing."""
        main = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        main.suspend()
        processes = [main, *main.children(recursive=True)]
        for process in processes[1:]:
            with suppress(psutil.NoSuchProcess):  # it has ended by itself meanwhile
                process.suspend()
        return processes

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
def postgresql(options: str = HURRIED) -> Iterator[Cluster]:
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
        cluster = Cluster(programs, Path(directory), options)
        try:
            yield cluster
        finally:
            cluster.stop()
