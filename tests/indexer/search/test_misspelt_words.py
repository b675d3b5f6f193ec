"""A word that nothing visible has is looked up as it would be spelt without one slip."""

import pytest

from indexer.scopes import ADMIN, Visibility
from indexer.search.candidates import (
    AT_ONCE,
    Proposer,
    Question,
    WordReading,
    find_candidates,
)
from indexer.search.query import SearchFilter
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.search.stored_index import OVERHEAD
from indexer.store.corpus import PASSAGES
from indexer.store.engine.session import Session
from indexer.store.segments.keeper import SegmentKeeper
from indexer.text.slips import list_slips, may_be_slip, stem_slips
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index

CHIMNEY = "Chimney stack: leans towards number 29. Have a builder look at it."
SCAFFOLD = "Scaffolding comes down on Tuesday by Ropers, who want the drive left free."
TAKEN = "Somebody takes the bins out every other week, as the rota in the hall says."
TARIFF = "Оплата производится переводом до пятого числа каждого месяца."


@pytest.mark.parametrize(
    ("written", "question"),
    [
        (SCAFFOLD, "when does the scafolding go"),
        (SCAFFOLD, "when does the scafflod go"),
        (SCAFFOLD, "when does the scafffolding go"),
        (SCAFFOLD, "when does the scaftolding go"),
        (TARIFF, "когда оплота"),
    ],
)
async def test_a_misspelt_word_finds_its_passage_first(
    index: Index, written: str, question: str
) -> None:
    await index.add("1.txt", written)
    await index.add("2.txt", TAKEN)
    assert (await index.found(question))[0] == written


async def test_a_word_that_some_passage_has_is_taken_as_it_is_written(index: Index) -> None:
    await index.add("1.txt", "The barley is in the shed by the gate, dry and in sacks.")
    await index.add("2.txt", "Barney mends the gate on Saturday morning with his own tools.")
    assert len(await index.found("barley")) == 1


async def test_what_only_others_have_corrects_nothing_and_hides_no_slip(index: Index) -> None:
    await index.add("1.txt", SCAFFOLD)
    before = await index.found("scafolding", PUBLIC)
    await index.add("2.txt", "My scafolding, misspelt, and mine alone.", scope=ADMIN)
    await index.add("3.txt", "Mine alone: the bufet is on Friday.", scope=ADMIN)
    assert await index.found("scafolding", PUBLIC) == before == [SCAFFOLD]
    assert not await index.found("buffet", PUBLIC)


@pytest.mark.parametrize(
    ("word", "stem"), [("panals", "panel"), ("scafolding", "scaffold"), ("hottel", "hotel")]
)
def test_what_was_meant_is_looked_up_by_its_stem(word: str, stem: str) -> None:
    assert stem in stem_slips(word, list_slips(word), "en")


@pytest.mark.parametrize(("word", "stem"), [("spending", "spent"), ("measles", "meal")])
def test_a_short_stem_with_another_end_is_another_word(word: str, stem: str) -> None:
    assert stem not in stem_slips(word, list_slips(word), "en")


@pytest.mark.parametrize(
    ("word", "stem", "possible"),
    [
        ("dentst", "dentst", True),
        ("because", "becaus", False),  # a common word
        ("اليوغا", "يوغ", False),  # without its article one slip from "day"
        ("bins", "bin", False),
        ("f75abcd", "f75abcd", False),
    ],
)
def test_a_word_must_be_long_and_rare_to_be_a_slip(word: str, stem: str, possible: bool) -> None:
    assert may_be_slip(word, stem) is possible


async def test_what_is_tried_for_a_slip_is_not_kept_in_memory(index: Index) -> None:
    await index.add("1.txt", SCAFFOLD)
    await SegmentKeeper(index.database, PASSAGES).settle(1)
    proposer = Proposer(1 << 20)
    asked = Question(PASSAGES, "scafolding", SearchFilter(EVERYTHING), 5)

    def search(db: Session) -> int:
        for _ in range(AT_ONCE):  # until the stored index answers
            assert find_candidates(db, asked, proposer, WordReading.CORRECTED).ranked
        return proposer._stored[PASSAGES].memory

    assert await index.database.reader.run(search) < 20 * OVERHEAD


@pytest.mark.parametrize("word", ["bins", "f75", "prüfung", "a" * 25])
def test_short_and_long_words_and_codes_are_left(word: str) -> None:
    assert not list(list_slips(word))


async def find_scores(
    index: Index, question: str, seen: Visibility = EVERYTHING
) -> list[tuple[str, float]]:
    return [(hit.chunk.text, hit.score) for hit in await index.search(question, seen)]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("chimny", "chimney"),
        ("chimmney", "chimney"),
        ("chinmey", "chimney"),
        ("chimnex", "chimney"),
        ("chimneys", "chimney"),
        ("bufet", "buffet"),
        ("договр", "договор"),
    ],
)
def test_one_slip_is_forgiven(slip: str, meant: str) -> None:
    assert meant in list_slips(slip)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("chimney", "chimney"),  # no slip at all
        ("himney", "chimney"),  # its beginning
        ("chmnyy", "chimney"),  # two slips
        ("bufft", "buffet"),  # a short word, and no double letter
        ("bufe", "buffe"),
        ("煙突掃除の人", "煙突掃除"),
        ("chiмney", "chimney"),  # two scripts
    ],
)
def test_no_more_than_one_slip_is_forgiven(word: str, other: str) -> None:
    assert other not in list_slips(word)


@pytest.mark.parametrize(
    ("written", "question"),
    [
        (CHIMNEY, "whats wrong with the chimny"),
        (CHIMNEY, "chimny"),
        ("The wifi password is on the fridge.", "wheres the pasword"),
        ("Le médecin reçoit sur rendez-vous, le matin seulement.", "quand reçoit le medcin ?"),
        ("Der Klempner kommt am Dienstag um neun.", "wann kommt der klemptner"),
        ("Договор заканчивается в июне, звоните хозяину.", "когда кончается договр"),
    ],
)
async def test_a_passage_is_found_by_a_misspelt_word(
    index: Index, written: str, question: str
) -> None:
    await index.add("1.txt", written)
    await index.add("2.txt", "Something is wrong, we wrote.", "It is all wrong, wrong, wrong.")
    assert (await index.found(question))[:1] == [written]


@pytest.mark.parametrize("rows", [20, 3000])
async def test_a_misspelt_word_is_worth_what_it_was_meant_to_be(index: Index, rows: int) -> None:
    await index.add("1.txt", CHIMNEY)
    await index.add("2.txt", *(f"The survey of house number {n}." for n in range(rows)))
    meant = await find_scores(index, "survey of the chimney")
    assert await find_scores(index, "survey of the chimny") == meant


@pytest.mark.parametrize(
    "question",
    [
        "chimneys",  # found as it is
        "charme",  # two slips
        "chimy",  # too short
        "chimny pasword dentst apointment",  # too many to be slips
    ],
)
async def test_what_is_no_slip_is_left_as_it_is(index: Index, question: str) -> None:
    await index.add("1.txt", "The chance of rain.", CHIMNEY)
    await index.add("2.txt", "Chimneys are swept in May.")
    assert "The chance of rain." not in await index.found(question)
    assert CHIMNEY not in await index.found(question) or question == "chimneys"


async def test_what_others_wrote_corrects_no_word(index: Index) -> None:
    await index.add("1.txt", "The chimneys are swept in May.", "Chimmey is the name of our cat.")
    before = await find_scores(index, "chimmny", PUBLIC)
    await index.add("2.txt", "Mine alone: chimmny, chimmnys and chimmny.", scope=ADMIN)
    await index.add("3.txt", "Mine alone: a chimmnoy.", scope=ADMIN)
    assert await find_scores(index, "chimmny", PUBLIC) == before != []


async def test_the_formula_of_the_specification_corrects_nothing(index: Index) -> None:
    await index.add("1.txt", CHIMNEY)
    store = Store(index.database, RankingSettings(mode="specification"))
    assert not await store.search(EVERYTHING, "chimny", limit=5, now=NOW)


async def test_a_count_is_of_the_words_as_they_are_written(index: Index) -> None:
    await index.add("1.txt", CHIMNEY)
    store = Store(index.database, RankingSettings())
    assert not (await store.count_matches(EVERYTHING, "chimny")).files
