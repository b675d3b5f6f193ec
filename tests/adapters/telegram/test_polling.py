import asyncio
import logging

import pytest
from telegram import Bot, Update

from adapters.shared.health import Health
from adapters.telegram import Telegram, connect
from adapters.telegram.polling import Poller
from bot.messages import IncomingMessage, Polling, UserError
from bot.operations.heartbeat import STALLED
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.errors import ApiError, conflict, flood
from tests.adapters.fake_bot_api.faults import Cut, Drop, Page, Refuse
from tests.adapters.hosting import Clock, a_host
from tests.adapters.telegram.conftest import Inbox, running


async def test_forty_messages_of_one_batch_arrive_in_order(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    keys = [str(fake.say(f"message {n}")) for n in range(40)]
    async with running(fake, inbox, clock):
        await inbox.wait(40)
    assert inbox.texts == [f"message {n}" for n in range(40)]
    assert [message.key for message in inbox.messages] == keys


async def test_nothing_is_acknowledged_before_it_is_stored(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    seen: list[int] = []

    class Watching(Inbox):
        async def accept(self, message: IncomingMessage) -> None:
            seen.append(len(fake.updates.pending))
            await inbox.accept(message)

    for n in range(3):
        fake.say(f"message {n}")
    async with running(fake, Watching(), clock):
        await inbox.wait(3)
    assert seen == [3, 3, 3]


async def test_a_message_that_could_not_be_stored_comes_again_and_blocks_the_later_ones(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    inbox.broken = [OSError("disk full"), RuntimeError("still full")]
    keys = [str(fake.say("first")), str(fake.say("second"))]
    async with running(fake, inbox, clock):
        await inbox.wait(2)
    assert [message.key for message in inbox.messages] == keys
    assert clock.waits[:2] == [1.0, 2.0]


async def test_a_crash_before_the_acknowledgement_leads_to_the_same_message_again(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    stored = asyncio.Event()

    class Crashing(Inbox):
        async def accept(self, message: IncomingMessage) -> None:
            await inbox.accept(message)
            stored.set()
            await asyncio.Event().wait()  # the process dies here

    fake.say("remember me")
    async with running(fake, Crashing(), clock):
        await stored.wait()
    async with running(fake, inbox, clock):
        first, again = await inbox.wait(2)
    assert first == again


async def test_a_cut_answer_brings_the_same_updates_again(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.weather.plan("getupdates", Cut())
    fake.say("hello")
    async with running(fake, inbox, clock):
        await inbox.wait()
    assert inbox.texts == ["hello"]


async def test_malformed_updates_are_skipped_counted_and_told(
    fake: FakeBotApi, inbox: Inbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    fake.say("before")
    fake.updates.push({"callback_query": {"id": "1", "data": "no chat instance"}})
    fake.updates.push({"message": {"message_id": 1, "date": 1_700_000_000_000, "chat": {}}})
    fake.updates.push({"message": "not even an object"})
    fake.updates.push({"something_new": {"id": 1}})
    fake.say("after")
    with caplog.at_level(logging.WARNING, "adapters.telegram"):
        async with running(fake, inbox, clock) as adapter:
            await inbox.wait(2)
    assert inbox.texts == ["before", "after"]
    assert adapter.unreadable == 3
    assert caplog.text.count("cannot be read") == 3


async def test_an_update_that_cannot_be_understood_does_not_hold_up_the_others(
    fake: FakeBotApi, inbox: Inbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    inside_the_emoji = {"type": "mention", "offset": 1, "length": 9}
    fake.say("\U0001f600 secret", entities=[inside_the_emoji])
    fake.say("too late", date=10**30)
    fake.say("after")
    with caplog.at_level(logging.WARNING, "adapters.telegram"):
        async with running(fake, inbox, clock) as adapter:
            await inbox.wait()
    assert inbox.texts == ["after"]
    assert adapter.unreadable == 2
    assert caplog.text.count("cannot be read") == 2
    assert "secret" not in caplog.text


async def test_an_outage_is_one_line_in_the_log_and_one_when_it_is_over(
    fake: FakeBotApi, inbox: Inbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    fake.weather.plan("getupdates", *[Page()] * 8)
    with caplog.at_level(logging.INFO, "adapters"):
        async with running(fake, inbox, clock):
            fake.say("hello")
            await inbox.wait()
            await until_quiet()
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert clock.waits == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]


async def test_the_bot_starts_without_telegram_and_finds_it_later(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    await fake.stop()
    fake.say("hello")
    async with running(fake, inbox, clock):
        while len(clock.waits) < 3:  # noqa: ASYNC110 - the clock has no event
            await asyncio.sleep(0.01)
        await fake.start()
        await inbox.wait()
    assert inbox.texts == ["hello"]


async def test_a_dropped_connection_is_taken_up_again(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.weather.plan("getme", Drop(), Page(500))
    fake.weather.plan("getupdates", Drop())
    fake.say("hello")
    async with running(fake, inbox, clock):
        await inbox.wait()
    assert inbox.texts == ["hello"]


async def test_a_second_bot_with_the_token_is_named_once(
    fake: FakeBotApi, inbox: Inbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    fake.weather.plan("getupdates", *[Refuse(conflict())] * 3)
    with caplog.at_level(logging.WARNING, "adapters.telegram"):
        async with running(fake, inbox, clock):
            fake.say("hello")
            await inbox.wait()
    assert caplog.text.count("another bot is polling with this token") == 1


async def test_two_pollers_disturb_each_other_and_lose_nothing(
    fake: FakeBotApi, clock: Clock, inbox: Inbox
) -> None:
    async with running(fake, inbox, clock), running(fake, inbox, clock):
        for n in range(5):
            fake.say(f"message {n}")
        while len(set(inbox.texts)) < 5:
            await inbox.wait(len(inbox.messages) + 1)
    assert set(inbox.texts) == {f"message {n}" for n in range(5)}


async def test_a_webhook_left_by_another_program_is_removed(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.world.webhook = "https://example.org"
    fake.say("hello")
    async with running(fake, inbox, clock):
        await inbox.wait()
    assert not fake.world.webhook


async def test_a_flood_wait_of_polling_is_honoured(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.weather.plan("getupdates", Refuse(flood(17)))
    fake.say("hello")
    async with running(fake, inbox, clock):
        await inbox.wait()
    assert clock.waits == [17.0]


async def test_a_long_flood_wait_is_no_hang(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    clock.waits.clear()
    fake.weather.plan("getupdates", Refuse(flood(3600)))
    fake.say("hello")
    await inbox.wait()
    fake.say("again")
    await inbox.wait(2)
    assert sum(clock.waits) == 3600
    assert max(clock.waits) < STALLED


async def test_while_many_messages_are_stored_slowly_each_of_them_is_progress(
    fake: FakeBotApi, clock: Clock
) -> None:
    tries: list[float | None] = []

    class Slow(Inbox):
        async def accept(self, message: IncomingMessage) -> None:
            tries.append(adapter.last_try)
            clock.seconds += 100
            await super().accept(message)

    slow = Slow()
    for n in range(5):
        fake.say(f"message {n}")
    async with running(fake, slow, clock) as adapter:
        await slow.wait(5)
    assert len(set(tries)) == 5


async def test_storing_is_never_cut_off_half_way(fake: FakeBotApi, clock: Clock) -> None:
    stored: list[int] = []
    over = asyncio.Event()

    async def store(update: Update) -> None:
        await asyncio.sleep(2 * 0.3)  # longer than a request may hang
        stored.append(update.update_id)
        over.set()

    said = fake.say("hello")
    async with Bot(fake.world.token, fake.base_url) as bot:
        poller = Poller(bot, Health("Telegram"), store, clock.time, hanging=0.3)
        polling = asyncio.create_task(poller.run())
        await asyncio.wait([asyncio.ensure_future(over.wait()), polling], timeout=10)
        polling.cancel()
    assert stored == [said]


@pytest.mark.parametrize("token", ["999:other", "nonsense"])
async def test_an_unknown_token_says_what_to_do_and_is_not_shown(
    token: str, fake: FakeBotApi, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    settings = {"bot_token": token, "base_url": fake.address}
    with caplog.at_level(logging.DEBUG), pytest.raises(UserError, match="BotFather") as caught:
        await connect(settings, a_host()).run(inbox.accept)
    assert token not in caplog.text + repr(caught.value) + repr(caught.value.__cause__)
    assert caught.value.__suppress_context__


async def test_a_token_that_is_revoked_later_ends_the_run(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.weather.plan("getupdates", Refuse(ApiError(401, "Unauthorized")))
    settings = {"bot_token": fake.world.token, "base_url": fake.base_url}
    with pytest.raises(UserError, match="BotFather"):
        await connect(settings, a_host()).run(inbox.accept)


async def test_the_token_reaches_no_log(
    fake: FakeBotApi, inbox: Inbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    fake.weather.plan("getupdates", Page(), Drop(), Cut(), Refuse(conflict()))
    settings = {"bot_token": fake.world.token, "base_url": fake.base_url}
    with caplog.at_level(logging.DEBUG):
        quiet = connect(settings, a_host())  # sets the libraries' levels
        fake.say("hello")
        async with running(fake, inbox, clock) as adapter:
            await inbox.wait()
    assert "cannot be reached" in caplog.text
    assert fake.world.token.partition(":")[2] not in caplog.text + repr(adapter) + repr(quiet)


async def test_the_last_poll_moves_with_the_clock(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    clock.seconds += 50
    fake.say("hello")
    await inbox.wait()
    assert adapter.last_poll == clock.seconds


async def until_quiet() -> None:
    """Long enough for what is on the wire to arrive, on loopback."""
    for _ in range(50):
        await asyncio.sleep(0.002)


async def test_the_files_of_an_album_say_that_they_belong_together(
    fake: FakeBotApi, adapter: Telegram, inbox: Inbox
) -> None:
    for name in ("a.pdf", "b.pdf"):
        fake.say(document=fake.document(name), media_group_id="42")
    assert [message.album for message in await inbox.wait(2)] == ["42", "42"]


async def test_through_an_outage_it_goes_on_trying(
    fake: FakeBotApi, adapter: Telegram, clock: Clock
) -> None:
    answered, tried = adapter.last_poll, adapter.last_try
    assert isinstance(adapter, Polling)
    await fake.stop()
    async with asyncio.timeout(10):
        while adapter.last_try == tried:  # noqa: ASYNC110 - an outage has no event to wait for
            await asyncio.sleep(0.01)
    assert adapter.last_poll == answered
    await fake.start()
