"""Carries news of the page between workers: any of them serves it, and one of them answers.

Entries are in the page's database already; told is that there are some. The newest drafts of
answers that grow stand in a table beside them, for the workers that have the page open. What goes
through the server itself names no chat and holds no text: every login there may listen to it, also
the one that sees no row.
"""

import asyncio
import json
import logging
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Protocol

from msgspec import Struct

from bot.messages import Draft
from indexer.errors import StorageError
from indexer.store.database import Database, Schema, hash_text
from indexer.store.engine.postgresql.lease import WORKERS
from indexer.store.engine.postgresql.workers import MISSED, tell_workers
from indexer.store.engine.session import Row, Session

DRAFTS = Schema(
    "drafts",
    (
        """
        CREATE TABLE drafts (
            chat TEXT NOT NULL,
            key TEXT NOT NULL,               -- of the message whose answer grows
            worker INTEGER NOT NULL,         -- that answers it
            text TEXT NOT NULL,
            lasting INTEGER NOT NULL,
            PRIMARY KEY (chat, key)
        );
        """,
    ),
)
CHANNEL = "multis_page"
PACE = 0.1  # seconds between two rounds: what comes meanwhile goes together
PAUSE = 1.0  # seconds until the next try where the server is away

_PUT = """
    INSERT INTO drafts (chat, key, worker, text, lasting) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (chat, key) DO UPDATE SET worker = excluded.worker, text = excluded.text,
    lasting = excluded.lasting
"""
_DROP = "DELETE FROM drafts WHERE chat = ? AND key = ?"
_ALIVE = f"SELECT number FROM {WORKERS}"  # noqa: S608 - our name
_LOAD = f"""
    SELECT chat, key, text, lasting FROM drafts WHERE worker != ? AND worker IN ({_ALIVE})
    AND chat IN (SELECT value FROM json_each(?))
"""  # noqa: S608 - our own words
_SWEEP = f"DELETE FROM drafts WHERE worker NOT IN ({_ALIVE})"  # noqa: S608 - our own words

log = logging.getLogger(__name__)

Unsent = dict[tuple[str, str], Draft | None]


class OpenPages(Protocol):
    """The pages that are open in this process."""

    def list_chats(self) -> Collection[str]: ...

    def show_news(self, chat: str, drafts: Mapping[str, Draft]) -> None:
        """Show what was written, and what others' answers have grown to by now."""


class NoRelay(Struct, frozen=True):
    """Of the only process that serves the page: it tells nobody."""

    alone: bool = True

    def attach(self, pages: OpenPages) -> None:
        """There is nobody who would tell."""

    def tell(self, chat: str) -> None:
        """There is nobody to tell."""

    def put_draft(self, chat: str, key: str, draft: Draft | None) -> None:
        """There is nobody to show it to."""

    def look(self, chat: str) -> None:
        """All answers grow here."""


class WorkersRelay:
    """Among workers; `run` carries, and `hear` takes what the server brings."""

    def __init__(self, database: Database, worker: int, pace: float = PACE) -> None:
        self.alone = False
        self._database = database
        self._worker = worker
        self._pace = pace
        self._pages: OpenPages | None = None
        self._unsent: Unsent = {}
        self._told: set[str] = set()
        self._asked: set[str] = set()
        self._awake = asyncio.Event()

    def attach(self, pages: OpenPages) -> None:
        """Bring what others tell to these pages from now on."""
        self._pages = pages

    def tell(self, chat: str) -> None:
        """Tell the others that something was written, or that somebody signed out."""
        self._told.add(chat)
        self._awake.set()

    def put_draft(self, chat: str, key: str, draft: Draft | None) -> None:
        """Let others show what an answer has grown to; None once it grows no more."""
        self._unsent[chat, key] = draft
        self.tell(chat)

    def look(self, chat: str) -> None:
        """Bring what others' answers have grown to: a page was opened."""
        self._asked.add(chat)
        self._awake.set()

    def hear(self, word: str) -> None:
        """Take a word from the server: whose news it is, and of which chat."""
        teller, _colon, chat = word.partition(":")
        if teller == str(self._worker) or self._pages is None:
            return
        for each in self._pages.list_chats():
            if word == MISSED or _digest(each) == chat:
                self.look(each)

    async def run(self) -> None:
        """Carry until cancelled; where the server is away, go on when it is back."""
        swept = False
        while True:
            try:
                if not swept:
                    await self._database.change(_sweep)
                    swept = True
                await self._awake.wait()
                self._awake.clear()
                await self._send()
                await self._bring()
                await asyncio.sleep(self._pace)
            except StorageError as error:
                log.info("news of the page wait: %s", error)
                self._awake.set()
                await asyncio.sleep(PAUSE)

    async def _send(self) -> None:
        unsent, told = self._unsent, self._told
        if not told:
            return
        self._unsent, self._told = {}, set()
        try:
            await self._database.change(partial(self._write, unsent, told))
        except StorageError:
            self._unsent = {**unsent, **self._unsent}
            self._told |= told
            raise

    def _write(self, unsent: Unsent, told: Collection[str], db: Session) -> None:
        for (chat, key), draft in unsent.items():
            if draft is None:
                db.execute(_DROP, (chat, key))
            else:
                db.execute(_PUT, (chat, key, self._worker, draft.text, int(draft.lasting)))
        for chat in told:
            tell_workers(db, CHANNEL, f"{self._worker}:{_digest(chat)}")

    async def _bring(self) -> None:
        asked, pages = self._asked, self._pages
        if not asked or pages is None:
            return
        self._asked = set()
        try:
            rows = await self._database.fetch(_LOAD, (self._worker, json.dumps(sorted(asked))))
        except StorageError:
            self._asked |= asked
            raise
        found = list(rows)
        for chat in asked:
            pages.show_news(chat, _select_drafts(found, chat))


def _select_drafts(rows: Iterable[Row], chat: str) -> dict[str, Draft]:
    here = (row for row in rows if row["chat"] == chat)
    return {str(row["key"]): Draft(str(row["text"]), bool(row["lasting"])) for row in here}


def _sweep(db: Session) -> None:
    db.execute(_SWEEP)


def _digest(chat: str) -> str:
    return hash_text(chat)[:32]


Relay = NoRelay | WorkersRelay  # carries news of chats to other processes that serve the page
