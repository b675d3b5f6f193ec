"""Conversations without a model: follow-ups, questions about multis itself, what it cannot do."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conversation import World, a_world

POOL = """# City pool

## Opening hours

- Monday: closed
- Tuesday: 7 am – 9 pm
- Thursday: 6.30 am – 10 pm

## Admission

| | Single ticket | Season pass |
|---|---|---|
| Adults | £5.80 | £190 |
| Students | £4.40 | £140 |

The pool was designed by Maria Lopez. She was born in Lisbon.

The manager is Sheila Norcross. She replaced Hamid Rahal in May.
"""
FERRY = "# Ferry\n\nThe ferry to Bute costs £3.\n"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        await world.owner("kb", pool__md=POOL.encode())
        await world.owner("kb", ferry__md=FERRY.encode())
        yield world


@pytest.mark.parametrize(
    ("first", "then", "answer"),
    [
        ("What does a single ticket for adults cost?", "and for students?", "£4.40"),
        ("When does the pool open on Tuesday?", "what about Thursday?", "6.30 am"),
        ("Who designed the pool?", "where was she born?", "Lisbon"),
        ("Who is the manager?", "and who was it before?", "Hamid Rahal"),
    ],
)
async def test_a_follow_up_takes_over_what_was_asked(
    world: World, first: str, then: str, answer: str
) -> None:
    await world.owner(first)
    assert answer in (await world.owner(then)).text


async def test_nothing_is_taken_over_from_before_a_new_conversation(world: World) -> None:
    await world.owner("What does a single ticket for adults cost?")
    assert "£4.40" in (await world.owner("and for students?")).text
    await world.owner("/new")
    assert "£4.40" not in (await world.owner("what does one cost?")).text


async def test_what_was_told_is_not_known_after_a_new_conversation(world: World) -> None:
    await world.owner("My sister lives in Cork.")
    assert "Cork" in (await world.owner("Where does my sister live?")).text
    await world.owner("/new")
    assert "Cork" not in (await world.owner("Where does my sister live?")).text


async def test_a_question_in_another_language_takes_over_nothing(world: World) -> None:
    await world.owner("wie viele Zimmer hat die Wohnung?")
    reply = await world.owner("What does a ticket cost there?")
    assert reply.text.splitlines()[0].startswith("- ")


async def test_what_points_at_a_place_may_be_asked_of_its_document_alone(tmp_path: Path) -> None:
    """Nothing of what was asked before stands beside the answer."""
    inn = b"# Inn\n\nCheck-in: if you come after 10 pm, please ring.\n\nThe pool is closed.\n"
    async with a_world(tmp_path) as world:
        await world.owner("kb", inn__md=inn)
        assert "please ring" in (await world.owner("what if we arrive late?")).text
        assert "is closed" in (await world.owner("can we swim there?")).text


async def test_what_points_at_a_place_is_not_asked_of_another_document(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        inn = b"# Inn\n\nCheck-in: if you come after 10 pm, please ring.\n"
        await world.owner("kb", inn__md=inn)
        await world.owner("kb", club__md=b"# Club\n\nThe pool is closed.\n")
        assert "please ring" in (await world.owner("what if we arrive late?")).text
        assert "closed" not in (await world.owner("can we swim there?")).text


async def test_a_new_topic_takes_over_nothing(world: World) -> None:
    await world.owner("When does the pool open on Tuesday?")
    reply = await world.owner("How much is the ferry to Bute?")
    assert reply.text.startswith("- The ferry to Bute costs £3. [")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What can you do?", "I answer questions from your documents"),
        ("Was kannst du?", "Ich beantworte Fragen"),
        ("how many documents do you have?", "Your documents (2):\n1. ferry.md\n2. pool.md"),
        ("Which documents do you have?", "2 documents, 3 passages (3 md).\n1. ferry.md: 1 passage"),
        ("wie viele dokumente hast du", "Deine Dokumente (2):"),
        ("did you read the ferry?", "Yes, I have read ferry.md."),
        ("what do you know about me?", "I know nothing about you yet."),
    ],
)
async def test_it_answers_about_itself_from_its_own_data(
    world: World, question: str, said: str
) -> None:
    reply = await world.owner(question)
    assert reply.text.startswith(said)
    assert not reply.sources


async def test_others_learn_of_no_document_that_they_may_not_read(world: World) -> None:
    await world.owner("admin", canary__md=b"The safe opens with canary-4711.")
    for question in ("how many documents do you have?", "Which documents do you have?"):
        reply = await world.person("2")(question)
        assert "canary" not in reply.text
        assert "2. pool.md" in reply.text
        assert "3." not in reply.text
    assert "canary" not in (await world.person("2")("did you read the canary?")).text


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("What do adults and students pay together?", "I can't calculate without"),
        ("Compare the tickets for adults and students", "I can't compare without"),
        ("Summarise the pool", "I can't summarize without"),
        ("translate the ferry into German", "I can't translate without"),
    ],
)
async def test_what_needs_a_model_is_refused_with_what_there_is(
    world: World, request_: str, said: str
) -> None:
    reply = await world.owner(request_)
    assert reply.text.startswith(said)
    assert len(reply.text.splitlines()) > 1


@pytest.mark.parametrize("question", ["which ticket is cheapest?", "Was ist das teuerste Ticket?"])
async def test_who_asks_what_is_cheapest_sees_what_each_costs(world: World, question: str) -> None:
    await world.owner("kb", sales__md=b"# Sales\n\nA pool ticket is sold at the ticket desk.")
    reply = await world.owner(question)
    assert "These are the prices" in reply.text or "Das sind die Preise" in reply.text
    assert all(price in reply.text for price in ("£5.80", "£4.40"))


async def test_where_no_price_is_told_the_passages_are_shown(world: World) -> None:
    await world.owner("kb", bikes__md=b"# Bikes\n\nA bike is red or blue.\n")
    reply = await world.owner("which bike is cheaper?")
    assert reply.text.startswith("I can't compare without a language model. These are the passages")


@pytest.mark.parametrize(
    "question", ["What do adults and students pay?", "how much is a student or an adult ticket?"]
)
async def test_two_things_asked_for_together_are_two_rows(world: World, question: str) -> None:
    reply = await world.owner(question)
    assert reply.text.startswith("- **")
    assert all(price in reply.text for price in ("£5.80", "£4.40"))
    assert "£4.40" not in (await world.owner("What do adults pay, and when?")).text


async def test_the_cheapest_that_a_document_names_is_the_answer(world: World) -> None:
    await world.owner("kb", rooms__md=b"# Rooms\n\nThe attic is the cheapest room at 40 euros.\n")
    reply = await world.owner("what's the cheapest room?")
    assert reply.text.startswith("- The attic is the cheapest room")


async def test_a_fact_answers_before_any_document_is_indexed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember The boat is blue.")
        reply = await world.owner("what colour is the boat?")
        assert "The boat is blue." in reply.text
        assert "indexed" not in reply.text
        assert "The boat is blue." in (await world.owner("what do you know about me?")).text
