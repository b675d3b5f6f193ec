"""What keeps a chat's memory and the owner's own, and the summaries that both are made of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bot.library import Library
from indexer.looking import statistics_of
from memory.item_schema import ITEMS_CORPUS
from memory.manager import Memories

if TYPE_CHECKING:
    from datetime import datetime

    from bot.own_memory import OwnMemory
    from bot.usage import UsageLog
    from memory.capture import Captures, Summarise
    from memory.facts import Facts
    from memory.forget import Forgetting
    from memory.manager import ChatMemoryManager
    from memory.messages import Turn as SaidTurn
    from memory.retention import Retention


class Remembering(Library):
    """A library whose index also holds what was said."""

    @cached_property
    def usage(self) -> UsageLog:
        from bot.usage import UsageLog

        return UsageLog(self._opened.database, self.settings.llm.price)

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
