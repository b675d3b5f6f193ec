"""A look at a home while its daemon runs: its database, its log, and what its people were sent."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.adapters.fake_bot_api import FakeBotApi

SHOWN = 3000  # characters of the log, and of the messages


def ask_database(home: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    """Ask the daemon's database, as it is at this moment."""
    path = home / "data" / "multis.db"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)) as db:
        return db.execute(sql, values).fetchall()


def read_state(home: Path, key: int | str) -> str:
    """Return how far the message `key` is: "done" once it is answered."""
    return str(ask_database(home, "SELECT max(state) FROM inbox WHERE key = ?", str(key))[0][0])


def describe_run(home: Path, fake: FakeBotApi) -> str:
    """Return the ends of the log and of the messages: to see why what should come does not."""
    log = (home / "daemon.log").read_text()
    said = "\n".join(f"{each.chat_id}: {each.text}" for each in fake.world.messages())
    return f"\n{log[-SHOWN:]}\n{said[-SHOWN:]}"
