"""Updates that are pushed: none lost, none doubled, in order, and from Telegram alone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO

import pytest
from aiohttp import ClientSession

from adapters.telegram import Telegram, TelegramSettings
from bot.messages import UserError
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.hosting import Clock, a_host
from tests.adapters.telegram.conftest import Inbox, running
from tests.daemon import until
from tests.serving import free_port

PUBLIC = "https://bot.example.org/telegram"


@pytest.fixture
async def pushing(fake: FakeBotApi) -> AsyncIterator[FakeBotApi]:
    """The fake pushes through a proxy that passes everything on to a port of this machine."""
    fake.proxy = f"http://127.0.0.1:{free_port()}/"
    task = asyncio.create_task(fake.push())
    yield fake
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@asynccontextmanager
async def listening(fake: FakeBotApi, inbox: Inbox, clock: Clock) -> AsyncIterator[Telegram]:
    port = int(fake.proxy.rstrip("/").rpartition(":")[2])
    given = fake.settings | {"webhook": PUBLIC, "webhook_port": port}
    clock.longest = 60.0  # the look whether Telegram still pushes here waits for `release`
    adapter = Telegram(TelegramSettings.of(given), a_host(), clock.time)
    task = asyncio.create_task(adapter.run(inbox.accept))
    try:
        yield adapter
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_what_is_pushed_arrives_in_order(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    keys = [str(pushing.say(f"message {n}")) for n in range(20)]
    async with listening(pushing, inbox, clock) as adapter:
        await inbox.wait(20)
        assert adapter.last_poll is not None
    assert [message.key for message in inbox.messages] == keys
    (call,) = pushing.world.called("setwebhook")
    assert call.parameters["url"] == PUBLIC
    assert call.parameters["max_connections"] == "1"


async def test_what_could_not_be_stored_is_pushed_again(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    inbox.broken = [OSError("disk full"), RuntimeError("still full")]
    pushing.say("first")
    pushing.say("second")
    async with listening(pushing, inbox, clock):
        await inbox.wait(2)
    assert inbox.texts == ["first", "second"]
    assert pushing.pushed.count(500) == 2


@pytest.mark.parametrize("secret", [None, "", "wrong", "x" * 10_000])
async def test_nobody_but_telegram_is_heard(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock, secret: str | None
) -> None:
    pushing.say("hello")
    async with listening(pushing, inbox, clock), ClientSession() as session:
        await inbox.wait()
        forged = {"update_id": 1, "message": {"text": "/start CODE"}}
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret} if secret is not None else {}
        async with session.post(pushing.proxy, json=forged, headers=headers) as answer:
            assert answer.status == 403
    assert inbox.texts == ["hello"]


async def test_what_cannot_be_read_is_skipped_and_blocks_nothing(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    pushing.updates.push({"message": {"message_id": "x"}})
    pushing.say("hello")
    async with listening(pushing, inbox, clock) as adapter:
        await inbox.wait()
        assert adapter.unreadable == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"no JSON", 400),
        (b"", 400),
        (b"5", 400),
        (b"[]", 400),
        (b'{"update_id": "x"}', 400),
        (b'{"update_id": true}', 400),
        (b'{"update_id": 5, "message": ' + b"[" * 1_000_000, 400),
        (b" " * (5 << 20), 413),
    ],
)
async def test_a_request_that_holds_no_update_is_refused(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock, body: bytes, status: int
) -> None:
    pushing.say("hello")
    async with listening(pushing, inbox, clock), ClientSession() as session:
        await inbox.wait()
        headers = {"X-Telegram-Bot-Api-Secret-Token": pushing.world.webhook_secret}
        async with session.post(pushing.proxy, data=BytesIO(body), headers=headers) as answer:
            assert answer.status == status
        async with session.get(pushing.proxy, headers=headers) as answer:
            assert answer.status == 405


async def test_changing_between_both_loses_nothing_and_doubles_nothing(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    said = list[str]()

    def say() -> None:
        said.append(f"message {len(said)}")
        pushing.say(said[-1])

    def all_arrived() -> bool:
        return len(set(inbox.texts)) == len(said)  # one that comes again is none more

    for _round in range(3):
        say()
        async with running(pushing, inbox, Clock()):
            say()
            await until(all_arrived, "what was said")
        say()
        async with listening(pushing, inbox, Clock()):
            say()
            await until(all_arrived, "what was said")
    keys = [message.key for message in inbox.messages]
    assert list(dict.fromkeys(inbox.texts)) == said
    # What was stored but not confirmed comes again under its key, by which the inbox knows it.
    assert len(set(keys)) == len(said)


async def test_somebody_elses_webhook_is_replaced(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    async with listening(pushing, inbox, clock):
        await clock.holding()
        pushing.world.webhook = "https://elsewhere.example.org"
        clock.longest = 3600.0
        clock.release()
        async with asyncio.timeout(10):
            while pushing.world.webhook != PUBLIC:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0.01)


async def test_a_port_that_is_taken_is_named(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    port = int(pushing.proxy.rstrip("/").rpartition(":")[2])
    given = pushing.settings | {"webhook": PUBLIC, "webhook_port": port}
    server = await asyncio.start_server(lambda _r, _w: None, "127.0.0.1", port)
    async with server:
        adapter = Telegram(TelegramSettings.of(given), a_host(), clock.time)
        with pytest.raises(UserError, match=f"cannot use port {port}"):
            await adapter.run(inbox.accept)


async def test_the_doctor_says_why_nothing_is_pushed(
    pushing: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    async with listening(pushing, inbox, clock) as adapter:
        pushing.say("hello")
        await inbox.wait(1)
        assert await adapter.check()
    pushing.say("nobody listens")
    async with asyncio.timeout(10):
        while not pushing.world.webhook_error:  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.01)
    given = pushing.settings | {"webhook": PUBLIC}
    adapter = Telegram(TelegramSettings.of(given), a_host(), clock.time)
    with pytest.raises(UserError, match=r"1 message waits: .*502 Bad Gateway.*reverse proxy"):
        await adapter.check()
    pushing.updates.pending.clear()  # it is delivered; the error stays in Telegram's answer
    pushing.world.webhook_waiting = 0
    assert await adapter.check()
    pushing.world.webhook_waiting, pushing.world.webhook = 1, ""  # multis polled last
    assert await adapter.check()


def test_it_must_be_an_address_that_telegram_accepts() -> None:
    with pytest.raises(UserError, match="https://"):
        TelegramSettings.of({"bot_token": "x", "webhook": "http://bot.example.org"})
