import pytest

from indexer.scopes import ADMIN, Visibility
from indexer.search.context import SEARCHED, PassageBudget, find_relevant, gather_context
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index


def words(text: str) -> int:
    return len(text.split())


async def gather_texts(
    index: Index, budget: int, seen: Visibility = EVERYTHING, question: str = "boiler"
) -> list[str]:
    found = await index.store.search(seen, question, limit=SEARCHED, now=NOW)
    hits = await gather_context(
        index.store, seen, find_relevant(found), PassageBudget(budget, words)
    )
    return [hit.chunk.text for hit in hits]


async def fill(index: Index) -> None:
    await index.add("a.txt", "before it", "boiler boiler one", "boiler boiler two", "after it")
    await index.add("b.txt", "a cellar", "the boiler three", "an attic")


@pytest.mark.spec("S2-35")
async def test_every_file_comes_before_a_second_passage_of_one(index: Index) -> None:
    await fill(index)
    assert (await gather_texts(index, 9))[:3] == [
        "boiler boiler one",
        "the boiler three",
        "boiler boiler two",
    ]


@pytest.mark.spec("S2-36")
async def test_what_stands_beside_comes_last_and_each_once(index: Index) -> None:
    await fill(index)
    assert (await gather_texts(index, 100))[3:] == ["before it", "a cellar", "an attic", "after it"]


@pytest.mark.spec("S2-37")
async def test_the_budget_holds_and_a_small_passage_takes_what_is_left(index: Index) -> None:
    await fill(index)
    texts = await gather_texts(index, 8)
    assert texts == ["boiler boiler one", "the boiler three", "before it"]


@pytest.mark.spec("S4-105")
async def test_what_hardly_answers_is_not_worth_its_room(index: Index) -> None:
    await index.add("a.txt", "the boiler valve leaks")
    await index.add("b.txt", "a boiler stands between many other things in this cellar")
    assert await gather_texts(index, 1000, question="boiler valve leaks") == [
        "the boiler valve leaks"
    ]


async def test_nothing_is_gathered_from_where_the_reader_may_not_look(index: Index) -> None:
    await index.add("a.txt", "canary", "boiler", "canary", scope=ADMIN)
    assert await gather_texts(index, 1000, PUBLIC) == []


async def test_a_question_that_finds_nothing_gathers_nothing(index: Index) -> None:
    assert await gather_texts(index, 1000) == []
