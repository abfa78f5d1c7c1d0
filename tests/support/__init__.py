"""What tests, bench and docs/tools share: positions, running servers, browsers."""
