from functools import partial
from pathlib import Path

from indexer.embedding.backfill import open_backfill, read_latest_progress
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.door import list_new_vectors, load_vectors
from indexer.store.vectors import open_vector_rows
from tests.indexer.factories import Index, conversation
from tests.indexer.fake_embedder import FakeEmbedder


async def test_vectors_are_told_apart_by_corpus_and_model(index: Index, tmp_path: Path) -> None:
    await index.add("a.txt", "The rent.", "The cat.")
    await index.said(*conversation("Ann: one"))
    async with open_backfill(index.database, FakeEmbedder()) as embedding:
        await embedding.catch_up()
    async with index.database.transaction() as db:
        await db.execute(
            "INSERT INTO vectors (corpus, row, model, vector)"
            " SELECT 'chunks', id, 'other', ? FROM chunks LIMIT 1",
            (b"\0",),
        )
    for corpus, model, listed in (
        (PASSAGES, "fake:1", [1, 2]),
        (TURNS, "fake:1", [1]),
        (PASSAGES, "other", [1]),
    ):
        found = await index.database.reader.run(
            partial(list_new_vectors, corpus=corpus, model=model, since=0, limit=9)
        )
        assert [row["row"] for row in found] == listed
        these = await index.database.reader.run(
            partial(load_vectors, corpus=corpus, model=model, rows=[1, 2])
        )
        assert [row["row"] for row in these] == listed
    async with open_vector_rows(index.database) as rows:
        assert await rows.count_rows(PASSAGES) == (2, {"fake:1": 2, "other": 1})


async def test_how_far_the_model_came_that_was_last_at_work(index: Index, tmp_path: Path) -> None:
    await index.add("a.txt", "The rent.")
    assert await read_latest_progress(index.database) is None
    async with open_backfill(index.database, FakeEmbedder()) as embedding:
        await embedding.catch_up()
    await index.add("b.txt", "The cat.")
    found = await read_latest_progress(index.database)
    assert found is not None
    assert (found.model, found.done, found.total) == ("fake:1", 1, 2)


async def test_texts_that_the_model_does_not_support_are_counted(
    index: Index, tmp_path: Path
) -> None:
    await index.add("a.txt", "The rent.")
    await index.add("b.txt", "Die Kündigung.")
    async with open_backfill(index.database, FakeEmbedder()) as embedding:
        await embedding.catch_up()
    found = await read_latest_progress(index.database)
    assert found is not None
    assert (found.done, found.total, found.unsupported) == (2, 2, 1)
