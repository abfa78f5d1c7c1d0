"""`python -m wormgrill` is `wormgrill`."""

import sys

from wormgrill.cli import main

sys.exit(main())
