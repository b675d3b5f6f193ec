from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from indexer.database import Database, open_database
from indexer.documents import Chunk, chunk_id
from indexer.ranking import RankingSettings
from indexer.schema import INDEX
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.store import Store
from indexer.writer import NewDocument, Writer

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
EVERYTHING = Visibility.unrestricted()
PUBLIC = Visibility.only(KB)


@dataclass(frozen=True, slots=True)
class Index:
    """An open index with its two sides."""

    database: Database
    store: Store
    writer: Writer

    async def add(self, file: str, *texts: str, scope: Scope = KB, title: str = "") -> int:
        chunks = [chunk(scope, file, text, title or f"Section {n}") for n, text in enumerate(texts)]
        return await self.writer.put(scope, document(file), chunks, NOW)

    async def found(
        self, question: str, seen: Visibility = EVERYTHING, limit: int = 5
    ) -> list[str]:
        hits = await self.store.search(seen, question, limit=limit, now=NOW)
        return [hit.chunk.text for hit in hits]


def document(file: str) -> NewDocument:
    return NewDocument(file, file.rpartition("/")[2], "txt", hash=file)


def chunk(scope: Scope, file: str, text: str, title: str) -> Chunk:
    return Chunk(chunk_id(scope, file, title, text), title, text)


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[Index]:
    async with open_database(tmp_path / "multis.db", INDEX) as database:
        yield Index(database, Store(database, RankingSettings()), Writer(database))


async def test_a_question_finds_the_passage_that_answers_it(index: Index) -> None:
    await index.add("a.txt", "The plumber comes on Tuesday.", "The garden has roses.")
    assert await index.found("When does the plumber come?") == ["The plumber comes on Tuesday."]


async def test_an_empty_visibility_sees_nothing(index: Index) -> None:
    await index.add("a.txt", "The plumber comes on Tuesday.")
    nobody = Visibility()
    assert await index.found("plumber", nobody) == []
    assert await index.store.documents(nobody) == []
    assert await index.store.counts(nobody) == {}


async def test_what_is_not_visible_takes_no_place_among_the_candidates(index: Index) -> None:
    await index.add("secret.txt", *(f"plumber plumber note {n}" for n in range(200)), scope=ADMIN)
    await index.add("a.txt", "Somewhere at the end a plumber is named, among many other words.")
    assert len(await index.found("plumber", PUBLIC)) == 1


async def test_reindexing_replaces_what_the_file_said(index: Index) -> None:
    await index.add("a.txt", "The old rent is 900.", "The flat has two rooms.")
    await index.add("a.txt", "The new rent is 950.", "The flat has two rooms.")
    assert await index.found("rent") == ["The new rent is 950."]
    assert await index.found("old") == []
    assert len(await index.found("flat rooms")) == 1


async def test_relabelling_leaves_no_public_copy(index: Index) -> None:
    file_id = await index.add("a.txt", "The rent is 900.")
    [before] = await index.store.search(PUBLIC, "rent", now=NOW)
    await index.writer.relabel(file_id, ADMIN)
    assert await index.found("rent", PUBLIC) == []
    assert await index.store.passage(PUBLIC, before.chunk.chunk_id) is None
    [after] = await index.store.search(EVERYTHING, "rent", now=NOW)
    assert after.scope == ADMIN
    assert after.chunk.chunk_id == chunk_id(ADMIN, "a.txt", "Section 0", "The rent is 900.")
    assert await index.store.passage(EVERYTHING, before.chunk.chunk_id) == replace(
        after, score=0.0, explain={}
    )


async def test_indexing_under_another_scope_leaves_no_public_copy(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    await index.add("a.txt", "The rent is 900.", scope=ADMIN)
    assert await index.found("rent", PUBLIC) == []
    assert await index.found("rent") == ["The rent is 900."]


async def test_a_removed_file_is_gone(index: Index) -> None:
    file_id = await index.add("a.txt", "The rent is 900.")
    await index.writer.remove(file_id)
    assert await index.found("rent") == []
    assert await index.store.documents(EVERYTHING) == []
    assert await index.writer.state("a.txt") is None


async def test_a_memory_is_found_taken_and_put_back(index: Index) -> None:
    alice = Scope.of_chat("console:alice")
    note = Chunk("mem-console:alice-1", "Memory", "Alice likes tea.", element_type="memory_summary")
    await index.writer.add_memory(alice, note, NOW)
    seen = Visibility.only(KB, alice)
    assert await index.found("tea", seen) == ["Alice likes tea."]
    assert await index.store.counts(seen) == {"conversation": 1}
    taken = await index.writer.take_memories(alice)
    assert [memory.chunk for memory in taken] == [note]
    assert await index.found("tea", seen) == []
    await index.writer.put_back(taken)
    assert await index.found("tea", seen) == ["Alice likes tea."]


async def test_an_access_makes_a_passage_win_among_equals(index: Index) -> None:
    await index.add("a.txt", "The boiler manual, first edition.")
    await index.add("b.txt", "The boiler manual, other edition.")
    first, second = await index.store.search(EVERYTHING, "boiler manual", now=NOW)
    await index.store.record_access(EVERYTHING, [second], "boiler", NOW)
    tomorrow = NOW + timedelta(days=1)
    hits = await index.store.search(EVERYTHING, "boiler manual", now=tomorrow)
    assert [hit.chunk for hit in hits] == [second.chunk, first.chunk]
