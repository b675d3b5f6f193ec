"""A message with a secret is taken out of the chat before it is answered."""

import pytest

from adapters.telegram import Telegram
from bot.messages import Reply
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.errors import bad
from tests.adapters.fake_bot_api.faults import Drop, Refuse
from tests.adapters.hosting import Clock, Ledger
from tests.adapters.telegram.conftest import PRIVATE, Inbox, running, saying

PIN = "4711"


async def asked(fake: FakeBotApi, inbox: Inbox, clock: Clock) -> str:
    """The reference of a message that Alice sent."""
    async with running(fake, inbox, clock):
        fake.say(PIN)
        (message,) = await inbox.wait()
    return message.reference


@pytest.fixture
async def reference(fake: FakeBotApi, inbox: Inbox, clock: Clock) -> str:
    return await asked(fake, inbox, clock)


def still_there(fake: FakeBotApi, reference: str) -> bool:
    return int(reference) in fake.world.chats[ALICE.id].incoming


async def test_the_message_is_gone_and_the_reply_is_there(
    adapter: Telegram, fake: FakeBotApi, reference: str
) -> None:
    assert still_there(fake, reference)
    await adapter.deliver(PRIVATE, saying(Reply("Done.", removes=reference)), Ledger())
    assert not still_there(fake, reference)
    assert fake.world.texts(ALICE.id) == ["Done."]


async def test_without_a_secret_nothing_is_deleted(
    adapter: Telegram, fake: FakeBotApi, reference: str
) -> None:
    await adapter.deliver(PRIVATE, saying(Reply("Done.")), Ledger())
    assert still_there(fake, reference)


async def test_what_cannot_be_deleted_is_answered_all_the_same(
    adapter: Telegram, fake: FakeBotApi, reference: str, caplog: pytest.LogCaptureFixture
) -> None:
    fake.weather.plan("deletemessage", Refuse(bad("message can't be deleted")))
    await adapter.deliver(PRIVATE, saying(Reply("Done.", removes=reference)), Ledger())
    assert fake.world.texts(ALICE.id) == ["Done."]
    assert "should go stays" in caplog.text
    assert PIN not in caplog.text


async def test_through_an_outage_both_are_tried_again(
    adapter: Telegram, fake: FakeBotApi, reference: str
) -> None:
    fake.weather.plan("deletemessage", Drop())
    with pytest.raises(ConnectionError):
        await adapter.deliver(PRIVATE, saying(Reply("Done.", removes=reference)), Ledger())
    assert fake.world.texts(ALICE.id) == []
    for _ in range(2):  # a message that is gone counts as deleted
        await adapter.deliver(PRIVATE, saying(Reply("Done.", removes=reference)), Ledger())
    assert not still_there(fake, reference)
