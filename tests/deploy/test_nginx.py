"""deploy/nginx.conf: a real nginx with it is right for streams, addresses, limits and several servers."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from tests.deploy import behind
from tests.deploy.behind import client_at
from tests.support.postgres import Cluster
from tests.support.proxies import DEPLOY, NAME, nginx, write_nginx
from tests.support.running import Server, eventually, running
from wormgrill.server.settings import Settings

PUBLIC = {"public_url": f"https://{NAME}", "trusted_proxies": "127.0.0.1"}
NARROW = {"rate=50r/s": "rate=1r/m", "burst=400 ": "burst=20 "}
"""Changes with which an address has soon asked too often."""


@pytest.fixture
def two_servers(cluster: Cluster, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers on one PostgreSQL."""
    database = cluster.new_database()
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(stack.enter_context(running(tmp_path / name, database=database, **PUBLIC)))
        yield servers


def test_nginx_takes_the_file_without_a_warning(tmp_path: Path) -> None:
    command, _ = write_nginx(tmp_path)
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    assert "[warn]" not in tried.stderr


def test_its_numbers_are_those_of_the_server() -> None:
    text = (DEPLOY / "nginx.conf").read_text()

    def number(pattern: str) -> int:
        found = re.findall(pattern, text)
        assert len(found) == 1, pattern
        return int(found[0])

    settings = {name: field.default for name, field in Settings.model_fields.items()}
    assert number(r"rate=(\d+)r/s") == settings["requests_per_second"]
    assert number(r"burst=(\d+) ") == settings["requests_at_once"]
    assert number(r"limit_conn wormgrill_connections (\d+);") == settings["connections_per_address"]
    assert number(r"proxy_read_timeout (\d+)s") > 2 * settings["heartbeat_seconds"]
    assert number(r"keepalive_timeout (\d+)s") < settings["idle_seconds"]
    assert number(r"client_max_body_size (\d+)k") * 1024 > settings["body_bytes"]


def test_streams_are_live_and_silent_ones_stay_open(tmp_path: Path) -> None:
    """nginx gives up after three seconds of silence here, and the server says twice in that time that it lives."""
    hurried = {"proxy_read_timeout 60s": "proxy_read_timeout 3s"}
    with (
        running(tmp_path, heartbeat_seconds="0.8", **PUBLIC) as server,
        nginx(tmp_path, server, changes=hurried) as front,
    ):
        behind.shows_every_move_at_once(front)
        behind.keeps_a_silent_stream(front, beats=5)


def test_streams_end_with_their_readers_and_people_count_by_their_own_addresses(tmp_path: Path) -> None:
    with running(tmp_path, **behind.NARROW, **PUBLIC) as server, nginx(tmp_path, server) as front:
        behind.lets_go_of_a_stream(front)
        behind.believes_no_client(front)


def test_tls_is_told_everywhere(tmp_path: Path) -> None:
    with running(tmp_path, **PUBLIC) as server, nginx(tmp_path, server) as front:
        moved = httpx2.get(f"{front.plain_url}/rules?of=classic-2005")
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/rules?of=classic-2005")
        with httpx2.Client(base_url=front.url, transport=front.come_from("127.0.0.1")) as browser:
            page = browser.post("/play", headers={"Origin": f"https://{NAME}"})
            assert page.status_code == 303
            assert "; Secure" in page.headers["set-cookie"]
            assert page.headers["strict-transport-security"]
            for path in ("/metrics", "/readyz"):
                assert browser.get(path).status_code == 404
            assert browser.get("/", headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
        assert behind.protocol(front) == "h2"


def test_an_address_that_asks_too_often_is_refused_for_all_servers_together(tmp_path: Path) -> None:
    with behind.named(2) as servers, nginx(tmp_path, *servers, changes=NARROW) as front:
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


def test_of_an_ipv6_address_the_network_counts() -> None:
    pattern = re.search(r'"~(\^.*)" \$wormgrill_network;', (DEPLOY / "nginx.conf").read_text())
    assert pattern
    network = re.compile(pattern[1].replace("?<", "?P<"))

    def key(address: str) -> str:
        found = network.match(address)
        return found[1] if found else address

    assert key("192.0.2.7") == "192.0.2.7"
    assert key("2001:db8:1:2:3:4:5:6") == key("2001:db8:1:2::9") != key("2001:db8:1:3::9")
    assert key("2001:db8:1::7") == key("2001:db8:1::8:9") != key("2001:db8:1:2::7")
    assert key("2001:db8::7") == key("2001:db8::1:2:3:4") != key("2001:db9::7")


def test_everything_of_a_table_goes_to_one_server_and_all_else_by_address(tmp_path: Path) -> None:
    with behind.named(3) as servers, nginx(tmp_path, *servers) as front:
        behind.sends_an_address_to_one_server(front, servers)
        behind.sends_everything_of_a_table_to_one_server(front, servers)


def test_a_game_goes_on_when_a_server_dies(two_servers: list[Server], tmp_path: Path) -> None:
    one, other = two_servers
    with nginx(tmp_path, one, other) as front, client_at(front) as client:
        table_id = client.open_table("me", "greedy")
        client.start(table_id)
        client.await_turn(table_id)
        one.kill()
        assert client.play(table_id, client.await_turn(table_id)["ply"], "roll").is_success
        one.start()
        one.wait()
        other.kill()
        assert eventually(lambda: client.get(f"/tables/{table_id}").is_success)
        assert client.play_to_the_end(table_id)["life"] == "finished"


def test_the_log_has_no_ids_of_tables_and_no_codes(tmp_path: Path) -> None:
    secret = "secret2345678abc"
    paths = [
        *(f"/t/{secret}", f"/t/{secret}/live?ply=1", f"/api/v1/tables/{secret}", f"/api/v1/tables/{secret}/moves"),
        *(f"/join?code={secret}", f"/transfer/{secret}", f"/record/{secret}/replay", "/rules?of=classic-2005"),
    ]
    with behind.named(1) as servers, nginx(tmp_path, *servers, changes=NARROW) as front:
        for url in (front.url, front.plain_url):
            with httpx2.Client(base_url=url, transport=front.come_from("127.0.0.1")) as client:
                for path in paths:
                    client.get(path, headers={"Referer": f"{front.url}/t/{secret}"})
        servers[0].stop()
        with httpx2.Client(base_url=front.url, transport=front.come_from("127.0.0.1")) as client:
            assert [client.get(paths[0]).status_code for _ in range(30)][-1] == 429
    written = "".join(path.read_text() for path in tmp_path.glob("*.log"))
    assert secret not in written
    for shown in (
        "GET /t/... ",
        "GET /t/.../live ",
        "GET /api/v1/tables/.../moves ",
        "GET /rules ",
        "GET /transfer/... ",
    ):
        assert written.count(shown) >= 2
    assert '" 502 ' in written
