"""Capture: summarises a full window as a few notes, in the background, and then trims it.

The model gets a snapshot, with no lock held. Its answer is first stored in the database; everything
after that can be repeated without writing anything twice, and is repeated after a crash.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

from msgspec import Struct

from indexer.aside import run_aside
from indexer.documents import Chunk
from indexer.i18n import ENGLISH, use_language
from indexer.scopes import Scope
from memory.capture import extraction
from memory.capture.extraction import (
    Extraction,
    UnreadableAnswerError,
    build_captured_notes,
    build_note_sources,
    build_summary_chunk,
)
from memory.capture.state import CapturedNote, CaptureResult, CaptureState, CaptureStore, Ticket
from memory.chat import notes_file
from memory.chat.memory import ChatMemories, ChatMemory
from memory.chat.notes import add_captured
from memory.fact import Fact
from memory.messages import Message, format_timestamp
from memory.settings import MemorySettings
from memory.storage.files import run_in_thread
from memory.text.grounding import ONLY_ASKED, NoteClaim, UserSentence, list_user_sentences

log = logging.getLogger(__name__)

T = TypeVar("T")

NEAR_SENTENCES, NEAR_FACTS = 20, 30  # sentences that are looked up, facts that the model sees
BATCH = 60  # messages of a backlog that are summarised at once

Summarize = Callable[[str, str], Awaitable[str]]
Confirm = Callable[[Sequence[NoteClaim]], Awaitable[Collection[NoteClaim]]]
FindNear = Callable[[Scope, str], Awaitable[Sequence[Fact]]]


class CapturedNotes(Struct, frozen=True):
    """The notes of one capture, and the messages that they were made of, oldest first."""

    stamp: str
    notes: tuple[str, ...]
    messages: tuple[Message, ...]
    noted: tuple[CapturedNote, ...] = ()  # the notes with their type and topic


Follower = Callable[[ChatMemory, CapturedNotes], Awaitable[None]]


class SummaryFailedError(Exception):
    """Raised by `Summarize` when no model answered; its text appears in /status."""


class CaptureIndex(Protocol):
    """The part of the index that a capture needs."""

    async def add_memory(self, scope: Scope, chunk: Chunk, now: datetime) -> None: ...


class Captures:
    """One per process; other processes may capture other chats at the same time."""

    def __init__(  # noqa: PLR0913 - each is another part of the world
        self,
        store: CaptureStore,
        index: CaptureIndex,
        summarize: Summarize,
        settings: MemorySettings,
        clock: Callable[[], datetime],
        find_near: FindNear | None = None,
        confirm: Confirm | None = None,
    ) -> None:
        """`find_near` finds the known facts of a scope that are near to a text.

        `confirm` asks a second model which of the notes that rules leave open are true.
        """
        self._find_near = find_near
        self._confirm = confirm
        self._store = store
        self._index = index
        self._summarize = summarize
        self._settings = settings
        self._clock = clock
        self._thinking: dict[str, tuple[Scope, Callable[[], bool]]] = {}
        self._followers: list[Follower] = []

    def add_follower(self, follower: Follower) -> None:
        """Call `follower` for every capture before it is finished; after a crash perhaps twice."""
        self._followers.append(follower)

    async def run(self, memory: ChatMemory) -> None:
        """Capture while the window is full; returns at once if another run captures this chat."""
        if await self._mark_if_due(memory):
            await self._run_steps(memory)

    async def resume(self, memories: ChatMemories) -> None:
        """At start, finish what a crash or a missing model left undone, in every chat."""
        for memory in await memories.list_chats():
            await self._run_steps(memory)

    async def retry(self, memories: ChatMemories) -> None:
        """Called from time to time: try again what failed, once its time has come."""
        for state in await self._store.list_states():
            if state.state != "done":
                await self._run_steps(memories.get(state.chat, state.scope))

    async def list_states(self) -> list[CaptureState]:
        return await self._store.list_states()

    def cancel(self, scope: Scope) -> None:
        """Stop asking the model about chats of `scope`: its answer has become void."""
        for asked, stop in self._thinking.values():
            if asked == scope:
                stop()

    async def _mark_if_due(self, memory: ChatMemory) -> bool:
        if not self._settings.enabled:
            return False
        window = await memory.read_window()
        fresh = any(not message.captured for message in window)
        due = fresh and len(window) >= self._settings.capture_threshold
        if due:
            await self._store.mark_due(memory.folder.chat, memory.folder.scope, self._clock())
        return due

    async def _run_steps(self, memory: ChatMemory) -> None:
        async with memory.try_hold_capture() as free:
            while free and await self._step(memory):
                pass

    async def _step(self, memory: ChatMemory) -> bool:
        """Finish a stored capture or begin one; returns whether there may be more to do."""
        result = await self._store.load_result(memory.folder.chat)
        if result is None:
            result = await self._begin(memory) if await self._mark_if_due(memory) else None
        if result is not None:
            await self._write(memory.with_scope(result.ticket.scope), result)
        return result is not None

    async def _begin(self, memory: ChatMemory) -> CaptureResult | None:
        now = self._clock()
        ticket = await self._store.claim(memory.folder.chat, memory.folder.scope, now)
        if ticket is None:
            return None
        batch = (await memory.read_window())[:BATCH]
        extracted = await self._extract(ticket, batch, await memory.read_notes())
        if extracted is None:
            return None
        notes = build_captured_notes(extracted, batch)
        result = CaptureResult(
            ticket, format_timestamp(now), notes, frozenset(message.id for message in batch)
        )
        found = build_note_sources(result, extracted, batch)
        async with memory.hold_notes():  # either forgetting finds these sources, or we are void
            return await self._store.store(result, found, extracted.dropped)

    async def _extract(
        self, ticket: Ticket, batch: Sequence[Message], notes: str
    ) -> Extraction | None:
        """Return what models make of the messages; None if that became void, or failed."""
        try:
            return await self._ask_models(ticket, batch, notes)
        except (SummaryFailedError, UnreadableAnswerError) as error:
            with use_language(ENGLISH):  # others read it; /status translates it for them
                reason = str(error)
            log.warning("capture of %s failed: %s", ticket.chat, reason)
            await self._store.fail(ticket, reason)
            return None

    async def _ask_models(
        self, ticket: Ticket, batch: Sequence[Message], notes: str
    ) -> Extraction | None:
        length = sum(len(message.content) + len(message.quote) for message in batch) + len(notes)
        own = await run_aside(partial(list_user_sentences, batch), length)
        if not own:
            return Extraction()  # nobody said anything of their own: no need to ask
        now = self._clock().astimezone()
        near = await self._list_near(ticket.scope, own)
        budget = self._settings.context_budget // 2
        build = partial(extraction.build_request, batch, notes, budget, near, now)
        request = await run_aside(build, length)
        answer = await self._think(ticket, self._summarize(extraction.SYSTEM, request))
        if answer is None:
            return None
        extract = partial(extraction.extract_notes, answer, batch, notes, near)
        found = await run_aside(extract, length + len(answer))
        confirmed = await self._think(ticket, self._confirm_open(found.open))
        if confirmed is None:
            return None
        again = partial(extract, confirmed)
        return await run_aside(again, length + len(answer)) if confirmed else found

    async def _list_near(self, scope: Scope, own: Sequence[UserSentence]) -> tuple[Fact, ...]:
        """List the known facts near to what was said, each once."""
        if self._find_near is None:
            return ()
        found: dict[str, Fact] = {}
        for sentence in own[:NEAR_SENTENCES]:
            for fact in await self._find_near(scope, sentence.text):
                found.setdefault(fact.id, fact)
        return tuple(found.values())[:NEAR_FACTS]

    async def _confirm_open(self, claims: Sequence[NoteClaim]) -> frozenset[NoteClaim]:
        """Return those that a second model confirms, if there is one."""
        if self._confirm is None or not claims:
            return frozenset()
        return frozenset(await self._confirm(claims))

    async def _think(self, ticket: Ticket, answer: Awaitable[T]) -> T | None:
        """Return the answer of a model; None if it became void before it arrived."""
        asking = asyncio.ensure_future(answer)
        self._thinking[ticket.chat] = (ticket.scope, asking.cancel)
        try:
            await asyncio.wait({asking})
        finally:
            asking.cancel()
            del self._thinking[ticket.chat]
        return None if asking.cancelled() else asking.result()

    async def _write(self, memory: ChatMemory, result: CaptureResult) -> None:
        async with memory.hold_notes():
            # Forgetting holds this lock too: either it finds these notes written, or we find
            # that they must not be.
            if not await self._store.is_valid(result.ticket):
                return
            if result.notes:
                await self._write_notes(memory, result)
                await self._notify_followers(memory, result)
            await memory.trim(result.messages)
            await self._store.finish(result.ticket)

    async def _write_notes(self, memory: ChatMemory, result: CaptureResult) -> None:
        lines = [f"- {note.text}" for note in result.notes]
        body = "\n".join(lines)
        searchable = "\n".join(line for line in lines if ONLY_ASKED not in line)
        keep = self._settings.memory_max_sections
        change = partial(add_captured, stamp=result.stamp, body=body, keep=keep)
        await run_in_thread(partial(notes_file.edit, memory.folder.notes, change))
        if searchable:
            chunk = build_summary_chunk(result, searchable)
            now = datetime.fromisoformat(result.stamp)
            await self._index.add_memory(result.ticket.scope, chunk, now)

    async def _notify_followers(self, memory: ChatMemory, result: CaptureResult) -> None:
        window = await memory.read_window()
        messages = tuple(message for message in window if message.id in result.messages)
        notes = tuple(note.text for note in result.notes)
        for follower in self._followers:
            await follower(memory, CapturedNotes(result.stamp, notes, messages, result.notes))
