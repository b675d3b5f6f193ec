"""A second model is asked about the notes that rules leave open; else the person's words stand."""

from collections.abc import Collection, Sequence

import pytest

from memory.capture.capture import Captures, Confirm
from memory.capture.state import CaptureStore
from memory.messages import Message
from memory.settings import MemorySettings
from memory.text.grounding import NoteClaim, ground_note, list_user_sentences
from tests.memory.conftest import World
from tests.memory.conversation import turn

SAID = "I spend every weekend repairing clocks in the shed."
NOTE = "Hobby: repairing clocks in the shed"
CLAIM = NoteClaim(NOTE, SAID)
FEW = MemorySettings(capture_threshold=2)


def confirming(world: World, confirm: Confirm) -> Captures:
    store = CaptureStore(world.database)
    return Captures(store, world.writer, world.model, FEW, world.clock, confirm=confirm)


async def capture(world: World, confirm: Confirm, note: str = NOTE) -> str:
    """Return the notes after the person said one thing and a model worded it as `note`."""
    chat = world.chat()
    await chat.record(turn(1, SAID))
    world.model.answer = lambda _: f"- {note} [1]"
    await confirming(world, confirm).run(chat)
    return await chat.read_notes()


async def test_what_is_confirmed_is_kept_as_worded(world: World) -> None:
    asked = list[NoteClaim]()

    async def confirm(claims: Sequence[NoteClaim]) -> Collection[NoteClaim]:
        asked.extend(claims)
        return claims

    notes = await capture(world, confirm)
    assert asked == [CLAIM]
    assert f"- {NOTE}" in notes
    assert SAID not in notes


async def test_what_is_not_confirmed_stays_the_persons_words(world: World) -> None:
    async def refuse(_: Sequence[NoteClaim]) -> Collection[NoteClaim]:
        return ()

    notes = await capture(world, refuse)
    assert f"- {SAID}" in notes
    assert NOTE not in notes


async def test_nobody_is_asked_about_what_rules_decide(world: World) -> None:
    async def fail(claims: Sequence[NoteClaim]) -> Collection[NoteClaim]:
        raise AssertionError(claims)

    assert "- Spends every weekend repairing clocks" in await capture(
        world, fail, "Spends every weekend repairing clocks in the shed"
    )


@pytest.mark.parametrize(
    ("sentence", "note"),
    [
        ("I don't repair clocks in the shed.", "Hobby: repairs clocks in the shed"),
        ("I have nine clocks in the shed.", "Collects 90 clocks in the shed"),
        ("I repair clocks in the shed.", "Hobby: repairs clocks in the shed with Boris"),
    ],
)
def test_no_confirmation_outweighs_a_denial_or_another_number_or_name(
    sentence: str, note: str
) -> None:
    own = list_user_sentences([Message("user", sentence, "2026-11-21T09:30:00.000Z")])
    kept = ground_note(note, own, [NoteClaim(note, sentence)])
    assert kept is None or (kept.text == sentence and kept.open is None)


async def test_a_message_that_is_forgotten_while_the_second_model_thinks_is_not_noted(
    world: World,
) -> None:
    async def forget(claims: Sequence[NoteClaim]) -> Collection[NoteClaim]:
        await world.forgetting.forget(world.chat(), world.clock(), "clocks")
        return claims

    assert NOTE not in await capture(world, forget)
