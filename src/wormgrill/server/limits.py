"""Rate limits: a bucket of tokens for each key."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

REMEMBERED = 20_000
"""So many are counted; the one not seen for longest is forgotten first."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class RateLimit:
    """So many at once, and so many per second in the long run, for each key."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Whether one more is allowed now; if so, it is counted."""
        now = time.monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(self._at_once, now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        bucket.tokens = min(self._at_once, bucket.tokens + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True

    def seconds_to_wait(self) -> int:
        """After how long one more will be allowed again."""
        return max(1, round(1 / self._per_second))
