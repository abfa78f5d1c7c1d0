"""What the makers of the package run: `python -m tools.NAME`."""
