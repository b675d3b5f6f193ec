"""The daemon as `multis run` runs it, at another time of day.

`python -m tests.homes.clocked INSTANT ...`: its clock starts there (ISO 8601) and goes on from it.
What follows the instant is the command that this runs instead of; it is ignored.
"""

import asyncio
import logging
import os
import sys
import time
from datetime import datetime, timedelta

from msgspec import Struct, field

from bot.daemon.serve import Starter, serve
from bot.home import find_home
from bot.settings.config import load_settings


class Clock(Struct, frozen=True):
    """Starts at `start` when it is made."""

    start: datetime
    made: float = field(default_factory=time.monotonic)

    def __call__(self) -> datetime:
        return self.start + timedelta(seconds=time.monotonic() - self.made)


def main(instant: str) -> None:
    home = find_home(None, os.environ)
    logging.basicConfig(level=logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # its lines hold the bot's token
    settings = load_settings(home.config, os.environ)
    clock = Clock(datetime.fromisoformat(instant))
    asyncio.run(serve(home, settings, Starter(print_at_once, tuple), clock))


def print_at_once(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
