"""Models that hang hold places for answers, and nobody waits who needs none."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from bot.access.policy import Access
from bot.messages import Attachment, Draft, Reply
from bot.settings.config import Settings
from tests.conversation import OWNER, World, a_world, answered_by
from tests.factories import a_message
from tests.fake_llm import Call, FakeLlm, Hangs, Says, Step

EVERYBODY = Access(owners=frozenset({f"test:{OWNER}"}), everybody=True)
PLACES = Settings().llm.answers_at_once


@asynccontextmanager
async def a_busy_world(folder: Path) -> AsyncIterator[tuple[World, list[asyncio.Task[Reply]]]]:
    """As many guests as there are places have asked a model that hangs."""
    asked, busy = list[Call](), asyncio.Event()

    def hang_or_answer(call: Call) -> Step:
        if "hang" not in str(call.body["messages"][-1]):  # type: ignore[index]  # JSON
            return Says("At nine.")
        asked.append(call)
        if len(asked) == PLACES:
            busy.set()
        return Hangs()

    async with (
        FakeLlm(hang_or_answer) as llm,
        a_world(folder, answered_by(llm), EVERYBODY) as world,
        asyncio.timeout(60),
    ):
        guests = [asyncio.create_task(world.person(f"g{n}")("hang, please")) for n in range(PLACES)]
        await busy.wait()
        yield world, guests
        for each in guests:
            each.cancel()
        await asyncio.gather(*guests, return_exceptions=True)


async def test_who_waits_for_a_place_hears_so_at_once_and_is_answered(tmp_path: Path) -> None:
    async with (
        a_busy_world(tmp_path) as (world, guests),
        aclosing(world.bot.handle(a_message("ferry?", sender="fifth"))) as items,
    ):
        first = await anext(items)
        assert isinstance(first, Draft)
        assert first.text.startswith("Others are being answered right now.")
        guests[0].cancel()
        texts = [item.text async for item in items if isinstance(item, Reply)]
    assert "At nine." in texts[0]


async def test_commands_that_need_no_model_wait_for_none(tmp_path: Path) -> None:
    async with a_busy_world(tmp_path) as (world, _guests):
        guest = world.person("fifth")
        assert (await guest("/remember the tea is green")).text == "Noted and pinned."
        assert (await guest("/search tea")).text
        assert (await world.person("g0")("/search tea")).text
        assert "At nine." in (await world.owner("When does the ferry leave?")).text


async def test_who_waits_may_stop_waiting(tmp_path: Path) -> None:
    async with (
        a_busy_world(tmp_path) as (world, _guests),
        aclosing(world.bot.handle(a_message("ferry?", sender="fifth"))) as items,
    ):
        await anext(items)
        assert (await world.person("fifth")("/cancel")).text == "Stopping."
        assert [item.text async for item in items] == ["Stopped."]


async def test_in_a_group_nobody_waits_for_the_files_of_others(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world, asyncio.timeout(60):
        arrived, go_on = asyncio.Event(), asyncio.Event()

        async def fetch_slowly(attachment: Attachment, path: Path) -> None:
            arrived.set()
            await go_on.wait()
            await asyncio.to_thread(path.write_bytes, b"x")

        world.platform.fetches = fetch_slowly
        guest = world.person("2", chat="g", private=False)
        sending = asyncio.create_task(guest("", slow__md=b"x"))
        await arrived.wait()
        owner = world.person(OWNER, chat="g", private=False)
        assert (await owner("When does the ferry leave?")).text
        assert not sending.done()
        go_on.set()
        await sending
