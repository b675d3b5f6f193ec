"""A reply in the making, between whoever makes it and the task that shows it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from adapters.shared.drafts import Drafts
from bot.messages import Draft, Reply
from tests.adapters.hosting import Clock

LONG = 3600.0  # seconds that never pass unless a test lets them
WHOLE = Reply("At eleven.")


@pytest.fixture
def clock() -> Clock:
    """One on which no wait is ever over."""
    clock = Clock()
    clock.longest = 0.0
    return clock


@pytest.fixture
def drafts(clock: Clock) -> Drafts:
    return Drafts(clock.time)


class Screen:
    """Shows each draft with a call that lasts until the platform answers it."""

    def __init__(self, drafts: Drafts) -> None:
        self._drafts = drafts
        self._begun = asyncio.Queue[str]()
        self._answers = asyncio.Queue[None]()
        self.shown: list[str] = []

    async def show(self) -> None:
        await self._drafts.wait_for_news(LONG)
        while not self._drafts.over:
            newest = self._drafts.take()
            assert newest is not None
            self._begun.put_nowait(newest.text)
            await self._answers.get()
            self.shown.append(newest.text)
            await self._drafts.wait_for_news(LONG)

    async def begins(self, text: str) -> None:
        """Until the call that shows `text` is under way; it must be the next one."""
        async with asyncio.timeout(10):
            assert await self._begun.get() == text

    def answer(self) -> None:
        self._answers.put_nowait(None)


async def saying(*items: Draft | Reply) -> AsyncIterator[Draft | Reply]:
    for item in items:
        yield item


async def test_drafts_that_come_too_fast_are_left_out(drafts: Drafts) -> None:
    screen = Screen(drafts)

    async def handler() -> AsyncIterator[Draft | Reply]:
        yield Draft("At")
        await screen.begins("At")
        yield Draft("At ele")
        yield Draft("At eleven")
        screen.answer()
        await screen.begins("At eleven")
        screen.answer()
        yield WHOLE

    assert await drafts.show_until_reply(handler(), screen.show()) == WHOLE
    assert screen.shown == ["At", "At eleven"]


async def test_a_stop_of_the_program_waits_for_no_call_under_way(drafts: Drafts) -> None:
    screen = Screen(drafts)

    async def handler() -> AsyncIterator[Draft | Reply]:
        yield Draft("At")
        await asyncio.Event().wait()

    shown = asyncio.create_task(drafts.show_until_reply(handler(), screen.show()))
    await screen.begins("At")
    shown.cancel()
    done, _ = await asyncio.wait([shown], timeout=1)
    assert done
    screen.answer()


async def test_a_call_under_way_is_finished_before_the_reply_is_given(drafts: Drafts) -> None:
    screen = Screen(drafts)

    async def handler() -> AsyncIterator[Draft | Reply]:
        yield Draft("At")
        await screen.begins("At")
        yield Draft("At eleven")
        yield WHOLE

    showing = asyncio.create_task(drafts.show_until_reply(handler(), screen.show()))
    await drafts.wait_for_end(LONG)
    assert not showing.done()
    screen.answer()
    assert await showing == WHOLE
    assert screen.shown == ["At"]


async def test_after_the_reply_nothing_more_is_shown(drafts: Drafts) -> None:
    screen = Screen(drafts)
    assert await drafts.show_until_reply(saying(Draft("At"), WHOLE), screen.show()) == WHOLE
    assert drafts.over
    assert screen.shown == []


async def test_the_handler_is_left_waiting_at_its_reply(drafts: Drafts) -> None:
    went_on: list[str] = []

    async def handler() -> AsyncIterator[Draft | Reply]:
        yield WHOLE
        went_on.append("once the reply had been sent")

    replies = handler()
    assert await drafts.show_until_reply(replies, Screen(drafts).show()) == WHOLE
    assert went_on == []
    assert [item async for item in replies] == []
    assert went_on == ["once the reply had been sent"]


@pytest.mark.parametrize("said", [[], [Draft("At")]], ids=["nothing at all", "a draft alone"])
async def test_without_a_reply_there_is_none(drafts: Drafts, said: list[Draft]) -> None:
    assert await drafts.show_until_reply(saying(*said), Screen(drafts).show()) is None
    assert drafts.over


async def test_an_error_of_the_handler_ends_the_showing_and_is_told(drafts: Drafts) -> None:
    screen = Screen(drafts)

    async def handler() -> AsyncIterator[Draft | Reply]:
        yield Draft("At")
        await screen.begins("At")
        screen.answer()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await drafts.show_until_reply(handler(), screen.show())
    assert drafts.over
    assert screen.shown == ["At"]


async def test_without_news_one_waits_no_longer_than_one_wants_to(clock: Clock) -> None:
    clock.longest = LONG
    drafts = Drafts(clock.time)
    await drafts.wait_for_news(4.5)
    await drafts.wait_for_end(20.0)
    assert clock.waits == [4.5, 20.0]
    assert (drafts.take(), drafts.over) == (None, False)


async def test_a_draft_is_news_once(drafts: Drafts) -> None:
    async def show() -> None:
        await drafts.wait_for_news(LONG)
        assert (drafts.take(), drafts.over) == (Draft("At"), False)
        await drafts.wait_for_news(LONG)
        assert drafts.over

    assert await drafts.show_until_reply(thinking_after(Draft("At")), show()) == WHOLE


async def test_a_draft_does_not_cut_a_pause_short(drafts: Drafts) -> None:
    async def show() -> None:
        await drafts.wait_for_end(LONG)
        assert drafts.over

    assert await drafts.show_until_reply(thinking_after(Draft("At")), show()) == WHOLE


async def thinking_after(draft: Draft) -> AsyncIterator[Draft | Reply]:
    """Everybody else has their turn before the reply comes."""
    yield draft
    for _ in range(20):
        await asyncio.sleep(0)
    yield WHOLE
