"""Each chat in its order, none of them in the way of another."""

import asyncio

import pytest

from bot.delivery.chat_queues import WIDTH, ChatQueues
from bot.delivery.inbox import InboxEntry
from bot.runtime.background import open_background
from tests.factories import a_message


async def test_a_flood_of_one_chat_is_begun_in_order_and_never_more_than_the_width() -> None:
    begun: list[int] = []
    go = asyncio.Event()
    most = 0

    async def work(entry: InboxEntry) -> None:
        nonlocal most
        begun.append(entry.id)
        most = max(most, len(begun))
        await go.wait()

    async with open_background() as background:
        lanes = ChatQueues(work, background, lambda _: False)
        for n in range(WIDTH + 5):
            lanes.add(InboxEntry(n, a_message()))
        lanes.add(InboxEntry(1000, a_message(sender="another")))
        for _ in range(3):
            await asyncio.sleep(0)
        assert begun == [*range(WIDTH), 1000]
        go.set()
        await background.wait_until_idle()
    assert begun == [*range(WIDTH), 1000, *range(WIDTH, WIDTH + 5)]


async def test_what_need_not_wait_is_begun_however_many_wait() -> None:
    begun: list[str] = []

    async def work(entry: InboxEntry) -> None:
        begun.append(entry.message.text)
        await asyncio.Event().wait()

    async with open_background() as background:
        lanes = ChatQueues(work, background, lambda message: message.text == "/cancel")
        for n in range(WIDTH + 5):
            lanes.add(InboxEntry(n, a_message("question")))
        lanes.add(InboxEntry(1000, a_message("/cancel")))
        await asyncio.sleep(0)
        assert begun == ["question"] * WIDTH + ["/cancel"]
        await background.stop(drain=0)


async def test_after_a_stop_nothing_new_begins() -> None:
    begun: list[int] = []

    async def work(entry: InboxEntry) -> None:
        begun.append(entry.id)
        await asyncio.Event().wait()

    async with open_background() as background:
        lanes = ChatQueues(work, background, lambda _: False)
        for n in range(WIDTH + 5):
            lanes.add(InboxEntry(n, a_message()))
        await asyncio.sleep(0)
        await background.stop(drain=0)
    assert begun == list(range(WIDTH))


async def test_work_that_fails_does_not_hold_up_its_chat(
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[int] = []

    async def work(entry: InboxEntry) -> None:
        if entry.id == 0:
            raise RuntimeError("broken")
        done.append(entry.id)

    async with open_background() as background:
        lanes = ChatQueues(work, background, lambda _: False)
        for n in range(WIDTH + 2):
            lanes.add(InboxEntry(n, a_message()))
        await background.wait_until_idle()
    assert done == list(range(1, WIDTH + 2))
    assert "broken" in caplog.text


async def test_an_answer_from_before_a_restart_is_not_overtaken() -> None:
    begun: list[int] = []
    go = asyncio.Event()

    async def work(entry: InboxEntry) -> None:
        begun.append(entry.id)
        await go.wait()

    async with open_background() as background:
        lanes = ChatQueues(work, background, lambda _: False)
        lanes.add(InboxEntry(1, a_message(), answered=True))
        lanes.add(InboxEntry(2, a_message()))
        lanes.add(InboxEntry(3, a_message(sender="another")))
        await asyncio.sleep(0)
        assert begun == [1, 3]
        go.set()
        await background.wait_until_idle()
    assert begun == [1, 3, 2]
