"""What the use of a passage adds to its rank, and what is recorded of it."""

from datetime import timedelta

import pytest

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings, activation
from indexer.search.store import Store
from indexer.store.database import hash_text
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index

ALICE = Scope.of_chat("console:alice")


@pytest.mark.spec("S4-2", "S4-51", "S4-56")
async def test_what_was_used_yesterday_wins_among_equals(index: Index) -> None:
    await index.add("a.txt", "The boiler manual, first edition.")
    await index.add("b.txt", "The boiler manual, other edition.")
    first, second = await index.search("boiler manual")
    await index.store.record_access(EVERYTHING, [second], "boiler", NOW)
    hits = await index.store.search(EVERYTHING, "boiler manual", now=NOW + timedelta(days=1))
    assert [hit.chunk for hit in hits] == [second.chunk, first.chunk]


@pytest.mark.spec("S4-46")
async def test_use_never_beats_a_clearly_better_passage(index: Index) -> None:
    await index.add("a.txt", "The boiler manual explains the boiler.")
    await index.add("b.txt", "A boiler stands between many other things in this cellar.")
    best, worse = await index.search("boiler manual")
    for minute in range(50):
        at = NOW + timedelta(minutes=minute)
        await index.store.record_access(EVERYTHING, [worse], "boiler", at)
    hits = await index.store.search(EVERYTHING, "boiler manual", now=NOW + timedelta(minutes=50))
    assert hits[0].chunk == best.chunk
    assert 0 < hits[1].explain["use"] <= 0.05 * sum(hits[0].explain.values())


@pytest.mark.spec("S4-50", "S4-150")
async def test_the_specifications_mode_gives_the_first_by_the_blend_as_they_are(
    index: Index,
) -> None:
    words = ("boiler " * 4 + "alpha", "boiler " * 3 + "beta", "boiler " * 2 + "gamma", "boiler")
    await index.add("a.txt", *words, title="Heating")
    for n in range(3):
        await index.add(f"{n}.txt", f"The garden of house {n} has a cellar, a shed and one boiler.")
    specified = Store(index.database, RankingSettings(mode="specification"))
    everything = await specified.search(EVERYTHING, "boiler", limit=7, now=NOW)
    assert len(everything) == 7  # near-duplicates too
    assert {*everything[0].explain} <= {"words", "use"}
    blended = [sum(hit.explain.values()) for hit in everything]
    assert blended == sorted(blended, reverse=True)
    first = await specified.search(EVERYTHING, "boiler", limit=3, now=NOW)
    assert [hit.chunk for hit in first] == [hit.chunk for hit in everything[:3]]
    assert {hit.file for hit in first} == {"a.txt"}
    assert {hit.file for hit in await index.search("boiler", limit=3)} != {"a.txt"}


@pytest.mark.spec("S4-46")
async def test_the_specifications_blend_lets_use_outweigh_words(index: Index) -> None:
    await index.add("a.txt", "The boiler manual explains the boiler.")
    await index.add("b.txt", "A boiler stands between many other things in this cellar.")
    _, worse = await index.search("boiler manual")
    for second in range(0, 3000, 60):
        at = NOW + timedelta(seconds=second)
        await index.store.record_access(EVERYTHING, [worse], "boiler", at)
    store = Store(index.database, RankingSettings(mode="specification", decay_rate=0.05))
    hits = await store.search(EVERYTHING, "boiler manual", now=NOW + timedelta(hours=1))
    assert hits[0].chunk == worse.chunk


@pytest.mark.spec("S4-54")
async def test_the_same_question_counts_once_a_minute(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    hits = await index.search("rent")
    for second in (0, 10, 59, 60, 61):
        at = NOW + timedelta(seconds=second)
        await index.store.record_access(EVERYTHING, hits, "rent", at)
    await index.store.record_access(EVERYTHING, hits, "another question", NOW)
    async with index.database.transaction() as db:
        [row] = await db.execute_fetchall("SELECT access_count, last_accessed FROM chunks")
        [(recorded,)] = await db.execute_fetchall("SELECT count(*) FROM access_history")
    assert (row["access_count"], recorded) == (3, 3)
    assert row["last_accessed"] == int(NOW.timestamp())


@pytest.mark.sqlite("it looks into FTS5")
async def test_an_access_changes_nothing_that_is_indexed(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    async with index.database.transaction() as db:
        before = await db.execute_fetchall("SELECT * FROM totals")
        written = await db.execute_fetchall("SELECT count(*) FROM chunks_fts_data")
    await index.store.record_access(EVERYTHING, await index.search("rent"), "rent", NOW)
    async with index.database.transaction() as db:
        assert await db.execute_fetchall("SELECT * FROM totals") == before
        assert await db.execute_fetchall("SELECT count(*) FROM chunks_fts_data") == written


async def test_no_access_is_recorded_for_what_the_reader_may_not_see(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.", scope=ADMIN)
    await index.store.record_access(PUBLIC, await index.search("rent"), "rent", NOW)
    async with index.database.transaction() as db:
        assert not list(await db.execute_fetchall("SELECT * FROM access_history"))


@pytest.mark.spec("S4-53")
async def test_an_access_has_the_scope_of_whose_it_was(index: Index) -> None:
    """The same question of two chats counts for both; a reader without a chat leaves nothing."""
    await index.add("a.txt", "The rent is 900.")
    hits = await index.search("rent")
    bob = Scope.of_chat("console:bob")
    readers = (PUBLIC, Visibility.only(KB, ALICE), Visibility.only(KB, bob), EVERYTHING)
    for reader in (*readers, Visibility.only(KB, ALICE, bob)):
        await index.store.record_access(reader, hits, "rent", NOW)
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT scope FROM access_history ORDER BY id")
    assert [row["scope"] for row in rows] == [ALICE.label, bob.label, "admin"]


@pytest.mark.spec("S4-53", "S4-54", "S4-144")
async def test_an_access_is_a_row_with_passage_time_and_question(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    [hit] = await index.search("rent")
    later = NOW + timedelta(hours=1)
    await index.store.record_access(EVERYTHING, [hit], "what rent?", NOW)
    await index.store.record_access(EVERYTHING, [hit], "which rent?", later)
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT * FROM access_history ORDER BY id")
        [chunk] = await db.execute_fetchall("SELECT access_count, last_accessed FROM chunks")
    assert [(row["chunk_id"], row["accessed_at"], row["query"]) for row in rows] == [
        (hit.chunk.chunk_id, int(NOW.timestamp()), hash_text("what rent?")),
        (hit.chunk.chunk_id, int(later.timestamp()), hash_text("which rent?")),
    ]
    assert tuple(chunk) == (2, int(later.timestamp()))


@pytest.mark.spec("S4-55", "S4-144")
async def test_each_access_writes_the_activation_into_the_row(index: Index) -> None:
    """As of that access, over everybody's; a passage that was not shown keeps its own."""
    await index.add("a.txt", "The rent is 900.")
    await index.add("b.txt", "The boiler is old.")
    hits, alice = await index.search("rent"), Visibility.only(KB, ALICE)
    for minute in range(60):
        at = NOW + timedelta(minutes=minute)
        await index.store.record_access(alice if minute % 2 else EVERYTHING, hits, "rent", at)
        async with index.database.transaction() as db:
            rows = await db.execute_fetchall("SELECT activation FROM chunks ORDER BY file_path")
        used, other = (row["activation"] for row in rows)
        ages = [60.0 * n for n in range(min(minute + 1, 50))]
        assert (used, other) == (pytest.approx(activation(ages, 0.5)), 0)


@pytest.mark.spec("S4-43", "S4-49", "S4-55")
async def test_what_use_adds_is_worked_out_anew_and_fades(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    await index.store.record_access(EVERYTHING, await index.search("rent"), "rent", NOW)

    async def used(**later: float) -> float:
        [hit] = await index.store.search(EVERYTHING, "rent", now=NOW + timedelta(**later))
        return hit.explain["use"]

    fading = [await used(seconds=1), await used(hours=1), await used(days=7), await used(days=700)]
    assert fading == sorted(fading, reverse=True)
    assert fading[-1] < fading[0] / 1000
    assert await used(seconds=1) == fading[0]


@pytest.mark.spec("S4-40", "S4-49")
async def test_activation_is_that_of_the_latest_fifty_accesses(index: Index) -> None:
    """Read from the history for this passage: all of it, and of more than fifty the latest."""
    await index.add("a.txt", "The rent is 900.")
    await index.add("b.txt", "The rent of the boat is 100.")
    store = Store(index.database, RankingSettings(mode="specification"))
    [used, other] = await store.search(EVERYTHING, "rent", now=NOW)
    times = [NOW - timedelta(minutes=7 * n) for n in range(1, 61)]
    for n, at in enumerate([*times[30:], *times[:30]]):  # as they would never come
        await store.record_access(EVERYTHING, [used], f"rent {n}", at)
    hits = await store.search(EVERYTHING, "rent", now=NOW)
    shown = {hit.chunk.chunk_id: hit.explain.get("use", 0.0) for hit in hits}
    ages = [7 * 60.0 * n for n in range(1, 51)]
    expected = RankingSettings().activation_weight * activation(ages, 0.5)
    assert shown[used.chunk.chunk_id] == pytest.approx(expected)
    assert shown[other.chunk.chunk_id] == 0


@pytest.mark.spec("S4-48", "S4-50", "S4-148", "S4-150")
async def test_use_can_lift_one_of_three_times_as_many_candidates(index: Index) -> None:
    for n in range(5):
        await index.add(f"{n}.txt", "boiler " * (9 - 2 * n) + f"text{n} and word{n} of page{n}")
    store = Store(index.database, RankingSettings(mode="specification"))
    by_words = await index.search("boiler")

    async def first_after_use_of(place: int) -> int:
        for minute in range(9):
            at = NOW + timedelta(minutes=minute)
            await store.record_access(EVERYTHING, [by_words[place]], "boiler", at)
        [hit] = await store.search(EVERYTHING, "boiler", limit=1, now=NOW + timedelta(minutes=9))
        return [each.chunk for each in by_words].index(hit.chunk)

    assert await first_after_use_of(3) == 0
    assert await first_after_use_of(2) == 2
