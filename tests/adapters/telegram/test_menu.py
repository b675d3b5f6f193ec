import asyncio
import logging

import pytest
from msgspec.structs import replace
from telegram import Bot

from adapters.telegram.menu import set_menu
from bot.messages import N_, SHIPPED, MenuItem, Sender
from bot.turns.command import Commands
from tests.adapters.fake_bot_api import ALICE, FakeBotApi, Person
from tests.adapters.fake_bot_api.faults import Drop, Page
from tests.adapters.hosting import Clock
from tests.adapters.telegram.conftest import Inbox, running

LANGUAGES = len(SHIPPED.list_codes())
BOB = Person(7777, "Bob")
OWNER = f"telegram:{ALICE.id}"


def names(fake: FakeBotApi, scope: str) -> list[object]:
    return [command["command"] for command in fake.world.commands.get(scope, [])]


async def test_everyone_sees_the_common_commands_and_the_owner_all(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/start")
    async with running(fake, inbox, clock, [OWNER, "console:alice", "telegram:@bad"]):
        await inbox.wait()
    assert names(fake, "default") == ["help"]
    assert names(fake, "all_group_chats") == ["help", "ask"]
    assert names(fake, f"chat:{ALICE.id}") == ["help", "ask", "backup"]
    assert len(fake.world.called("setmycommands")) == 3 * LANGUAGES


async def test_the_menu_is_set_in_each_language(fake: FakeBotApi) -> None:
    menu = [MenuItem("new", N_("Begin a new conversation"), public=True)]
    async with Bot(fake.world.token, fake.base_url) as bot:
        await set_menu(bot, menu)
    german = fake.world.commands["default de"]
    assert german == [{"command": "new", "description": "Eine neue Unterhaltung beginnen"}]
    english = fake.world.commands["default"]
    assert english == [{"command": "new", "description": "Begin a new conversation"}]


async def test_every_command_is_described_in_each_language(fake: FakeBotApi) -> None:
    """Under the two letters that Telegram knows, `zh` for Chinese, and nowhere in English."""
    menu = [
        MenuItem(each.name, each.summary, public=True)
        for each in Commands().values()
        if each.listed
    ]
    async with Bot(fake.world.token, fake.base_url) as bot:
        await set_menu(bot, menu)
    english = {each["command"]: each["description"] for each in fake.world.commands["default"]}
    for code in sorted(set(SHIPPED.list_codes()) - {"en"}):
        said = fake.world.commands[f"default {code.partition('_')[0]}"]
        assert {each["command"] for each in said} == set(english), code
        assert [each for each in said if each["description"] == english[each["command"]]] == []
    hindi = {each["command"]: each["description"] for each in fake.world.commands["default hi"]}
    assert hindi["new"] == "नई बातचीत शुरू करें"


async def test_an_owner_who_never_wrote_gets_the_menu_with_the_first_message(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    async with running(fake, inbox, clock, [OWNER]):
        while len(fake.world.called("setmycommands")) < 2 * LANGUAGES + 1:  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.01)
        fake.say("/help", chat_id=-100)
        fake.say("/start")
        fake.say("/help")
        await inbox.wait(3)
    assert names(fake, f"chat:{ALICE.id}") == ["help", "ask", "backup"]
    sent = [call.outcome for call in fake.world.called("setmycommands")]
    assert sent[2 * LANGUAGES + 1 :] == ["ok"] * LANGUAGES


@pytest.mark.parametrize("fault", [Drop(), Page()])
async def test_a_menu_that_cannot_be_set_is_a_line_in_the_log(
    fault: Drop | Page,
    fake: FakeBotApi,
    inbox: Inbox,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fake.weather.plan("setmycommands", fault)
    fake.say("hello")
    with caplog.at_level(logging.WARNING, "adapters.telegram"):
        async with running(fake, inbox, clock):
            await inbox.wait()
    assert caplog.text.count("menu could not be set") == 1


async def test_names_and_lengths_that_telegram_refuses_are_left_out_or_cut(
    fake: FakeBotApi, clock: Clock, inbox: Inbox
) -> None:
    menu = [MenuItem("Bad Name", "x"), MenuItem("fine", "d" * 300), MenuItem("empty", "")]
    menu += [MenuItem(f"c{n}", "x") for n in range(120)]
    menu = [replace(each, public=True) for each in menu]
    fake.say("hello")
    async with running(fake, inbox, clock, menu=menu):
        await inbox.wait()
    assert len(names(fake, "default")) == 100
    assert len(str(fake.world.commands["default"][0]["description"])) == 256


async def test_a_guest_has_a_menu_of_their_own_and_a_stranger_none(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    async def admits(sender: Sender) -> bool:
        return sender.id == str(BOB.id)

    fake.say("hello", person=ALICE)
    fake.say("hallo", person=BOB)
    async with running(fake, inbox, clock, admits=admits):
        await inbox.wait(2)
        while not names(fake, f"chat:{BOB.id}"):  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.01)
        fake.say("noch etwas", person=BOB)
        await inbox.wait(3)
    assert names(fake, f"chat:{ALICE.id}") == []
    assert names(fake, f"chat:{BOB.id}") == ["help", "ask"]
    asked = [call for call in fake.world.called("setmycommands") if str(BOB.id) in str(call)]
    assert len(asked) == 1
