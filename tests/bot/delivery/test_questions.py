"""What the bot asks by buttons is answered by typing, too; anything else stays what it is."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.delivery.questions import TYPED
from bot.messages import Chat, Choice, IncomingMessage, Notice, Reply, Source
from bot.settings.config import DocumentSettings, Settings
from indexer.i18n import use_language
from tests.catalog.made_up import a_language
from tests.conversation import World, a_world
from tests.factories import a_message
from tests.posting import post

ASKED = Reply(
    "Who may read it?",
    (Choice("Just me", "/label 7 admin", ("admin",)), Choice("Make it kb", "/label 7 kb", ("kb",))),
)
BOB = (Choice("Approve", "/users approve 111"), Choice("Deny", "/users deny 111"))
EVE = (Choice("Approve", "/users approve 222"), Choice("Deny", "/users deny 222"))
HERE = Chat("test", "1", private=True)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "plan.md").write_text("# Plan\n\nThe ferry sails at noon.\n")
    settings = Settings(documents=DocumentSettings(roots=(str(tmp_path / "files"),)))
    async with a_world(tmp_path, settings) as world:
        yield world


def said(text: str, chat: str = "", *, private: bool = True, sender: str = "1") -> IncomingMessage:
    return a_message(text, sender=sender, chat=chat, private=private)


async def ask(world: World, reply: Reply = ASKED, message: IncomingMessage | None = None) -> None:
    entry = await world.services.inbox.store(message or said("/docs"))
    assert entry
    await world.services.inbox.store_reply(entry, reply)
    await world.services.inbox.finish(entry)


async def hear(world: World, message: IncomingMessage | str) -> str:
    """What the bot takes a message for."""
    message = said(message) if isinstance(message, str) else message
    entry = await world.services.inbox.store(message)
    assert entry
    assert (entry.message.pressed == TYPED) is (entry.message.text != message.text)
    return entry.message.text


@pytest.mark.spec("S4-67")
@pytest.mark.parametrize("answer", ["kb", " KB. ", "1", "1)"])
async def test_who_may_read_a_file_is_answered_by_typing(
    world: World, tmp_path: Path, answer: str
) -> None:
    asked = await post(world, said(f"/index {tmp_path}/files/plan.md"))
    assert asked.reply.text.startswith("Who may read plan.md?")
    done = await post(world, said(answer))
    assert done.reply.text.startswith("Indexed plan.md: 1 passage, readable by everyone")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("admin", "/label 7 admin"),
        ("just me!", "/label 7 admin"),
        ("Make it  KB", "/label 7 kb"),
        ("2.", "/label 7 kb"),
        ("(2)", "/label 7 kb"),
        ("3", "3"),
        ("kb?", "kb?"),
        ("ＫＢ", "/label 7 kb"),
        ("kb is what?", "kb is what?"),
        ("make it kb and tell Ann", "make it kb and tell Ann"),
        ("2 apples", "2 apples"),
        ("/docs kb", "/docs kb"),
        ("/kb", "/kb"),
        ("> kb", "> kb"),
        ("“kb”", "“kb”"),
        ("...", "..."),
    ],
)
async def test_an_answer_is_the_whole_text(world: World, typed: str, meant: str) -> None:
    await ask(world)
    assert await hear(world, typed) == meant


async def test_labels_are_understood_in_the_language_they_were_shown_in(
    world: World, tmp_path: Path
) -> None:
    await world.owner("", plan__md=b"# Plan\n\nThe ferry sails at noon.\n")
    with use_language(a_language(tmp_path / "l").load("de")):
        asked = await post(world, said("/document 1 delete"))
    assert asked.reply.choices[1].label == "⟦Keep it⟧"
    assert (await hear(world, "keep it")).startswith("/document")
    assert (await hear(world, "no")).startswith("/document")


async def test_the_reply_to_the_next_message_closes_a_question(world: World) -> None:
    await ask(world)
    await ask(world, Reply("The ferry sails at noon."))
    assert await hear(world, "kb") == "kb"


async def test_the_late_reply_to_an_earlier_message_closes_no_question(world: World) -> None:
    entry = await world.services.inbox.store(said("", chat="1"))
    assert entry
    await ask(world)
    await world.services.inbox.store_reply(entry, Reply("Indexed it.", (Choice("kb?", "/x"),)))
    assert await hear(world, "just me") == "/label 7 admin"


async def test_a_question_is_open_for_a_day(world: World) -> None:
    await ask(world)
    world.clock.now += timedelta(days=1)
    assert await hear(world, "kb") == "/label 7 kb"
    world.clock.now += timedelta(seconds=1)
    assert await hear(world, "kb") == "kb"
    world.clock.now -= timedelta(seconds=1)
    await world.services.inbox.prune()
    assert await hear(world, "kb") == "/label 7 kb"
    world.clock.now += timedelta(seconds=1)
    await world.services.inbox.prune()
    world.clock.now -= timedelta(seconds=1)
    assert await hear(world, "kb") == "kb", "it is deleted"


async def test_only_who_was_asked_answers_and_only_there(world: World) -> None:
    await ask(world, message=a_message("/docs", sender="1", chat="-5", private=False))
    assert await hear(world, a_message("kb", sender="2", chat="-5", private=False)) == "kb"
    assert await hear(world, "kb") == "kb"
    unheard = a_message("kb", sender="1", chat="-5", private=False, addressed=False)
    assert await hear(world, unheard) == "kb"
    assert await hear(world, said("kb", "-5", private=False)) == "/label 7 kb"


@pytest.mark.parametrize("words", ["", " ferry"])
async def test_a_members_forgetting_leaves_open_what_others_were_asked(
    world: World, words: str
) -> None:
    def write(sender: str, text: str) -> IncomingMessage:
        return said(text, "-5", private=False, sender=sender)

    await ask(world, message=write("1", "/docs"))
    await ask(world, message=write("2", "/docs"))
    await post(world, write("2", f"/forget{words}"))
    assert await hear(world, write("2", "kb")) == "kb"
    assert await hear(world, write("1", "kb")) == "/label 7 kb"


@pytest.mark.parametrize("changed", [{"forwarded": True}, {"edited": True}, {"unsupported": "a"}])
async def test_only_a_message_of_the_persons_own_is_an_answer(
    world: World, changed: dict[str, str | bool]
) -> None:
    await ask(world)
    assert await hear(world, replace(said("kb"), **changed)) == "kb"


async def test_a_quote_names_its_question(world: World) -> None:
    await ask(world)
    assert await hear(world, replace(said("kb"), quote="Who may read b.md?")) == "kb"
    assert await hear(world, replace(said("kb"), quote="**Who** may read it?")) == "/label 7 kb"


async def test_a_number_below_an_answer_may_answer_the_model(world: World) -> None:
    source = Source(1, "c1", "plan.md", "Plan", None, None, "kb")
    await ask(world, Reply("How many? [1]", (Choice("[1] Plan", "/show c1"),), (source,)))
    assert await hear(world, "1") == "1"
    assert await hear(world, "[1] plan") == "/show c1"


async def test_a_label_keeps_the_number_it_begins_with(world: World) -> None:
    await ask(world, Reply("3 changes:", (Choice("All", "/all"), Choice("1. Tea", "/one"))))
    assert await hear(world, "1") == "/one"


async def test_a_notice_is_answered_by_its_labels_alone(world: World) -> None:
    await world.services.inbox.store_notice(Notice(HERE, Reply("Bob asks.", BOB)))
    await ask(world, Reply("How many apples?"))
    assert await hear(world, "1") == "1"
    assert await hear(world, "approve") == "/users approve 111"
    assert await hear(world, "approve") == "approve", "it was answered"


async def test_a_label_of_two_notices_means_neither(world: World) -> None:
    inbox = world.services.inbox
    await inbox.store_notice(Notice(HERE, Reply("Bob asks.", BOB)))
    eve = await inbox.store_notice(Notice(HERE, Reply("Eve asks.", EVE)))
    assert await hear(world, "approve") == "approve"
    key = await inbox.create_notice_receipt(eve).button(EVE[1])
    await inbox.store(replace(said(""), pressed=key))
    assert await hear(world, "approve") == "/users approve 111"


async def test_a_notice_in_a_group_is_answered_by_its_buttons_alone(world: World) -> None:
    group = Chat("test", "-5", private=False)
    await world.services.inbox.store_notice(Notice(group, Reply("Bob asks.", BOB)))
    assert await hear(world, said("approve", "-5", private=False)) == "approve"


async def test_a_reply_goes_before_a_notice(world: World) -> None:
    await ask(world, Reply("Really?", (Choice("Approve", "/really"),)))
    await world.services.inbox.store_notice(Notice(HERE, Reply("Bob asks.", BOB)))
    assert await hear(world, "approve") == "/really"


async def test_what_was_forgotten_is_no_answer_any_more(world: World) -> None:
    asked = await post(world, said("My quartzlocker code is 4711."))
    assert "Remember it" in asked.keys
    await world.services.inbox.close_buttons(["test:1"], lambda words: "quartzlocker" in words)
    assert await hear(world, "remember it") == "remember it"


async def test_forgetting_closes_what_another_chat_of_the_owner_was_asked(world: World) -> None:
    await world.person("1", chat="7")("My locker is green.")
    labelled = Reply("1 change:", (Choice("1. My quartzlocker is gre…", "/tidy apply 3 1"),))
    await ask(world, labelled, said("/tidy", "7"))
    await post(world, said("/forget quartzlocker is green"))
    async with world.services.people._database.read_committed() as db:
        assert not list(await db.execute_fetchall("SELECT * FROM questions WHERE chat = 'test:7'"))
