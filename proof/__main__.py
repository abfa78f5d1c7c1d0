"""Run the checks of the tests at full counts: `python -m proof [PART ...]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from proof._running import prove

PARTS = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))


def main() -> int:
    """Run the parts that are asked for, each from where it was interrupted, and write their figures."""
    parser = argparse.ArgumentParser(prog="python -m proof", description=main.__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all of them by default")
    parser.add_argument("--anew", action="store_true", help="begin with the first case again")
    arguments = parser.parse_args()
    if unknown := [part for part in arguments.parts if part not in PARTS]:
        parser.error(f"{unknown[0]!r} is not a part: known are {', '.join(PARTS)}")
    console = Console()
    try:
        for part in arguments.parts or PARTS:
            prove(part, console, is_anew=arguments.anew)
    except KeyboardInterrupt:
        console.print("Interrupted: the next run goes on here.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
