"""A question in other words finds its fact by synonyms, which do not outrank its own words."""

from indexer.scopes import Scope, Visibility
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.facts.synonym_query import build_synonym_queries
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START

ANNS = Scope.of_chat(ANN)


async def find(world: World, question: str, *facts: str, scope: Scope = ANNS) -> list[str]:
    for text in facts:
        await FactLedger(world.database).upsert(scope, FactValue(text), Provenance(), START)
    seen = Visibility.only(ANNS)
    hits = await world.fact_reader.search(seen, question, now=START)
    return [hit.fact.value.content for hit in hits]


async def test_another_word_for_the_same_finds_a_fact(world: World) -> None:
    facts = ("My boss is called Marguerite.", "I collect stamps.", "The tent is in the attic.")
    assert (await find(world, "Who is my manager?", *facts))[0] == facts[0]


async def test_the_words_of_the_question_count_more(world: World) -> None:
    facts = ("My boss plays chess.", "The manager of the gym plays chess.")
    assert (await find(world, "Which manager plays chess?", *facts))[0] == facts[1]


async def test_no_synonym_shows_a_fact_of_another_chat(world: World) -> None:
    other = Scope.of_chat("telegram:2")
    assert await find(world, "Who is my manager?", "My boss is Marguerite.", scope=other) == []


def test_a_question_without_synonyms_asks_for_nothing_more() -> None:
    assert build_synonym_queries("Xanthippe?") == ()
