import asyncio
import json
from pathlib import Path

import pytest

from indexer.i18n import use_language
from indexer.scopes import ADMIN, Scope, Visibility
from memory.capture.capture import Captures
from memory.capture.extraction import SYSTEM
from memory.capture.state import (
    CaptureStore,
    compute_retry_delay,
)
from memory.chat.notes import split_sections
from memory.settings import MemorySettings
from tests.catalog.made_up import a_language
from tests.memory.conftest import ANN, World
from tests.memory.conversation import turn
from tests.memory.model import own_lines


@pytest.mark.spec("S4-78", "S4-127")
async def test_nineteen_messages_are_not_captured_and_twenty_are(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 9)
    await chat.record(turn(9, "Fact9 is in drawer9.", answer=" "))
    assert len(await chat.read_window()) == 20
    await chat.remove(frozenset({(await chat.read_window())[-1].id}))
    await world.captures.run(chat)
    assert world.model.requests == []
    await chat.remove(frozenset({(await chat.read_window())[-1].id}))
    await world.talk(chat, 10, 11)
    assert len(await chat.read_window()) == 20
    await world.captures.run(chat)
    assert len(world.model.requests) == 1


@pytest.mark.spec(
    "S2-18",
    "S4-59",
    "S4-82",
    "S4-84",
    "S4-85",
    "S4-86",
    "S4-87",
    "S4-88",
    "S4-89",
    "S4-90",
    "S4-94",
    "S4-136",
    "S4-141",
)
async def test_a_capture_notes_indexes_and_trims(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    (section,) = split_sections(await chat.read_notes())
    assert section.heading == "## 2026-11-21T09:30:00.000Z"
    assert section.body.splitlines()[0] == "- Fact0 is in drawer0."
    ann = Visibility.only(Scope.of_chat(ANN))
    (hit,) = await world.store.search(ann, "drawer0", now=world.clock())
    chunk = hit.chunk
    assert (hit.scope, hit.document_type) == (Scope.of_chat(ANN), "conversation")
    assert chunk.chunk_id == f"mem-{ANN}-2026-11-21T09:30:00.000Z"
    assert chunk.element_type == "memory_summary"
    assert chunk.text == section.body
    assert [m.content for m in await chat.read_window()][-1] == "answer 9"
    assert len(await chat.read_window()) == 5


async def test_what_was_only_asked_is_noted_and_not_indexed(world: World) -> None:
    world.model.answer = lambda _: "- the ferry leaves [19]\n- Fact0 drawer0 [1]"
    chat = world.chat()
    await world.talk(chat, 0, 9)
    await chat.record(turn(9, "When does the ferry leave?"))
    await world.captures.run(chat)
    (section,) = split_sections(await chat.read_notes())
    assert section.body == "- Fact0 drawer0\n- (asked) the ferry leaves"
    assert await world.summaries() == ["- Fact0 drawer0"]


@pytest.mark.spec("S4-81")
async def test_the_model_is_given_every_message_of_the_window_and_the_notes(world: World) -> None:
    chat = world.chat()
    await chat.pin_note("The key is under the mat.", world.clock())
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    known, *lines = map(json.loads, world.model.requests[0].splitlines())
    assert "under the mat" in known["known_notes"]
    said = [(f"Fact{n} is in drawer{n}.", f"answer {n}") for n in range(10)]
    assert [line["text"] for line in lines] == [text for pair in said for text in pair]


@pytest.mark.spec("S4-80")
async def test_a_capture_is_told_what_is_known_and_notes_none_of_it_again(world: World) -> None:
    """The model has its orders and the notes; should it repeat one, that is not written twice."""
    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    first, before = await chat.read_notes(), await world.known()
    assert len(before) == 10
    for number in range(10, 20):
        await chat.record(turn(number, f"Fact{number - 10} is in drawer{number - 10}."))
    await world.captures.run(chat)
    assert world.model.orders == [SYSTEM, SYSTEM]
    known, *_lines = map(json.loads, world.model.requests[1].splitlines())
    assert all(f"- Fact{n} is in drawer{n}." in known["known_notes"] for n in range(10))
    assert (await chat.read_notes(), await world.known()) == (first, before)


async def test_what_was_captured_is_not_captured_again(world: World) -> None:
    chat = world.chat()
    for round_ in range(4):
        await world.talk(chat, 10 * round_, 10 * round_ + 10)
        await world.captures.run(chat)
        world.clock.forward(minutes=30)
    said = [line for text in await world.summaries() for line in text.splitlines()]
    assert len(said) == len(set(said))
    assert {f"- Fact{n} is in drawer{n}." for n in range(35)} <= set(said) | {
        f"- {line}" for _, line in own_lines(world.model.requests[-1])
    }


@pytest.mark.spec("S4-91", "S4-108")
async def test_only_the_last_sections_stay_in_the_notes_and_all_in_the_index(world: World) -> None:
    chat = world.chat()
    await chat.pin_note("pinned", world.clock())
    for round_ in range(6):
        await world.talk(chat, 10 * round_, 10 * round_ + 10)
        await world.captures.run(chat)
    found = split_sections(await chat.read_notes())
    assert [section.pinned for section in found] == [True] + [False] * 5
    assert len(await world.summaries()) == 6


@pytest.mark.spec("S4-97", "S4-98")
async def test_captures_at_the_same_moment_get_different_stamps(world: World) -> None:
    one, other = world.chat("telegram:9", ADMIN), world.chat("console:me", ADMIN)
    await world.talk(one, 0, 10)
    await world.talk(other, 50, 60)
    await asyncio.gather(world.captures.run(one), world.captures.run(other))
    assert await one.read_notes() == await other.read_notes()
    assert len({section.heading for section in split_sections(await one.read_notes())}) == 2
    assert "drawer1." in await one.read_notes()
    assert "drawer51." in await one.read_notes()


@pytest.mark.spec("S4-83")
async def test_nothing_notable_trims_and_notes_nothing(world: World) -> None:
    world.model.answer = lambda _: "No notable information."
    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    assert await chat.read_notes() == ""
    assert await world.summaries() == []
    assert len(await chat.read_window()) == 5


async def test_why_a_capture_failed_is_stored_in_english(world: World, tmp_path: Path) -> None:
    """Somebody else reads it: the owner, whoever's message began the capture."""
    world.model.answer = lambda _: "I would rather talk about ferries."
    chat = world.chat()
    await world.talk(chat, 0, 10)
    with use_language(a_language(tmp_path / "locale").load("de")):
        await world.captures.run(chat)
    (state,) = await world.captures.list_states()
    assert state.error == "The model's answer contains no notes."


async def test_a_model_that_is_away_is_asked_again_later(world: World) -> None:
    chat = world.chat()
    world.model.away = True
    await world.talk(chat, 0, 10)
    for _ in range(3):
        await world.captures.run(chat)
    assert len(world.model.requests) == 1
    (state,) = await world.captures.list_states()
    assert (state.state, state.tries, state.error) == ("failed", 1, "The model does not answer.")
    assert len(await chat.read_window()) == 20
    world.clock.forward(seconds=compute_retry_delay(1))
    await world.captures.retry(world.memories)
    world.model.away = False
    await world.captures.retry(world.memories)
    assert len(world.model.requests) == 2
    world.clock.forward(seconds=compute_retry_delay(2))
    await world.captures.retry(world.memories)
    (state,) = await world.captures.list_states()
    assert (state.state, state.tries, state.next_try, state.kept) == ("done", 0, 0, 10)


@pytest.mark.parametrize("answer", ["", "Sorry, I can't."])
async def test_nonsense_is_retried_and_loses_nothing(world: World, answer: str) -> None:
    world.model.answer = lambda _: answer
    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    assert len(await chat.read_window()) == 20
    assert (await world.captures.list_states())[0].state == "failed"


async def test_what_the_model_made_up_is_dropped_and_counted(world: World) -> None:
    world.model.answer = lambda _: "- Fact0 is in drawer0 [1]\n- PIN: 1234 [1]\n- no number"
    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    (state,) = await world.captures.list_states()
    assert (state.kept, state.dropped) == (1, 2)
    assert "1234" not in await chat.read_notes()


async def test_retries_wait_longer_each_time_but_never_for_ever() -> None:
    waits = [compute_retry_delay(tries) for tries in range(1, 40)]
    assert waits[:3] == [60, 120, 240]
    assert waits == sorted(waits)
    assert waits[-1] == 6 * 3600


async def test_no_try_waits_longer_because_the_clock_was_put_back(world: World) -> None:
    chat = world.chat()
    world.clock.forward(days=365)
    world.model.away = True
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    world.clock.forward(days=-365)
    world.model.away = False
    await world.captures.retry(world.memories)
    assert (await world.captures.list_states())[0].state == "done"


async def test_a_backlog_is_captured_in_parts(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 100)
    await world.captures.run(chat)
    assert len(world.model.requests) > 1
    assert len(await chat.read_window()) < 20


async def test_the_first_run_after_a_start_finds_what_is_due(world: World) -> None:
    await world.talk(world.chat(), 0, 10)
    await world.talk(world.chat("telegram:2"), 0, 4)
    await world.captures.resume(world.memories)
    assert len(world.model.requests) == 1


@pytest.mark.spec("S4-80")
async def test_talk_without_a_statement_costs_no_model_call(world: World) -> None:
    chat = world.chat()
    for number in range(10):
        await chat.record(turn(number, "buy now", forwarded=True))
    await world.captures.run(chat)
    assert world.model.requests == []
    assert len(await chat.read_window()) == 5


async def test_a_group_remembers_its_members_by_name_and_in_its_own_scope(world: World) -> None:
    group = world.chat("telegram:-5")
    for number in range(5):
        await group.record(turn(number, f"I need tool{number}.", author="Bob"))
        await group.record(turn(20 + number, f"I own tool{number}.", author="Eve", approved=False))
    world.model.answer = lambda _: "\n".join(
        f"- needs tool{n} [{4 * n + 1}]\n- owns tool{n} [{4 * n + 3}]" for n in range(5)
    )
    await world.captures.run(group)
    notes = await group.read_notes()
    assert "- Bob: needs tool4" in notes
    assert "own" not in notes
    (text,) = await world.summaries(group.folder.scope)
    assert text in notes
    assert await world.summaries(ADMIN) == []


class TestSettings:
    @pytest.fixture
    def settings(self) -> MemorySettings:
        return MemorySettings(capture_threshold=4, memory_max_sections=1)

    @pytest.mark.spec("S4-108", "S4-127", "S4-128")
    async def test_threshold_and_sections_are_set(self, world: World) -> None:
        chat = world.chat()
        for number in range(0, 6, 2):
            await world.talk(chat, number, number + 2)
            await world.captures.run(chat)
        assert len(world.model.requests) == 3
        assert len(split_sections(await chat.read_notes())) == 1


async def test_messages_that_were_captured_are_no_reason_for_another_capture(world: World) -> None:
    few = MemorySettings(capture_threshold=4)  # fewer than stay after a capture
    captures = Captures(CaptureStore(world.database), world.writer, world.model, few, world.clock)
    await world.talk(world.chat(), 0, 3)
    for _ in range(2):
        await captures.run(world.chat())
        world.clock.forward(hours=1)
    assert len(world.model.requests) == 1


async def test_nothing_is_captured_once_memory_is_switched_off(world: World) -> None:
    ledger, off = CaptureStore(world.database), MemorySettings(enabled=False)
    captures = Captures(ledger, world.writer, world.model, off, world.clock)
    await world.talk(world.chat(), 0, 30)
    await captures.run(world.chat())
    await captures.resume(world.memories)
    assert world.model.requests == []
