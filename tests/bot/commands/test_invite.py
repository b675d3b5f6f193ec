"""The owner lets people in with a link or a code, and hears who came."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.policy import Access
from bot.home import Home
from bot.messages import Attachment, Reply
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from tests.conversation import OWNER, World, a_world
from tests.fakes import FakeClock, FakePlatform

ALONE = Access(owners=frozenset({f"test:{OWNER}"}))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, access=ALONE) as world:
        yield world


def find_code(reply: Reply) -> str:
    return reply.text.partition("/start ")[2].partition("`")[0]


async def test_an_invited_person_is_let_in_and_the_owner_hears_who_it_was(world: World) -> None:
    assert (await world.person("5")("hello")).failed
    code = find_code(await world.owner("/invite Anna"))
    welcome = await world.person("5")(f"/start {code}")
    assert welcome.text.startswith("Send me a document")
    (notice,) = welcome.notices
    assert notice.chat.key == f"test:{OWNER}"
    assert "(`test:5`) used the invitation for Anna" in notice.reply.text
    assert not (await world.person("5")("hello")).failed
    assert (await world.owner(notice.reply.choices[0].message)).text.endswith("talk to me.")
    assert (await world.person("5")("hello")).failed
    assert (await world.person("5")(f"/start {code}")).failed


async def test_a_second_person_with_the_same_code_is_not_let_in(world: World) -> None:
    code = find_code(await world.owner("/invite"))
    await world.person("5")(f"/start {code}")
    assert "already used" in (await world.person("6")(f"/start {code}")).text
    assert (await world.person("6")("hello")).failed


async def test_a_code_in_a_group_lets_nobody_in(world: World) -> None:
    code = find_code(await world.owner("/invite"))
    reply = await world.person("5", chat="g", private=False)(f"/start {code}")
    assert reply.failed
    assert (await world.person("5")("hello")).failed


async def test_one_that_waits_is_listed_and_withdrawn_by_its_button(world: World) -> None:
    code = find_code(await world.owner("/invite Anna"))
    listed = await world.owner("/invite list")
    assert "Anna" in listed.text
    assert code not in listed.text
    withdrawn = await world.owner.press(listed, listed.choices[0].label)
    assert withdrawn.text.startswith("The invitation of Anna")
    assert "No invitation is waiting" in (await world.owner("/invite list")).text
    assert (await world.person("5")(f"/start {code}")).failed


@pytest.mark.parametrize("argument", ["withdraw", "withdraw x", "withdraw 99", "x" * 41])
async def test_what_makes_no_sense_gets_a_sentence(world: World, argument: str) -> None:
    reply = await world.owner(f"/invite {argument}")
    assert reply.failed
    assert "/start" not in reply.text


async def test_only_the_owner_invites_and_only_in_private(world: World) -> None:
    for person in (world.person("5"), world.person(OWNER, chat="g", private=False)):
        reply = await person("/invite Anna")
        assert reply.failed
    assert "No invitation is waiting" in (await world.owner("/invite list")).text


async def test_where_a_platform_has_links_the_owner_gets_one(tmp_path: Path) -> None:
    async def fetch(_platform: str, _attachment: Attachment, _path: Path) -> None:
        raise AssertionError

    def build_links(code: str) -> list[str]:
        return [f"https://t.me/mybot?start={code}"]

    home = Home(tmp_path / "home")
    setup = Setup(home, Settings(), ALONE, fetch, build_start_links=build_links)
    async with open_services(setup) as services:
        world = World(Bot(Commands(), services), services, FakeClock(), FakePlatform())
        reply = await world.owner("/invite Anna")
        code = reply.text.partition("?start=")[2].split()[0]
        assert not (await world.person("5")(f"/start {code}")).failed


async def test_its_end_is_told_by_the_clock_of_the_owner_s_reminders(world: World) -> None:
    times = set[str]()
    for zone in ("Asia/Tokyo", "America/New_York"):
        await world.owner(f"/reminders zone {zone}")
        times.add((await world.owner("/invite")).text.partition("until ")[2])
    assert len(times) == 2
