"""All segments made again: damage is found, and whoever is interrupted leaves a whole index."""

from collections.abc import Awaitable, Callable

import pytest

from indexer.store.corpus import PASSAGES
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.segments.keeper import SegmentKeeper
from tests.indexer.factories import Index, chances
from tests.indexer.store.segments.filling import (
    Fragile,
    Interrupted,
    T,
    assert_complete,
    fill,
    remove,
)


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
        "UPDATE postings SET counts = substr(counts, 1, 0) WHERE length(counts) > 0",
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
        busy = cls(database._writer, database.reader, database.records, database.open_maintenance)
        busy.others = others
        return busy

    async def change(
        self,
        work: Callable[[Session], T],
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
