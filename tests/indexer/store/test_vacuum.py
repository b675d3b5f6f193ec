"""Deleted data is gone from the bytes of the database file and of its log."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.vacuum import scrub
from tests.indexer.factories import Index, chances, conversation

pytestmark = pytest.mark.sqlite("the bytes of its file")

WORDS = [f"w{n}x" for n in range(400)]
LETTERS = str.maketrans("0123456789", "abcdefghij")


def raw(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def canary(n: int) -> str:
    """A word whose middle is found as it stands, however FTS5 shortens what begins alike."""
    letters = f"{n:04}".translate(LETTERS)
    return f"{letters[-1]}zq{letters}kqz"


async def fill(index: Index, files: int) -> None:
    chance = chances(files)
    for n in range(files):
        texts = [" ".join([canary(n), *chance.choices(WORDS, k=chance.choice((9, 90, 300)))])]
        await index.add(f"{n}.txt", *texts)


async def remove(index: Index, name: str) -> None:
    state = await index.writer.find_file(name)
    assert state is not None
    await index.writer.remove(state.id)


def left(there: bytes, deleted: range) -> list[int]:
    return [n for n in deleted if canary(n)[2:].encode() in there]


async def blocks(index: Index) -> bytes:
    """What FTS5 keeps."""
    async with index.database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT block FROM chunks_fts_data")
    return b"".join(row["block"] for row in rows)


async def test_nothing_deleted_is_left_in_any_byte(tmp_path: Path, index: Index) -> None:
    await fill(index, 60)
    deleted = range(0, 60, 2)
    assert left(raw(tmp_path), deleted) == list(deleted)
    for n in deleted:
        await remove(index, f"{n}.txt")
    await scrub(index.database)
    assert left(raw(tmp_path), deleted) == []
    assert [len(await index.found(canary(n))) for n in range(4)] == [0, 1, 0, 1]


async def test_a_large_file_is_not_written_anew_and_yet_fts5_forgets(
    tmp_path: Path, index: Index
) -> None:
    await fill(index, 30)
    for n in range(15):
        await remove(index, f"{n}.txt")
    assert left(await blocks(index), range(15)) == list(range(15))
    before = (tmp_path / "multis.db").stat().st_size
    await scrub(index.database, largest=before / 2)
    assert left(await blocks(index), range(15)) == []
    assert (tmp_path / "multis.db").stat().st_size >= before
    assert (tmp_path / "multis.db-wal").stat().st_size == 0


async def test_a_conversation_leaves_every_byte_too(tmp_path: Path, index: Index) -> None:
    await index.said(*conversation(f"Ann: {canary(1)}", "Bob: well"), file="a", conversation="a")
    await index.said(*conversation("Ann: what else"), file="b", conversation="b")
    await remove(index, "a")
    await scrub(index.database)
    assert left(raw(tmp_path), range(1, 2)) == []


async def test_what_is_deleted_is_overwritten_whatever_the_build_of_sqlite(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INDEX) as database, database.read_committed() as db:
        assert [row[0] for row in await db.execute_fetchall("PRAGMA secure_delete")] == [1]


async def test_a_log_that_somebody_reads_is_left_and_told(tmp_path: Path, index: Index) -> None:
    await fill(index, 3)
    (path,) = await asyncio.to_thread(lambda: list(tmp_path.rglob("*.db")))
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM files").fetchone()
        await remove(index, "0.txt")
        assert await scrub(index.database) is False
        reader.rollback()
    assert await index.database.empty_log() is True
    assert left(raw(tmp_path), range(1)) == []
