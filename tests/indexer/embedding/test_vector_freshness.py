"""Search by meaning follows every change of the rows."""

import asyncio
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.embedding.vector_search import SemanticSearch
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store import signs
from indexer.store.corpus import PASSAGES
from indexer.store.segments import pruning
from indexer.store.segments.keeper import SegmentKeeper
from tests.indexer.embedding.meaning import embed, open_semantic_index
from tests.indexer.factories import PUBLIC, Index, chances
from tests.indexer.fake_embedder import MEANINGS, FakeEmbedder

ALICE = Scope.of_chat("console:alice")
# A program of its own that indexes and embeds a file, as another multis on the same home may.
OTHER_PROCESS = """
import asyncio, sys
from pathlib import Path
from indexer.store.database import open_database
from indexer.embedding.backfill import open_backfill
from indexer.store.schema import INDEX
from indexer.scopes import KB
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, document, passage
from tests.indexer.fake_embedder import FakeEmbedder

async def main():
    path = Path(sys.argv[1])
    async with open_database(path, INDEX) as database:
        chunk = passage(KB, "other.txt", "The kitten.", "Part")
        await Writer(database).put_document(KB, document("other.txt"), [chunk], NOW)
        async with open_backfill(database, FakeEmbedder()) as embedding:
            await embedding.catch_up()

asyncio.run(main())
"""


async def test_the_door_has_the_last_word_when_the_index_in_memory_is_behind(
    index: Index, path: Path, model: FakeEmbedder
) -> None:
    file_id = await index.add("a.txt", "The kitten.", scope=KB)
    await embed(index, path)

    class Stale(SemanticSearch):
        """Names what it knew before the row left the reader's sight."""

        known: tuple[dict[int, float], ...] = ()

        def load_cosines(self, *asked: object) -> dict[int, float]:
            return self.known[0]

    async with open_semantic_index(index, path, model) as (_, semantic):
        parts = ("reader", "embedder", "nearest", "patience", "comparing")
        stale = Stale(*(getattr(semantic, f"_{each}") for each in parts))
        stale.known = ({1: 1.0},)
        store = replace(index, store=Store(index.database, RankingSettings(), meaning=stale))
        await index.add("b.txt", "Something else.")
        assert "The kitten." in await store.found("else", PUBLIC)
        await index.writer.relabel(file_id, ADMIN)
        assert await store.found("else", PUBLIC) == ["Something else."]
        await index.writer.remove(file_id)
        assert await store.found("else") == ["Something else."]


async def test_every_commit_is_in_the_next_answer(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    store, _ = meant
    file_id = await index.add("a.txt", "The kitten.")
    await embed(index, path)
    assert await store.found("purring", PUBLIC) == ["The kitten."]
    await index.writer.relabel(file_id, ADMIN)
    assert await store.found("purring", PUBLIC) == []
    assert await store.found("purring", Visibility.only(ADMIN)) == ["The kitten."]
    await index.writer.remove(file_id)
    assert await store.found("purring") == []


async def test_what_another_process_embedded_is_in_the_next_answer(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    await index.add("a.txt", "The voyage.")
    await embed(index, path)
    store, _ = meant
    assert await store.found("purring") == ["The voyage."]
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", OTHER_PROCESS, str(path))
    assert await other.wait() == 0
    assert (await store.found("purring"))[0] == "The kitten."


async def test_a_rewritten_passage_is_near_to_what_it_says_now(
    index: Index, path: Path, meant: tuple[Index, SemanticSearch]
) -> None:
    store, _ = meant
    head = "Long enough that its id stays. " * 10
    await index.add("a.txt", head + "Kitten kitten kitten kitten.", title="A")
    await embed(index, path)
    await store.found("purring")
    await index.add("a.txt", head + "Boiler boiler boiler boiler.", title="A")
    assert await store.found("purring") == []
    await embed(index, path)
    (hit,) = await store.search("warm")
    (other,) = await store.search("purring")
    assert hit.cosine is not None
    assert other.cosine is not None
    assert hit.cosine > 2 * other.cosine


@pytest.mark.parametrize("block", [3, signs.BLOCK])
async def test_the_index_in_memory_equals_one_that_is_loaded_now(
    index: Index,
    path: Path,
    meant: tuple[Index, SemanticSearch],
    model: FakeEmbedder,
    monkeypatch: pytest.MonkeyPatch,
    block: int,
) -> None:
    monkeypatch.setattr(signs, "BLOCK", block)
    monkeypatch.setattr(pruning, "MANY", 2)
    chance, (store, _) = chances(5), meant
    words = " ".join(MEANINGS).split()
    for _ in range(60):
        file = f"{chance.randrange(8)}.txt"
        if chance.random() < 0.2 and (state := await index.writer.find_file(file)):
            if chance.random() < 0.5:
                await index.writer.remove(state.id)
            else:
                await index.writer.relabel(state.id, chance.choice((KB, ADMIN, ALICE)))
        texts = [" ".join(chance.choices(words, k=4)) for _ in range(chance.randrange(4))]
        scope, state = chance.choice((KB, ADMIN, ALICE)), await index.writer.find_file(file)
        free = state is None or scope.may_replace(state.scope)
        await index.add(file, *texts, scope=scope if free else KB)
        if chance.random() < 0.5:
            await embed(index, path)
            await SegmentKeeper(index.database, PASSAGES).settle(1)
        if chance.random() < 0.5:
            await store.found(chance.choice(words))
    await embed(index, path)
    async with open_semantic_index(index, path, model) as (fresh, _):
        for scope in (KB, ADMIN, ALICE):
            seen = Visibility.only(scope)
            for word in words:
                assert await store.search(word, seen, 50) == await fresh.search(word, seen, 50)


async def test_what_moved_to_a_reader_is_found_after_the_removals_were_pruned(
    index: Index,
    path: Path,
    meant: tuple[Index, SemanticSearch],
    model: FakeEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signs, "BLOCK", 2)
    monkeypatch.setattr(pruning, "MANY", 2)
    texts = {"The kitten sleeps on a sofa.", "Our cat hunts at night.", "A kitten wants milk."}
    file_id = await index.add("a.txt", *sorted(texts), scope=ADMIN)
    await embed(index, path)
    store, _ = meant
    assert await store.found("purring", PUBLIC) == []
    await index.writer.relabel(file_id, KB)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    assert set(await store.found("purring", PUBLIC)) == texts
    async with open_semantic_index(index, path, model) as (fresh, _):
        assert set(await fresh.found("purring", PUBLIC)) == texts
