"""Of a message that asks several things, each is answered with a quotation of its own."""

from pathlib import Path

import pytest

from bot.answering.question_parts import list_questions
from tests.conversation import a_world

LEASE = b"# Lease\n\nThe rent of 850 euros is due on the first working day of each month.\n"
BOILER = b"# Boiler\n\nIf the boiler fails, ring Mr Tanaka on 020 7946 0871.\n"
BAD = "# Waldbad\n\nDas Waldbad ist von 9 bis 20 Uhr offen.\n"
SAUNA = "# Sauna\n\nDie Sauna kostet 12 Euro.\n"


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        (
            "when is the rent due and who do I ring about the boiler?",
            ("when is the rent due", "who do I ring about the boiler?"),
        ),
        (
            "Wann öffnet das Bad und was kostet die Sauna?",
            ("Wann öffnet das Bad", "was kostet die Sauna?"),
        ),
        (
            "quand ouvre la piscine et combien coûte le sauna ?",
            ("quand ouvre la piscine", "combien coûte le sauna ?"),
        ),
        (
            "¿cuándo abre la piscina y cuánto cuesta la sauna?",
            ("¿cuándo abre la piscina", "cuánto cuesta la sauna?"),
        ),
        ("Hi! Who has the key? Where is the van?", ("Who has the key?", "Where is the van?")),
        ("泳池几点开门？停车多少钱？", ("泳池几点开门？", "停车多少钱？")),
    ],
)
def test_questions_that_stand_alone_are_listed(text: str, questions: tuple[str, ...]) -> None:
    assert list_questions(text) == questions


@pytest.mark.parametrize(
    "text",
    [
        "when and where is the party?",
        "when is the rent due and how much is it?",
        "who is Anna and where does she live?",
        "what does the pool and the sauna cost?",
        "is the pool open or is the sauna open?",
        "how many adults and how many children can come?",
        "who pays for the flat and the garage?",
        "Tell me when it opens and what it costs",
        "I lost my key. Who has the spare key?",
        "Hi! When does the pool open?",
        "",
    ],
)
def test_what_asks_one_thing_has_no_questions_of_its_own(text: str) -> None:
    assert list_questions(text) == ()


def test_a_flood_of_questions_is_few_parts() -> None:
    assert len(list_questions("when is the rent due and who mends the boiler? " * 200)) <= 4


async def test_each_question_has_its_own_answer_and_source(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Lease__md=LEASE, Boiler__md=BOILER)
        reply = await world.owner("when is the rent due and who do I ring about the boiler?")
    assert "first working day" in reply.text
    assert "020 7946 0871" in reply.text
    assert {source.file for source in reply.sources} == {"Lease.md", "Boiler.md"}
    assert all(f"[{source.n}]" in reply.text for source in reply.sources)


async def test_two_sentences_in_german_have_two_answers(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Bad__md=BAD.encode(), Sauna__md=SAUNA.encode())
        text = (await world.owner("Was kostet die Sauna? Wann ist das Waldbad offen?")).text
    assert "12 Euro" in text
    assert "9 bis 20 Uhr" in text


async def test_a_question_without_an_answer_adds_nothing(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Lease__md=LEASE)
        text = (await world.owner("when is the rent due and who paints the fence?")).text
    assert "Tanaka" not in text
    assert "first working day" in text


async def test_where_one_answer_is_not_sure_the_whole_is_only_what_may_be_meant(
    tmp_path: Path,
) -> None:
    fence = b"# Fence\n\nThe fence is painted green, and a painter is sought.\n"
    async with a_world(tmp_path) as world:
        await world.owner("", Lease__md=LEASE, Fence__md=fence)
        text = (await world.owner("when is the rent due and who paints the fence?")).text
    assert text.startswith("This may be what you mean:")


async def test_what_only_the_owner_may_see_answers_nobody_else(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", Boiler__md=BOILER)
        await world.owner("kb", Lease__md=LEASE)
        await world.let_in("test:2", "Bea")
        guest = world.person("2")
        text = (await guest("when is the rent due and who do I ring about the boiler?")).text
    assert "first working day" in text
    assert "Tanaka" not in text
    assert "0871" not in text
