"""Decides whether this process answers all chats, or its own among several workers."""

import json
from collections.abc import Collection
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from bot.messages import split_key
from indexer.store.engine.postgresql.lease import CHATS, WORKERS
from indexer.store.engine.postgresql.workers import (
    ALL,
    MOVED,
    assign_chat,
    begin_serving,
    holds_chat,
    is_leading,
    release_idle_chats,
    rename_chat,
    tell_workers,
)
from indexer.store.engine.session import Row, Session

# The key of the chat that a notice of the outbox goes to.
NOTICE_CHAT = "json_extract(chat, '$.platform') || ':' || json_extract(chat, '$.id')"
_OPEN = "SELECT DISTINCT chat FROM inbox WHERE state != 'done' AND set_aside_at IS NULL"
_UNSENT = f"SELECT {NOTICE_CHAT} FROM outbox WHERE inbox_id IS NULL"  # noqa: S608 - our own words
BUSY = f"{_OPEN} UNION {_UNSENT}"
_HELD = f"SELECT chat FROM {CHATS} JOIN {WORKERS} ON number = worker"  # noqa: S608 - our names
_UNHELD = f"""
    SELECT chat FROM ({BUSY}) AS busy (chat) WHERE chat NOT IN ({_HELD})
    AND substr(chat, 1, instr(chat, ':') - 1) IN (SELECT value FROM json_each(?))
"""  # noqa: S608 - our own words

# Whoever has them in work is refused, and the one that has the chat from now on takes them.
_TAKE_AWAY = "UPDATE inbox SET claim = claim + 1 WHERE chat = ? AND state != 'done'"


class InHand(Struct, frozen=True):
    """The ids of what this process has taken, and is not done with."""

    messages: set[int] = field(default_factory=set)
    notices: set[int] = field(default_factory=set)


class Sharing(Protocol):
    """Decides what of the inbox and the outbox is this process's.

    `own` and `own_notices` are conditions on their rows at the start, `new` and `new_notices` on
    what has come since and was not given to the dispatcher by who stored it.
    """

    @property
    def number(self) -> int:
        """The number of this worker; 0 if it is the only one."""

    @property
    def alone(self) -> bool:
        """True if whoever stores something also does it."""

    @property
    def own(self) -> str: ...

    @property
    def own_notices(self) -> str: ...

    @property
    def new(self) -> str: ...

    @property
    def new_notices(self) -> str: ...

    @property
    def every(self) -> float:
        """Seconds between two looks, besides those that somebody asks for."""

    def bind(self, platforms: Collection[str]) -> "Sharing":
        """Return the same, where all chats of these platforms are of the worker that leads."""

    def assign(self, db: Session, chat: str) -> None:
        """Tell whoever has the chat, or is to have it, that something was stored for it."""

    def rename(self, db: Session, old: str, new: str) -> None:
        """Let one process have what was stored for a chat under both its names; tell them."""

    def holds(self, db: Session, chat: str) -> bool:
        """Return whether the chat is still this process's."""

    def list_unheld(self, db: Session, platforms: Collection[str]) -> list[str]:
        """List the chats of these platforms with something to do that are nobody's."""

    def begin(self, db: Session) -> None:
        """Let chats be given to this process from now on."""

    def leads(self, db: Session) -> bool:
        """Return whether this process does what must not be done twice."""

    def release_idle(self, db: Session) -> None:
        """Let chats be somebody else's in which nothing happens."""


class Alone(Struct, frozen=True):
    """All chats are this process's."""

    number: int = 0
    alone: bool = True
    own: str = "1 = 1"
    own_notices: str = "1 = 1"
    new: str = "released = 1"  # also by another process
    new_notices: str = "1 = 0"
    every: float = 10.0

    def bind(self, platforms: Collection[str]) -> "Alone":
        return self

    def assign(self, db: Session, chat: str) -> None:
        """It is this process's."""

    def rename(self, db: Session, old: str, new: str) -> None:
        """It is this process's under either."""

    def holds(self, db: Session, chat: str) -> bool:
        return True

    def list_unheld(self, db: Session, platforms: Collection[str]) -> list[str]:
        return []

    def begin(self, db: Session) -> None:
        """All chats are this process's already."""

    def leads(self, db: Session) -> bool:
        return True

    def release_idle(self, db: Session) -> None:
        """Nobody else would have them."""


class AmongWorkers(Struct, frozen=True):
    """The chats that the worker of this number holds are this process's."""

    number: int
    alone: bool = False
    every: float = 1.0
    led: frozenset[str] = frozenset()  # platforms on which only the worker that leads is connected

    @property
    def own(self) -> str:
        return f"chat IN ({self._held})"  # not translated: SQL

    @property
    def own_notices(self) -> str:
        return f"{NOTICE_CHAT} IN ({self._held})"

    @property
    def new(self) -> str:
        return self.own

    @property
    def new_notices(self) -> str:
        return self.own_notices

    @property
    def _held(self) -> str:
        return f"SELECT chat FROM {CHATS} WHERE worker = {self.number:d}"  # noqa: S608 - a number

    def bind(self, platforms: Collection[str]) -> "AmongWorkers":
        return replace(self, led=frozenset(platforms))

    def assign(self, db: Session, chat: str) -> None:
        # Also if it is our own: others store messages of the same chat, and these have one order.
        platform, _id = split_key(chat)
        assign_chat(db, chat, led=platform in self.led)

    def rename(self, db: Session, old: str, new: str) -> None:
        if not rename_chat(db, old, new):
            db.execute(_TAKE_AWAY, (old,))
        tell_workers(db, ALL, MOVED)

    def holds(self, db: Session, chat: str) -> bool:
        return holds_chat(db, chat, self.number)

    def list_unheld(self, db: Session, platforms: Collection[str]) -> list[str]:
        rows: list[Row] = db.execute(_UNHELD, (json.dumps(list(platforms)),)).fetchall()
        return [str(row["chat"]) for row in rows]

    def begin(self, db: Session) -> None:
        begin_serving(db, self.number)

    def leads(self, db: Session) -> bool:
        return is_leading(db, self.number)

    def release_idle(self, db: Session) -> None:
        release_idle_chats(db, BUSY)
