"""Sessions: where a conversation begins and ends, and what the owner's vault keeps of it.

A conversation ends with /new or after half an hour of silence. Its facts then go to the file of the
day, marked `[extracted]`, and its course to a session file of its own. A capture in the middle does
the same with the notes that it has made anyway, so no message is summarised twice for this.
"""

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

from indexer.aside import run_aside
from indexer.ingest.session_notes import ANSWERED, ASKED, NOTED
from indexer.scopes import ADMIN
from indexer.store.database import Database
from memory.capture import extraction
from memory.capture.capture import CapturedNotes, Summarize, SummaryFailedError
from memory.capture.extraction import UnreadableAnswerError
from memory.capture.state import compute_retry_delay, is_waiting
from memory.chat.memory import ChatMemories, ChatMemory
from memory.messages import Message, format_timestamp
from memory.session_rows import Session, SessionRows
from memory.settings import MemorySettings
from memory.text.grounding import ONLY_ASKED, GroundedNote, UserSentence, list_user_sentences
from memory.text.telling import tells_something
from memory.vault.markdown_lists import collapse_whitespace
from memory.vault.session_answers import cut_answer
from memory.vault.vault import OF_SESSION, Vault

IDLE = timedelta(minutes=30)
FEWEST = 3  # messages of the person's own; no model is asked about a shorter conversation
MOST = 5  # facts of one conversation
LONGEST_QUESTION = 120  # characters of a question in a session file
LONGEST_SUBJECT = 120  # characters of a statement in the day's file
LONGEST_STATEMENT = 300  # characters of the statements of one message in it


class Sessions:
    """One per process. Only conversations that the owner alone reads reach the vault."""

    def __init__(
        self,
        database: Database,
        vault: Vault,
        summarize: Summarize | None,
        settings: MemorySettings,
        clock: Callable[[], datetime],
    ) -> None:
        self._rows = SessionRows(database)
        self._vault = vault
        self._summarize = summarize
        self._settings = settings
        self._clock = clock

    async def list_recent(
        self, memory: ChatMemory, window: tuple[Message, ...]
    ) -> tuple[Message, ...]:
        """Return those messages of a chat's window that belong in a prompt: its last ones."""
        return memory.take_last(await self._rows.list_current(memory.folder.chat, window))

    async def start_new(self, memory: ChatMemory) -> None:
        """Keep everything said here so far out of prompts."""
        # Every key, for any of the messages may be forgotten. Not a time: that of a question is its
        # platform's, which may be earlier than that of the answer to the question before.
        keys = dict.fromkeys(message.key for message in await memory.read_window())
        await self._rows.mark_fresh(memory.folder.chat, json.dumps(list(keys)))

    async def record_capture(self, memory: ChatMemory, captured: CapturedNotes) -> None:
        """Write a capture of an owner's chat to the vault; the conversation continues."""
        if memory.folder.scope != ADMIN or not captured.messages:
            return
        chat = memory.folder.chat
        session = await self._rows.load(chat)
        began = session.began or captured.messages[0].timestamp
        long_enough = _count_own_messages(captured.messages) >= FEWEST
        await self._save(chat, began, captured, extract=long_enough)
        event = f"{OF_SESSION} conversation in {chat} compacted"  # not translated: a file's line
        subject = _describe_subject(captured.messages)
        await self._vault.append_daily(self._clock(), f"{event} — {subject}" if subject else event)
        await self._rows.mark_open(chat, began)

    async def end_idle(self, memories: ChatMemories) -> None:
        """Called from time to time: end every conversation of the owner that has fallen silent."""
        for memory in await memories.list_chats():
            if memory.folder.scope == ADMIN:
                await self._end(memory, IDLE)

    async def end(self, memory: ChatMemory) -> None:
        """End this conversation now; its facts are extracted before this returns."""
        if memory.folder.scope == ADMIN:
            await self._end(memory, timedelta())

    async def _end(self, memory: ChatMemory, silence: timedelta) -> None:
        async with memory.try_hold_capture() as free:
            if not free:
                return  # a capture is running; the next round will find what it leaves
            now = self._clock()
            session = await self._rows.load(memory.folder.chat)
            fresh = await self._list_fresh(memory, session)
            if not fresh or is_waiting(session.next_try, int(now.timestamp())):
                return
            # Either way: where the clock was ahead, nothing would end before it is so late again.
            if abs(now - datetime.fromisoformat(fresh[-1].timestamp)) >= silence:
                await self._finish(memory, session, fresh)

    async def _list_fresh(self, memory: ChatMemory, session: Session) -> list[Message]:
        """List what came behind the end of the last conversation, whatever its time."""
        window, ended = await memory.read_window(), session.ended_to
        ends = [place for place, each in enumerate(window, 1) if each.timestamp == ended]
        if ends or ended > format_timestamp(self._clock()):  # the clock was ahead
            return list(window[max(ends, default=0) :])
        return [each for each in window if each.timestamp > ended]

    async def _finish(self, memory: ChatMemory, session: Session, fresh: Sequence[Message]) -> None:
        chat, last = memory.folder.chat, fresh[-1].timestamp
        open_ones = [message for message in fresh if not message.captured]
        try:
            found = await self._extract_notes(memory, open_ones)
        except (SummaryFailedError, UnreadableAnswerError):
            tries, now = session.tries + 1, int(self._clock().timestamp())
            await self._rows.mark_failed(chat, tries, now + compute_retry_delay(tries))
            return
        # Forgetting holds this lock too: what it took while the model was thinking is left out.
        async with memory.hold_notes():
            left = {message.id for message in await memory.read_window()}
            notes = [note.text for note in found if _list_source_ids(note, open_ones) <= left]
            messages = tuple(message for message in open_ones if message.id in left)
            if messages:
                began = session.began or fresh[0].timestamp
                captured = CapturedNotes(last, tuple(notes[:MOST]), messages)
                await self._save(chat, began, captured, extract=True)
            await self._rows.mark_ended(chat, last)

    async def _extract_notes(
        self, memory: ChatMemory, messages: Sequence[Message]
    ) -> tuple[GroundedNote, ...]:
        """Return the notes that the model found and the person's own words support."""
        wanted = self._settings.auto_extract and self._settings.enabled
        if self._summarize is None or not wanted or _count_own_messages(messages) < FEWEST:
            return ()
        notes = await memory.read_notes()
        length = sum(len(each.content) + len(each.quote) for each in messages) + len(notes)
        budget = self._settings.context_budget // 2
        build = partial(extraction.build_request, messages, notes, budget)
        answer = await self._summarize(extraction.SYSTEM, await run_aside(build, length))
        extract = partial(extraction.extract_notes, answer, messages, notes)
        return (await run_aside(extract, length + len(answer))).notes

    async def _save(self, chat: str, began: str, captured: CapturedNotes, *, extract: bool) -> None:
        """Write facts and course to the vault; repeated after a crash, this adds nothing."""
        now = datetime.fromisoformat(captured.stamp)
        if self._settings.auto_extract and extract:
            await self._vault.append_extracted(now, captured.notes[:MOST])
        if text := format_session_part(captured):
            await self._vault.append_session(
                chat, datetime.fromisoformat(began), captured.stamp, text
            )


def format_session_part(captured: CapturedNotes) -> str:
    """Format what both sides said for a session file; only a person's statements are searched."""
    own = list_user_sentences(captured.messages)
    statements = [each for each in own if tells_something(each.text)]
    others = [each for each in own if not tells_something(each.text)]
    notes = [note for note in captured.notes if ONLY_ASKED not in note]
    parts = (
        (ASKED, _join_by_message(others, LONGEST_QUESTION)),
        ("Told:", _join_by_message(statements, LONGEST_STATEMENT)),
        (ANSWERED, _list_answers(captured.messages)),
        (NOTED, notes),
    )
    return "\n\n".join(
        f"{name}\n\n" + "\n".join(f"- {line}" for line in lines) for name, lines in parts if lines
    )


def _list_answers(messages: Sequence[Message]) -> list[str]:
    """List the beginnings of the assistant's answers."""
    begun = (cut_answer(each.content) for each in messages if each.role == "assistant")
    return [text for text in begun if text]


def _describe_subject(messages: Sequence[Message]) -> str:
    """Describe what a conversation was about by what the person told first and last in it.

    Not by what they asked: the line stands in prompts, and a question there would answer itself.
    """
    told = [each for each in list_user_sentences(messages) if tells_something(each.text)]
    lines = _join_by_message(told, LONGEST_SUBJECT)
    return "; ".join(dict.fromkeys((*lines[:1], *lines[-1:])))


def _join_by_message(sentences: Sequence[UserSentence], longest: int) -> list[str]:
    """Join the sentences of each message to a line of at most so many characters."""
    messages = groupby(sentences, key=lambda each: each.number)
    return [
        collapse_whitespace(" ".join(each.text for each in group))[:longest]
        for _, group in messages
    ]


def _count_own_messages(messages: Sequence[Message]) -> int:
    return sum(message.role == "user" and not message.forwarded for message in messages)


def _list_source_ids(note: GroundedNote, messages: Sequence[Message]) -> set[tuple[str, str, str]]:
    return {messages[sentence.number - 1].id for sentence in note.sentences}
