"""`python -m bot` is `multis`."""

import sys

from bot.cli import main

sys.exit(main())
