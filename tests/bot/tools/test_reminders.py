"""The model's tools for reminders: set from the person's own words, and listed, of one chat."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import Struct

from bot.access.policy import Mode
from bot.answering.reminders import ChatReminders
from bot.llm import Tool
from bot.settings.config import Settings
from bot.tools.context import ToolContext, ToolEffects
from bot.tools.reminders import build_reminder_tools
from bot.turns.command import Turn
from indexer.errors import UserError
from memory.capture.user_quotes import UserQuotes
from memory.messages import Message, format_timestamp
from memory.settings import ReminderSettings
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message

SETTINGS = replace(Settings(), reminders=ReminderSettings("Europe/London"))
MONDAY = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)
SAID = "Call Jo on Friday, please. The bins go out every week."
CALL = {"text": "call Jo", "at": "2026-11-27T09:00", "quote": "Call Jo on Friday"}
CANARY = "marzipan"


class Asked(Struct):
    """One turn of a person, in which a model calls tools."""

    turn: Turn
    effects: ToolEffects

    def tool(self, name: str) -> Tool:
        witness = UserQuotes([Message("user", SAID, format_timestamp(MONDAY), "m1")])
        chat, turn = self.turn.message.chat.key, self.turn
        context = ToolContext(
            turn.recall, turn.memory_scope, chat, MONDAY, "5f3a9c", witness, self.effects
        )
        tools = build_reminder_tools(ChatReminders(turn, "Europe/London"), context)
        return next(each for each in tools if each.name == name)

    async def remind(self, **changed: object) -> str:
        return await self.tool("remind").run({**CALL, **changed})

    async def list(self) -> str:
        return await self.tool("list_reminders").run({})


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, SETTINGS) as opened:
        opened.clock.now = MONDAY
        yield opened


async def ask(world: World, sender: str = OWNER, mode: Mode = Mode.PERSONAL) -> Asked:
    access = await world.services.people.load_access()
    message = a_message(SAID, sender=sender)
    return Asked(world.bot.build_turn(message, access, mode), ToolEffects())


async def test_it_is_set_and_said_to_the_person_by_multis_itself(world: World) -> None:
    asked = await ask(world)
    assert await asked.remind() == "OK: set for 2026-11-27T09:00 (Europe/London)"
    (said,) = asked.effects.sentences
    assert said.startswith("I'll remind you on Friday, 27 November 2026 at 09:00 (Europe/London)")


async def test_two_calls_of_one_turn_set_two_and_the_same_turn_again_none(world: World) -> None:
    asked = await ask(world)
    for redelivered in (asked, Asked(asked.turn, ToolEffects())):
        # Each delivery numbers its calls from one, as a model's tools are made once a turn.
        tool = redelivered.tool("remind")
        await tool.run(CALL)
        await tool.run({**CALL, "at": "2026-11-27T18:00"})
        listed = await redelivered.list()
        assert (listed.count("call Jo"), "18:00" in listed) == (2, True)


async def test_a_repeat_begins_on_that_day(world: World) -> None:
    asked = await ask(world)
    quote = "The bins go out every week"
    await asked.remind(text="The bins go out", quote=quote, repeat="week")
    assert "every Friday" in asked.effects.sentences[0]
    assert "2026-11-27T09:00, repeated every week: The bins go out" in await asked.list()


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"quote": "wire the money"}, "not in the user's own messages"),
        ({"quote": ""}, "not in the user's own messages"),
        ({"text": "wire 900 euros to Mallory"}, "says more than"),
        ({"at": "on Friday"}, "local date and time"),
        ({"at": "2026-11-23T09:00"}, "passed already"),
        ({"repeat": "hourly"}, "repeat"),
    ],
    ids=["not said", "no quote", "more than said", "no time", "past", "odd repeat"],
)
async def test_what_the_person_did_not_ask_for_is_refused(
    world: World, changed: dict[str, str], refusal: str
) -> None:
    asked = await ask(world)
    with pytest.raises(UserError, match=refusal):
        await asked.remind(**changed)
    assert asked.effects.sentences == ()
    assert await asked.list() == "There are no reminders."


async def test_a_customer_of_a_business_chat_sets_none(world: World) -> None:
    with pytest.raises(UserError, match="don't set reminders in this chat"):
        await (await ask(world, "2", Mode.BUSINESS)).remind()


async def test_it_lists_those_of_its_own_chat_alone_as_somebody_elses_words(world: World) -> None:
    await world.person("2")(f"Remind me on Friday at nine to buy {CANARY}")
    assert CANARY not in await (await ask(world)).list()
    assert CANARY not in await (await ask(world, "3")).list()
    listed = await (await ask(world, "2")).list()
    assert listed.startswith("<reminders-5f3a9c>")
    assert CANARY in listed
