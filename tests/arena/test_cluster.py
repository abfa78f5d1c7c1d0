"""Play on a real cluster of two nodes, one of which dies in the middle."""

from __future__ import annotations

import shlex
import socket
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from wormgrill.arena.cluster import Cluster
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.running import Here
from wormgrill.arena.tournament import Tournament
from wormgrill.game.rules import EDITIONS

PASSES = 80
MEMORY = 80_000_000
BOT = """
import os, sys
input()
print("ready noted", flush=True)
for line in sys.stdin:
    if line.startswith(("game", "over")):
        with open(os.path.join(sys.argv[1], str(os.getpid())), "a") as notes:
            notes.write(line)
    elif line.startswith("choose"):
        print("move", line.strip().split(" ", 2)[2].split(", ")[-1], flush=True)
"""
"""A program that makes a note of every game that it begins and ends, and plays the last legal move."""


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    """A cluster whose head has one processor, and which notices soon that a node is dead."""
    for name, value in {"RAY_health_check_period_ms": "500", "RAY_health_check_failure_threshold": "4"}.items():
        monkeypatch.setenv(name, value)
    cluster = Nodes(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False},
    )
    yield cluster
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]  # Ray has types only in part


def living() -> int:
    """How many nodes are alive, as far as Ray knows."""
    return len([node for node in ray.nodes() if node["Alive"]])  # type: ignore[no-untyped-call]  # the same


def kill_node(nodes: Nodes, node: Any, notes: Path) -> bool:
    """If a node is in the middle of a game, end all of its processes at once, as a power cut does; whether it was."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    processes = [raylet, *raylet.children(recursive=True)]
    for process in processes:
        process.suspend()
    if not any(is_playing(notes / str(process.pid)) for process in processes):
        for process in processes:
            process.resume()
        return False
    for process in processes:
        process.kill()
    nodes.remove_node(node, allow_graceful=False)
    return True


def is_playing(notes: Path) -> bool:
    """Whether a program has begun a game and not ended it."""
    return notes.exists() and notes.read_text(encoding="utf-8").splitlines()[-1].startswith("game")


def dies() -> bool:
    """Whether Ray finds out that a node is gone; it takes a few seconds."""
    for _ in range(600):
        if living() == 1:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.filterwarnings("ignore")  # Ray leaves files and sockets open
def test_a_node_that_dies_costs_time_and_never_a_game(nodes: Nodes, tmp_path: Path) -> None:
    command = f"cmd:{shlex.quote(sys.executable)} -c {shlex.quote(BOT)} {shlex.quote(str(tmp_path))}"
    plan = Plan(("greedy", command), (Setting(EDITIONS["classic-2014"], 2),), milliseconds=60_000, adjusts_luck=False)
    killed: list[int] = []
    with Cluster(nodes.address) as cluster:  # at the head, which stays
        assert cluster.workers == 1
        doomed = nodes.add_node(num_cpus=1, object_store_memory=MEMORY)
        nodes.wait_for_nodes()
        assert cluster.workers == 2

        def kill(games: int) -> None:
            if games and not killed and kill_node(nodes, doomed, tmp_path):
                killed.append(games)

        outcome = Tournament(plan, PASSES, cluster, tell=kill).play()
        assert killed
        assert dies()
    begun = sum(each.read_text(encoding="utf-8").count("game") for each in tmp_path.iterdir())
    here = Tournament(plan, PASSES, Here()).play()
    assert outcome.fold == here.fold
    assert outcome.fold.failures == {}
    assert outcome.fold.games == 2 * PASSES <= begun  # what was begun twice is counted once
    assert [look.passes for look in outcome.looks] == [look.passes for look in here.looks]


def test_a_machine_without_a_cluster_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Clusters of other tests are not looked for: one that is just being shut down would be waited for."""
    monkeypatch.setattr("ray._private.services.find_gcs_addresses", cache(set[str]))
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    with pytest.raises(ValueError, match="no Ray cluster is found on this machine"):
        Cluster("auto")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere.invalid:6379", "127.0.0.1:many"])
def test_an_address_that_does_not_answer_is_told(address: str) -> None:
    with pytest.raises(ValueError, match="no Ray cluster answers at"):
        Cluster(address)


def test_something_else_at_the_address_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        answering = threading.Thread(target=answer)
        answering.start()
        with pytest.raises(ValueError, match="something else is there"):
            Cluster(f"127.0.0.1:{port}")
        answering.join()
