"""What can be watched from outside, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, processor and open files of the server's own process
        self.plies = Counter("wormgrill_plies", "Plies appended, chance included", registry=self._registry)
        self.append_seconds = Histogram(
            "wormgrill_append_seconds",
            "Time until appended moves are on disk",
            buckets=SECONDS,
            registry=self._registry,
        )
        self.bot_seconds = Histogram(
            "wormgrill_bot_seconds", "Time until a bot has decided", buckets=SECONDS, registry=self._registry
        )
        self.refusals = Counter("wormgrill_refusals", "Requests refused", ["type"], registry=self._registry)
        self.requests = Counter("wormgrill_requests", "Requests answered", ["status"], registry=self._registry)
        self.streams = Gauge("wormgrill_streams", "Streams held open", registry=self._registry)
        self.live_tables = Gauge("wormgrill_live_tables", "Tables held in memory", registry=self._registry)
        self.set_aside = Gauge("wormgrill_set_aside", "Tables that cannot be read", registry=self._registry)
        self.tables = Gauge("wormgrill_tables", "Tables by life", ["life"], registry=self._registry)

    def text(self) -> bytes:
        """All of them in the text format."""
        return generate_latest(self._registry)
