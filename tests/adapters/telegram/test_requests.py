"""Requests by the library that are cancelled, refused, or sent over connections of our own."""

import asyncio
from collections.abc import Callable

import pytest
from telegram import Bot
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest

from adapters.telegram.requests import PollingRequest, QuietRequest, SendingRequest
from adapters.telegram.sending import has_never_left
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.faults import Delay
from tests.adapters.fake_bot_api.people import ALICE, chat_of

STEPS = 50  # of the event loop, more than a request on loopback takes


@pytest.mark.parametrize(
    "build",
    [
        lambda: QuietRequest(1, 5, 5, pool_timeout=2),
        lambda: PollingRequest(1, 5, 5, pool_timeout=2),
        lambda: SendingRequest(1, 2),
    ],
)
async def test_typing_that_is_cancelled_leaves_the_only_connection(
    build: Callable[[], QuietRequest],
) -> None:
    async with FakeBotApi() as fake, _open_bot(fake, build()) as bot:
        chat_of(fake.world, ALICE, None)
        for steps in range(STEPS):
            call = asyncio.create_task(bot.send_chat_action(ALICE.id, "typing"))
            for _step in range(steps):
                await asyncio.sleep(0)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
        assert (await bot.send_message(ALICE.id, "done")).text == "done"


def _open_bot(fake: FakeBotApi, request: BaseRequest) -> Bot:
    return Bot(fake.world.token, base_url=fake.base_url, request=request)


async def test_a_request_that_found_no_server_or_no_place_has_never_left() -> None:
    async with FakeBotApi() as fake:
        url = f"{fake.base_url}/sendMessage"
    with pytest.raises(NetworkError) as refused:
        await SendingRequest(1, 5).do_request(url=url, method="POST")
    with pytest.raises(TimedOut) as full:
        await SendingRequest(0, 0.01).do_request(url=url, method="POST")
    assert has_never_left(refused.value)
    assert has_never_left(full.value)


async def test_an_answer_that_never_comes_leaves_open_whether_the_message_arrived() -> None:
    async with FakeBotApi() as fake, _open_bot(fake, SendingRequest(1, 0.2)) as bot:
        chat_of(fake.world, ALICE, None)
        fake.weather.plan("sendmessage", Delay(1.0))
        with pytest.raises(TimedOut) as late:
            await bot.send_message(ALICE.id, "hello")
        assert not has_never_left(late.value)


async def test_with_a_proxy_the_librarys_client_sends_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with FakeBotApi() as fake:
        monkeypatch.setenv("http_proxy", fake.address)
        request = SendingRequest(1, 5)
        url = f"http://elsewhere.invalid/bot{fake.world.token}/getMe"
        status, _answer = await request.do_request(url=url, method="POST")
        assert status == 200
        await request.shutdown()
