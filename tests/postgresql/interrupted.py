"""`multis migrate` that is killed after a number of steps, each of a few rows.

`python -m tests.postgresql.interrupted STEPS HOME URL READER`
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from bot.home import Home
from bot.operations.migrate import move_to_server
from indexer.store.engine import copying
from indexer.store.engine.server import Server

STEP = 7  # rows


def main(steps: str, home: str, url: str, reader: str) -> None:
    copying.ROWS = STEP
    numbers = count(1)

    def report(_table: str, _rows: int) -> None:
        if next(numbers) == int(steps):
            os.kill(os.getpid(), signal.SIGKILL)

    move_to_server(Home(Path(home)), Server(url, reader), report)


if __name__ == "__main__":
    main(*sys.argv[1:])
