import asyncio
from datetime import date
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.scopes import ADMIN, Scope, Visibility
from memory.capture.state import compute_retry_delay
from memory.chat.memory import ChatMemory
from memory.fact import Provenance
from memory.forgetting.service import ForgetResult
from memory.settings import MemorySettings
from tests.memory.conftest import ANN, World, open_world, until_waiting
from tests.memory.conversation import turn
from tests.small_disk import unwritable

EVE = "telegram:666"


async def everywhere(world: World, chat: ChatMemory) -> str:
    """Every text of a chat that can reach a prompt, a search, an export or a later capture."""
    window = [m.content + m.quote for m in await chat.read_window()]
    captured = [m.chunk.text for m in await world.writer.list_memories(chat.folder.scope)]
    async with world.database.transaction() as db:
        rows = [
            str(tuple(row))
            for table, columns in (
                ("capture_results", "*"),
                ("note_sources", "*"),
                ("memory_items", "item_id, title, content, said, deleted_at"),
            )
            for row in await db.execute_fetchall(
                f"SELECT {columns} FROM {table} WHERE chat = ?",  # noqa: S608 - a name of ours
                (chat.folder.chat,),
            )
        ]
    known = await world.known(chat.folder.scope)
    return "\n".join((await chat.read_notes(), *window, *captured, *rows, *known))


async def remembered(world: World, chat: ChatMemory) -> None:
    """A chat with captured notes, a pinned note and talk that is not captured yet."""
    await world.facts.remember(chat, "Mia has the spare key.", Provenance(), world.clock())
    await world.talk(chat, 0, 9)
    await chat.record(turn(9, "My sister Mia lives in Rome."))
    await world.captures.run(chat)
    await world.talk(chat, 10, 13)
    await chat.record(turn(13, "Mia is a nurse.", "I see."))


@pytest.mark.spec("S4-122")
async def test_forgetting_everything_clears_it_at_once_and_says_how_much(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    told = await world.forgetting.forget(chat, world.clock())
    assert told == ForgetResult(
        notes=11, summaries=1, facts=11, messages=13, log_until=date(2026, 12, 22)
    )
    assert (await everywhere(world, chat)).strip() == ""
    ann = Visibility.only(chat.folder.scope)
    assert await world.store.search(ann, "drawer1 Mia", now=world.clock()) == []


async def test_nothing_to_forget_is_said(world: World) -> None:
    assert await world.forgetting.forget(world.chat(), world.clock()) == ForgetResult(
        0, 0, 0, 0, None
    )
    with pytest.raises(UserError, match="nothing to restore"):
        await world.forgetting.restore(world.chat(), world.clock())


async def test_a_capture_in_flight_does_not_bring_it_back(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    capture = await world.capturing(chat)
    await world.forgetting.forget(chat, world.clock())
    await capture
    assert world.model.at_once == 0  # the model is not even waited for
    assert (await everywhere(world, chat)).strip() == ""


async def test_nor_does_one_that_has_its_answer_and_waits_to_store_it(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    async with chat.hold_notes():
        capture = await world.capturing(chat)
        forget = asyncio.create_task(world.forgetting.forget(chat, world.clock()))
        await until_waiting(forget)
        world.model.gate.set()
        await until_waiting(capture)
    await asyncio.gather(capture, forget)
    assert (await everywhere(world, chat)).strip() == ""


async def test_nor_does_one_of_another_process(world: World, tmp_path: Path) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    async with open_world(tmp_path, MemorySettings(), world.clock) as other:
        capture = await other.capturing(other.chat())
        await world.forgetting.forget(chat, world.clock())
        other.model.gate.set()
        await capture
    assert (await everywhere(world, chat)).strip() == ""


@pytest.mark.parametrize("words", ["", "Mia"])
async def test_no_later_capture_and_no_restart_brings_it_back(
    world: World, tmp_path: Path, words: str
) -> None:
    chat = world.chat()
    await remembered(world, chat)
    await world.forgetting.forget(chat, world.clock(), words)
    await world.talk(chat, 20, 40)
    await world.captures.run(chat)
    world.clock.forward(days=1)
    async with open_world(tmp_path, MemorySettings(), world.clock) as restarted:
        await restarted.forgetting.resume()
        await restarted.captures.resume(restarted.memories)
        await restarted.captures.retry(restarted.memories)
        assert "Mia" not in await everywhere(restarted, restarted.chat())


async def test_words_take_their_turns_and_the_notes_made_of_them(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- lives in Rome [19]\n- Fact3 is in drawer3 [7]"
    await remembered(world, chat)
    assert "lives in Rome" in await chat.read_notes()
    told = await world.forgetting.forget(chat, world.clock(), "Mia")
    left = await everywhere(world, chat)
    # "lives in Rome" does not hold the word, but the sentence that it rests on does.
    assert "Mia" not in left
    assert "Rome" not in left
    assert "I see." not in left
    assert "- Fact3 is in drawer3" in await chat.read_notes()
    assert await world.summaries() == ["- Fact3 is in drawer3"]
    assert (told.notes, told.summaries, told.facts, told.messages) == (2, 1, 2, 4)


async def test_a_note_goes_with_the_sentence_it_rests_on(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- lives in Rome [1]\n- Fact3 is in drawer3 [7]"
    await chat.record(turn(0, "My sister Mia lives in Rome."))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    assert "Mia" not in "".join(message.content for message in await chat.read_window())
    await world.forgetting.forget(chat, world.clock(), "Mia")
    assert "Rome" not in await everywhere(world, chat)
    assert await world.known() == ["Fact3 is in drawer3"]


async def test_an_answer_that_goes_takes_no_note_of_the_persons_words_with_it(
    world: World,
) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- She lives in Rome [19]"
    await world.talk(chat, 0, 9)
    await chat.record(turn(9, "She lives in Rome.", "Ah, your sister Mia!"))
    await world.captures.run(chat)
    await world.forgetting.forget(chat, world.clock(), "Mia")
    assert "Mia" not in await everywhere(world, chat)
    assert await world.known() == ["She lives in Rome"]


async def test_a_quoted_text_is_found_too(world: World) -> None:
    chat = world.chat()
    await chat.record(turn(1, "what is that?", quote="a letter by Mia"))
    await world.forgetting.forget(chat, world.clock(), "Mia")
    assert await chat.read_window() == ()


async def test_words_nobody_said_take_nothing(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    before = await everywhere(world, chat)
    told = await world.forgetting.forget(chat, world.clock(), "unicorn")
    assert (told.notes, told.summaries, told.messages) == (0, 0, 0)
    assert await everywhere(world, chat) == before


async def test_words_that_every_sentence_has_are_refused(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    before = await everywhere(world, chat)
    with pytest.raises(UserError, match="words are too common"):
        await world.forgetting.forget(chat, world.clock(), "the")
    assert await everywhere(world, chat) == before


async def test_the_lines_that_go_are_named_once_each(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    told = await world.forgetting.forget(chat, world.clock(), "spare key")
    assert told.lines == ("Mia has the spare key.",)
    told = await world.forgetting.forget(chat, world.clock(), "nurse")
    assert told.lines == ("Mia is a nurse.", "I see.")


@pytest.mark.spec("S4-122")
@pytest.mark.parametrize("words", ["", "Mia"])
async def test_undo_brings_everything_back(world: World, words: str) -> None:
    chat = world.chat()
    await remembered(world, chat)
    before = await everywhere(world, chat)
    gone = await world.forgetting.forget(chat, world.clock(), words)
    world.clock.forward(days=29)
    back = await world.forgetting.restore(chat, world.clock())
    assert (back.notes, back.summaries, back.messages) == (
        gone.notes,
        gone.summaries,
        gone.messages,
    )
    assert sorted((await everywhere(world, chat)).split()) == sorted(before.split())
    hits = await world.store.search(Visibility.only(chat.folder.scope), "Mia", now=world.clock())
    assert len(hits) == 1
    with pytest.raises(UserError):
        await world.forgetting.restore(chat, world.clock())


async def test_undo_keeps_what_was_said_and_noted_since(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    await world.forgetting.forget(chat, world.clock())
    await chat.pin_note("New: tea.", world.clock())
    await world.talk(chat, 30, 31)
    await world.forgetting.restore(chat, world.clock())
    text = await everywhere(world, chat)
    for part in ("spare key", "Rome", "New: tea.", "drawer30"):
        assert part in text
    contents = [message.content for message in await chat.read_window()]
    assert contents.index("Mia is a nurse.") < contents.index("Fact30 is in drawer30.")


async def test_undo_goes_back_step_by_step(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    await world.forgetting.forget(chat, world.clock(), "Mia")
    await world.forgetting.forget(chat, world.clock(), "drawer3")
    await world.forgetting.restore(chat, world.clock())
    assert "Mia" not in await everywhere(world, chat)
    await world.forgetting.restore(chat, world.clock())
    assert "Mia" in await everywhere(world, chat)


async def test_undo_ends_after_thirty_days(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    await world.forgetting.forget(chat, world.clock())
    world.clock.forward(days=31)
    with pytest.raises(UserError):
        await world.forgetting.restore(chat, world.clock())
    assert (await world.retention.run(world.clock())).forgotten == 1
    async with world.database.transaction() as db:
        assert not list(await db.execute_fetchall("SELECT * FROM forgotten"))


async def test_the_owner_forgets_in_all_private_chats(world: World) -> None:
    telegram, console = world.chat("telegram:9", ADMIN), world.chat("console:me", ADMIN)
    await remembered(world, telegram)
    await world.talk(console, 50, 52)
    await world.forgetting.forget(console, world.clock())
    for chat in (telegram, console):
        assert (await everywhere(world, chat)).strip() == ""
    await world.talk(telegram, 60, 75)
    world.clock.forward(seconds=compute_retry_delay(1))
    await world.captures.run(telegram)
    assert "Mia" not in await everywhere(world, telegram)


async def test_the_owner_forgets_for_nobody_else(world: World) -> None:
    ann, owner = world.chat(ANN), world.chat("console:me", ADMIN)
    for chat in (ann, owner):
        await remembered(world, chat)
    before = await everywhere(world, ann)
    await world.forgetting.forget(owner, world.clock())
    assert await everywhere(world, ann) == before


async def test_nobody_else_loses_anything(world: World) -> None:
    ann, eve, owner = world.chat(ANN), world.chat(EVE), world.chat("console:me", ADMIN)
    for chat in (ann, eve, owner):
        await remembered(world, chat)
    kept = [await everywhere(world, chat) for chat in (ann, owner)]
    await world.forgetting.forget(eve, world.clock())
    assert [await everywhere(world, chat) for chat in (ann, owner)] == kept
    assert all("Mia" in text for text in kept)
    with pytest.raises(UserError):
        await world.forgetting.restore(ann, world.clock())


async def test_what_was_forgotten_can_be_read_by_no_reader(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    await world.forgetting.forget(chat, world.clock())
    guarded = ("forgotten", "note_sources", "capture_results", "memory_changes", "unsettled")
    for table in guarded:
        with pytest.raises(Exception, match="prohibited"):
            await world.database.reader.execute_fetchall(f"SELECT * FROM {table}")  # noqa: S608 - ours
    everything = Visibility.unrestricted()
    assert await world.store.search(everything, "Mia nurse", now=world.clock()) == []


async def test_a_capture_is_only_void_in_its_own_scope(world: World) -> None:
    ann = world.chat()
    await world.talk(ann, 0, 10)
    capture = await world.capturing(ann)
    eve = world.chat(EVE, Scope.of_chat(EVE))
    await eve.pin_note("x", world.clock())
    await world.forgetting.forget(eve, world.clock())
    world.model.gate.set()
    await capture
    assert "Fact3" in await ann.read_notes()


async def test_what_a_fact_was_before_is_forgotten_too(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, "The SSH port is 22.", Provenance(), world.clock())
    await world.facts.remember(chat, "The SSH port is 49222.", Provenance(), world.clock())
    await world.forgetting.forget(chat, world.clock(), "22")
    (fact,) = await world.fact_reader.list_facts(
        Visibility.only(chat.folder.scope), now=world.clock()
    )
    assert fact.value.content == "The SSH port is 49222."
    visibility = Visibility.only(chat.folder.scope)
    changes = await world.fact_reader.list_history(visibility, fact.id, world.clock())
    assert [change.action for change in changes] == ["added"]
    await world.forgetting.restore(chat, world.clock())
    changes = await world.fact_reader.list_history(visibility, fact.id, world.clock())
    assert [change.action for change in changes] == ["changed", "added"]


async def test_forgotten_facts_are_not_in_the_bin(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    await world.forgetting.forget(chat, world.clock())
    assert await world.fact_reader.list_deleted(Visibility.unrestricted(), world.clock()) == []


async def test_undo_does_not_push_out_what_is_newer(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, "The SSH port is 22.", Provenance(), world.clock())
    await world.forgetting.forget(chat, world.clock())
    await world.facts.remember(chat, "The SSH port is 49222.", Provenance(), world.clock())
    await world.forgetting.restore(chat, world.clock())
    assert await world.known() == ["The SSH port is 49222."]


async def test_a_second_process_does_not_finish_what_the_first_has_finished(world: World) -> None:
    chat = world.chat()
    await remembered(world, chat)
    before = await chat.read_notes()
    await world.forgetting.forget(chat, world.clock())
    async with world.database.transaction() as db:
        await db.execute("UPDATE forgotten SET state = 'clearing'")  # as if it were still at it
    async with chat.hold_notes():
        second = asyncio.create_task(world.forgetting.resume())
        await until_waiting(second)
        async with world.database.transaction() as db:
            await db.execute("DELETE FROM forgotten")  # finished meanwhile, and undone
        chat.folder.notes.write_text(before)
    await second
    assert (await chat.read_notes()).strip() == before.strip()


@pytest.mark.parametrize("step", ["forget", "restore"])
async def test_what_a_full_disk_interrupted_is_finished_first(world: World, step: str) -> None:
    chat, forgetting = world.chat(), world.forgetting
    await remembered(world, chat)
    before = await chat.read_notes()
    if step == "restore":
        await forgetting.forget(chat, world.clock())
    with unwritable(chat.folder.notes), pytest.raises(OSError, match="space"):
        await getattr(forgetting, step)(chat, world.clock())
    if step == "restore":
        await forgetting.forget(chat, world.clock(), "nothing has these words")
    else:
        await forgetting.restore(chat, world.clock())
    assert (await chat.read_notes()).strip() == before.strip()
