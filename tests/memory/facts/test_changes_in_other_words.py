"""A change is seen across compounds; what a model puts under one topic may be two things."""

from datetime import timedelta

import pytest

from memory.fact import FactValue, Provenance
from memory.text.equivalence import build_topic_key
from tests.memory.conversation import START
from tests.memory.facts.said import ANN, Facts

pytestmark = pytest.mark.sqlite("it is about words, whatever holds them")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ich habe am 4. Mai einen Zahnarzttermin.", "Der Termin beim Zahnarzt ist abgesagt."),
        ("Der Termin beim Zahnarzt ist am 4. Mai.", "Der Zahnarzttermin ist abgesagt."),
        ("De afspraak bij de tandarts is op 4 mei.", "De tandartsafspraak is afgezegd."),
    ],
)
async def test_a_compound_finds_the_fact_that_has_its_words(
    facts: Facts, old: str, new: str
) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    assert await facts.texts(day=1) == [new]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ben is 7", "Ben turned 8 on Saturday"),  # `ben` is common in Dutch
        ("temos uma gata, Mia", "a Mia morreu no sábado"),  # and `mia` in Italian
        ("ma fille va à l'école Pasteur", "ma fille est entrée au collège Curie"),
        ("ich wohne in Kassel", "wir sind seit gestern in Göttingen, Umzug geschafft"),
    ],
)
async def test_a_short_fact_is_found_whatever_language_it_is_taken_for(
    facts: Facts, old: str, new: str
) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    assert await facts.texts(day=1) == [new]


async def test_a_joke_ends_nothing_whatever_it_is_about(facts: Facts) -> None:
    await capture(facts, "Our cat is called Biscuit.", "cat's name")
    await capture(facts, "Our cat is called Sir Scratch now, just kidding.", "cat's name", day=1)
    assert "Our cat is called Biscuit." in await facts.texts(day=1)


@pytest.mark.parametrize("job", ["nurse", "teacher", "writer"])
async def test_a_new_job_finds_the_old_one_by_any_occupation(facts: Facts, job: str) -> None:
    await facts.say(f"I'm a {job} at St Mary's.")
    await facts.say("I've started a new job at the Royal Infirmary.", day=1)
    assert await facts.texts(day=1) == ["I've started a new job at the Royal Infirmary."]


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("school", "My son goes to Hillside.", "My daughter goes to Park Primary now."),
        ("work", "I work at the library.", "My wife has started working at the mill."),
        ("exam", "The maths exam is on 3 May.", "The history exam has been moved to 9 May."),
        ("cursus", "Ik volg een cursus Spaans.", "Ik heb de cursus koken afgerond."),
        ("cours", "Je suis un cours de poterie.", "J'ai terminé le cours d'anglais."),
        ("coche", "Tengo un coche verde.", "Mi hermano ha vendido su coche."),
    ],
)
async def test_one_topic_may_be_of_two_people_or_things(
    facts: Facts, topic: str, old: str, new: str
) -> None:
    await facts.say(old, key=topic)
    await facts.say(new, key=topic, day=1)
    assert set(await facts.texts(day=1)) == {old, new}


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("school", "My son goes to Hillside.", "My son goes to Park Primary."),
        ("exam", "The maths exam is on 3 May.", "The maths exam is on 9 May."),
        ("rent", "The rent is 700 pounds.", "Pays 760 pounds of rent."),
    ],
)
async def test_of_one_topic_the_last_value_counts(
    facts: Facts, topic: str, old: str, new: str
) -> None:
    await facts.say(old, key=topic)
    await facts.say(new, key=topic, day=1)
    assert await facts.texts(day=1) == [new]


async def test_the_same_words_in_another_order_are_no_second_fact(facts: Facts) -> None:
    await facts.say("Ich vertrage keine Nüsse.")
    result = await facts.say("Nüsse vertrage ich nicht.", day=1)
    assert result.kind == "restated"
    assert await facts.texts(day=1) == ["Ich vertrage keine Nüsse."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ann owes Bob 20 pounds.", "Bob owes Ann 20 pounds."),
        ("Ich vertrage keine Nüsse.", "Nüsse vertrage ich."),
        ("I prefer tea to coffee.", "I prefer coffee to tea."),
    ],
)
async def test_the_same_words_that_say_something_else_are(facts: Facts, old: str, new: str) -> None:
    await facts.say(old)
    assert (await facts.say(new, day=1)).kind != "restated"


async def test_an_appointment_with_another_person_is_another_appointment(
    facts: Facts,
) -> None:
    await facts.say("La cita con el dentista es el lunes.")
    await facts.say("Han pasado la cita del oculista al jueves.", day=1)
    assert len(await facts.texts(day=1)) == 2


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("bike", "The bike is a green Dawes.", "Keeps the bike in the cellar."),
        ("garden", "The garden has a pond.", "Grows leeks in the garden."),
    ],
)
async def test_a_models_topic_alone_ends_no_fact(
    facts: Facts, topic: str, old: str, new: str
) -> None:
    await capture(facts, old, topic)
    await capture(facts, new, topic, day=1)
    assert set(await facts.texts(day=1)) == {old, new}


async def test_a_wish_under_a_models_topic_ends_no_fact(facts: Facts) -> None:
    await capture(facts, "The bike is a green Dawes.", "bike")
    await capture(facts, "The bike might be a red Cube now.", "bike", day=1)
    assert len(await facts.texts(day=1)) == 2


async def test_a_change_under_a_models_topic_ends_the_fact(facts: Facts) -> None:
    await capture(facts, "The bike is a green Dawes.", "bike")
    await capture(facts, "Rides a red Cube bike now.", "bike", day=1)
    assert await facts.texts(day=1) == ["Rides a red Cube bike now."]


async def test_a_key_that_somebody_names_still_holds_one_value(facts: Facts) -> None:
    await facts.say("The bike is a green Dawes.", key="bike")
    await facts.say("Keeps the bike in the cellar.", key="bike", day=1)
    assert await facts.texts(day=1) == ["Keeps the bike in the cellar."]


async def capture(facts: Facts, text: str, topic: str, day: float = 0) -> None:
    value = FactValue(text, key=build_topic_key(topic, text))
    at = START + timedelta(days=day)
    await facts.ledger.upsert(ANN, value, Provenance("capture", said=text), at)
