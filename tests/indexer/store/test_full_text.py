"""FTS5 can be left out and brought back, in steps, while others write and search."""

import asyncio
from contextlib import nullcontext
from functools import partial
from itertools import repeat
from pathlib import Path

import pytest
from msgspec import Struct

from indexer.documents import Chunk
from indexer.errors import UserError
from indexer.scopes import KB, Scope
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store import full_text
from indexer.store.analysis.worker import Passages
from indexer.store.chunks import AnalyzedChunk, build_passages
from indexer.store.corpus import INDEXED, PASSAGES, WHOLE
from indexer.store.database import open_database
from indexer.store.full_text import count_changes, follow_setting, has_full_text
from indexer.store.schema import INDEX
from indexer.store.segments import tail
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.terms import Terms, find_last_in_full_text
from indexer.store.writer import AnalyzedDocument, Writer
from tests.indexer.factories import NOW, Index, chances, conversation, document

pytestmark = pytest.mark.sqlite("FTS5")

WORDS = [f"w{n}x" for n in range(300)]
QUESTIONS = [" ".join(chances(n).choices(WORDS, k=4)) for n in range(20)]


async def fill(index: Index, first: int, files: int) -> None:
    chance = chances(first)
    for n in range(first, first + files):
        await index.add(f"{n}.txt", *(" ".join(chance.choices(WORDS, k=40)) for _ in range(10)))
    await index.said(*conversation(f"Ann: {WORDS[first]}"), file=f"{first}", conversation="c")


@pytest.fixture
async def filled(index: Index) -> Index:
    await fill(index, 0, 30)
    return index


async def search(index: Index) -> list[list[str]]:
    """The hits of all questions for somebody who has just opened the index."""
    fresh = Index(index.database, Store(index.database, RankingSettings()), index.writer)
    return [[hit.chunk.chunk_id for hit in await fresh.search(each)] for each in QUESTIONS]


async def list_tables(index: Index) -> set[str]:
    async with index.database.read_committed() as db:
        rows = await db.execute_fetchall(
            "SELECT name FROM sqlite_master WHERE name LIKE '%\\_fts%' ESCAPE '\\'"
            " OR name LIKE '%vocab' OR name LIKE '%out_of_full_text'"
        )
    return {row["name"] for row in rows}


async def check(index: Index) -> None:
    """Raises where FTS5 is not what its rows are."""
    async with index.database.transaction() as db:
        for corpus in INDEXED:
            await db.execute(
                f"INSERT INTO {corpus.fts} ({corpus.fts}, rank) VALUES ('integrity-check', 1)"  # noqa: S608 - our names
            )


async def change_rows(index: Index, n: int) -> None:
    """Add a file, change one and remove one."""
    await index.add(f"new {n}.txt", f"w{n}x added", "another w7x")
    await index.add(f"{n}.txt", f"w{n}x changed")
    state = await index.writer.find_file(f"{n + 10}.txt")
    assert state is not None
    await index.writer.remove(state.id)


def analyze(*names: str) -> list[AnalyzedDocument]:
    """Files of two passages, ready to be written."""
    chance, files = chances(1), list[AnalyzedDocument]()
    for n, name in enumerate(names):
        texts = [" ".join(chance.choices(WORDS, k=40)) for _ in range(2)]
        chunks = [Chunk(f"{name} {n} {m}", name, text, (name,)) for m, text in enumerate(texts)]
        terms = build_passages(KB, name, chunks).analyze()
        analyzed = [
            AnalyzedChunk(*each)
            for each in zip(chunks, repeat(KB), repeat(name), terms, strict=False)
        ]
        files.append(AnalyzedDocument(KB, document(name), analyzed))
    return files


async def test_files_that_are_stored_together_become_one_segment(index: Index) -> None:
    await index.writer.put_analyzed(analyze("a.txt", "b.txt", "c.txt"), NOW)
    assert await count_segments(index) == 1
    await check(index)


async def test_rows_are_added_once_whatever_a_transaction_does_with_them(filled: Index) -> None:
    files = analyze("new.txt", "3.txt", "new.txt", "3.txt")
    put = filled.writer.put_analyzed
    await asyncio.gather(put(files, NOW), put(files[:1], NOW), put(files[1:], NOW))
    await check(filled)
    assert await is_whole(filled)


async def test_an_index_that_is_being_built_gets_new_rows_in_its_turn(
    filled: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "STEP", 40)
    await follow_setting(filled.database, wanted=False)
    for _ in range(3):  # the tables, and two steps
        assert await filled.database.change(partial(full_text.build_some, corpus=PASSAGES))
    async with filled.database.read_committed() as db:
        last = await db.run(partial(find_last_in_full_text, corpus=PASSAGES))
    await filled.writer.put_analyzed(analyze("a.txt", "b.txt"), NOW)
    async with filled.database.read_committed() as db:
        assert await db.run(partial(find_last_in_full_text, corpus=PASSAGES)) == last
    await follow_setting(filled.database, wanted=True)
    await check(filled)


class HeldFile(Struct):
    """A file whose words are being analyzed until `end` is called."""

    index: Index  # that also writes other files meanwhile
    writing: asyncio.Task[int]
    go_on: asyncio.Event

    async def end(self) -> None:
        self.go_on.set()
        await self.writing


async def hold(index: Index, *, fails: bool = False) -> HeldFile:
    go_on = asyncio.Event()

    async def analyze(passages: Passages) -> list[Terms]:
        if passages.texts == ["held"]:
            await go_on.wait()
            if fails:
                raise UserError("it cannot be read")
        return list(passages.analyze())

    both = Index(index.database, index.store, Writer(index.database, analyze))
    writing = asyncio.create_task(both.add("held.txt", "held"))
    await asyncio.sleep(0)
    return HeldFile(both, writing, go_on)


async def is_whole(index: Index) -> bool:
    async with index.database.read_committed() as db:
        return await db.run(partial(has_full_text, corpus=PASSAGES))


async def count_segments(index: Index) -> int:
    async with index.database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT count(DISTINCT segid) FROM chunks_fts_idx")
    return int(next(iter(rows))[0])


async def test_files_that_are_written_at_the_same_time_become_few_segments(index: Index) -> None:
    await asyncio.gather(*(index.add(f"{n}.txt", *WORDS[n : n + 3]) for n in range(12)))
    assert await count_segments(index) <= 3
    assert await is_whole(index)
    await check(index)


async def test_rows_wait_while_another_file_is_analyzed_and_are_found(filled: Index) -> None:
    held = await hold(filled)
    await change_rows(held.index, 3)
    assert not await is_whole(filled)
    assert await filled.found("changed") == ["w3x changed"]
    assert await filled.found("added") == ["w3x added"]
    await held.index.add("new 3.txt", "and changed again")
    await held.end()
    assert await is_whole(filled)
    await check(filled)
    assert sorted(await filled.found("changed")) == ["and changed again", "w3x changed"]


async def test_whoever_keeps_the_index_adds_the_rows_that_wait(filled: Index) -> None:
    """As the next start does after a crash."""
    held = await hold(filled)
    await change_rows(held.index, 3)
    await follow_setting(filled.database, wanted=True)
    assert await is_whole(filled)
    await check(filled)
    await held.end()
    await check(filled)


async def test_no_row_waits_for_a_file_that_failed(filled: Index) -> None:
    held = await hold(filled, fails=True)
    await held.index.add("new.txt", "added")
    assert not await is_whole(filled)
    with pytest.raises(UserError):
        await held.end()
    assert await is_whole(filled)
    await check(filled)


async def test_many_rows_wait_for_no_others(filled: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_text, "STEP", 3)
    held = await hold(filled)
    await held.index.add("new.txt", "one", "two")
    assert not await is_whole(filled)
    await held.index.add("newer.txt", "three")
    assert await is_whole(filled)
    await check(filled)
    await held.end()


async def test_rows_that_others_add_meanwhile_do_not_wait_for_ever(
    filled: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "STEP", 4)
    held = await hold(filled)
    await held.index.add("new.txt", "one", "two")
    for n in range(9):
        memory = Chunk(f"memory{n}", "summary", f"they met {n}", element_type="memory_summary")
        await filled.writer.add_memory(Scope.of_chat("test:1"), memory, NOW)
    await held.end()
    assert await is_whole(filled)
    await check(filled)


async def test_many_rows_that_wait_are_fewer_after_each_file(
    filled: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await hold(filled)
    await held.index.add("new.txt", *WORDS[:20])
    monkeypatch.setattr(full_text, "STEP", 8)
    for n in range(2):
        await held.index.add(f"newer {n}.txt", *WORDS[:2])
        assert not await is_whole(filled)
    await held.index.add("newest.txt", *WORDS[:4])
    assert await is_whole(filled)
    await check(filled)
    await held.end()


@pytest.mark.parametrize("fails", [True, False])
async def test_rows_that_cannot_be_added_wait_and_nobody_is_told_of_an_error(
    filled: Index, caplog: pytest.LogCaptureFixture, fails: bool
) -> None:
    held = await hold(filled, fails=fails)
    await held.index.add("new.txt", "added")
    async with filled.database.transaction() as db:
        await db.execute(
            "CREATE TRIGGER no_space BEFORE UPDATE ON full_text"
            f" WHEN new.last = {WHOLE} BEGIN SELECT RAISE(ABORT, 'no space'); END"
        )
    with pytest.raises(UserError) if fails else nullcontext():
        await held.end()
    assert "no space" in caplog.text
    assert await filled.found("held") == ([] if fails else ["held"])
    async with filled.database.transaction() as db:
        await db.execute("DROP TRIGGER no_space")
    await follow_setting(filled.database, wanted=True)
    await check(filled)


async def test_no_row_waits_where_readers_leave_a_long_tail_to_it(
    filled: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail, "LONGEST_TAIL", 300)  # passages are in no segment yet
    held = await hold(filled)
    await held.index.add("new.txt", "added")
    assert await is_whole(filled)
    await SegmentKeeper(filled.database, PASSAGES).settle(1)
    await held.index.add("newer.txt", "added")
    assert not await is_whole(filled)
    await held.end()


@pytest.mark.spec("S0-15")
async def test_without_it_the_same_is_found_and_nothing_of_it_is_left(filled: Index) -> None:
    before, tables = await search(filled), await list_tables(filled)
    await follow_setting(filled.database, wanted=False)
    assert len(tables) > 10
    assert await list_tables(filled) == set()
    assert await search(filled) == before
    await SegmentKeeper(filled.database, PASSAGES).settle(1)
    assert await search(filled) == before


async def test_what_is_written_without_it_is_found(filled: Index) -> None:
    await follow_setting(filled.database, wanted=False)
    await change_rows(filled, 3)
    assert [each.chunk.text for each in await filled.search("changed")] == ["w3x changed"]
    await filled.writer.merge_segments()


async def test_brought_back_it_is_as_if_it_had_never_been_away(filled: Index) -> None:
    tables = await list_tables(filled)
    await follow_setting(filled.database, wanted=False)
    await change_rows(filled, 3)
    await follow_setting(filled.database, wanted=True)
    assert await list_tables(filled) == tables
    await check(filled)
    await change_rows(filled, 5)
    await check(filled)


@pytest.mark.parametrize("done", range(0, 9, 2))
async def test_others_write_between_its_steps(
    filled: Index, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each wish is given up after some steps, in favour of the other."""
    monkeypatch.setattr(full_text, "PAGES", 1)
    monkeypatch.setattr(full_text, "ROWS", 50)
    for n, wanted in enumerate((False, True, False, True)):
        step = full_text.build_some if wanted else full_text.drop_some
        for _ in range(done):
            await filled.database.change(partial(step, corpus=PASSAGES))
        expected = await search(filled)
        await change_rows(filled, n)
        assert await search(filled) != expected
    await follow_setting(filled.database, wanted=True)
    await check(filled)
    expected = await search(filled)
    await follow_setting(filled.database, wanted=False)
    assert await search(filled) == expected
    assert await list_tables(filled) == set()


async def test_while_it_is_built_nobody_asks_it(
    filled: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "ROWS", 50)
    expected = await search(filled)
    await follow_setting(filled.database, wanted=False)
    for _ in range(3):
        await filled.database.change(partial(full_text.build_some, corpus=PASSAGES))
    assert await search(filled) == expected


async def test_a_reader_that_asked_it_before_another_process_dropped_it(
    filled: Index, tmp_path: Path
) -> None:
    expected = await search(filled)
    async with open_database(tmp_path / "multis.db", INDEX) as other:
        await follow_setting(other, wanted=False)
    assert await search(filled) == expected
    async with open_database(tmp_path / "multis.db", INDEX) as other:
        await follow_setting(other, wanted=True)
    assert await search(filled) == expected


@pytest.mark.parametrize("wanted", [True, False])
async def test_where_nothing_is_to_do_nothing_is_written(index: Index, wanted: bool) -> None:
    await follow_setting(index.database, wanted=wanted)
    async with index.database.read_committed() as db:
        before = await db.run(count_changes)
    await follow_setting(index.database, wanted=wanted)
    async with index.database.read_committed() as db:
        assert await db.run(count_changes) == before


async def test_an_empty_home_without_it_can_be_opened_and_filled(tmp_path: Path) -> None:
    path = tmp_path / "multis.db"
    async with open_database(path, INDEX) as database:
        await follow_setting(database, wanted=False)
    async with open_database(path, INDEX) as database:
        index = Index(database, Store(database, RankingSettings()), Writer(database))
        await fill(index, 0, 2)
        assert any(await search(index))
