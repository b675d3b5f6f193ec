"""The statistics of a reader are read once, and again after any change."""

import pytest

from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.candidates import Proposer
from indexer.store.corpus import PASSAGES
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession
from tests.indexer.factories import Index


@pytest.mark.sqlite("it traces statements")
async def test_statistics_are_read_again_only_after_a_change(index: Index) -> None:
    proposer = Proposer(0)

    async def count(seen: Visibility) -> tuple[int, bool]:
        """The rows of the statistics, and whether they were read from the tables."""

        def read(db: Session) -> tuple[int, bool]:
            assert isinstance(db, SqliteSession)
            statements = list[str]()
            db.set_trace_callback(statements.append)
            statistics = proposer.read_statistics(db, PASSAGES, seen)
            db.set_trace_callback(None)
            return statistics.rows, any("totals" in each for each in statements)

        return await index.database.reader.run(read)

    public, own = Visibility.only(KB), Visibility.only(KB, ADMIN)
    await index.add("a.txt", "The boiler is in the cellar.", scope=KB)
    await index.add("b.txt", "The boiler is old.", scope=ADMIN)
    assert [await count(public) for _ in range(2)] == [(1, True), (1, False)]
    assert [await count(own) for _ in range(2)] == [(2, True), (2, False)]
    await index.add("c.txt", "The boiler leaks.", scope=KB)
    assert [await count(public), await count(own)] == [(2, True), (3, True)]
