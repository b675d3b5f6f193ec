"""Passages offered while somebody types the bot's name in any chat."""

import asyncio
import dataclasses
import json
from collections.abc import Sequence

from msgspec.structs import replace

from adapters.telegram import Telegram, TelegramSettings
from adapters.telegram.queries import AT_ONCE
from bot.messages import Sender, SharedPassage
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.hosting import Clock, a_host
from tests.adapters.telegram.conftest import Inbox
from tests.daemon import until

BOB = Person(8, "Bob", "bob")
PLAN = SharedPassage("plan.md, Ferry", "The *ferry* leaves at nine. <b>")


async def ask(
    fake: FakeBotApi, clock: Clock, *asked: tuple[str, Person], inline: bool = True
) -> tuple[list[Json], list[str]]:
    """Return what was answered to these queries, and who asked for what."""
    seen, inbox = list[str](), Inbox()

    async def search(sender: Sender, words: str) -> Sequence[SharedPassage]:
        seen.append(f"{sender.key}: {words}")
        if words == "broken":
            raise ValueError(words)
        return [PLAN, replace(PLAN, place="b" * 500)]

    settings = dataclasses.replace(TelegramSettings.of(fake.settings), inline=inline)
    adapter = Telegram(settings, replace(a_host(), search_shared=search), clock.time)
    task = asyncio.create_task(adapter.run(inbox.accept))
    await until(lambda: bool(fake.wanted), "the first request for updates")
    for words, person in asked:
        fake.ask_inline(words, person)
    fake.say("the end")
    await inbox.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return [call.parameters for call in fake.world.called("answerinlinequery")], seen


async def test_results_are_one_persons_and_kept_for_no_time(fake: FakeBotApi, clock: Clock) -> None:
    (answer,), seen = await ask(fake, clock, ("ferry", BOB))
    assert seen == ["telegram:8: ferry"]
    assert (answer["is_personal"], answer["cache_time"]) == ("true", "0")
    first, second = json.loads(str(answer["results"]))
    assert first["title"] == "plan.md, Ferry"
    content = first["input_message_content"]
    assert content["message_text"] == "plan.md, Ferry\n\nThe *ferry* leaves at nine. <b>"
    assert "parse_mode" not in content
    assert content["link_preview_options"] == {"is_disabled": True}
    assert len(second["title"]) == 200
    assert fake.world.called("answerinlinequery")[0].outcome == "ok"


async def test_it_is_off_until_a_setting_says_otherwise(fake: FakeBotApi, clock: Clock) -> None:
    assert await ask(fake, clock, ("ferry", BOB), inline=False) == ([], [])
    assert "inline_query" not in fake.wanted


async def test_a_search_that_fails_stops_nothing(fake: FakeBotApi, clock: Clock) -> None:
    answers, seen = await ask(fake, clock, ("broken", BOB), ("ferry", BOB))
    assert (len(answers), len(seen)) == (1, 2)


def test_only_true_turns_it_on() -> None:
    given = {"bot_token": "1:a", "base_url": "http://there"}
    assert not TelegramSettings.of(given).inline
    on = TelegramSettings.of({**given, "inline": True})
    assert (on.inline, on.base_url) == (True, "http://there/bot")


class Hanging:
    """A search that never ends."""

    def __init__(self) -> None:
        self.running: list[str] = []

    async def __call__(self, sender: Sender, words: str) -> Sequence[SharedPassage]:
        self.running.append(sender.key)
        try:
            await asyncio.Event().wait()
        finally:
            self.running.remove(sender.key)
        return []


async def test_searches_that_hang_delay_no_message_and_are_few(
    fake: FakeBotApi, clock: Clock
) -> None:
    search, inbox = Hanging(), Inbox()
    settings = dataclasses.replace(TelegramSettings.of(fake.settings), inline=True)
    adapter = Telegram(settings, replace(a_host(), search_shared=search), clock.time)
    task = asyncio.create_task(adapter.run(inbox.accept))
    await until(lambda: bool(fake.wanted), "the first request for updates")
    for words in ("f", "fe", "fer"):
        fake.ask_inline(words, BOB)
    for number in range(2 * AT_ONCE):
        fake.ask_inline("ferry", Person(100 + number, "x"))
    fake.say("the end")
    await inbox.wait()
    assert search.running.count("telegram:8") == 1
    assert len(search.running) == AT_ONCE
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert search.running == []
