"""The stored segments: built, merged, purged and interrupted, they hold each row exactly once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.segments import keeper as keeping
from indexer.store.segments import pruning, writing
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.segments.rebuilding import Rebuild
from indexer.store.vacuum import scrub
from tests.indexer.factories import Index
from tests.indexer.store.segments.filling import (
    Fragile,
    Interrupted,
    T,
    assert_complete,
    count,
    fill,
    read_bytes,
    remove,
)


class CountingDatabase(Database):
    """Notes how many postings each transaction of the writer adds or erases."""

    def __init__(self, database: Database) -> None:
        super().__init__(
            database._writer, database.reader, database.records, database.open_maintenance
        )
        self.steps: list[int] = []

    async def change(
        self,
        work: Callable[[Session], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        def count(db: Session) -> int:
            return int(db.execute("SELECT count(*) FROM postings").fetchone()[0])

        def counted(db: Session) -> T:
            before = count(db)
            result = work(db)
            self.steps.append(abs(count(db) - before))
            return result

        return await super().change(counted, on_disk=on_disk, large=large)


async def test_no_step_writes_or_erases_more_than_others_can_wait_for(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "STEP_ROWS", 20)
    monkeypatch.setattr(writing, "STEP_ROWS", 20)
    database = CountingDatabase(index.database)
    keeper = SegmentKeeper(database, PASSAGES)
    for n in range(4):
        await fill(index, range(n, n + 1))
        await keeper.settle(1)
    await remove(index, "2.txt")
    await keeper.purge()
    assert await count(database, "SELECT count(*) FROM segments") == 1
    assert sum(database.steps) > 200
    assert max(database.steps) <= 20


@pytest.mark.parametrize("corpus", [PASSAGES, TURNS], ids=["passages", "turns"])
async def test_segments_hold_what_the_texts_hold(index: Index, corpus: Corpus) -> None:
    await fill(index, range(12))
    keeper = SegmentKeeper(index.database, corpus)
    await keeper.settle(1)
    await assert_complete(index.database, corpus)
    waiting = "SELECT count(*) FROM {name}"
    assert await count(index.database, waiting.format(name=corpus.tail)) == 0
    await fill(index, range(8, 20))
    await remove(index, "3.txt")
    await remove(index, "9.jsonl")
    await assert_complete(index.database, corpus)
    await keeper.settle(1)
    await assert_complete(index.database, corpus)


async def test_a_row_that_is_rewritten_with_the_same_words_counts_once(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    await index.add("a.txt", "The rent is 900!")  # another text of the same words
    await assert_complete(index.database)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    await assert_complete(index.database)


async def test_few_rows_wait_until_there_are_more(index: Index) -> None:
    await fill(index, range(3))
    await SegmentKeeper(index.database, PASSAGES).settle()
    assert await count(index.database, "SELECT count(*) FROM segments") == 0
    await assert_complete(index.database)


async def test_small_segments_are_merged(index: Index) -> None:
    keeper = SegmentKeeper(index.database, PASSAGES)
    for n in range(9):
        await fill(index, range(3 * n, 3 * n + 3))
        await keeper.settle(1)
        await assert_complete(index.database)
    assert await count(index.database, "SELECT count(*) FROM segments") < 4


async def test_a_segment_that_is_mostly_removed_is_rewritten(index: Index) -> None:
    keeper = SegmentKeeper(index.database, PASSAGES)
    await fill(index, range(6))
    await keeper.settle(1)
    for n in range(4):
        await remove(index, f"{n}.txt")
    await keeper.settle(1)
    assert await count(index.database, "SELECT sum(size) FROM segments") == 10
    await assert_complete(index.database)
    for n in range(4, 6):
        await remove(index, f"{n}.txt")
    await keeper.settle(1)
    assert await count(index.database, "SELECT count(*) FROM segments") == 0
    assert await count(index.database, "SELECT count(*) FROM postings") == 0


@pytest.mark.sqlite("it asks for SQLite's own count of changes")
async def test_with_nothing_to_do_nothing_is_written(index: Index) -> None:
    async def version() -> int:
        rows = await index.database.reader.execute_fetchall("PRAGMA data_version")
        return int(next(iter(rows))[0])

    await fill(index, range(3))
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    before = await version()
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    assert await version() == before


@pytest.mark.parametrize("merging", [False, True])
async def test_whoever_is_interrupted_at_any_step_leaves_a_whole_index(
    index: Index, merging: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "STEP_ROWS", 20)
    monkeypatch.setattr(writing, "STEP_ROWS", 20)
    keeper = SegmentKeeper(index.database, PASSAGES)
    for n in range(3 if merging else 1):
        await fill(index, range(2 * n, 2 * n + 2))
        await keeper.settle(1)
    await fill(index, range(6, 8))
    for steps in range(1, 60):
        await remove(index, f"{6 + steps % 2}.txt")
        await fill(index, range(6 + steps % 2, 7 + steps % 2))
        try:
            await SegmentKeeper(Fragile.wrap(index.database, steps), PASSAGES).settle(1)
        except Interrupted:
            await assert_complete(index.database)
        else:
            break
    else:
        pytest.fail("it never came to an end")
    assert steps > 8
    await assert_complete(index.database)
    await keeper.settle(1)
    assert await count(index.database, "SELECT count(*) FROM segments WHERE state <> 'ready'") == 0


async def test_what_is_written_while_a_segment_is_made_is_not_lost(index: Index) -> None:
    """The rows are read, others write, and then the segment is published."""
    await fill(index, range(4))
    keeper = SegmentKeeper(index.database, PASSAGES)
    rows = await keeper._read_tail()
    await remove(index, "0.txt")
    await index.add("1.txt", "other words than before")
    header, postings = keeping._invert(PASSAGES, rows)

    def finish(db: Session) -> bool:
        number = writing.begin_segment(db, PASSAGES, header)
        writing.add_postings(db, number, postings)
        return writing.publish_rows(db, PASSAGES, number, rows)

    assert await index.database.change(finish)
    await assert_complete(index.database)


async def test_of_two_that_merge_the_same_segments_one_gives_up(index: Index) -> None:
    keeper = SegmentKeeper(index.database, PASSAGES)
    await fill(index, range(4))
    await keeper.settle(1)
    await remove(index, "0.txt")
    (segment,) = await keeper._list()
    assert await keeper._merge([segment])
    assert not await keeper._merge([segment])
    await keeper.settle(1)
    await assert_complete(index.database)


@pytest.mark.sqlite("the bytes of its file")
async def test_removed_words_leave_every_byte(tmp_path: Path, index: Index) -> None:
    await index.add("a.txt", "zqkanarienvogelzq and the", "another")
    await index.add("b.txt", "something else")
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    await remove(index, "a.txt")
    await scrub(index.database)
    assert b"kanarienvogel" not in read_bytes(tmp_path)
    await assert_complete(index.database)


@pytest.mark.sqlite("the bytes of its file")
async def test_words_of_a_segment_that_was_never_finished_leave_every_byte(
    tmp_path: Path, index: Index
) -> None:
    await index.add("a.txt", "zqkanarienvogelzq and the", "another")
    with pytest.raises(Interrupted):
        await SegmentKeeper(Fragile.wrap(index.database, 4), PASSAGES).settle(1)
    assert await count(index.database, "SELECT count(*) FROM postings") > 0
    await remove(index, "a.txt")
    await scrub(index.database)
    assert b"kanarienvogel" not in read_bytes(tmp_path)


async def test_what_waits_is_found_like_what_is_in_segments(index: Index) -> None:
    """As in an older home, where everything waits for its first segment."""
    await fill(index, range(6))
    before = await index.found("w1x w2x")
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    await assert_complete(index.database)
    assert await index.found("w1x w2x") == before


@pytest.mark.usefixtures("small")
async def test_a_merge_that_missed_the_death_of_a_row_gives_up(index: Index) -> None:
    keeper = SegmentKeeper(index.database, PASSAGES)
    await fill(index, range(4))
    await keeper.settle(1)
    stale = await keeper._list()
    rebuild = await index.database.change(lambda db: Rebuild.begin(db, PASSAGES))
    await index.database.change(lambda db: rebuild.put_back(db, 0))
    assert not await keeper._merge(stale)
    await keeper.erase()
    await assert_complete(index.database)


@pytest.mark.usefixtures("small")
async def test_old_removals_are_forgotten(index: Index) -> None:
    keeper = SegmentKeeper(index.database, PASSAGES)
    await fill(index, range(8))
    await keeper.settle(1)
    for n in range(3):
        await remove(index, f"{n}.txt")
    few = "SELECT count(*) FROM removals WHERE corpus = 'chunks'"
    assert await count(index.database, few) == 15
    last = await count(index.database, "SELECT max(seq) FROM removals WHERE corpus = 'chunks'")
    await keeper.settle(1)
    assert await count(index.database, few) == 1
    assert await count(index.database, "SELECT max(seq) FROM removals") == last
    await assert_complete(index.database)
    assert await keeper.is_intact()


@pytest.mark.usefixtures("small")
async def test_removals_that_a_segment_has_not_noted_are_kept(index: Index) -> None:
    await fill(index, range(8))
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    await remove(index, "0.txt")
    await index.database.change(lambda db: pruning.delete_some(db, PASSAGES))
    await assert_complete(index.database)
    assert await SegmentKeeper(index.database, PASSAGES).is_intact()
