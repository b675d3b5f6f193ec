from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search import stored_index
from indexer.search.query import Query, Term, parse_query
from indexer.search.ranking import RankingSettings, activation
from indexer.search.store import Store
from indexer.store.database import hash_text
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index, document, passage

ALICE = Scope.of_chat("console:alice")


async def test_whether_there_is_a_document_depends_on_who_asks(index: Index) -> None:
    assert not await index.store.has_documents(EVERYTHING)
    await index.add("a.txt", "The plumber comes on Tuesday.", scope=ADMIN)
    assert await index.store.has_documents(EVERYTHING)
    assert not await index.store.has_documents(PUBLIC)
    assert not await index.store.has_documents(Visibility())


async def test_a_question_finds_the_passage_that_answers_it(index: Index) -> None:
    await index.add("a.txt", "The plumber comes on Tuesday.", "The garden has roses.")
    assert await index.found("When does the plumber come?") == ["The plumber comes on Tuesday."]


@pytest.mark.spec("S4-20", "S4-135", "S4-137", "S4-140")
async def test_a_hit_says_where_it_comes_from(index: Index) -> None:
    chunk = Chunk(
        "doc:1",
        "Rent",
        "The rent is 900.",
        path=("Lease", "Rent"),
        level=2,
        pages=(3, 4),
        line=17,
        element_type="section",
        parent="doc:0",
        metadata={"author": "Ann"},
    )
    await index.writer.put_document(KB, document("/home/lease.pdf"), [chunk], NOW)
    [hit] = await index.search("rent")
    assert hit.chunk == chunk
    assert (hit.file, hit.file_name, hit.scope) == ("/home/lease.pdf", "lease.pdf", KB)
    assert hit.document_type == "txt"
    assert 0 < hit.score < 1


@pytest.mark.spec("S4-32", "S4-33")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The runner runs.", "running"),
        ("Das Café in München", "cafe munchen"),
        ("贵州茅台股票代码是600519", "茅台"),
        ("这台电脑坏了", "電腦"),
        ("這台電腦壞了", "电脑"),
        ("這台電腦壞了", "這台電腦壞了嗎?"),
        ("贵州茅台股票代码是600519", "台"),
        ("贵州茅台股票代码是600519", "600519"),
        ("Release v2.0 is out", "what is v2.0?"),
        ("Send an e-mail", "email"),
        ("The C++ course", "c++"),
        ("Bob: see you", "bob:"),
        ("AND OR NOT NEAR the plan", "plan AND NOT"),
        ("to be or not to be", "to be or not to be"),
        ("Книги лежат на столе", "книга"),
    ],
)
async def test_a_text_is_found_by_what_a_person_would_type(
    index: Index, text: str, question: str
) -> None:
    await index.add("a.txt", text)
    await index.add("b.txt", "Nothing like it stands here.")
    assert (await index.found(question))[:1] == [text]


async def test_one_question_finds_documents_of_several_languages(index: Index) -> None:
    await index.add("en.txt", "The houses of the town are old and they are full of windows.")
    await index.add("de.txt", "Die Versicherungen der Stadt sind alt und das ist nicht gut.")
    assert len(await index.found("house")) == 1
    assert len(await index.found("Versicherung")) == 1


@pytest.mark.parametrize("question", ["", "   ", "?!", '"', "* ^ : ( )", "\x00", "\ud800"])
async def test_a_question_without_words_finds_nothing(index: Index, question: str) -> None:
    await index.add("a.txt", "The rent is 900.")
    assert await index.found(question) == []


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80))
async def test_nothing_a_person_can_type_raises(index: Index, typed: str) -> None:
    await index.add("a.txt", "The rent is 900 for v2.0. 贵州茅台")
    hits = await index.search(typed)
    await index.store.record_access(EVERYTHING, hits, typed, NOW)
    assert await index.store.load_passage(EVERYTHING, typed) is None
    assert await index.store.load_neighbours(EVERYTHING, [typed], 1, 1) == []
    await index.recalled(typed, conversation=typed)


async def test_a_page_pasted_as_a_question_is_answered(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    page = "rent " + " ".join(f"word{n}" for n in range(5000))
    assert await index.found(page) == ["The rent is 900."]


@pytest.mark.spec("S4-36")
async def test_a_score_orders_the_hits_and_lies_between_0_and_1(index: Index) -> None:
    await index.add("a.txt", "rent rent rent", "the rent and many other words of a long text")
    scores = [hit.score for hit in await index.search("rent")]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)


async def test_a_word_of_every_row_still_orders_a_tiny_collection(index: Index) -> None:
    await index.add("a.txt", "rent and a lot of other words that say little about it", "rent rent")
    assert await index.found("rent") == [
        "rent rent",
        "rent and a lot of other words that say little about it",
    ]


@pytest.mark.spec("S0-11", "S0-27", "S3-25")
@pytest.mark.parametrize(
    ("better", "worse", "question"),
    [
        ("the rent and the rent again", "the rent and the flat again", "rent"),
        ("a zither in the cellar", "a boiler in the cellar", "boiler zither"),
        ("the rent is due", "the rent is due, and much besides stands in this letter", "rent"),
    ],
    ids=["said more often", "a rarer word", "a shorter text"],
)
async def test_ranked_by_bm25(index: Index, better: str, worse: str, question: str) -> None:
    await index.add("a.txt", worse)
    await index.add("b.txt", better)
    await index.add("c.txt", *(f"boiler number{n} stands there" for n in range(5)))
    assert (await index.found(question))[0] == better


async def test_a_title_counts_more_than_the_text(index: Index) -> None:
    await index.add("a.txt", "A boiler is mentioned here once.", title="House")
    await index.add("b.txt", "Something else is mentioned here.", title="Boiler")
    assert (await index.search("boiler"))[0].chunk.name == "Boiler"


async def test_words_that_follow_each_other_count_more_together(index: Index) -> None:
    await index.add("a.txt", "a heat loss in winter and then a pump in summer")
    await index.add("b.txt", "a heat pump in winter and then a loss in summer")
    assert (await index.found("heat pump"))[0].startswith("a heat pump")


async def test_near_identical_passages_come_once(index: Index) -> None:
    for n in range(4):
        await index.add(f"{n}.txt", "The boiler must be serviced every year before the winter.")
    await index.add("other.txt", "A boiler costs money.")
    assert len(await index.found("boiler")) == 2


@pytest.mark.spec("S2-35")
async def test_at_most_two_passages_of_a_section_come_while_others_are_left(index: Index) -> None:
    texts = [f"boiler boiler boiler number{n}" for n in range(5)]
    await index.add("a.txt", *texts, title="Heating")
    await index.add("b.txt", "the cellar has a boiler and a lamp", title="Cellar")
    await index.add("c.txt", "the attic has no boiler but a window", title="Attic")
    files = [hit.file for hit in await index.search("boiler", limit=4)]
    assert files == ["a.txt", "a.txt", "b.txt", "c.txt"]
    assert len(await index.search("boiler", limit=7)) == 7


@pytest.mark.spec("S4-23")
async def test_reindexing_replaces_what_the_file_said(index: Index) -> None:
    await index.add("a.txt", "The old rent is 900.", "The flat has two rooms.")
    await index.add("a.txt", "The new rent is 950.", "The flat has two rooms.")
    assert await index.found("rent") == ["The new rent is 950."]
    assert await index.found("old") == []
    assert len(await index.found("flat rooms")) == 1


async def test_a_change_beyond_the_head_that_makes_an_id_is_indexed(index: Index) -> None:
    head = "The lease of the flat. " * 20
    await index.add("a.txt", head + "The cat is allowed.")
    await index.add("a.txt", head + "The dog is allowed.")
    assert await index.found("cat") == []
    assert len(await index.found("dog")) == 1


async def test_a_passage_is_read_by_its_id_with_its_neighbours(index: Index) -> None:
    await index.add("a.txt", *(f"number{n} of the list" for n in range(6)))
    [hit] = await index.search("number3")
    assert await index.store.load_passage(EVERYTHING, hit.chunk.chunk_id) == replace(
        hit, score=0.0, explain={}, bm25=0.0, rarest=0.0
    )
    around = await index.store.load_neighbours(EVERYTHING, [hit.chunk.chunk_id], 2, 1)
    assert [each.chunk.text.split()[0] for each in around] == ["number1", "number2", "number4"]


@pytest.mark.spec("S4-18", "S4-123")
async def test_documents_are_listed_and_counted(index: Index) -> None:
    await index.add("/b/lease.txt", "One.", "Two.")
    await index.add("/a/boiler.txt", "Three.", scope=ADMIN)
    note = Chunk("mem-console:alice-1", "Memory", "Tea.", element_type="memory_summary")
    await index.writer.add_memory(ALICE, note, NOW)
    listed = await index.store.list_documents(EVERYTHING)
    assert [(each.name, each.chunks, each.scope) for each in listed] == [
        ("boiler.txt", 1, ADMIN),
        ("lease.txt", 2, KB),
    ]
    assert listed[0].indexed_at == int(NOW.timestamp())
    assert await index.store.count_passages(EVERYTHING) == {"txt": 3, "conversation": 1}
    assert await index.store.count_passages(PUBLIC) == {"txt": 2}


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


async def test_a_repeated_chunk_id_keeps_both_texts(index: Index) -> None:
    twice = passage(KB, "a.txt", "The rent is 900.", "Rent")
    other = replace(twice, text="The rent is due on Monday.")
    await index.writer.put_document(KB, document("a.txt"), [twice, other], NOW)
    assert len(await index.found("rent")) == 2


async def test_an_empty_visibility_sees_nothing(index: Index) -> None:
    await index.add("a.txt", "The plumber comes on Tuesday.")
    [hit] = await index.search("plumber")
    nobody = Visibility()
    assert await index.found("plumber", nobody) == []
    assert await index.store.load_passage(nobody, hit.chunk.chunk_id) is None
    assert await index.store.list_documents(nobody) == []
    assert await index.store.count_passages(nobody) == {}


@pytest.mark.spec("S4-63")
async def test_what_is_not_visible_takes_no_place_among_the_candidates(index: Index) -> None:
    await index.add("secret.txt", *(f"plumber plumber note {n}" for n in range(200)), scope=ADMIN)
    await index.add("a.txt", "Somewhere at the end a plumber is named, among many other words.")
    assert len(await index.found("plumber", PUBLIC)) == 1


@pytest.mark.spec("S4-34")
async def test_common_words_of_a_question_find_nothing(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    await index.add("b.txt", "What is the matter with it?")
    assert await index.found("What is the rent?") == ["The rent is 900."]
    for languages in (("en",), ("en", "de"), ("de", "en")):
        assert parse_query("What is the rent?", languages) == Query((Term(("rent",)),))


@pytest.mark.spec("S4-35")
@pytest.mark.parametrize("longest_tail", [-1, stored_index.LONGEST_TAIL], ids=["FTS5", "segments"])
async def test_any_word_of_a_question_is_enough(
    index: Index, longest_tail: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_index, "LONGEST_TAIL", longest_tail)
    await index.add("a.txt", "The rent is 900.")
    await index.add("b.txt", "The boiler is old.")
    assert sorted(await index.found("rent boiler zyzzyva")) == [
        "The boiler is old.",
        "The rent is 900.",
    ]


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


@pytest.mark.spec("S4-50", "S4-150")
async def test_a_search_gives_the_best_five_unless_told_otherwise(index: Index) -> None:
    for n in range(9):
        await index.add(f"{n}.txt", f"boiler text{n} and word{n} of page{n}")
    assert len(await index.store.search(EVERYTHING, "boiler", now=NOW)) == 5


async def test_many_copies_of_one_passage_do_not_hide_the_others(index: Index) -> None:
    for n in range(10):
        await index.add(f"{n}.txt", "The boiler must be serviced every year before the winter.")
    await index.add("other.txt", "The boiler costs money, and so does the gas that it burns.")
    assert len(await index.search("boiler serviced winter", limit=2)) == 2
