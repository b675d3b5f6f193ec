"""What a question needs to know of the index is read once, and again after any change."""

from functools import partial

import pytest

from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.candidates import Proposer, Question, find_candidates
from indexer.search.query import SearchFilter
from indexer.store.corpus import PASSAGES
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.segments.keeper import SegmentKeeper
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


async def find_and_count(index: Index, proposer: Proposer, words: str) -> tuple[list[str], int]:
    """The passages that were found, and how many statements that took."""

    def find(db: Session) -> tuple[list[str], int]:
        assert isinstance(db, SqliteSession)
        question = Question(PASSAGES, words, SearchFilter(Visibility.only(KB)), 9)
        statements = list[str]()
        db.set_trace_callback(statements.append)
        found = find_candidates(db, question, proposer).ranked
        db.set_trace_callback(None)
        return [each.row["content"] for each in found], len(statements)

    return await index.database.reader.run(find)


@pytest.mark.sqlite("it traces statements")
async def test_a_question_asked_again_reads_its_rows_alone(index: Index) -> None:
    import numpy  # noqa: F401 - as while the daemon runs: without, FTS5 answers first

    ask = partial(find_and_count, index, Proposer(1 << 20))
    await index.add("a.txt", "The boiler is in the cellar.", scope=KB)
    keeper = SegmentKeeper(index.database, PASSAGES)
    await keeper.settle(1)
    await ask("boiler")
    # The snapshot begins and ends; whether anything changed; the rows.
    assert await ask("boiler") == (["The boiler is in the cellar."], 4)
    await index.add("b.txt", "The boiler, the boiler is old.", scope=KB)
    assert len((await ask("boiler"))[0]) == 2
    await keeper.settle(1)
    assert len((await ask("boiler"))[0]) == 2
    assert await ask("old") == (["The boiler, the boiler is old."], 5)  # its postings, too
    state = await index.writer.find_file("a.txt")
    assert state
    await index.writer.remove(state.id)
    assert (await ask("boiler"))[0] == ["The boiler, the boiler is old."]
