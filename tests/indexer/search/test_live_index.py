import asyncio
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.candidates import read_statistics
from indexer.search.index_segment import Segment
from indexer.search.inverted_index import TIER
from indexer.search.live_index import SOON, LiveIndex, open_live_index
from indexer.search.query import SearchFilter, parse_query
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.maintenance import open_maintenance
from indexer.store.writer import Writer
from tests.indexer.factories import EVERYTHING, NOW, Index, chances, conversation, document, passage

PEOPLE = (KB, ADMIN, Scope.of_chat("console:alice"))

# A program of its own that indexes a file, as the command line does beside a daemon.
OTHER_PROCESS = """
import asyncio, sys
from pathlib import Path
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.scopes import KB
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, document, passage

async def main():
    async with open_database(Path(sys.argv[1]), INDEX) as database:
        chunk = passage(KB, "other.txt", "The chimney sweep comes on Friday.", "Part")
        await Writer(database).put_document(KB, document("other.txt"), [chunk], NOW)

asyncio.run(main())
"""


@asynccontextmanager
async def in_memory(index: Index, path: Path) -> AsyncIterator[tuple[Index, LiveIndex]]:
    """The same index with passages and turns in memory, loaded."""
    async with open_live_index(path, PASSAGES) as passages, open_live_index(path, TURNS) as turns:
        await passages.wait_until_loaded()
        await turns.wait_until_loaded()
        store = Store(index.database, RankingSettings(), passages, turns)
        yield replace(index, store=store), passages


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "multis.db"


async def fill(index: Index, files: int, seed: int = 1) -> None:
    chance = chances(seed)
    words = [f"word{n}" for n in range(60)]
    for n in range(files):
        texts = [" ".join(chance.choices(words, k=chance.randint(3, 40))) for _ in range(10)]
        await index.add(f"{n}.txt", *texts, scope=chance.choice(PEOPLE))


async def test_memory_and_database_find_the_same_in_the_same_order(
    index: Index, path: Path
) -> None:
    await fill(index, 40)
    chance = chances(2)
    async with in_memory(index, path) as (live, _):
        for _ in range(40):
            question = " ".join(f"word{chance.randrange(70)}" for _ in range(5))
            seen = Visibility.only(*chance.sample(PEOPLE, 2))
            assert await live.search(question, seen, 10) == await index.search(question, seen, 10)


async def test_memory_and_database_agree_on_a_word_that_most_rows_have(
    index: Index, path: Path
) -> None:
    """FTS5 takes such a word for worth nothing and proposes all others first."""
    filler = " ".join(f"w{n}x" for n in range(200)) + " "
    for n in range(4):
        await index.add(f"long{n}.txt", f"radiator {4 * filler} number{n}", title="Part")
    for n in range(8):
        text = "boiler boiler boiler" if n < 2 else f"boiler {filler}"
        await index.add(f"{n}.txt", f"{text} number{n}", title="Part")
    async with in_memory(index, path) as (live, _):
        ours = await live.search("radiator boiler", EVERYTHING, 1)
        assert ours[0].chunk.text.startswith("boiler boiler boiler")
        assert await index.search("radiator boiler", EVERYTHING, 1) == ours


async def test_every_commit_is_in_the_next_answer(index: Index, path: Path) -> None:
    async with in_memory(index, path) as (live, _):
        file_id = await index.add("a.txt", "The rent is 900.", "The cat sleeps.")
        assert await live.found("rent") == ["The rent is 900."]
        await index.add("a.txt", "The rent is 950.", "The cat sleeps.")
        assert await live.found("rent") == ["The rent is 950."]
        await index.writer.relabel(file_id, ADMIN)
        assert await live.found("rent", Visibility.only(KB)) == []
        assert await live.found("rent", Visibility.only(ADMIN)) == ["The rent is 950."]
        await index.writer.remove(file_id)
        assert await live.found("rent") == []


async def test_what_another_process_indexed_is_in_the_next_answer(index: Index, path: Path) -> None:
    await index.add("a.txt", "The rent is 900.")
    async with in_memory(index, path) as (live, _):
        assert await live.found("chimney") == []
        other = await asyncio.create_subprocess_exec(sys.executable, "-c", OTHER_PROCESS, str(path))
        assert await other.wait() == 0
        assert await live.found("chimney") == ["The chimney sweep comes on Friday."]


async def test_a_turn_said_now_is_found_in_its_conversation(index: Index, path: Path) -> None:
    async with in_memory(index, path) as (live, _):
        await index.said(*conversation("Ann: I painted a sunrise", "Bob: How nice"))
        assert await live.recalled("sunrise") == ["1.0", "1.1"]
        assert await live.recalled("sunrise", conversation="another") == []


async def test_the_database_answers_until_all_is_loaded(index: Index, path: Path) -> None:
    await index.add("a.txt", "The rent is 900.")
    async with open_live_index(path, PASSAGES) as live:
        store = Store(index.database, RankingSettings(), live)
        hits = await store.search(EVERYTHING, "rent", now=NOW)
        assert [hit.chunk.text for hit in hits] == ["The rent is 900."]


async def test_after_a_large_change_the_database_answers_meanwhile(
    index: Index, path: Path
) -> None:
    async with in_memory(index, path) as (live, passages):
        many = [passage(KB, "a.txt", f"rent w{n}x", f"Part {n}") for n in range(SOON + 1)]
        await Writer(index.database).put_document(KB, document("a.txt"), many, NOW)
        async with open_maintenance(path, PASSAGES) as maintenance:
            now = (await maintenance.read_version(PASSAGES)).rows
        within = SearchFilter(EVERYTHING)
        assert await passages.follow_to(now) is None
        assert await live.found("w77x") == ["rent w77x"]
        await passages.wait_until_loaded()
        snapshot = await passages.follow_to(now)
        assert snapshot is not None
        statistics = await index.database.reader.run(
            lambda db: read_statistics(db, PASSAGES, EVERYTHING)
        )
        proposal = snapshot.propose(parse_query("w77x"), within, 5, statistics)
        assert proposal is not None
        assert len(proposal.rows) == 1


async def test_closing_while_it_loads_leaves_nothing_running(index: Index, path: Path) -> None:
    await fill(index, 5)
    before = asyncio.all_tasks()
    async with open_live_index(path, PASSAGES):
        pass
    assert asyncio.all_tasks() == before


async def test_small_commits_are_merged_in_the_background(index: Index, path: Path) -> None:
    async with in_memory(index, path) as (live, passages):
        for n in range(3 * TIER):
            await index.add(f"{n}.txt", f"boiler w{n}x")
            assert await live.found(f"w{n}x") == [f"boiler w{n}x"]
        await passages.wait_until_loaded()
        assert len(segments(passages)) < TIER


async def test_what_is_committed_during_a_merge_is_not_lost(index: Index, path: Path) -> None:
    async with in_memory(index, path) as (live, passages):
        # The merge gets its thread only after the commit.
        gate = threading.Event()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(max_workers=1))
        closed = asyncio.create_task(asyncio.to_thread(gate.wait))
        for n in range(TIER):
            await index.add(f"{n}.txt", f"boiler w{n}x")
            await live.found("boiler")
        await index.add("late.txt", "the chimney")
        assert await live.found("chimney") == ["the chimney"]
        gate.set()
        await closed
        await passages.wait_until_loaded()
        assert len(segments(passages)) == 2
        assert await live.found("chimney") == ["the chimney"]
        assert await live.found("w3x") == ["boiler w3x"]


async def test_after_a_large_change_what_is_mostly_dead_is_made_anew(
    index: Index, path: Path
) -> None:
    many = [passage(KB, "a.txt", f"rent w{n}x", f"Part {n}") for n in range(SOON + 1)]
    few = SOON // 5
    again = [passage(KB, "a.txt", f"rent v{n}x", f"Part {n}") for n in range(few, SOON + 1)]
    await Writer(index.database).put_document(KB, document("a.txt"), many, NOW)
    async with in_memory(index, path) as (live, passages):
        await Writer(index.database).put_document(KB, document("a.txt"), [*many[:few], *again], NOW)
        assert await live.found("v4000x") == ["rent v4000x"]
        await passages.wait_until_loaded()
        assert sum(len(segment.ids) for segment in segments(passages)) == SOON + 1


async def test_an_index_that_cannot_be_kept_is_told_once_and_the_database_answers(
    index: Index, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await index.add("a.txt", "The rent is 900.")
    async with in_memory(index, path) as (live, passages):
        await passages._maintenance._reader.run(refuse_everything)
        for n in range(2):
            await index.add(f"{n}.txt", f"The chimney {n}.")
            assert f"The chimney {n}." in await live.found("chimney")
    records = [each for each in caplog.records if "the index of chunks in memory" in each.message]
    assert len(records) == 1


async def test_an_index_that_cannot_be_loaded_is_told_and_can_be_closed(
    index: Index, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await index.add("a.txt", "The rent is 900.")
    async with open_maintenance(path, PASSAGES) as maintenance:
        await maintenance._reader.run(refuse_everything)
        live = LiveIndex(maintenance, PASSAGES)
        live.start()
        store = Store(index.database, RankingSettings(), live)
        hits = await store.search(EVERYTHING, "rent", now=NOW)
        await live.wait_until_loaded()
        await live.close()
    assert [hit.chunk.text for hit in hits] == ["The rent is 900."]
    assert "cannot update the index of chunks in memory" in caplog.text


def refuse_everything(db: sqlite3.Connection) -> None:
    db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)


def segments(live: LiveIndex) -> Sequence[Segment]:
    assert live.index is not None
    return live.index.segments
