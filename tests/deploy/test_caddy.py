"""deploy/Caddyfile: Caddy takes it, and a real Caddy with it is right for streams, addresses and several servers."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.deploy import behind
from tests.support.proxies import DEPLOY, NAME, caddy, program
from tests.support.running import eventually, running

PUBLIC = {"public_url": f"https://{NAME}", "trusted_proxies": "127.0.0.1"}


def test_caddy_takes_the_file_as_it_would_write_it() -> None:
    for command in (("validate", "--adapter", "caddyfile", "--config"), ("fmt",)):
        told = subprocess.run(
            [program("caddy"), *command, DEPLOY / "Caddyfile"], capture_output=True, text=True, check=False
        )
        assert told.returncode == 0, told.stderr
    assert told.stdout == (DEPLOY / "Caddyfile").read_text()


def test_streams_are_live_and_silent_ones_stay_open(tmp_path: Path) -> None:
    with running(tmp_path, heartbeat_seconds="0.3", **PUBLIC) as server, caddy(tmp_path, server) as front:
        behind.shows_every_move_at_once(front)
        behind.keeps_a_silent_stream(front, beats=3)


def test_streams_end_with_their_readers_and_people_count_by_their_own_addresses(tmp_path: Path) -> None:
    with running(tmp_path, **behind.NARROW, **PUBLIC) as server, caddy(tmp_path, server) as front:
        behind.lets_go_of_a_stream(front)
        behind.believes_no_client(front)


def test_a_game_goes_on_when_the_server_has_started_again(tmp_path: Path) -> None:
    with running(tmp_path, **PUBLIC) as server, caddy(tmp_path, server) as front, behind.client_at(front) as client:
        table_id = client.open_table("me", "me")
        client.start(table_id)
        server.kill()
        server.start()
        assert eventually(lambda: client.get(f"/tables/{table_id}").is_success)
        assert client.play(table_id, 0, "roll").is_success


def test_everything_of_a_table_goes_to_one_server_and_all_else_by_address(tmp_path: Path) -> None:
    with behind.named(3) as servers, caddy(tmp_path, *servers) as front:
        behind.sends_an_address_to_one_server(front, servers)
        behind.sends_everything_of_a_table_to_one_server(front, servers)
