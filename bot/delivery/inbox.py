"""Stores incoming messages until their replies are confirmed.

A message is stored before its platform hears that it arrived, and a reply before it is sent
(`bot.delivery.outbox`). So after `kill -9` or a power cut a waiting message is answered, and the
reply to an answered one is sent from the first part that the platform had not confirmed. A message
that is done keeps only its key, which identifies it should the platform deliver it again.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.delivery import buttons, questions, set_aside, waiting
from bot.delivery.outbox import (
    OutboxReceipt,
    OutboxRow,
    StoredNotice,
    check_claim,
    list_notices,
    load_reply_to,
    store_notice,
)
from bot.delivery.questions import TYPED
from bot.delivery.set_aside import SetAside
from bot.delivery.settings import InboxSettings
from bot.delivery.waiting import Waiting
from bot.messages import IncomingMessage, Notice, Reply
from bot.messages.codec import dump, load_message
from indexer.store.database import Database
from indexer.store.engine.session import Row, Session

Clock = Callable[[], datetime]


DEFAULTS = InboxSettings()


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """A stored message. `absorbed` are the ids of others answered together with it."""

    id: int
    message: IncomingMessage
    absorbed: tuple[int, ...] = ()
    answered: bool = False  # its reply is stored, and only needs sending
    draft: str = ""  # names the message that showed its drafts before a restart
    tries: int = 0  # that did not end in order: the process may have died with it
    claim: int = 1  # the number under which this process has the message


class Inbox:
    """The stored messages and replies; lives as long as its database."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: InboxSettings = DEFAULTS,
        steady: Clock | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._steady = steady or clock  # by which messages are late: no jump forward moves it
        self._settings = settings
        self.released = asyncio.Event()  # set when a message that was set aside may be taken up

    def is_late(self, message: IncomingMessage) -> bool:
        """Return whether `message` is too old to be answered by itself; one with files never is."""
        if message.sent_at is None or message.attachments:
            return False
        age = self._steady() - message.sent_at
        return age > timedelta(minutes=self._settings.max_age_minutes)

    async def store(self, message: IncomingMessage) -> InboxEntry | None:
        """Store `message`; None if its key was stored before."""
        dumped, now = dump(message), self._now()
        return await self._database.change_together(
            lambda db: _store_message(db, dumped, now), on_disk=True
        )

    async def list_open(self, platforms: Sequence[str]) -> list[InboxEntry]:
        """Return the messages of these platforms that are not done nor set aside, oldest first."""
        async with self._database.read_committed() as db:
            rows = await db.execute_fetchall(
                "SELECT * FROM inbox WHERE state != 'done' AND set_aside_at IS NULL"
                " AND platform IN (SELECT value FROM json_each(?)) ORDER BY id",
                (json.dumps(list(platforms)),),
            )
        return [_build_entry(row) for row in rows]

    async def take_over(self, entries: Sequence[InboxEntry]) -> list[InboxEntry]:
        """Claim messages for this process: another one that still has them cannot answer."""
        if not entries:
            return []
        numbers = json.dumps([entry.id for entry in entries])
        async with self._database.transaction(on_disk=True) as db:
            rows = await db.execute_fetchall(
                "UPDATE inbox SET claim = claim + 1"
                " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) RETURNING id, claim",
                (numbers,),
            )
        claims = {row["id"]: int(row["claim"]) for row in rows}
        return [replace(each, claim=claims[each.id]) for each in entries if each.id in claims]

    async def begin(self, entry: InboxEntry) -> None:
        """Count a try of `entry`, which ends with `finish` or `take_back`, or with the process."""
        await self._database.change_together(partial(_count_try, entry, 1))

    async def take_back(self, entry: InboxEntry) -> None:
        """Take back a try that ended in order, though the message is not done."""
        await self._database.change_together(partial(_count_try, entry, -1))

    async def list_hopeless(self, platforms: Sequence[str]) -> dict[int, IncomingMessage]:
        """Return the messages of these platforms that no try has ended, by their numbers."""
        async with self._database.read_committed() as db:
            return await set_aside.list_hopeless(db, platforms)

    async def set_aside(self, numbers: Sequence[int], notices: Sequence[Notice]) -> None:
        """Set messages aside and store `notices` about that, in one transaction."""
        async with self._database.transaction(on_disk=True) as db:
            await set_aside.set_aside(db, numbers, self._now())
            for notice in notices:
                await db.run(partial(store_notice, notice=notice, now=self._now()))

    async def list_set_aside(self) -> list[SetAside]:
        async with self._database.read_committed() as db:
            return await set_aside.list_set_aside(db)

    async def list_growing(self, platforms: Sequence[str]) -> list[InboxEntry]:
        """Return what is set aside, or was dropped, while a message still grows for it."""
        async with self._database.read_committed() as db:
            rows = await set_aside.list_growing(db, platforms)
        return [_build_entry(row) for row in rows]

    async def end_growing(self, entry: InboxEntry) -> None:
        """Record that the message that grew for `entry` is closed."""
        await self._database.change_together(lambda db: set_aside.end_growing(db, entry.id))

    async def release(self, number: int) -> bool:
        """Let a message have one more try; False if no message of that number is set aside."""
        async with self._database.transaction(on_disk=True) as db:
            found = await set_aside.release(db, number)
        self.released.set()
        return found

    async def take_released(self, platforms: Sequence[str]) -> list[InboxEntry]:
        """Return the messages of these platforms that were released since the last call."""
        async with self._database.read_committed() as db:
            if not await set_aside.has_released(db):  # a look costs no write
                return []
        async with self._database.transaction() as db:
            numbers = await set_aside.take_released(db, platforms)
        found = [each for each in await self.list_open(platforms) if each.id in numbers]
        return await self.take_over(found)

    async def drop(self, number: int) -> bool:
        """Delete a message that is set aside, for good; False if there is none of that number."""
        async with self._database.transaction(on_disk=True) as db:
            return await set_aside.drop(db, number)

    async def list_waiting(self, besides: IncomingMessage, most: int) -> list[Waiting]:
        """Return up to `most` of what waits for an answer or to be sent, oldest first."""
        async with self._database.read_committed() as db:
            return await waiting.list_waiting(db, besides, most)

    async def drop_waiting(self, number: int) -> bool:
        """Delete what waits under that number; False if it is gone, or begun."""
        async with self._database.transaction(on_disk=True) as db:
            return await waiting.drop_waiting(db, number)

    async def load_reply(self, entry: InboxEntry) -> Reply | None:
        """Return the stored reply; None if the handler did not get that far."""
        async with self._database.read_committed() as db:
            return await load_reply_to(db, entry.id)

    async def count_pending(
        self, besides: IncomingMessage | None = None, until: datetime | None = None
    ) -> tuple[int, int]:
        """Count the messages that wait for an answer, and the answers that wait to be sent.

        `besides` is not counted: it is the message that asks for these numbers. With `until`, what
        began to wait after it is not counted.
        """
        platform, key = (besides.chat.platform, besides.key) if besides else ("", "")
        last = until.timestamp() if until else float("inf")
        async with self._database.read_committed() as db:
            rows = await db.execute_fetchall(
                "SELECT (SELECT count(*) FROM inbox WHERE state = 'waiting'"
                " AND set_aside_at IS NULL AND (platform, key) != (:platform, :key)"
                " AND received_at <= :last) AS waiting,"
                " (SELECT count(*) FROM outbox WHERE created_at <= :last AND (inbox_id IS NULL"
                " OR inbox_id NOT IN (SELECT id FROM inbox WHERE set_aside_at IS NOT NULL)))"
                " AS unsent",
                {"platform": platform, "key": key, "last": last},
            )
        row = next(iter(rows))
        return int(row["waiting"]), int(row["unsent"])

    async def find_oldest(self) -> datetime | None:
        """Return when the oldest message arrived that is not done."""
        async with self._database.read_committed() as db:
            rows = await db.execute_fetchall(
                "SELECT min(received_at) AS at FROM inbox WHERE state != 'done'"
                " AND set_aside_at IS NULL"
            )
        at = next(iter(rows))["at"]
        return None if at is None else datetime.fromtimestamp(at, UTC)

    async def store_reply(self, entry: InboxEntry, reply: Reply) -> list[StoredNotice]:
        """Store `reply` and its notices; from here on the message is never handled again.

        After a power failure it may be, unless `begin` has taken the reply to the disk. A
        `ClaimLostError` if another process has taken the message over.
        """
        dumped, now = dump(replace(reply, notices=())), self._now()

        def store(db: Session) -> list[StoredNotice]:
            check_claim(db, entry.id, entry.claim)
            cursor = db.execute(
                "INSERT INTO outbox (inbox_id, reply, created_at) VALUES (?, ?, ?)"
                " ON CONFLICT (inbox_id) DO NOTHING",
                (entry.id, dumped, now),
            )
            if not cursor.rowcount:
                return []
            db.execute("UPDATE inbox SET state = 'answered' WHERE id = ?", (entry.id,))
            _mark_done(db, entry.absorbed)
            questions.ask(db, entry.id, entry.message, reply, now)
            return [store_notice(db, notice, now) for notice in reply.notices]

        return await self._database.change_together(store)

    async def store_notice(self, notice: Notice) -> StoredNotice:
        """Store a notice that belongs to no reply."""
        now = self._now()
        return await self._database.change_together(lambda db: store_notice(db, notice, now))

    async def list_notices(self, platforms: Sequence[str]) -> list[StoredNotice]:
        """Return the notices that these platforms have not confirmed, oldest first."""
        async with self._database.read_committed() as db:
            return await list_notices(db, platforms)

    async def finish(self, entry: InboxEntry) -> None:
        """Mark the message as done: all of its reply is confirmed."""

        def finish(db: Session) -> None:
            check_claim(db, entry.id, entry.claim)
            db.execute("DELETE FROM outbox WHERE inbox_id = ?", (entry.id,))
            _mark_done(db, (entry.id, *entry.absorbed))

        await self._database.change_together(finish)

    async def finish_notice(self, notice: StoredNotice) -> None:
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM outbox WHERE id = ?", (notice.id,))

    async def prune(self) -> None:
        """Delete keys too old to be delivered again, and buttons too old to be pressed."""
        now = self._clock()
        keys, pressed = (
            int((now - timedelta(days=days)).timestamp())
            for days in (self._settings.keep_days, self._settings.button_days)
        )
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM inbox WHERE state = 'done' AND received_at < ?", (keys,))
            await db.execute("DELETE FROM buttons WHERE created_at < ?", (pressed,))
            await db.run(partial(questions.close_old, now=self._now()))

    async def close_buttons(
        self, chats: Sequence[str], matches: Callable[[str], bool] | None
    ) -> None:
        """Close buttons of `chats` whose words match; if None, all that repeat a person's words."""
        async with self._database.transaction() as db:
            await buttons.close_buttons(db, chats, matches)

    def create_receipt(self, entry: InboxEntry) -> OutboxReceipt:
        message = entry.message
        row = OutboxRow("inbox_id", entry.id, message.chat.key, entry.claim, message.key)
        return OutboxReceipt(self._database, row, self._now(), entry.draft)

    def create_notice_receipt(self, notice: StoredNotice) -> OutboxReceipt:
        row = OutboxRow("id", notice.id, notice.chat.key)
        return OutboxReceipt(self._database, row, self._now())

    def _now(self) -> int:
        return int(self._clock().timestamp())


def _build_entry(row: Row) -> InboxEntry:
    answered = row["state"] == "answered"
    return InboxEntry(
        row["id"],
        load_message(row["message"]),
        answered=answered,
        draft=row["draft"],
        tries=row["tries"],
        claim=row["claim"],
    )


def _count_try(entry: InboxEntry, by: int, db: Session) -> None:
    if by > 0:
        check_claim(db, entry.id, entry.claim)  # it may have been dropped while it waited
    set_aside.count_try(db, (entry.id, *entry.absorbed), by)


def _store_message(db: Session, dumped: str, now: int) -> InboxEntry | None:
    incoming = load_message(dumped)
    message = _resolve_choice(db, incoming, now)
    if message is not incoming:
        dumped = dump(message)
    stored = db.execute(
        "INSERT INTO inbox (platform, key, chat, message, received_at)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (platform, key) DO NOTHING RETURNING id",
        (message.chat.platform, message.key, message.chat.key, dumped, now),
    ).fetchall()
    if not stored:
        return None
    if message.pressed:
        questions.close_answered(db, message.chat.key, message.text)
    return InboxEntry(stored[0]["id"], message)


def _resolve_choice(db: Session, message: IncomingMessage, now: int) -> IncomingMessage:
    """Return `message` with the text of its button, pressed or typed, in place of its own."""
    if message.pressed:
        return replace(message, text=buttons.find_message(db, message))
    answer = questions.find_answer(db, message, now)
    return replace(message, text=answer, pressed=TYPED, quote="") if answer else message


def _mark_done(db: Session, ids: Sequence[int]) -> None:
    if ids:
        db.execute(
            "UPDATE inbox SET state = 'done', message = '', draft = ''"
            " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
