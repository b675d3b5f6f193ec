"""One person's messages never keep the owner waiting; edited and late ones are marked as such."""

import json
from pathlib import Path

from msgspec.structs import replace

from bot.access.rate_limit import RateLimitSettings
from bot.delivery.batching import collect_missed
from bot.messages import Answer, Draft, IncomingMessage, Reply
from bot.settings.config import Settings
from bot.turns.command import Command, Turn
from bot.turns.router import Bot
from tests.conversation import a_world
from tests.factories import a_message

THREE = Settings(rate_limit=RateLimitSettings(burst_per_minute=3))


async def answers(bot: Bot, message: IncomingMessage) -> list[str]:
    return [item.text async for item in bot.handle(message)]


async def test_a_flood_is_told_once_and_then_not_answered(tmp_path: Path) -> None:
    async with a_world(tmp_path, THREE) as world:
        said = [await answers(world.bot, a_message("/docs", sender="2")) for _ in range(8)]
        assert [len(each) for each in said] == [1, 1, 1, 1, 0, 0, 0, 0]
        assert "wait a minute" in said[3][0]
        world.clock.forward(minutes=1)
        assert await answers(world.bot, a_message("/docs", sender="2")) == said[0]


async def test_the_owner_is_not_counted(tmp_path: Path) -> None:
    async with a_world(tmp_path, THREE) as world:
        for _ in range(20):
            assert not (await world.owner("/docs")).failed


async def test_strangers_guesses_are_counted_too(tmp_path: Path) -> None:
    async with a_world(tmp_path, THREE) as world:
        for _ in range(3):
            await world.person("99")("/start WRONG")
        assert "wait a minute" in (await world.person("99")("/start WRONG")).text


async def test_each_streak_of_refusals_is_one_line_without_what_was_said(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for _ in range(5):
            await world.person("99")("/docs canary words")
        for _ in range(2):
            await world.person("2")("/users canary")
        text = world.services.home.audit.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["sender"], line["reason"]) for line in lines] == [
        ("test:99", "not known"),
        ("test:2", "/users is for the owner"),
    ]
    assert "canary" not in text


async def test_an_edited_question_is_answered_as_edited(tmp_path: Path) -> None:
    async def echo(turn: Turn, text: str) -> Answer:
        yield Reply(text)

    async with a_world(tmp_path) as world:
        bot = Bot({"ask": Command("ask", "", "", echo)}, world.services)
        (text,) = await answers(bot, replace(a_message("new", sender="1"), edited=True))
        assert text == "Replying to your edited message:\n\nnew"


async def test_the_caption_of_a_photo_is_answered_and_the_photo_named(tmp_path: Path) -> None:
    async def echo(turn: Turn, text: str) -> Answer:
        yield Draft("What is")
        yield Reply(text)

    async with a_world(tmp_path) as world:
        bot = Bot({"ask": Command("ask", "", "", echo)}, world.services)
        said = replace(a_message("What is this?", sender="1"), unsupported="a photo")
        items = [item.text async for item in bot.handle(said)]
    before = "I can't read a photo yet, only the text sent with it:\n\n"
    assert items == [f"{before}What is", f"{before}What is this?"]


async def test_an_edited_command_is_not_done_twice(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        said = replace(a_message("/users block test:2", sender="1"), edited=True)
        (text,) = await answers(world.bot, said)
        assert "I don't process an edited command" in text
        assert (await world.services.people.load_access()).blocked == frozenset()


async def test_what_came_too_late_is_quoted_and_not_done(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        late = collect_missed(
            [a_message(text, sender="1") for text in ("/users block test:2", "and then?")]
        )
        (text,) = await answers(world.bot, late)
        assert "2 messages" in text
        assert "> /users block test:2\n> and then?" in text
        assert (await world.services.people.load_access()).blocked == frozenset()


async def test_of_many_only_the_newest_that_were_for_us_are_quoted(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        asked = [a_message(f"question {n}", sender="1") for n in range(9)]
        talk = [a_message(f"talk {n}", sender="1", addressed=False) for n in range(9)]
        (text,) = await answers(world.bot, collect_missed([*asked, *talk]))
        assert "9 messages" in text
        quoted = [line for line in text.splitlines() if line.startswith("> ")]
        assert quoted == [f"> question {n}" for n in range(4, 9)]


async def test_a_stranger_does_not_hear_what_was_missed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        late = collect_missed([a_message("canary", sender="99")])
        (text,) = await answers(world.bot, late)
        assert "private assistant" in text
