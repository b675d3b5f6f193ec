"""What keeps a chat's memory and the owner's own, and the summaries that both are made of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bot.services.library import Library
from indexer.search.candidates import statistics_of
from memory.chat.memory import Memories
from memory.facts.schema import ITEMS_CORPUS

if TYPE_CHECKING:
    from datetime import datetime

    from bot.llm.usage import UsageLog
    from bot.services.owner_memory import OwnMemory
    from memory.capture.capture import Captures, Summarise
    from memory.chat.memory import ChatMemoryManager
    from memory.facts.service import Facts
    from memory.forgetting.retention import Retention
    from memory.forgetting.service import Forgetting
    from memory.messages import Turn as SaidTurn


class Remembering(Library):
    """A library whose index also holds what was said."""

    @cached_property
    def usage(self) -> UsageLog:
        from bot.llm.usage import UsageLog

        return UsageLog(self._opened.database, self.settings.llm.price)

    @cached_property
    def memories(self) -> Memories:
        return Memories(self.home.chats, self.settings.memory)

    @cached_property
    def _summarise(self) -> Summarise:
        from bot.services.summarize import summariser

        return summariser(self.model, self.usage, self.clock)

    @cached_property
    def captures(self) -> Captures:
        """Captures of the owner's conversations go to the vault as well."""
        from memory.capture.capture import Captures
        from memory.capture.state import CaptureLedger

        ledger, settings = CaptureLedger(self._opened.database), self.settings.memory
        captures = Captures(ledger, self.writer, self._summarise, settings, self.clock)
        captures.follow(self.facts.captured)
        captures.follow(self.own.episodes.captured)
        return captures

    @cached_property
    def facts(self) -> Facts:
        from memory.facts.service import Facts

        return Facts(self._opened.database, self.writer)

    @cached_property
    def forgetting(self) -> Forgetting:
        from memory.forgetting.service import Forgetting

        database, settings = self._opened.database, self.settings.memory
        return Forgetting(database, self.writer, self.memories, self.captures, settings)

    @cached_property
    def retention(self) -> Retention:
        from memory.forgetting.retention import Retention

        database, settings = self._opened.database, self.settings.memory
        return Retention(database, self.writer, self.memories, settings)

    @cached_property
    def own(self) -> OwnMemory:
        from bot.services.owner_memory import own_memory

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
        from memory.legacy_import import take_over

        return await take_over(self._opened.database, self.home.memory, now)
