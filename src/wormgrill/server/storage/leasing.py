"""Statements of PostgreSQL for leases; all times are those of the database, since clocks of machines differ."""

from __future__ import annotations

from sqlalchemy import text

LEASE_SECONDS = 6.0
"""How long a lease is valid after it was taken or renewed."""

_TAKEN = """
    ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, fence = leases.fence + 1, until = excluded.until
    WHERE leases.until <= now() OR leases.owner = excluded.owner
    RETURNING table_id, fence
"""
TAKE_LEASE = text(
    """
    INSERT INTO leases (table_id, owner, fence, until)
    SELECT id, :owner, 1, now() + make_interval(secs => :seconds) FROM tables WHERE id = :table_id
    """  # noqa: S608  # nothing in it comes from anybody
    + _TAKEN
)
TAKE_DUE = text(
    """
    WITH due AS (
        SELECT tables.id FROM tables LEFT JOIN leases ON leases.table_id = tables.id
        WHERE tables.due_at < :before AND (leases.until IS NULL OR leases.until <= now())
        AND NOT EXISTS (SELECT 1 FROM set_aside WHERE set_aside.table_id = tables.id)
        ORDER BY tables.due_at LIMIT 20 FOR UPDATE OF tables SKIP LOCKED
    )
    INSERT INTO leases (table_id, owner, fence, until)
    SELECT id, :owner, 1, now() + make_interval(secs => :seconds) FROM due
    """  # noqa: S608  # the same
    + _TAKEN
)
"""What others look at in the same moment is left to them, so that each process gets a share."""
RENEW_LEASES = text(
    """
    WITH held AS (
        SELECT table_id FROM leases WHERE owner = :owner AND until > now() ORDER BY table_id FOR UPDATE
    )
    UPDATE leases SET until = now() + make_interval(secs => :seconds)
    FROM held WHERE leases.table_id = held.table_id RETURNING leases.table_id
    """
)
"""Leases are locked in the order in which the writer locks them, so that neither waits for the other."""
RELEASE_LEASE = text(
    """
    UPDATE leases SET until = now()
    WHERE table_id = :table_id AND owner = :owner AND fence = :fence RETURNING table_id
    """
)
