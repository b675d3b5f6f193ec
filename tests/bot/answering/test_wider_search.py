"""A question of which no word finds the answer is searched again by other words for them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.policy import Access
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.wider_search import MOST, choose_nearer, list_related_words
from indexer.text.question_words import load_question_words
from tests.bot.answering.asking import ask
from tests.conversation import OWNER, World, a_world

EVERYBODY = Access(owners=frozenset({f"test:{OWNER}"}), everybody=True)
OWN = b"If you are unwell, ring the duty manager on 01803 555 214."
OTHER = b"Call a curator whenever a picture hangs askew."
SECRET = b"If you are unwell, ring the secret doctor on 01803 555 999."


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, access=EVERYBODY) as world:
        await world.owner("kb", curator__md=OTHER)
        yield world


async def test_it_is_answered_in_other_words(world: World) -> None:
    await world.owner("kb", handbook__md=OWN)
    assert "01803 555 214" in (await world.owner("Who do I call when I am sick?")).text


async def test_it_finds_nothing_that_another_may_not_see(world: World) -> None:
    await world.owner("admin", secret__md=SECRET)
    guest = await world.person("bob")("Who do I call when I am sick?")
    assert "secret" not in guest.text
    assert "999" not in guest.text
    assert "01803 555 999" in (await world.owner("Who do I call when I am sick?")).text


async def test_what_is_not_there_stays_unanswered(world: World) -> None:
    await world.owner("kb", handbook__md=OWN)
    assert (await world.owner("Who do I call when the roof leaks?")).sources == ()


def test_no_word_is_given_all_the_room() -> None:
    related = list_related_words(parse_question("Can sick children sleep in the kitchen?"))
    assert "ill" in related
    assert {"kid", "kids"} & set(related)
    assert len(related) <= MOST


def test_a_name_has_no_other_words() -> None:
    assert "flower" not in list_related_words(parse_question("Where does Rose live?"))


BREAKFAST = "O café da manhã é servido das 7h30 às 10h no salão principal.".encode()
SECRET_BREAKFAST = "O café da manhã secreto é servido às 5h15 na cave do edifício.".encode()


async def test_a_phrase_is_found_by_what_documents_call_it(world: World) -> None:
    await world.owner("kb", pousada__md=BREAKFAST)
    assert "7h30" in (await world.owner("Quando é o pequeno-almoço?")).text


async def test_nor_does_a_phrase_find_what_another_may_not_see(world: World) -> None:
    await world.owner("admin", secret__md=SECRET_BREAKFAST)
    guest = await world.person("bob")("Quando é o pequeno-almoço?")
    assert "5h15" not in guest.text
    assert "5h15" in (await world.owner("Quando é o pequeno-almoço?")).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("能带狗吗", "小型犬可以入住，不超过10公斤。"),
        ("我爸72岁还能学吗", "年满18周岁，不超过70周岁。"),
    ],
)
async def test_words_of_one_sign_are_looked_up(world: World, question: str, text: str) -> None:
    await world.owner("kb", rules__md=text.encode())
    assert text in (await world.owner(question)).text


YOGA = "when does the yoga course in the gym start"
SURE = ask(YOGA, "The yoga course in the gym starts at 7 pm.")
NEAR = ask(YOGA, "The yoga course in the gym is full.")
FAR = ask(YOGA, "The gym is full of people.")
NOTHING = ask(YOGA, "Bread and butter.")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_wider_search_finds_must_be_nearer(language: str) -> None:
    lists = load_question_words(language)
    assert choose_nearer(NOTHING, SURE, lists) is SURE
    assert choose_nearer(NOTHING, FAR, lists) is FAR
    assert choose_nearer(FAR, NEAR, lists).text == NEAR.text
    assert choose_nearer(NEAR, FAR, lists) is NEAR
    assert choose_nearer(NEAR, NOTHING, lists) is NEAR


def test_where_something_is_near_other_words_answer_nothing_surely() -> None:
    assert (SURE.grade, FAR.grade) == (Grade.ANSWERS, Grade.MAYBE)
    found = choose_nearer(FAR, SURE, load_question_words("en"))
    assert (found.text, found.grade) == (SURE.text, Grade.MAYBE)
    assert choose_nearer(FAR, SURE, load_question_words("zh")) is SURE


async def test_one_word_elsewhere_is_not_shown_before_two_in_other_words(world: World) -> None:
    leaflet = b"Side effects: heartburn, feeling sick. Keep it out of the reach of children."
    rules = b"# When you are ill\n\nIf a child is ill, you may stay at home for ten days a year."
    await world.owner("kb", leaflet__md=leaflet, rules__md=rules)
    assert "If a child is ill" in (await world.owner("what if my kid is sick")).text


async def test_nor_what_another_may_not_see(world: World) -> None:
    await world.owner("kb", leaflet__md=b"Side effects: heartburn, feeling sick.")
    await world.owner("admin", rules__md=b"If a child is ill, take the secret ten days.")
    guest = await world.person("bob")("what if my kid is sick")
    assert "secret" not in guest.text
    assert "secret" in (await world.owner("what if my kid is sick")).text


GUIDE = b"""# Harbour Museum

## Tickets

A family ticket costs 24 pounds.

## Getting here

The car park is behind the lifeboat station.

Dogs are not allowed in the galleries.
"""


@pytest.mark.parametrize(
    ("question", "lead", "answer"),
    [
        ("was kostet die Familienkarte fürs Museum", "Vielleicht", "24 pounds"),
        ("si può entrare con il cane", "Forse", "Dogs are not allowed"),
        ("quanto costa il biglietto", "Forse", "24 pounds"),
        ("onde é o estacionamento", "Talvez", "lifeboat station"),
        ("駐車場はどこですか", "お探し", "lifeboat station"),
        ("门票多少钱", "您要找的", "24 pounds"),
    ],
)
async def test_a_document_in_another_language_may_answer(
    world: World, question: str, lead: str, answer: str
) -> None:
    await world.owner("kb", guide__md=GUIDE)
    text = (await world.owner(question)).text
    assert text.startswith(lead)
    assert answer in text


async def test_it_is_never_sure(world: World) -> None:
    table = "# Расписание автобусов\n\n| Маршрут | Куда |\n|---|---|\n| 3 | вокзал |\n"
    await world.owner("kb", plan__md=table.encode())
    asked = (await world.owner("where do we meet for the bus")).text
    assert asked.startswith("This may be what you mean:")


async def test_nor_does_it_find_what_another_may_not_see(world: World) -> None:
    await world.owner("admin", secret__md=GUIDE)
    assert "24" not in (await world.person("bob")("quanto costa il biglietto")).text
    assert "24" in (await world.owner("quanto costa il biglietto")).text
