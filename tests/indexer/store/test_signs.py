"""The signs of vectors are stored in blocks, and those of forgotten texts leave the file."""

from pathlib import Path

import numpy as np
import pytest

from indexer.embedding.backfill import open_backfill
from indexer.store import signs
from indexer.store.signs import SignBlock
from indexer.store.vacuum import scrub
from tests.indexer.factories import Index, chances
from tests.indexer.fake_embedder import MEANINGS, FakeEmbedder

WORDS = " ".join(MEANINGS).split()


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "BLOCK", 4)


async def fill(index: Index, path: Path, files: int) -> None:
    chance = chances(files)
    for n in range(files):
        await index.add(f"{n}.txt", " ".join(chance.choices(WORDS, k=4)), title=f"T{n}")
    async with open_backfill(index.database, FakeEmbedder()) as embedding:
        await embedding.catch_up()


async def load_blocks(index: Index) -> list[list[int]]:
    async with index.database.read_committed() as db:
        rows = await db.execute_fetchall(
            "SELECT ids, acl, acls, size, signs FROM signs ORDER BY last"
        )
    return [SignBlock.unpack(*tuple(row)).ids.tolist() for row in rows]


async def test_full_blocks_are_stored(index: Index, tmp_path: Path) -> None:
    await fill(index, tmp_path / "multis.db", 10)
    assert await load_blocks(index) == [[1, 2, 3, 4], [5, 6, 7, 8]]


async def test_what_is_packed_is_unpacked() -> None:
    rows = [
        (3, "s1", np.array([1, -1, 2, 0], "<f4").tobytes()),
        (9, "s2 c1", np.array([-1, -1, 2, 5], "<f4").tobytes()),
        (4, "s1", np.array([1, 1, 1, 1], "<f4").tobytes()),
        (5, "s1", b"another model's"),
    ]
    block = SignBlock.build(rows)
    again = SignBlock.unpack(*block.pack())
    assert again.ids.tolist() == [3, 9, 4]
    assert [again.acls[n] for n in again.acl] == ["s1", "s2 c1", "s1"]
    assert np.array_equal(again.signs, block.signs)


@pytest.mark.sqlite("the bytes of its file")
async def test_signs_of_removed_texts_leave_the_file(index: Index, tmp_path: Path) -> None:
    path = tmp_path / "multis.db"
    await fill(index, path, 10)
    async with index.database.read_committed() as db:
        (gone,) = await db.execute_fetchall("SELECT signs FROM signs WHERE last = 4")
    for n in (1, 2):
        state = await index.writer.find_file(f"{n}.txt")
        assert state is not None
        await index.writer.remove(state.id)
    await scrub(index.database)
    assert await load_blocks(index) == [[1, 4], [5, 6, 7, 8]]
    assert bytes(gone["signs"]) not in path.read_bytes()
    for n in (0, 3):
        state = await index.writer.find_file(f"{n}.txt")
        assert state is not None
        await index.writer.remove(state.id)
    await scrub(index.database)
    assert await load_blocks(index) == [[5, 6, 7, 8]]


async def test_where_nothing_is_gone_no_block_is_written_again(
    index: Index, tmp_path: Path
) -> None:
    await fill(index, tmp_path / "multis.db", 10)
    before = await list_numbers(index)
    await scrub(index.database)
    assert await list_numbers(index) == before


async def list_numbers(index: Index) -> list[int]:
    async with index.database.read_committed() as db:
        return [row["id"] for row in await db.execute_fetchall("SELECT id FROM signs")]
