"""deploy/haproxy.cfg: a real HAProxy with it is right for streams, addresses, limits and several servers."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import httpx2

from tests.deploy import behind
from tests.support.proxies import DEPLOY, NAME, haproxy, write_haproxy
from tests.support.running import running
from wormgrill.server.settings import Settings

PUBLIC = {"public_url": f"https://{NAME}", "trusted_proxies": "127.0.0.1"}


def test_haproxy_takes_the_file_without_a_warning(tmp_path: Path) -> None:
    command, _ = write_haproxy(tmp_path)
    told = subprocess.run([*command, "-c"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "WARNING" not in told.stderr


def test_its_numbers_are_those_of_the_server() -> None:
    text = (DEPLOY / "haproxy.cfg").read_text()

    def number(pattern: str) -> int:
        found = re.findall(pattern, text)
        assert len(found) == 1, pattern
        return int(found[0])

    settings = {name: field.default for name, field in Settings.model_fields.items()}
    in_ten_seconds = settings["requests_at_once"] + 10 * settings["requests_per_second"]
    assert number(r"sc_http_req_rate\(0\) gt (\d+)") == in_ten_seconds
    assert number(r"timeout server (\d+)s") > 2 * settings["heartbeat_seconds"]
    assert number(r"timeout client (\d+)s") > 2 * settings["heartbeat_seconds"]


def test_streams_are_live_and_silent_ones_stay_open(tmp_path: Path) -> None:
    """HAProxy gives up after three seconds of silence here, and the server says twice in that time that it lives."""
    hurried = {"timeout server 60s": "timeout server 3s", "timeout client 60s": "timeout client 3s"}
    with (
        running(tmp_path, heartbeat_seconds="0.8", **PUBLIC) as server,
        haproxy(tmp_path, server, changes=hurried) as front,
    ):
        behind.shows_every_move_at_once(front)
        behind.keeps_a_silent_stream(front, beats=5)


def test_streams_end_with_their_readers_and_people_count_by_their_own_addresses(tmp_path: Path) -> None:
    with running(tmp_path, **behind.NARROW, **PUBLIC) as server, haproxy(tmp_path, server) as front:
        behind.lets_go_of_a_stream(front)
        behind.believes_no_client(front)


def test_tls_is_told_everywhere(tmp_path: Path) -> None:
    with running(tmp_path, **PUBLIC) as server, haproxy(tmp_path, server) as front:
        moved = httpx2.get(f"{front.plain_url}/rules?of=classic-2005")
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/rules?of=classic-2005")
        with httpx2.Client(base_url=front.url, transport=front.come_from("127.0.0.1")) as browser:
            page = browser.post("/play", headers={"Origin": f"https://{NAME}"})
            assert page.status_code == 303
            assert "; Secure" in page.headers["set-cookie"]
            for path in ("/metrics", "/readyz"):
                assert browser.get(path).status_code == 404
        assert behind.protocol(front) == "h2"


def test_an_address_that_asks_too_often_is_refused_for_all_servers_together(tmp_path: Path) -> None:
    with behind.named(2) as servers, haproxy(tmp_path, *servers, changes={"gt 900": "gt 20"}) as front:
        with httpx2.Client(base_url=front.url, transport=front.come_from("127.0.0.5")) as eager:
            answers = [eager.get(f"/t/{number}") for number in range(60)]
        counts = Counter(answer.status_code for answer in answers)
        assert counts.keys() == {200, 429}
        assert counts[200] >= 20
        refusal = next(answer for answer in answers if answer.status_code == 429)
        assert refusal.headers["content-type"] == "application/problem+json"
        assert refusal.headers["retry-after"]
        assert refusal.json()["type"] == "urn:wormgrill:too-much"
        with httpx2.Client(base_url=front.url, transport=front.come_from("127.0.0.6")) as other:
            assert other.get("/healthz").is_success


def test_everything_of_a_table_goes_to_one_server_and_all_else_by_address(tmp_path: Path) -> None:
    with behind.named(3) as servers, haproxy(tmp_path, *servers) as front:
        behind.sends_an_address_to_one_server(front, servers)
        behind.sends_everything_of_a_table_to_one_server(front, servers)


def test_the_log_has_no_ids_of_tables_and_no_codes(tmp_path: Path) -> None:
    secret = "secret2345678abc"
    with behind.named(1) as servers, haproxy(tmp_path, *servers) as front:
        for url in (front.url, front.plain_url):
            with httpx2.Client(base_url=url, transport=front.come_from("127.0.0.1")) as client:
                for path in (f"/t/{secret}", f"/t/{secret}/live?ply=1", f"/join?code={secret}", f"/transfer/{secret}"):
                    client.get(path, headers={"Referer": f"{front.url}/t/{secret}"})
    written = (tmp_path / "haproxy.log").read_text()
    assert secret not in written
    for shown in ("GET /t/... ", "GET /t/.../live ", "GET /join ", "GET /transfer/... "):
        assert written.count(shown) == 2
