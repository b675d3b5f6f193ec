import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search import stored_index
from indexer.search.query import parse_query
from indexer.store.segments import tail
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index, document, passage

ALICE = Scope.of_chat("console:alice")


async def test_whether_there_is_a_document_depends_on_who_asks(index: Index) -> None:
    assert not await index.store.has_documents(EVERYTHING)
    await index.add("a.txt", "The plumber comes on Tuesday.", scope=ADMIN)
    assert await index.store.has_documents(EVERYTHING)
    assert not await index.store.has_documents(PUBLIC)
    assert not await index.store.has_documents(Visibility())


async def test_a_document_is_found_by_its_file_by_those_who_may_see_it(index: Index) -> None:
    await index.add("a.txt", "The plumber comes on Tuesday.", scope=ADMIN)
    (listed,) = await index.store.list_documents(EVERYTHING)
    assert await index.store.find_document(EVERYTHING, listed.file) == listed
    for other in (PUBLIC, Visibility(), Visibility.only(KB, ALICE)):
        assert await index.store.find_document(other, listed.file) is None
    for file in ("", "a", "%", f"{listed.file}\0", "\udcff"):
        assert await index.store.find_document(EVERYTHING, file) is None


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
        asked = parse_query("What is the rent?", languages)
        assert [each.forms for each in asked.terms] == [("rent",)]


@pytest.mark.spec("S4-35")
@pytest.mark.parametrize("longest_tail", [-1, tail.LONGEST_TAIL], ids=["FTS5", "segments"])
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
