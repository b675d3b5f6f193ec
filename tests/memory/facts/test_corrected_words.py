"""A correction of one word leaves all others; what names a relative outlives what ended beside."""

import pytest

from tests.memory.facts.said import Facts

pytestmark = pytest.mark.sqlite("it is about words, whatever holds them")


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        (
            "The dentist's appointment is on Thursday at 11.",
            "I meant Friday, not Thursday.",
            "The dentist's appointment is on Friday at 11.",
        ),
        (
            "Wir treffen uns in Halle.",
            "Ich meinte Leipzig, nicht Halle.",
            "Wir treffen uns in Leipzig.",
        ),
        ("Aterrizamos en Girona.", "Quise decir Reus, no Girona.", "Aterrizamos en Reus."),
        ("We land at Gatwick.", "I meant Stansted, and not Gatwick.", "We land at Stansted."),
    ],
)
async def test_a_corrected_word_keeps_the_rest(
    facts: Facts, old: str, new: str, right: str
) -> None:
    await facts.say(old)
    result = await facts.say(new, day=1)
    assert result.was == old
    assert await facts.texts(day=1) == [right]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The shop is open on Thursday and again next Thursday.", "I meant Friday, not Thursday."),
        ("The shop is open on Monday.", "I meant Friday, not Thursday."),
    ],
)
async def test_what_no_single_word_answers_to_is_left_alone(
    facts: Facts, old: str, new: str
) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    assert set(await facts.texts(day=1)) == {old, new}


async def test_two_facts_with_the_wrong_word_are_both_left_alone(facts: Facts) -> None:
    old = {"The dentist is on Thursday.", "The choir is on Thursday at 8."}
    for each in old:
        await facts.say(each)
    await facts.say("I meant Friday, not Thursday.", day=1)
    assert old < set(await facts.texts(day=1))


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (
            "I live in Norwich with my daughter Mia.",
            "We moved to Ely.",
            "my daughter Mia",
        ),
        ("Ich wohne mit meinem Sohn Jan in Ulm.", "Ich bin nach Jena gezogen.", "meinem Sohn Jan"),
    ],
)
async def test_who_a_relative_is_outlives_a_move(
    facts: Facts, old: str, new: str, kept: str
) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    assert set(await facts.texts(day=1)) == {new, kept}


async def test_a_name_that_has_changed_is_not_kept(facts: Facts) -> None:
    await facts.say("I live in Norwich with my dog Biscuit.")
    await facts.say("I moved to Ely, and my dog is called Hector now.", day=1)
    assert not any("Biscuit" in each for each in await facts.texts(day=1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dass ich in Ulm wohne", "dass ich jetzt in Jena wohne"),
        ("dass ich in Ulm wohne", "Ich wohne jetzt in Jena"),
        ("dat ik in Zwolle woon", "dat ik nu in Breda woon"),
        ("dass ich in der Bank arbeite", "dass ich jetzt im Museum arbeite"),
    ],
)
async def test_a_verb_may_stand_at_the_end(facts: Facts, old: str, new: str) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    assert await facts.texts(day=1) == [new]


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (
            "my sister Joan lives in Perth and her son Finn is 6",
            "Joan has moved to Adelaide",
            "my sister Joan. Her son Finn is 6",
        ),
        ("our car is a blue Skoda, my bike is red", "we sold the Skoda", "My bike is red"),
    ],
)
async def test_what_else_was_said_stays_true(facts: Facts, old: str, new: str, kept: str) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    assert set(await facts.texts(day=1)) == {new, kept}


async def test_a_detail_of_what_was_sold_goes_with_it(facts: Facts) -> None:
    await facts.say("our car is a blue Skoda, MOT due in March")
    await facts.say("we sold the Skoda", day=1)
    assert await facts.texts(day=1) == ["we sold the Skoda"]


@pytest.mark.parametrize("listed", ["a dog", "a dog and two cats", "the bike is red"])
async def test_things_in_a_list_are_not_sold_together(facts: Facts, listed: str) -> None:
    await facts.say(f"I have a boat, {listed}")
    await facts.say("I've sold the boat", day=1)
    assert listed in " ".join(await facts.texts(day=1)).replace("The bike", "the bike")


async def test_of_two_pets_the_other_one_is_alive(facts: Facts) -> None:
    await facts.say("we have two cats, Miso and Udon")
    await facts.say("Miso died yesterday", day=1)
    assert "Udon" in " ".join(await facts.texts(day=1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I have a Volvo, Ann has a Fiat", "I sold the Volvo"),
        ("I have a Volvo, Lea drives the Fiat", "I sold the Volvo"),
        ("I have a Volvo, wife works at Acme", "I sold the Volvo"),
        ("I have a Volvo, the garage costs 40 euros", "I sold the Volvo"),
        ("Ich habe einen Volvo, das Rad ist im Schuppen", "Ich habe den Volvo verkauft"),
    ],
)
async def test_what_is_said_of_others_is_neither_lost_nor_made_ones_own(
    facts: Facts, old: str, new: str
) -> None:
    await facts.say(old)
    await facts.say(new, day=1)
    left = [each for each in await facts.texts(day=1) if each != new]
    assert left
    assert left[0][1:] in old  # nothing that nobody said
    assert old.partition(", ")[2][1:] in left[0]
