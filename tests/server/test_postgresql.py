"""The server on PostgreSQL: a database that is frozen refuses within seconds and loses nothing."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2

from tests.support.postgres import Cluster
from tests.support.running import Client, eventually, running


def test_a_frozen_database_is_refused_and_the_game_goes_on_afterwards(cluster: Cluster, tmp_path: Path) -> None:
    with running(tmp_path, database=cluster.new_database()) as server, Client(server) as client:
        table_id = client.open_table("me", "me")
        client.start(table_id)
        played = client.play(table_id, 0, "roll").json()["plies"]
        with cluster.frozen():
            ply, move = played[-1]["ply"] + 1, played[-1]["legal"][0]
            with Client(server, is_known=False) as stranger, ThreadPoolExecutor(1) as pool:
                arriving = pool.submit(stranger.refused, "POST", "/people", {"name": "Bo"})
                answer = client.play(table_id, ply, move)
                assert answer.status_code == 503
                assert answer.json()["type"] == "urn:wormgrill:unavailable"
                assert int(answer.headers["retry-after"]) > 0
                assert arriving.result() == (503, "unavailable")
                assert stranger.get("/health").is_success
        assert eventually(lambda: client.get("/me").is_success)
        view = client.read(table_id)
        if view["ply"] == ply:  # the move was not stored after all
            assert eventually(lambda: client.play(table_id, ply, move).status_code in (200, 409))
        plies = client.done("GET", f"/tables/{table_id}/moves")["plies"]
        assert plies[: len(played)] == played
        assert plies[len(played)]["move"] == move
        assert client.play_to_the_end(table_id)["life"] == "finished"


def test_sigterm_is_obeyed_while_the_database_is_frozen(cluster: Cluster, tmp_path: Path) -> None:
    with running(tmp_path, database=cluster.new_database()) as server, Client(server) as client:
        tables = [client.open_table("me", "greedy") for _ in range(3)]
        for table_id in (*tables, client.open_table("greedy", "greedy")):
            client.start(table_id)
        with cluster.frozen(), ThreadPoolExecutor(3) as pool:
            moving = [pool.submit(client.play, table_id, 0, "roll") for table_id in tables]
            time.sleep(0.3)  # the requests are on their way
            assert server.stop() == 0
            assert {future.result().status_code for future in moving} == {503}


def test_a_nul_is_refused_wherever_it_stands(cluster: Cluster, tmp_path: Path) -> None:
    with running(tmp_path, database=cluster.new_database()) as server, Client(server) as client:
        table_id = client.open_table("me", "open")
        name = "a\0b"
        wrong = {
            client.post("/people", json={"name": name}).status_code,
            client.patch("/me", json={"name": name}).status_code,
            client.post("/people/transfer", json={"code": name}).status_code,
            client.post(f"/tables/{table_id}/join", json={"name": name, "is_another": True}).status_code,
            client.post(f"/tables/{table_id}/chat", json={"text": name}).status_code,
        }
        with httpx2.Client(base_url=server.url, timeout=120) as page:
            for path in ("/t/%00", "/t/a%00b", "/api/v1/tables/%00", f"/t/{table_id}%00/wait", "/transfer/%00"):
                wrong.add(page.get(path).status_code)
            token = client.headers["authorization"].removeprefix("Bearer ")
            page.headers["cookie"] = f"wormgrill={token}"
            for path in (f"/t/{table_id}/chat", f"/t/{table_id}/join", "/me", "/transfer"):
                wrong.add(page.post(path, data={"text": name, "name": name, "code": name}).status_code)
        assert max(wrong) < 500, wrong
