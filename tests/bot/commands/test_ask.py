"""Questions without a model: extracts with sources that hold, and an honest "no"."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.answering.extracts.phrases import format_phrase
from bot.answering.without_model import INSTEAD
from bot.messages import Reply
from bot.views.documents import NOTHING_INDEXED
from indexer.store.database import hash_text
from tests.conversation import World, a_world, answered_by
from tests.daemon import until
from tests.fake_llm import Fails, FakeLlm, Says

GUIDE = (Path(__file__).parents[3] / "examples" / "guesthouse.md").read_bytes()


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        await world.owner("kb", guide__md=GUIDE)
        yield world


@pytest.mark.spec("S4-119")
async def test_the_answer_is_the_sentence_with_its_source(world: World) -> None:
    reply = await world.owner("What pressure does the boiler need, in bar?")
    assert "Its pressure belongs between 1.2 and 1.6 bar." in reply.text
    assert "[1] guide.md, The Harbour Guesthouse › Heating and hot water" in reply.text
    assert reply.sources[0].n == 1


@pytest.mark.spec("S4-119", "S4-124")
async def test_a_message_that_is_no_command_is_a_question(world: World) -> None:
    asked = await world.owner("/ask What does the fault F28 mean?")
    assert (await world.owner("What does the fault F28 mean?")).text == asked.text


async def test_the_button_of_a_source_shows_the_passage(world: World) -> None:
    reply = await world.owner("What does the fault F28 mean?")
    shown = await world.owner.press(reply, reply.choices[0].label)
    assert "Eide Plumbing" in shown.text


@pytest.mark.spec("S2-34")
async def test_every_question_is_looked_up_and_not_only_the_first(tmp_path: Path) -> None:
    async with (
        FakeLlm(lambda _: Says("Fine.")) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        await world.owner("kb", boiler__md=b"The boiler is flushed every spring.")
        await world.owner("kb", ferry__md=b"The ferry leaves at nine.")
        await world.owner("When is the boiler flushed?")
        assert "flushed every spring" in llm.calls[-1].text
        await world.owner("And when does the ferry leave?")
        assert "leaves at nine" in llm.calls[-1].text


async def test_an_answer_that_stops_in_the_middle_says_so(tmp_path: Path) -> None:
    async with FakeLlm() as llm:
        llm.enqueue(Says("The boiler is", reason="length"), Says("The boiler is old."))
        async with a_world(tmp_path, answered_by(llm)) as world:
            assert "cut off" in (await world.owner("How old is it?")).text
            assert "cut off" not in (await world.owner("And now?")).text


STORY = (
    b"# Cellar\n\nThe stairs to it are steep.\n\n"
    b"# Boiler\n\nThe boiler is flushed with vinegar.\n\n"
    b"# Attic\n\nIt is full of old chairs.\n\n"
    b"# Garden\n\nPears grow in it.\n"
)


@pytest.mark.spec("S2-35", "S2-36", "S2-37")
async def test_a_model_reads_what_stands_beside_the_passages_that_answer(tmp_path: Path) -> None:
    async with (
        FakeLlm(lambda _: Says("With vinegar [1].")) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        await world.owner("kb", house__md=STORY)
        await world.owner("admin", other__md=b"# Safe\n\nNobody but the owner: canary-4711.\n")
        reply = await world.person("2")("What is the boiler flushed with?")
        prompt = llm.calls[-1].text
        assert prompt.index("vinegar") < prompt.index("stairs") < prompt.index("old chairs")
        assert "Pears" not in prompt
        assert "canary" not in prompt
        assert [source.name for source in reply.sources] == ["Boiler"]


async def test_a_button_is_cut_between_words(world: World) -> None:
    title = b"Trace-based Just-in-Time Type Specialization for Dynamic Languages"
    await world.owner("kb", paper__md=b"# " + title + b"\n\nThe zebra compiles loops.\n")
    (choice, *_) = (await world.owner("What does the zebra compile?")).choices
    assert choice.label == "[1] Trace-based Just-in-Time Type …"


async def test_what_the_documents_do_not_hold_is_said(world: World) -> None:
    reply = await world.owner("What is the capital of France?")
    assert reply.text.startswith("The documents do not answer this")
    assert not reply.failed


async def test_without_documents_it_says_how_to_begin(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        reply = await world.owner("What is the capital of Norway?")
        assert reply.text == str(NOTHING_INDEXED) == (await world.owner("/docs")).text
        assert "Send me a document" in reply.text
        assert "/help" in reply.text


async def test_small_talk_is_answered_in_kind_and_looks_for_nothing(world: World) -> None:
    await world.owner("kb", cards__md=b"Thanks! Hello! OK, great! says the card on the table.")
    for said, told in (
        ("thanks!", "You're welcome!"),
        ("Danke schön!", "You're welcome!"),
        ("Hello!", "Hello! What would you like to know?"),
        ("ok, great.", "All right. Ask me whenever you have a question."),
    ):
        reply = await world.owner(said)
        assert (reply.text, reply.choices, reply.sources) == (told, (), ())


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hello, what can you do?", "I answer questions from your documents"),
        ("Hi there! Which documents do you have?", "cards.md"),
        ("good morning, what do you know about me?", "I know nothing about you yet"),
        ("Guten Tag, was kannst du?", "Ich beantworte Fragen"),
        ("Bonjour ! Que sais-tu faire ?", "Je réponds"),
        ("Hello? Is anybody there?", "Hello! What would you like to know?"),
    ],
)
async def test_a_greeting_does_not_hide_the_question_behind_it(
    world: World, said: str, told: str
) -> None:
    await world.owner("kb", cards__md=b"Thanks! Hello! OK, great! says the card on the table.")
    assert told in (await world.owner(said)).text


async def test_a_greeting_waits_for_no_file_that_is_being_read(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        owner, indexing = world.owner, world.services.indexing
        sent = asyncio.create_task(owner("kb", long__md=b"# One\n\nThe ferry leaves.\n\n" * 5000))
        await until(lambda: indexing.is_busy(owner.write("").chat.key), "the reading")
        assert "Hello!" in (await owner("hello")).text
        assert not sent.done()
        await owner("/cancel")
        await sent


async def test_a_greeting_at_the_beginning_is_told_how_to_begin(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        text = (await world.owner("hello")).text
        assert text == f"Hello! What would you like to know?\n\n{NOTHING_INDEXED}"
        assert (await world.owner("how are you?")).text.endswith(str(NOTHING_INDEXED))


async def test_thanks_are_answered_where_the_model_is_away(tmp_path: Path) -> None:
    async with (
        FakeLlm(lambda _: Fails(401, "no such key")) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        text = (await world.owner("thanks!")).text
        assert text.endswith("\n\nYou're welcome!")
        assert str(INSTEAD) not in text


async def test_documents_that_its_readers_may_not_see_are_none(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", secret__md=b"The safe opens with canary-4711.")
        assert (await world.owner("sauna")).text == format_phrase("nothing", "en")
        assert (await world.person("2")("sauna")).text == str(NOTHING_INDEXED)
        assert (await world.person("2")("hello")).text.endswith(str(NOTHING_INDEXED))
        assert str(NOTHING_INDEXED) not in (await world.owner("hello")).text


async def test_ask_without_a_question_explains_itself(world: World) -> None:
    assert (await world.owner("/ask")).text == "Usage: /ask QUESTION"


def cited(reply: Reply) -> set[str]:
    return {source.scope for source in reply.sources}


@pytest.mark.spec("S4-60", "S4-61", "S4-62", "S4-64")
async def test_an_answer_draws_only_on_what_its_readers_may_see(world: World) -> None:
    secret = b"# Safe\n\nThe boiler safe opens with canary-4711.\n"
    await world.owner("admin", secret__md=secret)
    await world.person("3")("", note__md=b"# Mine\n\nThe boiler canary-0815 is mine.\n")
    question = "How does the boiler safe canary open?"
    assert "4711" in (await world.owner(question)).text
    assert "0815" not in (await world.owner(question)).text
    for reader in (
        world.person("2"),
        world.person("3"),
        world.person("1", chat="g", private=False),
        world.person("2", chat="g", private=False),
    ):
        reply = await reader(question)
        assert "4711" not in reply.text
        assert cited(reply) <= {"kb", "user:test:3"}


@pytest.mark.spec("S4-52")
async def test_what_a_search_showed_is_remembered_by_the_ranking(world: World) -> None:
    await world.owner("/search fault F28")
    async with world.services.store._database.transaction() as db:
        rows = await db.execute_fetchall("SELECT query FROM access_history")
    assert {row["query"] for row in rows} == {hash_text("fault F28")}


@pytest.mark.spec("S4-52")
@pytest.mark.parametrize("asked", ["/search ferry", "When does the ferry sail?"])
async def test_every_passage_that_was_shown_is_recorded(world: World, asked: str) -> None:
    for n in range(3):
        await world.owner("kb", **{f"ferry{n}__md": f"The ferry {n} sails at {n + 7}.".encode()})
    reply = await world.owner(asked)
    shown = {n for n in range(3) if f"sails at {n + 7}" in reply.text}
    async with world.services.store._database.transaction() as db:
        rows = await db.execute_fetchall(
            "SELECT content FROM access_history JOIN chunks USING (chunk_id)"
        )
    recorded = [row["content"] for row in rows]
    assert len(shown) > 1
    assert {n for n in range(3) if f"The ferry {n} sails at {n + 7}." in recorded} == shown
    assert len(recorded) == len({*recorded})


@pytest.mark.spec("S4-52", "S4-53", "S4-153")
async def test_what_was_shown_is_remembered_by_the_ranking(world: World) -> None:
    await world.owner("What does the fault F28 mean?")
    async with world.services.store._database.transaction() as db:
        rows = list(await db.execute_fetchall("SELECT query FROM access_history"))
    assert {row["query"] for row in rows} == {hash_text("What does the fault F28 mean?")}


@pytest.mark.spec("S4-76", "S4-147", "S4-152")
async def test_question_and_answer_are_kept_once_per_message(world: World) -> None:
    await world.owner("What does the fault F28 mean?")
    memory = world.services.memories
    (chat,) = await memory.list_chats()
    window = await chat.list_recent()
    assert [message.role for message in window] == ["user", "assistant"]
    assert window[0].content == "What does the fault F28 mean?"
