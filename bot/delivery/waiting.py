"""Lists what waits for an answer or to be sent, and drops it before it is begun."""

from datetime import UTC, datetime

import aiosqlite
from msgspec import Struct

from bot.messages import IncomingMessage
from bot.messages.codec import load_message


class Waiting(Struct, frozen=True):
    """A message without an answer, or, if `answered`, one whose answer is not confirmed."""

    id: int
    message: IncomingMessage
    at: datetime  # when it arrived
    answered: bool


async def list_waiting(
    db: aiosqlite.Connection, besides: IncomingMessage | None, most: int
) -> list[Waiting]:
    """Return up to `most` of what waits on all platforms, oldest first, without `besides`."""
    platform, key = (besides.chat.platform, besides.key) if besides else ("", "")
    rows = await db.execute_fetchall(
        "SELECT id, message, received_at, state FROM inbox WHERE state != 'done'"
        " AND set_aside_at IS NULL AND (platform, key) != (?, ?) ORDER BY id LIMIT ?",
        (platform, key, most),
    )
    return [
        Waiting(
            row["id"],
            load_message(row["message"]),
            datetime.fromtimestamp(row["received_at"], UTC),
            row["state"] == "answered",
        )
        for row in rows
    ]


async def drop_waiting(db: aiosqlite.Connection, number: int) -> bool:
    """Delete a message and its reply, if nothing of it was begun; False if it was, or is gone.

    Whoever has the message loses their claim on it, and so answers nothing any more.
    """
    cursor = await db.execute(
        "UPDATE inbox SET state = 'done', message = '', claim = claim + 1"
        " WHERE id = :id AND state != 'done' AND set_aside_at IS NULL AND draft = ''"
        " AND (state = 'answered' OR tries = 0)"
        " AND NOT EXISTS (SELECT 1 FROM outbox JOIN parts ON outbox_id = outbox.id"
        " WHERE inbox_id = :id)",
        {"id": number},
    )
    await db.execute(
        "DELETE FROM outbox WHERE inbox_id = ? AND EXISTS"
        " (SELECT 1 FROM inbox WHERE id = inbox_id AND state = 'done')",
        (number,),
    )
    return cursor.rowcount == 1
