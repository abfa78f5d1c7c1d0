"""Logs say what went wrong with which request, and nothing of what people have sent."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsing import Browser
from tests.support.running import Client, Server
from tests.support.services import Disk
from wormgrill.server.logs import KEPT_LINES, PatientHandler

ID = re.compile(r"[0-9a-f]{8}")


def fail(directory: Path, **settings: str) -> tuple[Server, str, str]:
    """Let a request fail: the server, which has stopped, the token that was sent, and the id of the request."""
    server = Server(directory, **settings)
    server.start()
    try:
        server.wait()
        with Client(server, "Zaphod") as client:
            token = client.headers["authorization"].partition(" ")[2]
            with Disk(directory / "worms.db").broken("people"):
                answer = client.patch("/me", json={"name": "Beeblebrox"})
            assert answer.status_code == 500
            assert answer.json()["type"] == "urn:wormgrill:internal-error"
    finally:
        server.stop()
    return server, token, answer.headers["x-request-id"]


def test_a_connection_that_is_given_up_is_no_error() -> None:
    """The outage has been told in one line before."""
    program = """if True:
        import logging
        from wormgrill.server.logs import write_logs
        write_logs(as_json=False)
        logging.getLogger("sqlalchemy.pool.impl.AsyncAdaptedQueuePool").error("Exception terminating connection")
        logging.getLogger("sqlalchemy.engine").error("all else")
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "all else" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("log_format", ["plain", "json"])
def test_a_failure_is_logged_with_its_request_and_without_what_was_sent(tmp_path: Path, log_format: str) -> None:
    server, token, request = fail(tmp_path, log_format=log_format)
    assert request in server.log
    assert "OperationalError" in server.log
    assert "no such table: people" in server.log
    for secret in ("Zaphod", "Beeblebrox", token):
        assert secret not in server.log


def test_a_log_in_json_is_an_object_in_each_line(tmp_path: Path) -> None:
    server, _, request = fail(tmp_path, log_format="json")
    lines: list[dict[str, Any]] = [json.loads(line) for line in server.log.splitlines()[1:]]
    assert lines
    for line in lines:
        assert set(line) >= {"time", "level", "logger", "request", "message"}
        assert datetime.fromisoformat(line["time"]).tzinfo
    errors = [line for line in lines if line["level"] == "ERROR"]
    assert [line["request"] for line in errors] == [request]
    assert "Traceback" in errors[0]["error"]


def test_forms_that_cannot_be_read_are_refused_and_leave_the_log_alone(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        server.wait()
        with Browser(server) as browser:
            for body in (b"garbage", b"--x\r\nA: b\r\n\r\n", b"--x\r\n: y\r\n\r\n"):
                headers = {"Content-Type": "multipart/form-data; boundary=x"}
                assert browser.post("/open", content=body, headers=headers).is_client_error
    finally:
        server.stop()
    assert "WARNING" not in server.log
    assert "boundary" not in server.log


def test_lines_that_cannot_be_written_are_written_later_in_order() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    handler = PatientHandler(writing)
    log = logging.Logger("test")
    log.addHandler(handler)
    lines = [f"{number} {'x' * 5_000}" for number in range(100)]  # a pipe takes thirteen of them
    for line in lines:
        log.error(line)
    written = b""
    while written.count(b"\n") < len(lines):
        written += os.read(reading, 1 << 20)
        handler.flush()
    assert written.decode().splitlines() == lines
    os.close(reading)
    for number in range(2 * KEPT_LINES):  # nobody reads them any more, and memory is bounded
        log.error("%d", number)
    assert len(handler._waiting) == KEPT_LINES
    handler.close()
    os.close(writing)


def test_every_answer_has_an_id_of_its_own(ada: Client) -> None:
    answers = [ada.get("/levels"), ada.get("/nothing"), ada.post("/people", content=b"{"), ada.head("/levels")]
    ids = {answer.headers["x-request-id"] for answer in answers}
    assert len(ids) == len(answers)
    assert all(map(ID.fullmatch, ids))
