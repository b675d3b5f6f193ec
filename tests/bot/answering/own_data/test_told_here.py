"""What was told in the conversation, and only offered to be remembered."""

import pytest

from tests.conversation import World

CATS = "# Cats\n\nA cat lives in the yard. The cat sleeps on the warm roof of the shed.\n"


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I live in Cork", "where do I live?"),
        ("My sister plays the cello.", "What does my sister play?"),
        ("My bike is in the cellar.", "where is my bike?"),
        ("Ich wohne in Kassel.", "Wo wohne ich?"),
        ("Je vis à Lyon.", "Où est-ce que j'habite ?"),
        ("Vivo en Soria.", "¿Dónde vivo?"),
        ("Я живу в Твери.", "Где я живу?"),
        ("我住在杭州。", "我住在哪里?"),
    ],
)
async def test_what_was_told_here_is_known_and_offered_to_be_noted(
    world: World, said: str, question: str
) -> None:
    await world.owner(said)
    reply = await world.owner(question)
    assert said in reply.text
    assert [choice.message for choice in reply.choices] == [f"/remember {said}"]


@pytest.mark.parametrize(
    "said",
    [
        "> I live in Cork",
        "> I live in Cork\nreally?",
        "He wrote:\n> I live in Cork",
        "```\nI live in Cork\n```",
        "“I live in Cork”",
    ],
)
async def test_what_somebody_quotes_they_do_not_tell(world: World, said: str) -> None:
    await world.owner(said)
    assert "Cork" not in (await world.owner("where do I live?")).text


async def test_what_stands_below_a_quotation_is_told(world: World) -> None:
    await world.owner("I live in Hull.")
    await world.owner("> Where do you live?\nI live in Cork now.")
    assert "- I live in Cork now" in (await world.owner("where do I live?")).text


async def test_the_last_word_counts(world: World) -> None:
    await world.owner("I live in Cork.")
    await world.owner("I live in Hull now.")
    assert "Cork" not in (await world.owner("Where do I live?")).text


async def test_what_ended_it_counts_also_where_it_is_no_statement(world: World) -> None:
    await world.owner("/remember we have a dog called Moss")
    await world.owner("/remember Moss died last night")
    reply = await world.owner("what is my dog called?")
    assert "Moss died last night" in reply.text
    assert not reply.choices


async def test_a_question_of_its_own_is_not_of_what_was_told_before(world: World) -> None:
    await world.owner("/remember I take 20 mg of omeprazole")
    await world.owner("/remember we have a dog called Moss")
    reply = await world.owner("what do I take?")
    assert "omeprazole" in reply.text
    assert "Moss" not in reply.text


@pytest.mark.parametrize(
    ("said", "corrected", "question", "known"),
    [
        (
            "my dentist appointment is on 4 April",
            "no wait, it's 5 April",
            "when is my dentist appointment?",
            "5 April",
        ),
        (
            "mein Zahnarzttermin ist am 4. April",
            "nein, warte, am 5. April",
            "wann ist mein Zahnarzttermin?",
            "5. April",
        ),
    ],
)
async def test_a_correction_of_what_was_told_here_counts(
    world: World, said: str, corrected: str, question: str, known: str
) -> None:
    await world.owner(said)
    await world.owner(corrected)
    assert (
        f"ist am {known}" in (text := (await world.owner(question)).text)
        or f"is on {known}" in text
    )
    assert "4" not in text


async def test_a_correction_of_what_was_noted_counts_as_well(world: World) -> None:
    await world.owner("/remember my dentist appointment is on 4 April")
    world.clock.forward(seconds=5)
    await world.owner("no wait, it's 5 April")
    reply = await world.owner("when is my dentist appointment?")
    assert "is on 5 April" in reply.text
    assert "4 Apr" not in reply.text


async def test_what_is_noted_within_the_second_in_which_it_was_told_is_the_last_word(
    world: World,
) -> None:
    world.clock.forward(seconds=0.4)
    await world.owner("I live in Leeds")
    await world.owner("/remember I live in Leeds")
    await world.owner("/remember I moved to York")
    reply = await world.owner("where do I live?")
    assert "York" in reply.text
    assert "Leeds" not in reply.text
    await world.owner("I moved to Hull")
    assert "Hull" in (await world.owner("where do I live?")).text


async def test_a_short_is_tells_what_is_so_now(world: World) -> None:
    await world.owner("Yoga is on Tuesdays")
    assert (await world.owner("Yoga's on Thursdays now")).choices
    assert "Thursdays" in (await world.owner("when is yoga?")).text


@pytest.mark.parametrize(
    "other",
    [
        "fwd from Jo: I've moved to York",
        "pretend I live in Tokyo",
        "Tom called. Moved to York.",
        "I told the bank I live in York",
        "Mum's convinced I live in York",
    ],
)
async def test_what_others_say_is_not_where_one_lives(world: World, other: str) -> None:
    await world.owner("I live in Leeds")
    await world.owner(other)
    reply = await world.owner("where do I live?")
    assert "I live in Leeds" in reply.text
    assert other not in reply.text


async def test_what_ends_one_half_answers_nothing_of_the_other(world: World) -> None:
    await world.owner("I live in Norwich and work at the council")
    await world.owner("moved to Ipswich yesterday! new flat in Ipswich")
    assert "council" in (await world.owner("where do I work?")).text
    assert "moved to Ipswich" in (await world.owner("where do I live?")).text
    await world.owner("handed my notice in at the council, last day is the 30th")
    assert "handed my notice" in (await world.owner("where do I work?")).text
    assert "moved to Ipswich" in (await world.owner("where do I live?")).text


@pytest.mark.parametrize("said", ["My sister lives in York.", "I love my old car."])
async def test_what_is_told_of_something_else_is_no_answer(world: World, said: str) -> None:
    await world.owner(said)
    assert said not in (await world.owner("Where do I live?")).text


async def test_a_fact_that_was_noted_goes_before(world: World) -> None:
    await world.owner("/remember I live in Cork.")
    reply = await world.owner("Where do I live?")
    assert "I live in Cork." in reply.text
    assert not reply.choices


async def test_of_ones_own_affairs_what_was_told_stands_above_the_documents(world: World) -> None:
    await world.owner("kb", trip__md=b"# Trip\n\nEverybody pays Sam 32 pounds for the taxi.\n")
    await world.owner("I owe Sam 5 pounds")
    told, documents = "I owe Sam 5 pounds", "Everybody pays Sam 32 pounds"
    own = (await world.owner("how much do I owe Sam?")).text
    assert told in own
    assert told not in (await world.owner("how much does everybody pay Sam?")).text
    assert documents in (await world.owner("how much does everybody pay Sam?")).text


async def test_in_a_group_nobody_is_told_the_words_of_another(world: World) -> None:
    await world.let_in("test:2", "Ann")
    await world.let_in("test:3", "Ben")
    await world.person("2", chat="g", private=False)("I live in Cork.")
    other = world.person("3", chat="g", private=False)
    assert "Cork" not in (await other("Where do I live?")).text


async def test_a_statement_is_not_answered_by_a_document_that_shares_one_word(
    world: World,
) -> None:
    await world.owner("", cats__md=CATS.encode())
    reply = await world.owner("I live in Cork")
    assert "cat lives" not in reply.text
    assert reply.choices


async def test_what_was_told_in_another_chat_stays_there(world: World) -> None:
    await world.person("2")("I live in Cork")
    for other in (world.owner, world.person("3")):
        assert "Cork" not in (await other("where do I live?")).text


async def test_what_was_forgotten_answers_no_more(world: World) -> None:
    await world.owner("I live in Cork")
    assert "Cork" in (await world.owner("where do I live?")).text
    await world.owner("/forget Cork")
    assert "Cork" not in (await world.owner("where do I live?")).text


async def test_what_was_told_stays_one_line_without_markup(world: World) -> None:
    await world.owner("I live in [Cork](https://evil.example)\n# now")
    reply = await world.owner("where do I live?")
    assert "\\[Cork\\](" in reply.text
    assert "\n#" not in reply.text


async def test_a_value_that_is_corrected_at_once_can_be_remembered(world: World) -> None:
    await world.owner("My shoe size is 43")
    corrected = await world.owner("actually 42")
    assert "My shoe size is 42" in corrected.text
    assert [each.message for each in corrected.choices] == ["/remember My shoe size is 42"]


async def test_so_can_one_of_which_multis_has_just_reminded(world: World) -> None:
    await world.owner("My shoe size is 43")
    await world.owner("My locker is number 12")
    await world.owner("what is my shoe size?")
    assert "My shoe size is 42" in (await world.owner("sorry, 42")).text


async def test_behind_a_question_of_something_else_nothing_is_corrected(world: World) -> None:
    await world.owner("My shoe size is 43")
    await world.owner("kb", lease__md=b"The rent is 900 euros in 2025 and 950 euros in 2026.")
    await world.owner("what is the rent in 2025?")
    assert "shoe" not in (await world.owner("no, 2026")).text


async def test_nor_is_what_somebody_else_said(world: World) -> None:
    await world.owner("My shoe size is 43")
    assert "shoe" not in (await world.person("2")("actually 42")).text
