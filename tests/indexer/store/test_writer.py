from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.documents import Chunk, build_chunk_id
from indexer.errors import StorageError, UserError
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.connection import CACHE_KIB
from indexer.store.database import LARGE_CACHE_KIB, Schema, open_database
from indexer.store.schema import INDEX
from indexer.store.writer import MANY, NewDocument
from tests.indexer.factories import (
    EVERYTHING,
    NOW,
    PUBLIC,
    Index,
    conversation,
    document,
    passage,
)

ALICE = Scope.of_chat("console:alice")
BOB = Scope.of_chat("console:bob")


def note(scope: Scope, n: int, text: str) -> Chunk:
    return Chunk(f"mem-{scope.label}-{n}", "Memory", text, element_type="memory_summary")


async def test_a_file_has_a_state_until_it_is_removed(index: Index) -> None:
    assert await index.writer.find_file("a.txt") is None
    told = NewDocument("a.txt", "a.txt", "txt", pages=2, size=10, hash="abc")
    chunk = passage(KB, "a.txt", "The rent is 900.", "Rent")
    file_id = await index.writer.put_document(KB, told, [chunk], NOW)
    state = await index.writer.find_file("a.txt")
    assert state is not None
    assert (state.id, state.hash, state.scope) == (file_id, "abc", KB)
    assert (state.chunks, state.pages) == (1, 2)
    await index.writer.remove(file_id)
    assert await index.writer.find_file("a.txt") is None
    assert await index.found("rent") == []


@pytest.mark.spec("S4-19", "S4-144")
async def test_a_chunk_that_stays_keeps_its_history_and_its_age(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.", "The old cat.")
    [hit] = await index.search("rent")
    await index.store.record_access(EVERYTHING, [hit], "rent", NOW)
    later = NOW + timedelta(days=1)
    chunks = [passage(KB, "a.txt", "The rent is 900.", "Part 0")]
    await index.writer.put_document(KB, document("a.txt"), chunks, later)
    async with index.database.transaction() as db:
        [row] = await db.execute_fetchall("SELECT * FROM chunks")
        [(accesses,)] = await db.execute_fetchall("SELECT count(*) FROM access_history")
    assert (accesses, row["access_count"]) == (1, 1)
    assert row["created_at"] == int(NOW.timestamp())
    assert row["updated_at"] == int(later.timestamp())


async def test_rows_of_what_stays_the_same_are_not_rewritten(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.", "The cat sleeps.")
    await index.add("a.txt", "The rent is 900.", "The dog sleeps.")
    async with index.database.transaction() as db:
        removed = await db.execute_fetchall("SELECT row FROM removals")
    assert len(list(removed)) == 1


async def test_relabelling_leaves_no_public_copy(index: Index) -> None:
    file_id = await index.add("a.txt", "The rent is 900.")
    [before] = await index.search("rent", PUBLIC)
    await index.writer.relabel(file_id, ADMIN)
    assert await index.found("rent", PUBLIC) == []
    assert await index.store.load_passage(PUBLIC, before.chunk.chunk_id) is None
    assert await index.store.list_documents(PUBLIC) == []
    [after] = await index.search("rent")
    assert after.scope == ADMIN
    assert after.chunk.chunk_id == build_chunk_id(ADMIN, "a.txt", "Part 0", "The rent is 900.")


async def test_an_id_from_before_a_relabel_opens_for_those_who_may_still_see_it(
    index: Index,
) -> None:
    file_id = await index.add("a.txt", "The rent is 900.")
    ids = []
    for scope in (ADMIN, KB, ADMIN):
        [hit] = await index.search("rent")
        ids.append(hit.chunk.chunk_id)
        await index.writer.relabel(file_id, scope)
    [hit] = await index.search("rent")
    for each in ids:
        assert await index.store.load_passage(EVERYTHING, each) == replace(
            hit, score=0.0, explain={}, bm25=0.0, rarest=0.0
        )
        assert await index.store.load_passage(PUBLIC, each) is None


@pytest.mark.spec("S4-138")
async def test_a_relabel_carries_history_vectors_and_parts(index: Index) -> None:
    whole = build_chunk_id(KB, "a.txt", "Long", "First part.")
    parts = [
        Chunk(f"{whole}-p{n}", "Long", text, parent=whole)
        for n, text in enumerate(("First part.", "Second part."))
    ]
    file_id = await index.writer.put_document(KB, document("a.txt"), parts, NOW)
    await index.store.record_access(EVERYTHING, await index.search("first"), "first", NOW)
    async with index.database.transaction() as db:
        await db.execute(
            "INSERT INTO vectors (corpus, row, model, vector)"
            " SELECT 'chunks', id, 'm', ? FROM chunks",
            (b"0",),
        )
    await index.writer.relabel(file_id, ADMIN)
    moved = build_chunk_id(ADMIN, "a.txt", "Long", "First part.")
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT * FROM chunks ORDER BY position")
        [(history,)] = await db.execute_fetchall("SELECT chunk_id FROM access_history")
        [(vectors,)] = await db.execute_fetchall("SELECT count(*) FROM vectors")
    assert [row["chunk_id"] for row in rows] == [f"{moved}-p0", f"{moved}-p1"]
    assert {row["parent_chunk_id"] for row in rows} == {moved}
    assert (history, vectors) == (f"{moved}-p0", 2)


async def test_relabelled_repeats_keep_apart(index: Index) -> None:
    ids = [build_chunk_id(KB, "a.txt", "Note", "The same text.", n) for n in range(3)]
    chunks = [Chunk(each, "Note", "The same text.") for each in ids]
    file_id = await index.writer.put_document(KB, document("a.txt"), chunks, NOW)
    await index.writer.relabel(file_id, ADMIN)
    await index.writer.relabel(file_id, KB)
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT chunk_id FROM chunks ORDER BY position")
    assert [row["chunk_id"] for row in rows] == ids


async def test_indexing_under_another_scope_leaves_no_public_copy(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    await index.add("a.txt", "The rent is 900.", scope=ADMIN)
    assert await index.found("rent", PUBLIC) == []
    assert await index.found("rent") == ["The rent is 900."]


async def test_a_vector_of_a_text_that_changed_is_dropped(index: Index) -> None:
    head = "The lease of the flat. " * 20
    await index.add("a.txt", head + "Cat.", "Nothing new.")
    async with index.database.transaction() as db:
        await db.execute(
            "INSERT INTO vectors (corpus, row, model, vector)"
            " SELECT 'chunks', id, 'm', ? FROM chunks",
            (b"0",),
        )
    await index.add("a.txt", head + "Dog.", "Nothing new.")
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall(
            "SELECT content FROM chunks JOIN vectors ON vectors.row = chunks.id"
        )
    assert [row["content"] for row in rows] == ["Nothing new."]


@pytest.mark.spec("S4-90")
async def test_a_memory_is_found_taken_and_put_back(index: Index) -> None:
    seen = Visibility.only(KB, ALICE)
    await index.writer.add_memory(ALICE, note(ALICE, 1, "Alice likes tea."), NOW)
    assert await index.found("tea", seen) == ["Alice likes tea."]
    taken = await index.writer.take_memories(ALICE)
    assert [memory.chunk for memory in taken] == [note(ALICE, 1, "Alice likes tea.")]
    assert await index.found("tea", seen) == []
    await index.writer.restore_memories(taken)
    assert await index.found("tea", seen) == ["Alice likes tea."]
    assert [each.created_at for each in await index.writer.take_memories(ALICE)] == [
        int(NOW.timestamp())
    ]


async def test_only_the_named_memories_of_that_chat_are_taken(index: Index) -> None:
    for n in (1, 2):
        await index.writer.add_memory(ALICE, note(ALICE, n, f"tea{n}"), NOW)
    await index.writer.add_memory(BOB, note(BOB, 1, "Bob likes tea"), NOW)
    named = [f"mem-{ALICE.label}-2", f"mem-{BOB.label}-1"]
    taken = await index.writer.take_memories(ALICE, named)
    assert [memory.chunk.text for memory in taken] == ["tea2"]
    assert len(await index.writer.take_memories(BOB)) == 1


@pytest.mark.spec("S4-115")
async def test_old_memories_expire_for_the_owner_and_for_others_apart(index: Index) -> None:
    old = NOW - timedelta(days=100)
    for scope in (ALICE, ADMIN):
        await index.writer.add_memory(scope, note(scope, 1, f"old tea of {scope.label}"), old)
        await index.writer.add_memory(scope, note(scope, 2, f"new tea of {scope.label}"), NOW)
    limit = NOW - timedelta(days=90)
    assert await index.writer.list_summarized_scopes() == {ALICE, ADMIN}
    assert await index.writer.expire_memories(ALICE, limit) == 1
    assert await index.found("old", Visibility.only(ALICE)) == []
    assert await index.found("old", Visibility.only(ADMIN)) == ["old tea of admin"]
    assert await index.writer.expire_memories(ADMIN, limit) == 1
    assert len(await index.found("tea")) == 2


async def test_removing_a_file_does_not_touch_memories(index: Index) -> None:
    await index.writer.add_memory(ALICE, note(ALICE, 1, "tea"), NOW)
    file_id = await index.add("a.txt", "coffee")
    await index.writer.remove(file_id)
    assert await index.found("tea") == ["tea"]


async def test_a_transaction_that_fails_leaves_the_old_index(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    broken = Chunk("doc:1", "Rent", "The rent is 950.", pages=(1, 2), line=2**70)
    with pytest.raises((OverflowError, StorageError)):
        await index.writer.put_document(KB, document("a.txt"), [broken], NOW)
    assert await index.found("rent") == ["The rent is 900."]


async def test_several_files_are_written_together_or_not_at_all(index: Index) -> None:
    writer, digests = index.writer, ["1", "2", "3"]
    chunk = passage(KB, "a.txt", "The rent is 900.", "Rent")
    new = await writer.analyze(KB, NewDocument("a.txt", "a.txt", "txt", hash="1"), [chunk])
    await index.add("b.txt", "Hers.", scope=ALICE)
    foreign = await writer.analyze(BOB, NewDocument("b.txt", "b.txt", "txt", hash="2"), [])
    with pytest.raises(UserError, match="somebody else sent it"):
        await writer.put_analyzed([new, foreign], NOW)
    assert await writer.find_hashes(KB, digests) == frozenset()
    own = await writer.analyze(KB, NewDocument("c.txt", "c.txt", "txt", hash="3"), [])
    first, second = await writer.put_analyzed([new, own], NOW)
    assert first != second
    assert await writer.find_hashes(KB, digests) == {"1", "3"}
    assert await writer.find_hashes(ADMIN, digests) == frozenset()


async def test_a_growing_conversation_rewrites_only_what_the_new_turn_touches(
    index: Index,
) -> None:
    turns = conversation(*(f"Ann: this is message{n}" for n in range(10)))
    await index.said(*turns[:9])
    await index.said(*turns)
    async with index.database.transaction() as db:
        removed = await db.execute_fetchall("SELECT row FROM removals")
    assert len(list(removed)) == 2
    assert await index.recalled("message9") == ["1.9", "1.8", "1.7"]


async def test_a_second_sync_of_a_conversation_writes_no_terms(index: Index) -> None:
    turns = conversation(*(f"Ann: this is message{n}" for n in range(5)))
    await index.said(*turns)
    await index.said(*turns)
    async with index.database.transaction() as db:
        assert not list(await db.execute_fetchall("SELECT row FROM removals"))


async def test_half_of_a_surrogate_pair_is_stored_as_a_question_mark(index: Index) -> None:
    await index.add("a.txt", "The rent \ud800 is 900.", title="Rent \udc00")
    assert await index.found("rent") == ["The rent ? is 900."]


async def cache(index: Index) -> int:
    """KiB of pages that the writer may hold since its last transaction."""
    async with index.database.read_committed() as db:
        return -int(next(iter(await db.execute_fetchall("PRAGMA cache_size")))[0])


@pytest.mark.sqlite("the cache of a connection")
async def test_a_file_of_many_chunks_is_written_with_memory_for_it(index: Index) -> None:
    await index.add("small.txt", *(f"line{n}" for n in range(MANY)))
    assert await cache(index) == CACHE_KIB
    await index.add("large.txt", *(f"line{n}" for n in range(MANY + 1)))
    assert await cache(index) == LARGE_CACHE_KIB


@pytest.mark.sqlite("the cache of a connection")
async def test_so_is_a_conversation_of_many_turns(index: Index) -> None:
    await index.said(*conversation(*(f"Ann: message{n}" for n in range(MANY))))
    assert await cache(index) == CACHE_KIB
    await index.said(*conversation(*(f"Ann: message{n}" for n in range(MANY + 1))))
    assert await cache(index) == LARGE_CACHE_KIB


@pytest.mark.parametrize("older", [KB, ADMIN, BOB])
async def test_a_chats_file_takes_the_place_of_no_other_scopes_file(
    index: Index, older: Scope
) -> None:
    await index.add("plan.txt", "the plan", scope=older)
    with pytest.raises(UserError, match="somebody else"):
        await index.add("plan.txt", "a forged plan", scope=ALICE)
    with pytest.raises(UserError, match="somebody else"):
        await index.said(scope=ALICE, file="plan.txt")
    assert await index.found("plan") == ["the plan"]
    await index.add("plan.txt", "the newer plan", scope=KB)
    assert await index.found("plan") == ["the newer plan"]


_OLD_FILE = """
    INSERT INTO files (path, name, hash, scope, document_type, pages, size, kind, created_at,
        updated_at) VALUES (?, 'a.md', '', ?, 'md', 0, 0, 'document', 0, 0)
"""
_OLD_CHUNK = """
    INSERT INTO chunks (chunk_id, file_id, file_path, position, element_type, name, content,
        section_path, section_level, document_type, metadata, scope, created_at, updated_at)
    SELECT path, id, path, 0, 'section', '', '', '[]', 0, 'md', '{}', scope, 0, 0
    FROM files WHERE path = :path
"""


async def test_documents_of_earlier_versions_have_lost_nothing_that_is_known(
    tmp_path: Path,
) -> None:
    path = tmp_path / "multis.db"
    async with (
        open_database(path, Schema(INDEX.part, INDEX.steps[:11])) as old,
        old.transaction() as db,
    ):
        await db.execute(_OLD_FILE, ("/home/ann/a.md", "kb"))
    async with open_database(path, INDEX) as database:
        (document,) = await Store(database, RankingSettings()).list_documents(EVERYTHING)
        assert (document.file, document.notices) == ("/home/ann/a.md", ())


async def test_what_versions_without_senders_stored_gets_a_place_for_one(tmp_path: Path) -> None:
    first = Schema(INDEX.part, INDEX.steps[:5])
    paths = {
        "upload:telegram:7/a.md": "user:telegram:7",
        "upload:matrix:!x:y/b/c.md": "user:matrix:!x:y/b",
        "upload:telegram:1/d.md": "kb",
        "/home/ann/e.md": "user:telegram:7",
    }
    async with open_database(tmp_path / "m.db", first) as database:
        for path, label in paths.items():
            await database.write(_OLD_FILE, (path, label))
            await database.write(_OLD_CHUNK, {"path": path})
    async with (
        open_database(tmp_path / "m.db", INDEX) as database,
        database.transaction() as db,
    ):
        rows = await db.execute_fetchall("SELECT path FROM files ORDER BY id")
        chunks = await db.execute_fetchall("SELECT file_path FROM chunks ORDER BY id")
    expected = [
        "upload:user:telegram:7//a.md",
        "upload:user:matrix:!x:y/b//c.md",
        "upload:telegram:1/d.md",
        "/home/ann/e.md",
    ]
    assert [row[0] for row in rows] == expected
    assert [row[0] for row in chunks] == expected
