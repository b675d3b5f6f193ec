"""What commands may use, made of what `bot.opening` opened.

A part is made, and its module loaded, when it is first asked for: `multis say` answers within a few
hundred milliseconds because it never loads what keeps facts, the vault or the files in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bot.stopping import Stops
from indexer.looking import statistics_of
from indexer.store import Store
from memory.item_schema import ITEMS_CORPUS
from memory.manager import Memories

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.audit import Audit
    from bot.background import Background
    from bot.commands import Fetch
    from bot.config import Settings
    from bot.door import Door
    from bot.home import Home
    from bot.inbox import Inbox
    from bot.indexing import Indexing
    from bot.last_answers import LastAnswers
    from bot.llm import Model
    from bot.originals import Originals
    from bot.own_memory import OwnMemory
    from bot.pairing import Pairing
    from bot.people import People
    from bot.policy import Access
    from bot.roots import Roots
    from bot.throttle import Throttle
    from bot.usage import UsageLog
    from bot.web import Web
    from indexer.database import Database
    from indexer.engines import Engines
    from indexer.parser_pool import ParserPool
    from indexer.pipeline import Pipeline
    from indexer.shelf import Shelf
    from indexer.writer import Writer
    from memory.capture import Captures, Summarise
    from memory.facts import Facts
    from memory.forget import Forgetting
    from memory.manager import ChatMemoryManager
    from memory.messages import Turn as SaidTurn
    from memory.retention import Retention


@dataclass(frozen=True, slots=True)
class Opened:
    """What has a lifetime of its own, or comes from outside."""

    home: Home
    settings: Settings
    access: Access
    clock: Callable[[], datetime]
    fetch: Fetch
    database: Database
    parsers: ParserPool
    engines: Engines
    background: Background
    model: Model | None  # None: answers are extracts


class Services:
    """Lives as long as what it is made of; every part is one per process."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.home = opened.home
        self.settings = opened.settings
        self.clock = opened.clock
        self.fetch = opened.fetch
        self.engines = opened.engines
        self.background = opened.background
        self.model = opened.model
        self.answers = Stops()  # that a model is writing

    async def give_back(self) -> None:
        """Free memory that is held only in case it is needed again."""
        await self._opened.database.give_back()

    @cached_property
    def store(self) -> Store:
        ranking, engines = self.settings.ranking, self.engines
        return Store(self._opened.database, ranking, *engines.live, meaning=engines.semantic)

    @cached_property
    def writer(self) -> Writer:
        from indexer.chunk_rows import in_thread
        from indexer.writer import Writer

        analyst = self.engines.analyst
        return Writer(self._opened.database, analyst.analyse if analyst else in_thread)

    @cached_property
    def pipeline(self) -> Pipeline:
        from indexer.pipeline import Pipeline

        return Pipeline(self.writer, self._opened.parsers, self.clock)

    @cached_property
    def indexing(self) -> Indexing:
        from bot.indexing import Indexing

        return Indexing(self.pipeline)

    @cached_property
    def shelf(self) -> Shelf:
        from indexer.shelf import Shelf

        return Shelf(self._opened.database.reader)

    @cached_property
    def originals(self) -> Originals:
        from bot.originals import Originals

        return Originals(self.home.originals, keeping=self.settings.documents.keep_originals)

    @cached_property
    def web(self) -> Web:
        from bot.web import Web

        return Web(self.settings.documents.limits.file_bytes)

    @cached_property
    def roots(self) -> Roots:
        from bot.roots import roots_of

        return roots_of(self.settings.documents.roots, self.home)

    @cached_property
    def inbox(self) -> Inbox:
        from bot.inbox import Inbox

        return Inbox(self._opened.database, self.clock, self.settings.inbox)

    @cached_property
    def people(self) -> People:
        from bot.people import People

        return People(self._opened.database, self._opened.access, self.clock)

    @cached_property
    def pairing(self) -> Pairing:
        from bot.pairing import Pairing

        return Pairing(self._opened.database, self.clock)

    @cached_property
    def door(self) -> Door:
        from bot.door import door_of

        return door_of(self._opened)

    @cached_property
    def throttle(self) -> Throttle:
        from bot.throttle import Throttle

        return Throttle(self.settings.rate_limit)

    @cached_property
    def audit(self) -> Audit:
        from bot.audit import Audit

        return Audit(self.home.audit, self.clock)

    @cached_property
    def usage(self) -> UsageLog:
        from bot.usage import UsageLog

        return UsageLog(self._opened.database, self.settings.llm.price)

    @cached_property
    def last_answers(self) -> LastAnswers:
        from bot.last_answers import LastAnswers

        return LastAnswers(self._opened.database)

    @cached_property
    def memories(self) -> Memories:
        return Memories(self.home.chats, self.settings.memory)

    @cached_property
    def _summarise(self) -> Summarise:
        from bot.summarising import summariser

        return summariser(self.model, self.usage, self.clock)

    @cached_property
    def captures(self) -> Captures:
        """Captures of the owner's conversations go to the vault as well."""
        from memory.capture import Captures
        from memory.ledger import CaptureLedger

        ledger, settings = CaptureLedger(self._opened.database), self.settings.memory
        captures = Captures(ledger, self.writer, self._summarise, settings, self.clock)
        captures.follow(self.facts.captured)
        captures.follow(self.own.episodes.captured)
        return captures

    @cached_property
    def facts(self) -> Facts:
        from memory.facts import Facts

        return Facts(self._opened.database, self.writer)

    @cached_property
    def forgetting(self) -> Forgetting:
        from memory.forget import Forgetting

        database, settings = self._opened.database, self.settings.memory
        return Forgetting(database, self.writer, self.memories, self.captures, settings)

    @cached_property
    def retention(self) -> Retention:
        from memory.retention import Retention

        database, settings = self._opened.database, self.settings.memory
        return Retention(database, self.writer, self.memories, settings)

    @cached_property
    def own(self) -> OwnMemory:
        from bot.own_memory import own_memory

        return own_memory(self._opened, self._summarise if self.model else None)

    async def has_facts(self) -> bool:
        """Whether anybody's are kept at all: nothing that reads them is loaded for it."""
        reader = self._opened.database.reader
        return (await reader.run(lambda db: statistics_of(db, ITEMS_CORPUS))).rows > 0

    async def record(self, memory: ChatMemoryManager, turn: SaidTurn) -> None:
        """Keep question and answer once; a full window is summarised behind the reply's back."""
        recorded = await memory.record(turn)
        if self.model and recorded.waiting >= self.settings.memory.capture_threshold:
            self.background.start(f"capture {memory.folder.chat}", self.captures.run(memory))

    async def take_over(self, now: datetime) -> int:
        """An older assistant's files, once; how many there were."""
        from memory.migration import take_over

        return await take_over(self._opened.database, self.home.memory, now)
