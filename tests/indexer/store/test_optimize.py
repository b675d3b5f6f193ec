"""The segments of FTS5 are merged in small steps; searches find the same and it stays intact."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from tests.indexer.factories import Index, chances, conversation

pytestmark = pytest.mark.sqlite("FTS5")

WORDS = [f"w{n}x" for n in range(400)]
PIECES = "SELECT count(DISTINCT segid) FROM {fts}_idx"


async def pieces(index: Index, corpus: str = "chunks") -> int:
    async with index.database.read_committed() as db:
        rows = await db.execute_fetchall(PIECES.format(fts=f"{corpus}_fts"))
    return int(next(iter(rows))[0])


async def fill(index: Index, files: int, texts: int = 10) -> None:
    chance = chances(files)
    for n in range(files):
        said = [" ".join(chance.choices(WORDS, k=60)) for _ in range(texts)]
        await index.add(f"{files}-{n}.txt", *said)


async def check(index: Index) -> None:
    """Raises where FTS5 is not what its rows are."""
    async with index.database.transaction() as db:
        await db.execute("INSERT INTO chunks_fts (chunks_fts) VALUES ('integrity-check')")


async def test_what_many_commits_left_in_pieces_is_merged(index: Index) -> None:
    await fill(index, 15)
    assert await pieces(index) == 15
    await index.writer.merge_segments()
    assert await pieces(index) < 4
    await check(index)


async def test_conversations_are_merged_too(index: Index) -> None:
    for n in range(15):
        await index.said(*conversation(f"Ann: number {n}"), file=f"{n}", conversation=f"{n}")
    assert await pieces(index, "transcripts") == 15
    await index.writer.merge_segments()
    assert await pieces(index, "transcripts") < 4


async def test_what_is_found_and_what_was_deleted_are_the_same_afterwards(index: Index) -> None:
    await fill(index, 15)
    for n in (2, 3, 9):
        state = await index.writer.find_file(f"15-{n}.txt")
        assert state is not None
        await index.writer.remove(state.id)
    questions = [" ".join(chances(n).choices(WORDS, k=4)) for n in range(20)]
    before = [await index.found(question) for question in questions]
    await index.writer.merge_segments()
    assert [await index.found(question) for question in questions] == before
    await check(index)


async def test_once_merged_nothing_is_written(index: Index) -> None:
    async def version() -> int:
        rows = await index.database.reader.execute_fetchall("PRAGMA data_version")
        return int(next(iter(rows))[0])

    await fill(index, 15)
    many = await version()
    await index.writer.merge_segments()
    few = await version()
    await index.writer.merge_segments()
    assert many < few == await version()


async def test_others_write_between_two_steps(index: Index) -> None:
    await fill(index, 15, texts=60)
    merging = asyncio.create_task(index.writer.merge_segments())
    await asyncio.sleep(0)
    await index.add("now.txt", "The rent is 900.")
    assert not merging.done()
    await merging


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Index]:
    async with open_database(path, INDEX) as database:
        yield Index(database, Store(database, RankingSettings()), Writer(database))


async def test_a_merge_that_is_cut_off_leaves_a_whole_index(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with opened(path) as index:
        await fill(index, 15, texts=60)
        merging = asyncio.create_task(index.writer.merge_segments())
        await index.add("now.txt", "The rent is 900.")
        merging.cancel()
        await asyncio.wait([merging])
    async with opened(path) as index:
        await check(index)
        assert await index.found("rent") == ["The rent is 900."]
        await index.writer.merge_segments()
        assert await pieces(index) < 4
        await check(index)
