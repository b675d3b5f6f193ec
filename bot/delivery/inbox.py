"""Stores incoming messages until their replies are confirmed.

A message is stored before its platform hears that it arrived, and a reply before it is sent
(`bot.delivery.outbox`). So after `kill -9` or a power cut a waiting message is answered, and the
reply to an answered one is sent from the first part that the platform had not confirmed. A message
that is done keeps only its key, which identifies it should the platform deliver it again.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.delivery import buttons, questions, set_aside, waiting
from bot.delivery.arrival import store_message
from bot.delivery.outbox import (
    OutboxReceipt,
    OutboxRow,
    StoredNotice,
    check_claim,
    list_notices,
    load_reply_to,
    store_notice,
)
from bot.delivery.set_aside import TRIES, SetAside
from bot.delivery.settings import InboxSettings
from bot.delivery.sharing import Alone, InHand, Sharing
from bot.delivery.waiting import Waiting
from bot.messages import IncomingMessage, Notice, Reply
from bot.messages.codec import dump, load_message
from indexer.store.database import Database
from indexer.store.engine.session import Row, Session

Clock = Callable[[], datetime]


DEFAULTS, ALONE = InboxSettings(), Alone()


class InboxEntry(Struct, frozen=True):
    """A stored message. `absorbed` are the ids of others answered together with it."""

    id: int
    message: IncomingMessage
    absorbed: tuple[int, ...] = ()
    answered: bool = False  # its reply is stored, and only needs sending
    draft: str = ""  # names the message that showed its drafts before a restart
    tries: int = 0  # that did not end in order: the process may have died with it
    claim: int = 1  # the number under which this process has the message


class NewWork(Struct, frozen=True):
    """Messages and notices that this process is to do from now on, oldest first.

    No try has ended what is `hopeless`, by its number.
    """

    entries: Sequence[InboxEntry]
    hopeless: Mapping[int, IncomingMessage]
    notices: Sequence[StoredNotice]


class Inbox:
    """The stored messages and replies; lives as long as its database."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: InboxSettings = DEFAULTS,
        steady: Clock | None = None,
        sharing: Sharing = ALONE,
    ) -> None:
        self._database = database
        self._clock = clock
        self._steady = steady or clock  # by which messages are late: no jump forward moves it
        self._settings = settings
        self._sharing = sharing
        self.is_alone = sharing.alone
        self.worker = sharing.number  # 0 for the only one
        self.every = sharing.every  # seconds between two looks with `take_new`
        self.news = asyncio.Event()  # set when something may be taken with `take_new`

    def bind(self, platforms: Collection[str]) -> None:
        """Let the chats of these platforms be of the worker that leads: it alone reaches them."""
        self._sharing = self._sharing.bind(platforms)

    def rename_chat(self, db: Session, old: str, new: str) -> None:
        """Give what is stored for a chat to one process, in the transaction that moves it."""
        self._sharing.rename(db, old, new)

    def is_late(self, message: IncomingMessage) -> bool:
        """Return whether `message` is too old to be answered by itself; one with files never is."""
        if message.sent_at is None or message.attachments:
            return False
        age = self._steady() - message.sent_at
        return age > timedelta(minutes=self._settings.max_age_minutes)

    async def store(self, message: IncomingMessage) -> InboxEntry | None:
        """Store `message`; None if `take_new` brings it, or if its key was stored before."""
        dumped, now = dump(message), self._now()

        def store(db: Session) -> InboxEntry | None:
            stored = store_message(db, dumped, now)
            if stored is None:
                return None
            entry = InboxEntry(*stored)
            self._sharing.assign(db, entry.message.chat.key)
            return entry if self.is_alone else None

        return await self._database.change_together(store, on_disk=True)

    async def take_new(
        self, platforms: Sequence[str], in_hand: InHand, *, start: bool = False
    ) -> NewWork:
        """Take what this process is to do on these platforms and has not `in_hand`.

        At the `start` that is all of it, later what others have left to it.
        """
        sharing = self._sharing
        if start:
            await self._database.change(sharing.begin)
        await self._take_unheld(platforms)
        which = sharing.own if start else sharing.new
        found = await self.list_open(platforms, which, in_hand.messages)
        notices = await self.list_notices(
            platforms, sharing.own_notices if start else sharing.new_notices
        )
        hopeless = {each.id: each.message for each in found if each.tries >= TRIES}
        return NewWork(
            await self.take_over([each for each in found if each.id not in hopeless]),
            hopeless,
            [each for each in notices if each.id not in in_hand.notices],
        )

    async def _take_unheld(self, platforms: Sequence[str]) -> None:
        """Let somebody have the chats with something to do that are nobody's."""
        list_unheld = partial(self._sharing.list_unheld, platforms=platforms)
        async with self._database.read_committed() as db:
            chats = await db.run(list_unheld)
        if chats:
            await self._database.change(partial(self._assign_all, chats))

    def _assign_all(self, chats: Sequence[str], db: Session) -> None:
        for each in chats:
            self._sharing.assign(db, each)

    async def release_idle(self) -> None:
        """Let chats in which nothing happens be another process's when somebody writes there."""
        await self._database.change(self._sharing.release_idle)

    async def leads(self) -> bool:
        """Return whether this process does what must not be done twice."""
        async with self._database.read_committed() as db:
            return await db.run(self._sharing.leads)

    async def list_open(
        self, platforms: Sequence[str], which: str = "1 = 1", besides: Collection[int] = ()
    ) -> list[InboxEntry]:
        """Return the messages of these platforms that are not done nor set aside, oldest first."""
        rows = await self._database.fetch(
            "SELECT * FROM inbox WHERE state != 'done' AND set_aside_at IS NULL"  # noqa: S608 - a condition of `Sharing`
            f" AND platform IN (SELECT value FROM json_each(?)) AND {which}"
            " AND id NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id",
            (json.dumps(list(platforms)), json.dumps(sorted(besides))),
        )
        return [_build_entry(row) for row in rows]

    async def take_over(self, entries: Sequence[InboxEntry]) -> list[InboxEntry]:
        """Claim messages for this process: another one that still has them cannot answer."""
        if not entries:
            return []
        numbers = json.dumps([entry.id for entry in entries])
        async with self._database.transaction(on_disk=True) as db:
            rows = await db.execute_fetchall(
                "UPDATE inbox SET claim = claim + 1, released = 0"
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

    async def set_aside(
        self, numbers: Sequence[int], notices: Sequence[Notice]
    ) -> list[StoredNotice]:
        """Set messages aside and store `notices` about that, in one transaction."""
        now = self._now()
        async with self._database.transaction(on_disk=True) as db:
            await set_aside.set_aside(db, numbers, now)
            return [
                await db.run(partial(self._store_notice, notice=each, now=now)) for each in notices
            ]

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
        self.news.set()
        return found

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
        rows = await self._database.fetch(
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
        rows = await self._database.fetch(
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
            return [self._store_notice(db, notice, now) for notice in reply.notices]

        return await self._database.change_together(store)

    async def store_notice(self, notice: Notice) -> StoredNotice:
        """Store a notice that belongs to no reply."""
        now = self._now()
        return await self._database.change_together(lambda db: self._store_notice(db, notice, now))

    def _store_notice(self, db: Session, notice: Notice, now: int) -> StoredNotice:
        self._sharing.assign(db, notice.chat.key)
        return store_notice(db, notice, now)

    async def list_notices(
        self, platforms: Sequence[str], which: str = "1 = 1"
    ) -> list[StoredNotice]:
        """Return the notices that these platforms have not confirmed, oldest first."""
        async with self._database.read_committed() as db:
            return await list_notices(db, platforms, which)

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
        self, chats: Sequence[str], matches: Callable[[str], bool] | None, asked: str | None = None
    ) -> None:
        """Close buttons of `chats` whose words match; if None, all that repeat a person's words.

        With `asked`, those alone that this person was shown.
        """
        async with self._database.transaction() as db:
            await buttons.close_buttons(db, chats, matches, asked)

    def create_receipt(self, entry: InboxEntry) -> OutboxReceipt:
        message = entry.message
        chat, asked = message.chat.key, message.sender.key
        row = OutboxRow("inbox_id", entry.id, chat, entry.claim, message.key, asked)
        return OutboxReceipt(self._database, row, self._now(), self._sharing, entry.draft)

    def create_notice_receipt(self, notice: StoredNotice) -> OutboxReceipt:
        row = OutboxRow("id", notice.id, notice.chat.key)
        return OutboxReceipt(self._database, row, self._now(), self._sharing)

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


def _mark_done(db: Session, ids: Sequence[int]) -> None:
    if ids:
        db.execute(
            "UPDATE inbox SET state = 'done', message = '', draft = ''"
            " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
