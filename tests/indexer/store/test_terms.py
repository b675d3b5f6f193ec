"""The statistics by which a reader's hits are ranked are those of the rows."""

from functools import partial

import pytest

from indexer.search.candidates import read_statistics
from indexer.store.corpus import PASSAGES
from indexer.store.terms import Miscounts, find_miscounts, recount
from tests.indexer.factories import EVERYTHING, NOW, Index
from tests.indexer.store.segments.filling import fill, remove

QUESTION = "w1x w2x w3x"
RIGHT = Miscounts([], [])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE totals SET added = added + 4, length = length - 1",
        "UPDATE totals SET added = added - 4",
        "UPDATE totals SET length = 9",
        "DELETE FROM totals",
        "INSERT INTO totals VALUES ('chunks', 'xx', 7, 2, 80)",
        "UPDATE scope_totals SET rows = rows + 4",
        "DELETE FROM scope_totals",
        "INSERT INTO scope_totals VALUES ('chunks', 's0123456789abcdef', 'xx', 5, 80)",
    ],
)
async def test_wrong_statistics_are_found_and_corrected(index: Index, damage: str) -> None:
    await fill(index, range(6))
    await remove(index, "3.txt")
    reader, change = index.database.reader, index.database.change
    count = partial(find_miscounts, corpus=PASSAGES)
    statistics = partial(read_statistics, corpus=PASSAGES, visibility=EVERYTHING)
    before = await index.store.search(EVERYTHING, QUESTION, now=NOW)
    assert await change(count) == RIGHT
    await change(lambda db: db.execute(damage))
    assert await change(count) != RIGHT
    wrong = await reader.run(statistics)
    await change(partial(recount, corpus=PASSAGES))
    assert await change(count) == RIGHT
    right = await reader.run(statistics)
    assert all(now >= then for now, then in zip(right.version, wrong.version, strict=True))
    after = await index.store.search(EVERYTHING, QUESTION, now=NOW)
    assert [(each.chunk, each.score) for each in after] == [
        (each.chunk, each.score) for each in before
    ]
