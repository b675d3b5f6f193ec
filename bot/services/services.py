"""The services that turns, scheduled jobs and desk views work with, built on first use.

`bot.services.open` opens the resources; each service is built from them, and its module imported,
on first access: `multis say` answers within a few hundred milliseconds because it never loads what
it does not use. There is one of each service per process.
"""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import field
from msgspec.structs import replace

from bot.runtime.cancellation import Cancellations
from bot.runtime.fair_places import FairPlaces
from bot.runtime.stage_times import StageTimes
from bot.services.access import AccessServices
from indexer.search.store import Store
from memory.chat.memory import ChatMemories, ChatMemory
from memory.facts.schema import FACTS_CORPUS

if TYPE_CHECKING:
    from datetime import datetime

    from bot.access.allowed_paths import AllowedPaths
    from bot.access.audit_log import AuditLog
    from bot.access.quotas import Quotas
    from bot.delivery.digests import Digests
    from bot.delivery.inbox import Inbox
    from bot.delivery.reactions import Reactions
    from bot.ingest.originals import Originals
    from bot.ingest.queue import IngestQueue
    from bot.ingest.web_fetch import WebFetcher
    from bot.llm import Model
    from bot.llm.usage import UsageLog
    from bot.messages import Asker
    from bot.rendering.fences import PromptNonces
    from bot.runtime.disk_space import DiskSpace
    from bot.services.barring import Barring
    from bot.services.chat_moves import ChatMoves
    from bot.services.database_state import DatabaseState
    from bot.services.index_upkeep import IndexUpkeep
    from bot.services.last_answers import LastAnswers
    from bot.services.owner_memory import OwnerMemory
    from bot.services.sent_prompts import SentPrompts
    from bot.services.shown_lists import ShownLists
    from bot.voice.speech import Speech
    from indexer.embedding.backfill import EmbeddingProgress
    from indexer.ingest.living_folder import LivingFolder
    from indexer.ingest.pipeline import Pipeline
    from indexer.ingest.weak_pages import PageReader
    from indexer.search.outline import Outlines
    from indexer.store.writer import Writer
    from memory.capture.capture import Captures, Summarize
    from memory.conversations.search import ConversationSearch
    from memory.facts.service import FactService
    from memory.forgetting.retention import Retention
    from memory.forgetting.service import Forgetting
    from memory.messages import Exchange as SaidTurn
    from memory.reminders.ledger import Reminders
    from memory.session_rows import SessionRows


# Cached services are stored in the instance's __dict__.
class Services(AccessServices, frozen=True, dict=True):
    """Live as long as their resources. Commands get services, never the database itself."""

    cancellations: Cancellations = field(default_factory=Cancellations)  # of models' answers
    readings: Cancellations = field(default_factory=Cancellations)  # of files
    stage_times: StageTimes = field(default_factory=StageTimes)
    followed: list[LivingFolder] = field(default_factory=list)  # folders, while they are watched

    def with_model(self, model: Model) -> Services:
        """Return services with the same resources and another model; all are built again."""
        models = replace(self._resources.models, answering=model)
        return replace(self, _resources=replace(self._resources, models=models))

    async def embedding_progress(self) -> EmbeddingProgress | None:
        """Read how far embedding has come, in this process or the last one that did it."""
        if self.engines.embedding:
            return await self.engines.embedding.read_progress()
        from indexer.embedding.backfill import read_latest_progress

        return await read_latest_progress(self._resources.database)

    @cached_property
    def database_state(self) -> DatabaseState:
        from bot.services.database_state import DatabaseState

        return DatabaseState(self._resources.database, self.settings.database)

    @cached_property
    def upkeep(self) -> IndexUpkeep:
        from bot.services.index_upkeep import build_upkeep

        return build_upkeep(self._resources)

    @cached_property
    def store(self) -> Store:
        ranking, meaning = self.settings.ranking, self.engines.semantic
        return Store(self._resources.database, ranking, meaning=meaning)

    @cached_property
    def writer(self) -> Writer:
        from indexer.store.writer import Writer

        analysis = self.engines.analysis
        own = (analysis.analyze, analysis.prepare) if analysis else ()
        return Writer(self._resources.database, *own)

    @cached_property
    def pipeline(self) -> Pipeline:
        from indexer.ingest.pipeline import Pipeline

        return Pipeline(self.writer, self._resources.parsers, self.clock, self.disk_space.check)

    def build_page_reader(self, asker: Asker, *, is_owner: bool) -> PageReader | None:
        """Build what reads weak pages of scans for `asker`; None unless the settings say so."""
        if self.seer is None or not self.settings.documents.vision:
            return None
        from bot.services.page_reader import PageSeer, build_page_reader

        llm = self.settings.llm
        return build_page_reader(PageSeer(self.seer, llm, self.usage, self.clock, asker, is_owner))

    @cached_property
    def indexing(self) -> IngestQueue:
        from bot.ingest.queue import IngestQueue

        limits = self.settings.documents.limits
        return IngestQueue(self.pipeline, self.home.tmp, self.disk_space, limits, self.readings)

    def is_reading_for(self, chat: str) -> bool:
        """Check whether `chat` has files indexed, without loading what would do that."""
        return "indexing" in self.__dict__ and self.indexing.is_busy(chat)

    @cached_property
    def disk_space(self) -> DiskSpace:
        from bot.runtime.disk_space import DiskSpace

        return DiskSpace(self.home.folder, self.settings.documents.free_bytes)

    @cached_property
    def quotas(self) -> Quotas:
        from bot.access.quotas import Quotas

        return Quotas(self._resources.database, lambda: self.settings.documents.quota, self.clock)

    @cached_property
    def outlines(self) -> Outlines:
        from indexer.search.outline import Outlines

        return Outlines(self._resources.database.reader)

    @cached_property
    def originals(self) -> Originals:
        from bot.ingest.absent_documents import AbsentDocuments
        from bot.ingest.originals import Originals

        folders, keeping = self.home, self.settings.documents.keep_originals
        absent = [AbsentDocuments(each, self.clock) for each in (folders.deleted, folders.unread)]
        return Originals(folders.originals, *absent, keeping=keeping)

    @cached_property
    def web_fetcher(self) -> WebFetcher:
        from bot.ingest.web_fetch import WebFetcher

        return WebFetcher(self.settings.documents.limits.file_bytes)

    @cached_property
    def allowed_paths(self) -> AllowedPaths:
        from bot.access.allowed_paths import resolve_roots

        return resolve_roots(self.settings.documents.roots, self.home)

    @cached_property
    def usage(self) -> UsageLog:
        from bot.llm.usage import UsageLog

        return UsageLog(self._resources.database, self.settings.llm.price)

    @cached_property
    def memories(self) -> ChatMemories:
        return ChatMemories(self.home.chats, self.settings.memory)

    @cached_property
    def conversations(self) -> ConversationSearch:
        from memory.conversations.search import ConversationSearch

        return ConversationSearch(self.store, self._resources.database)

    @cached_property
    def _summarize(self) -> Summarize:
        from bot.services.summarize import build_summarizer

        return build_summarizer(self.model, self.usage, self.clock)

    @cached_property
    def captures(self) -> Captures:
        """Captures, followed by the facts and, for the owner's chats, by the vault."""
        from bot.services.summarize import build_confirmer
        from memory.capture.capture import Captures
        from memory.capture.state import CaptureStore

        ledger, settings = CaptureStore(self._resources.database), self.settings.memory
        near = self.owner_memory.ledger.find_near
        budget = self.settings.llm.daily_budget
        confirm = build_confirmer(self.verifier, self.usage, self.clock, budget)
        captures = Captures(
            ledger, self.writer, self._summarize, settings, self.clock, near, confirm
        )
        captures.add_follower(self.facts.record_captured)
        captures.add_follower(self.owner_memory.sessions.record_capture)
        return captures

    @cached_property
    def facts(self) -> FactService:
        from memory.facts.service import FactService

        return FactService(self._resources.database, self.writer)

    @cached_property
    def forgetting(self) -> Forgetting:
        from memory.forgetting.service import Forgetting

        database, settings = self._resources.database, self.settings.memory
        return Forgetting(database, self.writer, self.memories, self.captures, settings)

    @cached_property
    def retention(self) -> Retention:
        from memory.forgetting.retention import Retention

        return Retention(self._resources.database, self.writer, self.memories, self.settings.memory)

    @cached_property
    def owner_memory(self) -> OwnerMemory:
        from bot.services.owner_memory import build_owner_memory

        return build_owner_memory(self._resources, self._summarize if self.model else None)

    @cached_property
    def session_rows(self) -> SessionRows:
        from memory.session_rows import SessionRows

        return SessionRows(self._resources.database)

    @cached_property
    def reminders(self) -> Reminders:
        from memory.reminders.ledger import Reminders

        return Reminders(self._resources.database)

    @property
    def listens(self) -> bool:
        """True if recordings are written down."""
        from bot.voice.settings import listens

        return listens(self.settings.voice)

    @property
    def speaks(self) -> bool:
        """True if answers can be spoken."""
        voice = self.settings.voice
        return bool(voice.speech_model and (voice.speech_url or voice.base_url))

    @cached_property
    def speech(self) -> Speech:
        from bot.voice.speech import build_speech

        return build_speech(self.settings.voice, self._resources.database, self.home.models)

    async def has_facts(self) -> bool:
        """Check whether there are facts of anybody, without loading what reads them."""
        from indexer.search.candidates import read_version  # who asks for facts searches too

        reader = self._resources.database.reader
        added, removed = await reader.run(lambda db: read_version(db, FACTS_CORPUS))
        return added > removed

    async def record(self, memory: ChatMemory, turn: SaidTurn) -> None:
        """Record question and answer once; a full window is summarised in the background."""
        recorded = await memory.record(turn)
        if self.settings.memory.enabled:
            from memory.conversations.recorder import ConversationRecorder

            folder, database = memory.folder, self._resources.database
            await ConversationRecorder(database).record(folder.scope, folder.chat, turn)
        if self.model and recorded.waiting >= self.settings.memory.capture_threshold:
            self.background.start(f"capture {memory.folder.chat}", self.captures.run(memory))

    async def record_answer(self, memory: ChatMemory, turn: SaidTurn, begun: datetime) -> None:
        """Do the same for an answer that was begun at that time, unless /forget came in between."""
        from bot.services.forgotten_meanwhile import hold_off

        async with hold_off(self._resources.database, memory, begun) as may_keep:
            if may_keep:
                await self.record(memory, turn)

    async def import_legacy_files(self, now: datetime) -> int:
        """Import the files of an older assistant, once; returns how many facts are new."""
        # An older assistant left files in this folder; ours lie in folders below it.
        if not await asyncio.to_thread(any, self.home.memory.glob("*.md")):
            return 0
        from memory.legacy_import import import_legacy

        return await import_legacy(self._resources.database, self.home.memory, now)

    @cached_property
    def digests(self) -> Digests:
        from bot.delivery.digests import Digests

        return Digests(self._resources.database)

    @cached_property
    def inbox(self) -> Inbox:
        from bot.delivery.inbox import Inbox
        from bot.delivery.sharing import Alone, AmongWorkers
        from bot.runtime.steady_clock import SteadyClock

        worker = self._resources.setup.worker
        steady = SteadyClock(self.clock)
        return Inbox(
            self._resources.database,
            self.clock,
            self.settings.inbox,
            steady,
            AmongWorkers(worker) if worker else Alone(),
        )

    @cached_property
    def reactions(self) -> Reactions:
        from bot.delivery.reactions import Reactions

        return Reactions(self._resources.database)

    @cached_property
    def answer_places(self) -> FairPlaces:
        """Places for the answers that models write for people other than the owner."""
        return FairPlaces(self.settings.llm.answers_at_once)

    @cached_property
    def prompt_nonces(self) -> PromptNonces:
        from bot.rendering.fences import PromptNonces

        return PromptNonces()

    @cached_property
    def chat_moves(self) -> ChatMoves:
        from bot.services.chat_moves import ChatMoves

        return ChatMoves(self._resources.database, self.memories, self.inbox)

    @cached_property
    def barring(self) -> Barring:
        from bot.services.barring import Barring

        database, alone = self._resources.database, self.inbox.is_alone
        running = (self.cancellations, self.readings)
        return Barring(database, self.people, running, alone=alone)

    @cached_property
    def audit(self) -> AuditLog:
        from bot.access.audit_log import AuditLog

        return AuditLog(self.home.audit, self.clock)

    @cached_property
    def sent_prompts(self) -> SentPrompts:
        from bot.services.sent_prompts import SentPrompts

        return SentPrompts(self.clock, keep=not self._resources.setup.worker)

    @cached_property
    def shown_lists(self) -> ShownLists:
        from bot.services.shown_lists import ShownLists

        return ShownLists(self._resources.database)

    @cached_property
    def last_answers(self) -> LastAnswers:
        from bot.services.last_answers import LastAnswers

        return LastAnswers(self._resources.database)
