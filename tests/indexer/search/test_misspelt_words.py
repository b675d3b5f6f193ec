"""A word that nothing visible has is looked up as it would be spelt without one slip."""

import pytest

from indexer.scopes import ADMIN
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.search.wider_query import list_slips
from tests.indexer.factories import EVERYTHING, NOW, PUBLIC, Index

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
        (TARIFF, "когда перевадом"),
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


async def test_the_formula_of_the_specification_and_a_count_correct_nothing(index: Index) -> None:
    await index.add("1.txt", SCAFFOLD)
    store = Store(index.database, RankingSettings(mode="specification"))
    assert not await store.search(EVERYTHING, "scafolding", now=NOW)
    assert not (await index.store.count_matches(EVERYTHING, "scafolding")).files


@pytest.mark.parametrize("word", ["bins", "f75", "prüfung", "a" * 17])
def test_short_and_long_words_and_codes_are_left(word: str) -> None:
    assert not list(list_slips(word))


def test_its_first_two_letters_are_right() -> None:
    assert all(each.startswith("bu") for each in list_slips("bufet"))
    assert "buffet" in list_slips("bufet")
