"""The database: what must be on disk before anybody sees it."""
