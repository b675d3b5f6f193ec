"""What older rules indexed is found by the current rules, and nothing else changes."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB
from indexer.store.analysis.worker import Passages
from indexer.store.chunks import analyze_in_thread
from indexer.store.corpus import PASSAGES, RULES, TURNS
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.terms import Terms
from indexer.store.writer import Writer
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from tests.indexer.aging import age
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index, conversation, document, passage

ASKED = Path(__file__).parents[1] / "word_forms"


async def whole(index: Index) -> None:
    """Raises where FTS5 is not what its rows are."""
    async with index.database.transaction() as db:
        await db.execute("INSERT INTO chunks_fts (chunks_fts) VALUES ('integrity-check')")


@pytest.mark.sqlite("FTS5 checks itself")
async def test_documents_are_found_again(index: Index) -> None:
    await index.add("lease.txt", "The rent is 900.", "Pets are allowed.")
    await index.add("menu.txt", "Soup and bread.")
    before = await index.search("rent")
    await age(index.database, PASSAGES, TURNS)
    assert await index.found("rent") == []
    await index.writer.reindex()
    assert await index.search("rent") == before
    assert await index.found("soup") == ["Soup and bread."]
    await whole(index)


async def test_memories_and_conversations_are_found_again(index: Index) -> None:
    chunk = Chunk("doc:1", "Summary", "Ann moved to Lisbon.")
    await index.writer.add_memory(KB, chunk, NOW)
    await index.said(*conversation("Ann: the plumber comes", "Bob: on Friday"))
    recalled = await index.recalled("plumber")
    await age(index.database, PASSAGES, TURNS)
    assert await index.recalled("plumber") == []
    await index.writer.reindex()
    assert await index.found("Lisbon") == ["Ann moved to Lisbon."]
    assert await index.recalled("plumber") == recalled == ["1.0", "1.1"]


async def test_stored_segments_follow(index: Index) -> None:
    await index.add("lease.txt", "The rent is 900.")
    await age(index.database, PASSAGES, TURNS)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    assert await index.found("rent") == []
    await index.writer.reindex()
    assert await index.found("rent") == ["The rent is 900."]
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    assert await index.found("rent") == ["The rent is 900."]


async def test_what_only_the_owner_sees_stays_with_the_owner(index: Index) -> None:
    await index.add("secret.txt", "The canary sings.", scope=ADMIN)
    await age(index.database, PASSAGES, TURNS)
    await index.writer.reindex()
    assert await index.found("canary", EVERYTHING) == ["The canary sings."]
    assert await index.found("canary", PUBLIC) == []


class Counting:
    """Analyses, after what a test wants to happen meanwhile."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]] | None = None) -> None:
        self.texts: list[str] = []
        self._meanwhile = meanwhile

    async def __call__(self, passages: Passages) -> Sequence[Terms]:
        if self._meanwhile:
            await self._meanwhile()
        self.texts += passages.texts
        return await analyze_in_thread(passages)


async def test_what_is_done_is_not_done_again(index: Index) -> None:
    await index.add("lease.txt", "The rent is 900.")
    await age(index.database, PASSAGES, TURNS)
    analyze = Counting()
    for _ in range(2):
        await Writer(index.database, analyze).reindex()
    assert analyze.texts == ["The rent is 900."]


@pytest.mark.sqlite("its file is made by the migrations")
async def test_what_a_new_index_takes_in_is_not_analyzed_again(index: Index) -> None:
    await index.add("lease.txt", "The rent is 900.")
    await index.said(*conversation("Ann: the plumber comes", "Bob: on Friday"))
    analyze = Counting()
    await Writer(index.database, analyze).reindex()
    assert analyze.texts == []


async def test_after_a_stop_it_goes_on_where_it_was(index: Index) -> None:
    for n in range(3):
        await index.add(f"{n}.txt", f"Number {n}.")
    await age(index.database, PASSAGES, TURNS)

    async def stop() -> None:
        if first.texts:
            raise ConnectionError

    first, rest = Counting(stop), Counting()
    with pytest.raises(ConnectionError):
        await Writer(index.database, first).reindex()
    await Writer(index.database, rest).reindex()
    assert first.texts == ["Number 0."]
    assert rest.texts == ["Number 1.", "Number 2."]


@pytest.mark.sqlite("FTS5 checks itself")
async def test_a_file_that_changes_meanwhile_keeps_its_new_words(index: Index) -> None:
    await index.add("lease.txt", "The rent is 900.")
    await age(index.database, PASSAGES, TURNS)
    chunk = replace(passage(KB, "lease.txt", "The rent is 900.", "Part 0"), text="It costs 950.")

    async def rewrite() -> None:
        await index.writer.put_document(KB, document("lease.txt"), [chunk], NOW)

    await Writer(index.database, Counting(rewrite)).reindex()
    assert await index.found("costs") == ["It costs 950."]
    assert await index.found("rent") == []
    await whole(index)


@pytest.mark.sqlite("FTS5 checks itself")
async def test_a_file_that_goes_meanwhile_is_gone(index: Index) -> None:
    file_id = await index.add("lease.txt", "The rent is 900.")
    await age(index.database, PASSAGES, TURNS)
    await Writer(index.database, Counting(lambda: index.writer.remove(file_id))).reindex()
    assert await index.found("rent") == []
    await whole(index)


def test_other_terms_mean_other_rules() -> None:
    """If this fails, the same texts have other terms: then RULES needs another number."""
    texts = [path.read_text() for path in sorted(ASKED.glob("*.txt"))]
    assert len(texts) > 5
    texts.append("It's 1,234.5 km to GH-123, v2.0 ann@example.com; l'été, Straße, İzmir, חולצה")
    texts += ["電腦", "A 1,700-year-old furnace at 1,700F", "I'd ring if I'm ill", "I want a dog"]
    texts += ["I paid Tom back", "Lunch with Mia", "Rufen Sie an"]
    terms = [" ".join(analyze(text, detect_language(text)).terms) for text in texts]
    digest = hashlib.sha256("\n".join(terms).encode()).hexdigest()[:8]
    assert (RULES, digest) == ("9 with Snowball 3.1.0", "b4fb08d1")
