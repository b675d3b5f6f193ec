"""The model's search of what was said: by words and days, bounded, and of its own chat alone."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.llm import Tool
from bot.tools.conversations import BUDGET, ConversationReach, build_conversation_tool
from bot.tools.numbered_passages import NumberedPassages
from indexer.errors import UserError
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.text.llm_tokens import count_llm_tokens
from memory.conversations.recorder import FORWARDED, FORWARDED_BY
from memory.messages import Exchange
from tests.conversation import World, a_world
from tests.factories import NOON

NONCE = "5f3a9c"
ANN, BOB = Scope.of_chat("test:2"), Scope.of_chat("test:3")
CANARY = "canary-31d0"


class Talk(Struct):
    world: World
    found: NumberedPassages

    async def say(self, scope: Scope, text: str, days_ago: int, answer: str = "I see.") -> None:
        chat = scope.chat or "test:1"
        at = NOON - timedelta(days=days_ago)
        await self.record(scope, Exchange(f"{chat}{days_ago}{text[:20]}", text, answer, at, at))

    async def record(self, scope: Scope, exchange: Exchange) -> None:
        chat, services = scope.chat or "test:1", self.world.services
        await services.record(services.memories.get(chat, scope), exchange)

    def tool(self, *scopes: Scope, now: datetime = NOON) -> Tool:
        conversations = self.world.services.conversations
        seen = Visibility.only(*scopes)
        return build_conversation_tool(
            ConversationReach(conversations, seen, self.found, now, NONCE)
        )


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    async with a_world(tmp_path) as world:
        talk = Talk(world, NumberedPassages())
        await talk.say(ANN, "The boat needs a bilge pump.", 8)
        await talk.say(ANN, "The shed is dry.", 2, "Good to know about the shed.")
        await talk.say(BOB, f"Bob's boat is called {CANARY}.", 8)
        await talk.say(ADMIN, f"My boat is called {CANARY}.", 2)
        yield talk


async def test_words_find_what_was_said_with_its_time_and_speaker(talk: Talk) -> None:
    told = await talk.tool(KB, ANN).run({"words": "boat"})
    assert told.startswith(f"<conversation-{NONCE}>\n(2026-02-03 ")
    assert "user: The boat needs a bilge pump." in told


async def test_days_find_all_that_was_said_on_them(talk: Talk) -> None:
    told = await talk.tool(KB, ANN).run({"from": "2026-02-09", "to": "2026-02-09"})
    assert ("The shed is dry." in told, "bilge" in told) == (True, False)
    assert "assistant: Good to know about the shed." in told
    before = await talk.tool(KB, ANN).run({"words": "", "to": "2026-02-05"})
    assert ("The shed is dry." in before, "bilge" in before) == (False, True)


async def test_what_a_person_said_may_be_repeated_and_what_the_model_said_proves_nothing(
    talk: Talk,
) -> None:
    await talk.tool(KB, ANN).run({"from": "2026-02-09"})
    assert talk.found.notes == ("The shed is dry.",)
    assert talk.found.hits == ()


@pytest.mark.parametrize(
    ("author", "speaker"), [("", FORWARDED), ("Ann", f"{FORWARDED_BY}Ann]")], ids=["chat", "group"]
)
@pytest.mark.parametrize("arguments", [{"words": "anchor"}, {"from": "2026-02-09"}])
async def test_what_was_forwarded_is_found_and_proves_nothing(
    talk: Talk, author: str, speaker: str, arguments: dict[str, object]
) -> None:
    at = NOON - timedelta(days=1)
    said = Exchange("own", "The anchor is heavy.", "I see.", at, at, author=author)
    sent = replace(said, key="sent", question=f"The anchor is {CANARY}.", forwarded=True)
    for each in (said, sent):
        await talk.record(ANN, each)
    told = await talk.tool(KB, ANN).run(arguments)
    assert f"{speaker.lower()}: The anchor is {CANARY}." in told
    assert "The anchor is heavy." in "".join(talk.found.notes)
    assert CANARY not in "".join(talk.found.notes)


@pytest.mark.parametrize(
    "arguments",
    [
        {"words": CANARY},
        {"words": "boat", "scope": "admin", "visibility": "everything"},
        {"words": "boat", "chat": "test:3", "conversation": "test:3"},
        {"from": "1000-01-01", "to": "9999-12-31"},
        {"words": 'boat" OR scope:admin'},
    ],
)
@pytest.mark.parametrize(
    "visibility", [(), (KB,), (KB, ANN), (KB, Scope("user:x:1"))], ids=["no", "kb", "ann", "x"]
)
async def test_nothing_of_another_chat_comes_out(
    talk: Talk, visibility: tuple[Scope, ...], arguments: dict[str, object]
) -> None:
    assert CANARY not in await talk.tool(*visibility).run(arguments)
    assert CANARY not in "".join(talk.found.notes)


async def test_a_result_is_bounded(talk: Talk) -> None:
    for n in range(60):
        await talk.say(ANN, f"Entry {n}. " + "The harbour was busy. " * 200, 1)
    told = await talk.tool(KB, ANN).run({"words": "harbour"})
    assert count_llm_tokens(told) <= BUDGET + 50


async def test_what_was_forgotten_is_not_found(talk: Talk) -> None:
    await talk.world.person("2")("/forget bilge")
    assert "bilge" not in await talk.tool(KB, ANN).run({"words": "bilge pump"})


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({}, "Give words"),
        ({"words": " "}, "Give words"),
        ({"from": "last week"}, "from as a date"),
        ({"to": 7}, "to as a text"),
        ({"words": ["boat"]}, "words as a text"),
    ],
)
async def test_a_wrong_call_is_explained_to_the_model(
    talk: Talk, arguments: dict[str, object], why: str
) -> None:
    with pytest.raises(UserError, match=why):
        await talk.tool(KB, ANN).run(arguments)
