"""Keep what was said in chats searchable, by words and by date, until it is forgotten or expires.

Each day of a chat is a file of the index, whose turns only a search of conversations finds. Its
scope is that in which the chat remembers.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from itertools import groupby

from msgspec import Struct

from indexer.scopes import Scope
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.files import NewDocument, upsert_file
from indexer.store.rows import TranscriptTurn, build_turn
from indexer.store.turns import analyze_turns, append_turns, replace_turns
from memory.messages import Exchange, Message, split_exchange

FOLDER = "said:"  # begins the identity of a day; `chat_rows` renames it when a chat moves
KIND = "conversation"
ASSISTANT, PERSON, FORWARDED = "ASSISTANT", "USER", "FORWARDED"
FORWARDED_BY = f"{FORWARDED} ["  # and who did in a group; no name has a bracket
LONGEST = 4_000  # characters of a message that are searched


class RecordedTurns(Struct, frozen=True):
    """Turns of one chat, the oldest first."""

    chat: str
    turns: tuple[TranscriptTurn, ...]


def build_turns(exchange: Exchange) -> list[TranscriptTurn]:
    """Build the turns of an exchange; none where the words of its author are not kept."""
    return [_build_turn(each) for each in split_exchange(exchange)] if exchange.approved else []


def _build_turn(message: Message) -> TranscriptTurn:
    return TranscriptTurn(
        message_id=f"{message.role}:{message.key}",
        speaker=_name_speaker(message),
        text=message.content[:LONGEST],
        said_at=message.timestamp,
        session=message.timestamp[:10],
    )


def _name_speaker(message: Message) -> str:
    if message.role == "assistant":
        return ASSISTANT
    if message.forwarded:
        return f"{FORWARDED_BY}{message.author}]" if message.author else FORWARDED
    return message.author or PERSON


def get_key(turn: TranscriptTurn) -> str:
    """Return the key of the message that a turn belongs to."""
    return turn.message_id.partition(":")[2]


def is_forwarded(turn: TranscriptTurn) -> bool:
    return turn.speaker == FORWARDED or turn.speaker.startswith(FORWARDED_BY)


def get_sender(turn: TranscriptTurn) -> str:
    """Return who said a turn or, in a group, forwarded it."""
    speaker = turn.speaker
    return speaker[len(FORWARDED_BY) : -1] if speaker.startswith(FORWARDED_BY) else speaker


def is_answer(turn: TranscriptTurn) -> bool:
    return turn.message_id.startswith("assistant:")


class ConversationRecorder:
    """One per process. Callers hold the lock of the notes where they take turns away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, scope: Scope, chat: str, exchange: Exchange) -> None:
        """Add the turns of an exchange, once."""
        for day, turns in _group_by_day(build_turns(exchange)):
            await self._append(scope, chat, day, turns)

    async def _append(
        self, scope: Scope, chat: str, day: str, turns: Sequence[TranscriptTurn]
    ) -> None:
        file, at = _build_file(scope, chat, day), int(datetime.fromisoformat(day).timestamp())

        def append(db: Session) -> None:
            file_id, _is_new = upsert_file(db, scope, file, at)
            append_turns(db, file_id, scope, chat, turns)

        await self._database.change_together(append)

    async def load(self, scope: Scope, chats: Collection[str]) -> list[RecordedTurns]:
        """Load all turns of these chats in a scope."""
        rows = await self._database.fetch(
            "SELECT t.* FROM files f CROSS JOIN transcripts t"
            " WHERE t.file_id = f.id AND f.kind = ? AND f.scope = ? AND t.conversation IN"
            " (SELECT value FROM json_each(?)) ORDER BY t.conversation, f.name, t.position",
            (KIND, scope.label, json.dumps(sorted(chats))),
        )
        grouped = groupby(rows, key=lambda row: str(row["conversation"]))
        return [RecordedTurns(chat, tuple(map(build_turn, turns))) for chat, turns in grouped]

    async def remove(self, scope: Scope, gone: RecordedTurns, now: datetime) -> None:
        """Remove turns, and their words from what their neighbours are found by."""
        ids = {each.message_id for each in gone.turns}
        for day, _turns in _group_by_day(gone.turns):
            known = await self._load_day(scope, gone.chat, day)
            left = [each for each in known if each.message_id not in ids]
            await self._write_day(scope, gone.chat, day, left, now)

    async def restore(self, scope: Scope, back: RecordedTurns, now: datetime) -> None:
        """Put removed turns back in their places."""
        for day, turns in _group_by_day(back.turns):
            known = {each.message_id: each for each in await self._load_day(scope, back.chat, day)}
            together = {**{each.message_id: each for each in turns}, **known}.values()
            await self._write_day(scope, back.chat, day, _sort_turns(together), now)

    async def _load_day(self, scope: Scope, chat: str, day: str) -> list[TranscriptTurn]:
        rows = await self._database.fetch(
            "SELECT t.* FROM transcripts t JOIN files f ON f.id = t.file_id"
            " WHERE f.path = ? ORDER BY t.position",
            (_build_file(scope, chat, day).file,),
        )
        return list(map(build_turn, rows))

    async def _write_day(
        self, scope: Scope, chat: str, day: str, turns: Sequence[TranscriptTurn], now: datetime
    ) -> None:
        from indexer.store.writer import Writer  # recording, which every message does, needs none

        file, writer = _build_file(scope, chat, day), Writer(self._database)
        if turns:
            await writer.put_transcript(scope, file, chat, _number_turns(turns), now)
        elif known := await writer.find_file(file.file):
            await writer.remove(known.id)

    async def list_scopes(self) -> frozenset[Scope]:
        """Return the scopes that have turns."""
        rows = await self._database.fetch(
            "SELECT DISTINCT scope FROM files WHERE kind = ?", (KIND,)
        )
        return frozenset(Scope(row["scope"]) for row in rows)

    async def expire(self, scope: Scope, before: date) -> int:
        """Remove the days before `before`; return how many."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "DELETE FROM files WHERE kind = ? AND scope = ? AND name < ? RETURNING id",
                (KIND, scope.label, before.isoformat()),
            )
        return len(list(rows))


def join_days(db: Session, scope: Scope, chat: str, day: int, other: int) -> None:
    """Put the turns of one file among those of another of the same day, and remove the file."""
    rows = db.execute("SELECT * FROM transcripts WHERE file_id IN (?, ?)", (day, other)).fetchall()
    together = {each.message_id: each for each in map(build_turn, rows)}.values()
    turns = _number_turns(_sort_turns(together))
    replace_turns(db, day, scope, chat, analyze_turns(scope, chat, turns))
    db.execute("DELETE FROM files WHERE id = ?", (other,))


def _sort_turns(turns: Iterable[TranscriptTurn]) -> list[TranscriptTurn]:
    return sorted(turns, key=lambda each: (each.said_at, is_answer(each)))


def _build_file(scope: Scope, chat: str, day: str) -> NewDocument:
    return NewDocument(f"{FOLDER}{scope.label}/{chat}/{day}", day, KIND, kind=KIND)


def _group_by_day(turns: Iterable[TranscriptTurn]) -> list[tuple[str, list[TranscriptTurn]]]:
    ordered = sorted(turns, key=lambda each: each.session)
    return [(day, list(group)) for day, group in groupby(ordered, key=lambda each: each.session)]


def _number_turns(turns: Sequence[TranscriptTurn]) -> list[TranscriptTurn]:
    return [
        TranscriptTurn(each.message_id, each.speaker, each.text, each.said_at, each.session, n)
        for n, each in enumerate(turns)
    ]
