"""Several servers on one PostgreSQL, all of which are killed, stopped and cut off while many play: nothing is lost."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.postgres import KILLABLE, Cluster, postgresql
from tests.support.running import FAILURE, Client, Server, eventually
from tests.support.spread import HURRIED, MANY, RACERS, RELAXED, Party, Played, Visitor, check_game

KILLS = int(os.environ.get("WORMGRILL_TEST_PROCESS_KILLS", "5"))
PARTIES = int(os.environ.get("WORMGRILL_TEST_PARTIES", "3"))
SERVERS = int(os.environ.get("WORMGRILL_TEST_SERVERS", "3"))
MOMENTS = int(os.environ.get("WORMGRILL_TEST_MOMENTS", "4"))
"""How often servers are killed, how many groups play meanwhile at how many servers, and the seed of the moments.

A proof of this promise takes more kills, and other moments."""
SOME_TILES = "classic-2014 tiles=21-26"
FEW_MOVES = 4
"""Twice as many for each of three servers cannot end a game of six tiles, each of which takes five moves."""
AT_ONCE = 2
"""So many servers are killed at a time, at most."""


@contextmanager
def _serving(cluster: Cluster, directory: Path) -> Iterator[list[Server]]:
    """Several servers that answer; at the end nothing has failed in any of them."""
    database = cluster.new_database()
    servers = []
    for number in range(SERVERS):
        (directory / str(number)).mkdir()
        servers.append(Server(directory / str(number), database=database))
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        assert not FAILURE.search(server.log), server.log


@contextmanager
def _playing(servers: list[Server], parties: int, enough: threading.Event) -> Iterator[list[Party]]:
    """Groups of people who play in the block, and their last games to the end."""
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(parties))
        stack.callback(enough.set)
        playing = []
        for number in range(parties):
            visitors = [Visitor(servers, f"Player {number}.{each}", stack) for each in range(RACERS + 1)]
            pace, bots = (HURRIED, ()) if number % 3 == 2 else (RELAXED, ["greedy"] * (number % 3))
            playing.append(Party(visitors, pace, bots, enough))
        futures = [pool.submit(party.run) for party in playing]
        yield playing
        enough.set()
        for future in futures:
            future.result()


def _check(servers: list[Server], parties: list[Party]) -> None:
    """Every server tells of every game what its people know of it, and so does one that has started anew."""
    games = [played for party in parties for played in party.games]
    told = []
    for number, server in enumerate((*servers, servers[0])):
        if number == SERVERS:
            assert server.stop() == 0
            server.start()
            server.wait()
        with Client(server) as client:
            told.append([check_game(client, played) for played in games])
    assert all(records == told[0] for records in told)
    assert len(games) >= len(parties)


def _freeze(cluster: Cluster, servers: list[Server], moments: random.Random) -> None:
    """A server dies while the database is frozen, which has yet to do what that one has asked for last."""
    victim = moments.choice(servers)
    with cluster.frozen():
        time.sleep(moments.uniform(0.1, 6))
        victim.kill()
        time.sleep(moments.uniform(0.1, 1))
    victim.start()


def _restart(cluster: Cluster, _servers: list[Server], _moments: random.Random) -> None:
    cluster.restart()


def _kill(cluster: Cluster, _servers: list[Server], moments: random.Random) -> None:
    cluster.kill()
    time.sleep(moments.uniform(0, 1))
    cluster.start()


def _cut(cluster: Cluster, _servers: list[Server], _moments: random.Random) -> None:
    cluster.cut_listening()


OUTAGES: tuple[Callable[[Cluster, list[Server], random.Random], None], ...] = (_freeze, _restart, _kill, _cut)
"""What happens to the database."""


def _kill_some(servers: list[Server], moments: random.Random, most: int) -> int:
    """Kill some servers at once and start them again; at times nobody waits, and the next kill hits one that starts."""
    victims = moments.sample(servers, moments.randint(1, min(AT_ONCE, most)))
    for server in victims:
        server.kill()
    for server in victims:
        server.start()
    if moments.random() < 0.6:
        for server in victims:
            server.wait()
    return len(victims)


def test_kills_and_outages_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    enough = threading.Event()
    moments = random.Random(MOMENTS)
    outages = moments.sample(OUTAGES, len(OUTAGES))
    with postgresql(KILLABLE) as cluster, _serving(cluster, tmp_path) as servers:
        with _playing(servers, PARTIES, enough) as parties:
            killed = 0
            while killed < KILLS or outages:
                time.sleep(moments.uniform(0.0, 0.5))  # the moment is left to chance
                if killed < KILLS:
                    killed += _kill_some(servers, moments, KILLS - killed)
                if outages and killed >= KILLS * (1 - len(outages) / len(OUTAGES)):
                    for server in servers:
                        server.wait()  # whoever starts without a database ends
                    time.sleep(moments.uniform(0.0, 0.5))
                    outages.pop()(cluster, servers, moments)
            for server in servers:
                server.wait()
        _check(servers, parties)


def test_a_rolling_restart_costs_a_stream_one_reconnect_and_the_game_goes_on(cluster: Cluster, tmp_path: Path) -> None:
    enough = threading.Event()
    with _serving(cluster, tmp_path) as servers, ThreadPoolExecutor(2 * SERVERS) as pool, ExitStack() as stack:
        places = list(enumerate(["Ada", "Bo", "Cleo"][:SERVERS]))
        host, *guests = people = [Visitor(servers, name, stack, at) for at, name in places]
        watchers = [Visitor(servers, f"{name}'s friend", stack, at) for at, name in places]
        table_id = host.patiently(lambda client: client.open_table("me", *["open"] * len(guests), rules=SOME_TILES))
        assert all(guest.join(table_id) for guest in guests)
        host.start(table_id)
        played = Played(table_id, [person.name for person in people], RELAXED, permits=threading.Semaphore(0))
        stack.callback(played.permits.release, MANY)
        playing = [pool.submit(person.play, played, enough) for person in people]
        watching = [pool.submit(watcher.watch, table_id) for watcher in watchers]
        for server in servers:
            known = len(played.acknowledged)
            played.permits.release(FEW_MOVES)
            assert eventually(lambda: len(played.acknowledged) >= known + FEW_MOVES), "the game goes on"  # noqa: B023
            played.permits.release(FEW_MOVES)  # for the time of the restart
            assert server.stop() == 0
            server.start()
            server.wait()
        assert not any(future.done() for future in playing), "they were playing all the time"
        enough.set()
        played.permits.release(MANY)
        for future in playing:
            future.result()
        played.told, *others = [future.result() for future in watching]
        assert all(told == played.told for told in others)
        for server in servers:
            with Client(server) as client:
                check_game(client, played)
        assert [watcher.changes for watcher in watchers] == list(range(SERVERS, 0, -1))
