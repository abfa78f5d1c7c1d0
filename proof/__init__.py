"""The checks of the tests at full counts: `python -m proof [PART ...]`."""
