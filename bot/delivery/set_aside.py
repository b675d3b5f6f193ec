"""Sets aside messages that were begun `TRIES` times and never ended in order.

A try is counted in the row of its message before work begins, and taken back when it ends in order:
by a clean stop, or by waiting for a platform that is away. So a count found at the next start is
that of a message the process died with. What is set aside stays stored until the owner decides.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import aiosqlite
from msgspec import Struct
from msgspec.structs import replace

from bot.messages import IncomingMessage
from bot.messages.codec import dump, load_message
from indexer.i18n import N_
from indexer.store.engine.session import Row, Session

TRIES = 3
# In place of what grew for it; the notices say more.
LAST_WORD = N_("(Interrupted: I crashed three times with this message, so I set it aside.)")


class SetAside(Struct, frozen=True):
    """A message that is set aside; `at` is when that happened."""

    id: int
    message: IncomingMessage
    at: datetime


def count_try(db: Session, ids: Sequence[int], by: int) -> None:
    db.execute(
        "UPDATE inbox SET tries = CASE WHEN tries + :by > 0 THEN tries + :by ELSE 0 END"
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(:ids))",
        {"by": by, "ids": json.dumps(list(ids))},
    )


async def set_aside(db: aiosqlite.Connection, ids: Sequence[int], now: int) -> None:
    await db.execute(
        "UPDATE inbox SET set_aside_at = ?"
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (now, json.dumps(list(ids))),
    )


async def list_set_aside(db: aiosqlite.Connection) -> list[SetAside]:
    """Return what is set aside on all platforms, oldest first."""
    rows = await db.execute_fetchall(
        "SELECT id, message, set_aside_at FROM inbox"
        " WHERE state != 'done' AND set_aside_at IS NOT NULL ORDER BY id"
    )
    return [
        SetAside(
            row["id"],
            load_message(row["message"]),
            datetime.fromtimestamp(row["set_aside_at"], UTC),
        )
        for row in rows
    ]


async def release(db: aiosqlite.Connection, number: int) -> bool:
    """Let a message be taken up for one more try; False if it is not set aside."""
    cursor = await db.execute(
        "UPDATE inbox SET set_aside_at = NULL, released = 1, tries = ?"
        " WHERE id = ? AND state != 'done' AND set_aside_at IS NOT NULL",
        (TRIES - 1, number),
    )
    return cursor.rowcount == 1


async def drop(db: aiosqlite.Connection, number: int) -> bool:
    """Delete a message and its reply; False if it is not set aside.

    While a message still grows for it, the row keeps where: that is to be closed with a word.
    """
    rows = await db.execute_fetchall(
        "SELECT message, draft FROM inbox"
        " WHERE id = ? AND state != 'done' AND set_aside_at IS NOT NULL",
        (number,),
    )
    for row in rows:
        grows = row["draft"] and not await _is_being_sent(db, number)
        address = dump(_strip_message(load_message(row["message"]))) if grows else ""
        await db.execute(
            "UPDATE inbox SET state = 'done', message = ?, draft = ?, set_aside_at = NULL"
            " WHERE id = ?",
            (address, row["draft"] if grows else "", number),
        )
        await db.execute("DELETE FROM outbox WHERE inbox_id = ?", (number,))
    return bool(rows)


async def _is_being_sent(db: aiosqlite.Connection, number: int) -> bool:
    """Return whether the reply began to be sent: what grew may be its first part."""
    rows = await db.execute_fetchall(
        "SELECT 1 FROM outbox JOIN parts ON outbox_id = outbox.id WHERE inbox_id = ?", (number,)
    )
    return bool(rows)


def _strip_message(message: IncomingMessage) -> IncomingMessage:
    """Return where to answer a message, and nothing of what it said."""
    sender = replace(message.sender, name="")
    return IncomingMessage(message.key, message.chat, sender, language=message.language)


async def list_growing(db: aiosqlite.Connection, platforms: Sequence[str]) -> Iterable[Row]:
    """Return what is set aside, or was dropped, while a message still grows for it.

    Once its reply began to be sent, that message may be the reply's first part.
    """
    return await db.execute_fetchall(
        "SELECT * FROM inbox"
        " WHERE (state = 'done' OR set_aside_at IS NOT NULL) AND draft != '' AND message != ''"
        " AND id NOT IN (SELECT inbox_id FROM outbox JOIN parts ON outbox_id = outbox.id"
        " WHERE inbox_id IS NOT NULL)"
        " AND platform IN (SELECT value FROM json_each(?)) ORDER BY id",
        (json.dumps(list(platforms)),),
    )


def end_growing(db: Session, number: int) -> None:
    """Forget the message that grew, which is closed by now."""
    db.execute(
        "UPDATE inbox SET draft = '', message = iif(state = 'done', '', message) WHERE id = ?",
        (number,),
    )
