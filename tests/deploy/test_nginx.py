"""deploy/nginx.conf: a real nginx with it is right for streams, addresses, limits and several servers."""

from __future__ import annotations

import re
import socket
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
from tests.support.proxies import DEPLOY, NAME, Front, nginx, write_nginx
from tests.support.running import Server, running
from wormgrill.server.settings import Settings

PUBLIC = {"public_url": f"https://{NAME}", "trusted_proxies": "127.0.0.1"}


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
    """nginx gives up after one second of silence here, and the server says twice in that time that it lives."""
    hurried = {"proxy_read_timeout 60s": "proxy_read_timeout 1s"}
    with (
        running(tmp_path, heartbeat_seconds="0.3", **PUBLIC) as server,
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
        assert _protocol(front) == "h2"


def _protocol(front: Front) -> str | None:
    """What a browser that knows both speaks with it."""
    assert front.trust
    front.trust.set_alpn_protocols(["h2", "http/1.1"])
    plain = socket.create_connection(("127.0.0.1", httpx2.URL(front.url).port or 443))
    with front.trust.wrap_socket(plain, server_hostname=NAME) as secure:
        return secure.selected_alpn_protocol()


def test_an_address_that_asks_too_often_is_refused_for_all_servers_together(tmp_path: Path) -> None:
    with running(tmp_path, **PUBLIC) as server, nginx(tmp_path, server) as front:
        with httpx2.Client(base_url=front.url, transport=front.come_from("127.0.0.5")) as eager:
            answers = [eager.get("/healthz") for _ in range(700)]
        counts = Counter(answer.status_code for answer in answers)
        assert counts.keys() == {200, 429}
        assert counts[200] >= Settings.model_fields["requests_at_once"].default
        refusal = next(answer for answer in answers if answer.status_code == 429)
        assert refusal.headers["content-type"] == "application/problem+json"
        assert refusal.headers["retry-after"]
        assert refusal.json()["type"] == "urn:wormgrill:too-much"
        with client_at(front, address="127.0.0.6") as other:
            other.open_table("me", "greedy")


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


def test_an_address_stays_with_a_server_until_that_dies(two_servers: list[Server], tmp_path: Path) -> None:
    with nginx(tmp_path, *two_servers) as front, client_at(front) as client:
        table_id = client.open_table("me", "greedy")
        client.start(table_id)
        client.await_turn(table_id)
        own, other = sorted(two_servers, key=front.connections, reverse=True)
        assert front.connections(own)
        assert not front.connections(other)
        assert any(_reaches(front, other, f"127.0.1.{number}") for number in range(1, 30))
        own.kill()
        assert client.play_to_the_end(table_id)["life"] == "finished"


def _reaches(front: Front, server: Server, address: str) -> bool:
    """Whether the proxy sends this address to a server to which it had no connection."""
    with httpx2.Client(base_url=front.url, transport=front.come_from(address)) as client:
        assert client.get("/healthz").text == "live\n"
    return front.connections(server) > 0
