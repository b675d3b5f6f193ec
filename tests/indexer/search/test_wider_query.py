"""Where no passage has a word of the question, other forms of it and its synonyms are looked up."""

import pytest

from indexer.scopes import ADMIN
from indexer.search.query import Query, Term
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.search.wider_query import widen_query
from indexer.text.synonyms import find_same
from indexer.text.verb_forms import list_verb_forms
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index, conversation

DESCALED = "Entkalkt wird die Maschine alle sechs Monate mit Zitronensäure und ohne Wäsche."
BOUGHT = "We purchased the boat in the spring of that year, from a man in the next harbour."


@pytest.mark.parametrize(
    ("stem", "language", "form"),
    [
        ("entkalk", "de", "entkalkt"),
        ("entkalkt", "de", "entkalk"),
        ("reinig", "de", "gereinigt"),
        ("gereinigt", "de", "reinig"),
        ("gewinnt", "de", "gewinn"),
        ("abhol", "de", "abgeholt"),  # with a prefix before "ge" or "zu"
        ("abgeholt", "de", "abhol"),
        ("mitbring", "de", "mitzubring"),
        ("mitbring", "de", "mitgebracht"),
        ("mitgebracht", "de", "mitbring"),
        ("angenomm", "de", "annehm"),
        ("schliess", "de", "geschloss"),
        ("unterschreib", "de", "unterschrieb"),  # without "ge"
        ("verlier", "de", "verlor"),
        ("werk", "nl", "gewerkt"),
        ("lever", "nl", "geleverd"),
    ],
)
def test_a_verb_is_looked_up_in_its_other_forms(stem: str, language: str, form: str) -> None:
    assert form in list_verb_forms(stem, language)


@pytest.mark.parametrize(("stem", "language"), [("rot", "de"), ("entkalk", "en"), ("", "de")])
def test_other_words_have_none(stem: str, language: str) -> None:
    assert not list_verb_forms(stem, language)


@pytest.mark.parametrize(
    ("written", "question"),
    [
        (DESCALED, "Wie oft muss man entkalken?"),
        ("Die Heizung im Keller brummt seit gestern, und zwar die ganze Nacht.", "brummen"),
        ("De kranten worden elke ochtend om zes uur geleverd aan de voordeur.", "leveren"),
        (BOUGHT, "When did we buy it?"),
    ],
)
async def test_a_passage_is_found_by_a_related_word(
    index: Index, written: str, question: str
) -> None:
    await index.add("1.txt", written)
    assert await index.found(question) == [written]


async def test_what_has_the_word_itself_leaves_no_room_for_related_ones(index: Index) -> None:
    await index.add("1.txt", BOUGHT)
    await index.add("2.txt", "Whoever wants to buy a ticket stands in this line.")
    assert BOUGHT not in await index.found("buy")


async def test_what_others_have_changes_nothing(index: Index) -> None:
    await index.add("1.txt", BOUGHT)
    await index.add("2.txt", "Mine alone: what I want to buy.", scope=ADMIN)
    assert await index.found("buy", PUBLIC) == [BOUGHT]
    await index.add("3.txt", "Purchased, and mine alone.", scope=ADMIN)
    assert await index.found("buy", PUBLIC) == [BOUGHT]


async def test_the_formula_of_the_specification_has_the_words_asked_alone(index: Index) -> None:
    await index.add("1.txt", BOUGHT)
    store = Store(index.database, RankingSettings(mode="specification"))
    assert not await store.search(EVERYTHING, "buy", now=NOW)


async def test_a_count_is_of_the_words_themselves(index: Index) -> None:
    await index.add("1.txt", BOUGHT)
    assert not (await index.store.count_matches(EVERYTHING, "buy")).files


async def test_what_was_said_is_searched_by_the_words_asked_alone(index: Index) -> None:
    await index.said(*conversation("We purchased the boat."))
    assert await index.recalled("purchased")
    assert not await index.recalled("buy")


def test_a_phrase_is_no_form_of_a_word() -> None:
    phrases = [each for each in find_same("forenam", "en") if " " in each]
    widened = widen_query(Query((Term(("forenam",)),)), ("en",))
    assert phrases
    assert not any(" " in form for term in widened.terms for form in term.forms)


def test_beginnings_and_stop_words_stay_as_they_are() -> None:
    for query in (Query((Term(("buy",), prefix=True),)), Query((Term(("buy",)),), common=True)):
        assert widen_query(query, ("en",)) == query
