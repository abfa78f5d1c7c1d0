"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# Time is no part of a property: machines are shared and noisy.
settings.register_profile("wormgrill", deadline=None)
settings.load_profile("wormgrill")
