"""The database may be slow, full, locked, read-only or gone: refused in seconds, and the server recovers by itself."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.locking import locked
from tests.support.running import Client, Server, free_port, running
from wormgrill.server.storage.store import Store

REFUSED_SECONDS = 15.0
"""The limits are six seconds; a busy machine takes longer."""
STOP_SECONDS = 5.0

Outage = Callable[[Server, Path], AbstractContextManager[None]]


@contextmanager
def _locked(_server: Server, directory: Path) -> Iterator[None]:
    with locked(directory / "worms.db"):
        yield


@contextmanager
def _limited(server: Server, _directory: Path) -> Iterator[None]:
    """No file of the server may grow: as a quota does it."""
    process = server.process_id
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # it may have been stopped
            resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@contextmanager
def _full(_server: Server, directory: Path) -> Iterator[None]:
    """Fill the disk to the last byte."""
    waste = directory / "waste"
    with waste.open("wb", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    try:
        yield
    finally:
        waste.unlink()


@contextmanager
def _gone(_server: Server, directory: Path) -> Iterator[None]:
    """Move the file away, as an operator may who thinks that the server is stopped."""
    files = [directory / f"worms.db{end}" for end in ("", "-wal", "-shm")]
    for path in files:
        path.rename(path.with_name(f"away-{path.name}"))
    try:
        yield
    finally:
        for path in files:
            path.with_name(f"away-{path.name}").rename(path)


@contextmanager
def _immutable(_server: Server, directory: Path) -> Iterator[None]:
    """Make the files read-only, for root and for whoever has opened them already, too."""
    files = [directory / f"worms.db{end}" for end in ("", "-wal")]
    _chattr("+i", *files)
    try:
        yield
    finally:
        _chattr("-i", *files)


def _chattr(attribute: str, *files: Path) -> None:
    subprocess.run(["chattr", attribute, *files], check=True, capture_output=True)


def _has_immutable_files(directory: Path) -> bool:
    """Whether a file can be made read-only for whoever has opened it already; not every file system does so."""
    path = directory / "immutable"
    with path.open("wb", buffering=0) as file:
        try:
            _chattr("+i", path)
        except (OSError, subprocess.CalledProcessError):
            return False
        try:
            file.write(b"x")
        except PermissionError:
            return True
        finally:
            _chattr("-i", path)
    return False


OUTAGES = {"locked": _locked, "limited": _limited, "full": _full, "immutable": _immutable, "gone": _gone}
in_every_outage = pytest.mark.parametrize("name", OUTAGES)


@pytest.fixture
def directory(name: str, tmp_path: Path) -> Iterator[Path]:
    """A directory for a database; for a full disk, a small disk of its own."""
    if name == "immutable" and not _has_immutable_files(tmp_path):
        pytest.skip("no file can be made immutable here: only root can, and not on every file system")
    if name != "full":
        yield tmp_path
        return
    if os.geteuid() != 0:
        pytest.skip("only root can make a small disk")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(tmp_path)], check=False)
    if mounted.returncode:
        pytest.skip("no small disk can be made here")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


@in_every_outage
def test_an_outage_is_refused_within_seconds_and_the_server_and_its_bots_recover(name: str, directory: Path) -> None:
    with running(directory) as server, Client(server) as client:
        tables = [client.open_table("me", "greedy", "greedy") for _ in range(9)]
        bots = [client.open_table("greedy", "greedy") for _ in range(3)]
        for table_id in (*tables, *bots):
            client.start(table_id)

        def move_on_the_page() -> httpx2.Response:
            move, accept = {"ply": "0", "move": "roll"}, {"accept": "text/html"}
            path = f"{server.url}/t/{tables[0]}/moves"
            return client.post(path, data=move, headers=accept, follow_redirects=name != "gone")

        with OUTAGES[name](server, directory), ThreadPoolExecutor(9) as pool:
            for attempt in range(1 if name == "locked" else 2):  # every try waits for a lock as long as is allowed
                begin = time.monotonic()
                moving = [pool.submit(client.play, table_id, 0, "roll") for table_id in tables[1:]]
                page = pool.submit(move_on_the_page)
                for answer in (future.result() for future in moving):
                    assert answer.status_code == 503, (attempt, answer.text)
                    assert answer.json()["type"] == "urn:wormgrill:unavailable"
                    assert int(answer.headers["retry-after"]) > 0
                assert "That could not be saved just now" in page.result().text or name == "gone"
                assert time.monotonic() - begin < REFUSED_SECONDS
            with Client(server, is_known=False) as stranger:  # later: what was refused is not written by now either
                assert stranger.refused("POST", "/people", {"name": "Bo"}) == (503, "unavailable")
        for table_id in tables:
            assert client.play(table_id, 0, "roll").is_success
        assert server.log.count("the database cannot be written: ") == 1  # later, if its log could not grow either
        assert server.log.count("the database can be written again") == 1
        for table_id in bots:
            assert client.await_turn(table_id)["life"] == "finished"


@in_every_outage
def test_sigterm_is_obeyed_within_five_seconds_in_an_outage(name: str, directory: Path) -> None:
    with running(directory) as server, Client(server) as client, ThreadPoolExecutor(3) as pool:
        tables = [client.open_table("me", "greedy") for _ in range(3)]
        bots = client.open_table("greedy", "greedy")
        for table_id in (*tables, bots):
            client.start(table_id)
        with OUTAGES[name](server, directory):
            moving = [pool.submit(client.play, table_id, 0, "roll") for table_id in tables]
            time.sleep(0.3)  # the requests are on their way
            begin = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begin < STOP_SECONDS
        assert {future.result().status_code for future in moving} == {503}


@contextmanager
def _mounted(image: Path, place: Path) -> Iterator[None]:
    """Mount a disk that the kernel makes read-only as soon as it finds an error on it."""
    done = subprocess.run(["mount", "-o", "loop,errors=remount-ro", image, place], check=False, capture_output=True)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def test_when_the_kernel_makes_the_disk_read_only_moves_are_refused_and_reads_go_on(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not shutil.which("mkfs.ext4"):
        pytest.skip("only root can make a disk, and with mkfs.ext4")
    image, place = tmp_path / "image", tmp_path / "disk"
    place.mkdir()
    with image.open("wb") as file:
        file.truncate(32 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    database, admin_port = f"sqlite:///{place / 'worms.db'}", free_port()
    with (
        _mounted(image, place),
        running(tmp_path, database=database, admin_port=str(admin_port)) as server,
        Client(server) as client,
    ):
        tables = [client.open_table("me", "me") for _ in range(2)]
        for table_id in tables:
            client.start(table_id)
        assert client.play(tables[0], 0, "roll").is_success
        device = place.stat().st_dev
        name = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
        try:
            Path(f"/sys/fs/ext4/{name}/trigger_fs_error").write_text("the disk is damaged")
        except OSError as problem:
            pytest.skip(f"this kernel finds no error for a test: {problem}")
        with pytest.raises(OSError, match="Read-only file system"):
            (place / "new").touch()
        answer = client.play(tables[1], 0, "roll")
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["retry-after"]) > 0
        for path in ("/", f"/t/{tables[0]}", f"/api/v1/tables/{tables[0]}", f"/api/v1/tables/{tables[0]}/moves"):
            assert httpx2.get(f"{server.url}{path}", timeout=REFUSED_SECONDS).status_code == 200, path
        assert httpx2.get(f"http://127.0.0.1:{admin_port}/readyz", timeout=REFUSED_SECONDS).status_code == 503
        begin = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begin < STOP_SECONDS
    subprocess.run(["e2fsck", "-p", "-f", image], check=False, capture_output=True)
    with (
        _mounted(image, place),
        running(tmp_path, database=database) as server,
        Client(server, is_known=False) as client,
    ):
        assert client.read(tables[0])["ply"] == 2, "what was answered is there when the disk is repaired"
        assert client.read(tables[1])["ply"] == 0


def _new_database(path: Path) -> None:
    """As a server makes it that has nothing to do."""

    async def make() -> None:
        await (await Store.open(f"sqlite:///{path}")).close()

    asyncio.run(make())


@pytest.mark.parametrize("what", ["file", "directory"])
def test_a_read_only_database_is_one_line(tmp_path: Path, what: str) -> None:
    path = tmp_path / "worms.db"
    _new_database(path)
    (path if what == "file" else tmp_path).chmod(0o444 if what == "file" else 0o555)
    try:
        command = [sys.executable, "-m", "wormgrill", "serve", "--port", "0", "--database", f"sqlite:///{path}"]
        powerless = ["setpriv", "--inh-caps=-all", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
        done = subprocess.run([*powerless, *command], capture_output=True, text=True, check=False, timeout=60)
    finally:
        tmp_path.chmod(0o755)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("wormgrill: the database ")
    assert "cannot be used: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_database_that_is_locked_at_the_start_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "worms.db"
    _new_database(path)
    with locked(path):
        told = wormgrill("serve", "--port", "0", "--database", f"sqlite:///{path}", code=2)
        assert "cannot be used: database is locked" in told
