"""Limits: a bucket of tokens for each key, a pace for bursts, which addresses are limited as one, and patience."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

REMEMBERED = 20_000
"""So many are counted; the one not seen for longest is forgotten first."""
UNKNOWN = "unknown"
"""All that have no address, or none that can be read, are limited as one."""
SLICE_SECONDS = 0.25
"""So much of a delay of the event loop itself counts as time that somebody has waited for something else."""


def origin_of(host: str | None) -> str:
    """What every limit of an address counts by: the address itself, of IPv6 the network of 64 bits, however spelt.

    >>> origin_of("192.0.2.7"), origin_of("::ffff:192.0.2.7"), origin_of("2001:DB8::1"), origin_of("no address")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', 'unknown')
    """
    try:
        address = ip_address(host or "")
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))
    return str(address)


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Pace:
    """Spreads what a key sends in a burst: so many at once, then so many per second; nothing is refused."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._interval = 1 / per_second
        self._lead = at_once / per_second
        self._due: OrderedDict[str, float] = OrderedDict()
        """When the next one of a key would be due if nothing ever came at once."""

    def seconds_to_wait(self, key: str) -> float:
        """How long one more has to wait now; it is counted."""
        now = time.monotonic()
        earliest = now - self._lead  # below 0 on a machine that was started just now
        due = max(self._due.get(key, earliest), earliest) + self._interval
        self._due[key] = due
        self._due.move_to_end(key)
        if len(self._due) > REMEMBERED:
            self._due.popitem(last=False)
        return max(0.0, due - now)


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


async def is_done_within(work: asyncio.Future[Any], seconds: float | None) -> bool:
    """Wait for some work, no longer than so many seconds; whether it is done.

    Where the event loop is late, because there is much to do, the work is not to blame: what it has brought may wait
    in line to be seen. So time is counted in slices, and a late one counts no more than the others.
    """
    if seconds is None:
        await asyncio.wait([work])
        return True
    slices = max(1, math.ceil(seconds / SLICE_SECONDS))
    for _ in range(slices):
        if (await asyncio.wait([work], timeout=seconds / slices))[0]:
            return True
    return False
