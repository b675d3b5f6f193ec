"""Small ways to make what the tests of the index need."""

from datetime import UTC, datetime
from random import Random

from msgspec import Struct

from indexer.documents import Chunk, Hit, build_chunk_id
from indexer.scopes import KB, Scope, Visibility
from indexer.search.store import Store
from indexer.store.database import Database
from indexer.store.rows import TranscriptTurn
from indexer.store.writer import NewDocument, Writer

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
EVERYTHING = Visibility.unrestricted()
PUBLIC = Visibility.only(KB)


class Index(Struct, frozen=True):
    """An open index with its two sides."""

    database: Database
    store: Store
    writer: Writer

    async def add(self, file: str, *texts: str, scope: Scope = KB, title: str = "") -> int:
        """Index `texts` as the chunks of a file."""
        chunks = [passage(scope, file, text, title or f"Part {n}") for n, text in enumerate(texts)]
        return await self.writer.put_document(scope, document(file), chunks, NOW)

    async def search(
        self, question: str, seen: Visibility = EVERYTHING, limit: int = 5
    ) -> list[Hit]:
        return await self.store.search(seen, question, limit=limit, now=NOW)

    async def found(self, question: str, seen: Visibility = EVERYTHING) -> list[str]:
        """The texts that a question finds."""
        return [hit.chunk.text for hit in await self.search(question, seen)]

    async def said(
        self,
        *turns: TranscriptTurn,
        scope: Scope = KB,
        file: str = "chat.jsonl",
        conversation: str = "chat",
    ) -> int:
        """Index `turns` as a recorded conversation."""
        return await self.writer.put_transcript(scope, document(file), conversation, turns, NOW)

    async def recalled(
        self, question: str, seen: Visibility = EVERYTHING, conversation: str | None = None
    ) -> list[str]:
        """The message ids that a question finds."""
        hits = await self.store.search_transcripts(seen, question, conversation=conversation)
        return [hit.turn.message_id for hit in hits]


def chances(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - repeatable, not secret


def document(file: str) -> NewDocument:
    return NewDocument(file, file.rpartition("/")[2], "txt", hash=file)


def passage(scope: Scope, file: str, text: str, title: str) -> Chunk:
    return Chunk(build_chunk_id(scope, file, title, text), title, text)


def conversation(*said: str, session: str = "1", first: int = 0) -> list[TranscriptTurn]:
    """Turns of `Ann: text`, one after the other in one session."""
    parted = [line.partition(": ") for line in said]
    return [
        TranscriptTurn(f"{session}.{n}", speaker, text, "", session, n)
        for n, (speaker, _, text) in enumerate(parted, first)
    ]
