"""`python -m multis` is `multis`."""

import sys

from multis import main

sys.exit(main())
