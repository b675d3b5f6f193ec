"""The first code of a walled process: raises its walls, then imports and runs its module.

Nothing foreign has been read when the walls are raised, and no library has been imported.
"""

import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from indexer.confinement.walls import Walls, raise_walls

# Numerical libraries start threads when they are imported, which the walls refuse.
OOM_SCORE = "500"  # of 1000
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def main() -> None:
    """Run `main()` of the module that the first argument names, within the walls that it lists."""
    order = json.loads(sys.argv[1])
    sys.argv = [order["module"], *order["arguments"]]
    with suppress(OSError):  # a service may be forbidden to change it
        os.nice(order["niceness"])
    with suppress(OSError):  # when memory runs out, the kernel shall end this process first
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE)
    raise_walls(Walls(**order["walls"]))
    os.environ.update(ONE_THREAD)
    sys.exit(import_module(order["module"]).main())
