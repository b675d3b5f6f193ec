"""The stored segments: built, merged, purged and interrupted, they hold each row exactly once."""

import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from indexer.scopes import ADMIN, KB, Scope
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database
from indexer.store.segments import keeper as keeping
from indexer.store.segments import pruning, rebuilding, writing
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.segments.packing import COMMON, TEXT, unpack_posting
from indexer.store.segments.rebuilding import Rebuild
from indexer.store.terms import BOUNDARY
from indexer.store.vacuum import scrub
from tests.indexer.factories import Index, chances, conversation

T = TypeVar("T")
WORDS = [f"w{n}x" for n in range(60)]
SCOPES = (KB, ADMIN, Scope.of_chat("console:alice"))


async def fill(index: Index, files: range, texts: int = 5) -> None:
    chance = chances(files.start)
    for n in files:
        scope = SCOPES[n % 3]
        said = [" ".join([*chance.choices(WORDS, k=30), "and the"]) for _ in range(texts)]
        await index.add(f"{n}.txt", *said, scope=scope, title=chance.choice(WORDS))
        turns = conversation(*(f"Ann: {text}" for text in said))
        await index.said(*turns, scope=scope, file=f"{n}.jsonl", conversation=f"talk{n % 3}")


async def remove(index: Index, name: str) -> None:
    state = await index.writer.find_file(name)
    assert state is not None
    await index.writer.remove(state.id)


def count_texts(db: sqlite3.Connection, corpus: Corpus) -> dict[tuple[int, int, str], int]:
    """What each row holds by its texts: row, field, term -> weighted count."""
    found: Counter[tuple[int, int, str]] = Counter()
    for row in db.execute(f"SELECT * FROM {corpus.terms}"):  # noqa: S608 - our names
        for line, weight in ((row["main"], corpus.main), (row["side"], corpus.side)):
            for term in line.split():
                if term != BOUNDARY:
                    found[row["id"], TEXT, term] += weight
        for term in row["common"].split():
            found[row["id"], COMMON, term] = 1
    return {key: min(count, 255) for key, count in found.items()}


def count_segments(db: sqlite3.Connection, corpus: Corpus) -> dict[tuple[int, int, str], int]:
    """What the living rows of the segments hold; a row twice is an error."""
    found: dict[tuple[int, int, str], int] = {}
    for segment in writing.list_segments(db, corpus):
        header = segment.header
        for field, term, rows, counts in db.execute(
            "SELECT field, term, rows, counts FROM postings WHERE segment = ?", (segment.id,)
        ):
            for row, count in zip(*unpack_posting(rows, counts), strict=True):
                if not header.dead[row]:
                    key = (int(header.ids[row]), field, term)
                    assert key not in found
                    found[key] = int(count)
    return found


def read_bytes(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in folder.iterdir())


async def assert_complete(database: Database, corpus: Corpus = PASSAGES) -> None:
    """Each row is in the tail or in one segment, as its texts are."""

    def compare(db: sqlite3.Connection) -> None:
        waiting = {row[0] for row in db.execute(f"SELECT row FROM {corpus.tail}")}  # noqa: S608 - our names
        wanted = {key: n for key, n in count_texts(db, corpus).items() if key[0] not in waiting}
        assert count_segments(db, corpus) == wanted
        orphans = "SELECT 1 FROM postings WHERE segment NOT IN (SELECT id FROM segments)"
        assert not db.execute(orphans).fetchall()

    async with database.snapshot() as db:
        await db.run(compare)


async def count(database: Database, sql: str) -> int:
    async with database.read_committed() as db:
        return int(next(iter(await db.execute_fetchall(sql)))[0])


class CountingDatabase(Database):
    """Notes how many postings each transaction of the writer adds or erases."""

    def __init__(self, database: Database) -> None:
        super().__init__(database._writer, database.reader, database.records)
        self.steps: list[int] = []

    async def change(
        self,
        work: Callable[[sqlite3.Connection], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        def count(db: sqlite3.Connection) -> int:
            return int(db.execute("SELECT count(*) FROM postings").fetchone()[0])

        def counted(db: sqlite3.Connection) -> T:
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


async def test_with_nothing_to_do_nothing_is_written(index: Index) -> None:
    async def version() -> int:
        rows = await index.database.reader.execute_fetchall("PRAGMA data_version")
        return int(next(iter(rows))[0])

    await fill(index, range(3))
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    before = await version()
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    assert await version() == before


class Interrupted(Exception):
    """The process ended."""


class Fragile(Database):
    """Ends before its transaction number `left`."""

    left = 0

    @classmethod
    def wrap(cls, database: Database, left: int) -> "Fragile":
        fragile = cls(database._writer, database.reader, database.records)
        fragile.left = left
        return fragile

    async def change(
        self,
        work: Callable[[sqlite3.Connection], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        if self.left == 0:
            raise Interrupted
        self.left -= 1
        return await super().change(work, on_disk=on_disk, large=large)


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

    def finish(db: sqlite3.Connection) -> bool:
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


async def test_removed_words_leave_every_byte(tmp_path: Path, index: Index) -> None:
    await index.add("a.txt", "zqkanarienvogelzq and the", "another")
    await index.add("b.txt", "something else")
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    await remove(index, "a.txt")
    await scrub(index.database)
    assert b"kanarienvogel" not in read_bytes(tmp_path)
    await assert_complete(index.database)


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


async def test_all_segments_are_made_again(index: Index) -> None:
    await fill(index, range(4))
    keeper = SegmentKeeper(index.database, PASSAGES)
    await keeper.settle(1)
    await index.database.change(lambda db: db.execute("DELETE FROM postings WHERE term = 'w1x'"))
    with pytest.raises(AssertionError):
        await assert_complete(index.database)
    assert not await keeper.is_intact()
    await keeper.rebuild()
    await assert_complete(index.database)
    assert await keeper.is_intact()


DAMAGE = pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM postings WHERE field = 1",
        "UPDATE postings SET counts = x'' WHERE length(counts) > 0",
        "UPDATE postings SET term = term || 'x' WHERE term = 'w1x'",
        "UPDATE segments SET state = 'dropped'",
        "DELETE FROM chunks_tail",
        "INSERT INTO chunks_tail (row) SELECT min(id) FROM chunks",
        "UPDATE segments SET removal = 1000",
    ],
)


@DAMAGE
async def test_damage_is_found(index: Index, damage: str) -> None:
    await fill(index, range(6))
    keeper = SegmentKeeper(index.database, PASSAGES)
    await keeper.settle(1)
    await remove(index, "3.txt")
    await fill(index, range(6, 8))
    assert await keeper.is_intact()
    await index.database.change(lambda db: db.execute(damage))
    assert not await keeper.is_intact()
    await SegmentKeeper(index.database, PASSAGES).rebuild()
    assert await keeper.is_intact()
    await assert_complete(index.database)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "STEP", 4)
    monkeypatch.setattr(keeping, "TOGETHER", 10)
    monkeypatch.setattr(pruning, "MANY", 6)
    monkeypatch.setattr(pruning, "STEP", 4)


@pytest.mark.usefixtures("small")
async def test_whoever_is_interrupted_while_all_is_made_again_leaves_a_whole_index(
    index: Index,
) -> None:
    await fill(index, range(6))
    keeper = SegmentKeeper(index.database, PASSAGES)
    await keeper.settle(1)
    for steps in range(1, 90):
        await remove(index, f"{steps % 6}.txt")
        await fill(index, range(steps % 6, steps % 6 + 1))
        before = await index.found("w1x w2x")
        try:
            await SegmentKeeper(Fragile.wrap(index.database, steps), PASSAGES).rebuild()
        except Interrupted:
            await assert_complete(index.database)
            assert await index.found("w1x w2x") == before
        else:
            break
    else:
        pytest.fail("it never came to an end")
    assert steps > 12
    assert await keeper.is_intact()
    await assert_complete(index.database)


class Busy(Database):
    """Lets others work before each of its transactions."""

    others: Callable[[], Awaitable[None]]

    @classmethod
    def wrap(cls, database: Database, others: Callable[[], Awaitable[None]]) -> "Busy":
        busy = cls(database._writer, database.reader, database.records)
        busy.others = others
        return busy

    async def change(
        self,
        work: Callable[[sqlite3.Connection], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        await self.others()
        return await super().change(work, on_disk=on_disk, large=large)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", range(4))
async def test_others_write_and_merge_while_all_is_made_again(index: Index, seed: int) -> None:
    chance = chances(seed)
    await fill(index, range(8))
    await SegmentKeeper(index.database, PASSAGES).settle(1)

    async def work() -> None:
        n = chance.randrange(10)
        if chance.random() < 0.5:
            await fill(index, range(n, n + 1))
        elif chance.random() < 0.5 and await index.writer.find_file(f"{n}.txt"):
            await remove(index, f"{n}.txt")
        await assert_complete(index.database)

    await SegmentKeeper(Busy.wrap(index.database, work), PASSAGES).rebuild()
    await assert_complete(index.database)
    assert await SegmentKeeper(index.database, PASSAGES).is_intact()


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
