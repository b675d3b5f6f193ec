import asyncio
import itertools
import logging
from collections.abc import AsyncIterator

import pytest

from adapters.telegram import Telegram
from adapters.telegram.sending import UNDELIVERABLE, OutgoingMessage, build_keyboard
from bot.messages import Attempt, Chat, Choice, Draft, Reply
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.errors import ApiError, bad, flood
from tests.adapters.fake_bot_api.faults import Cut, Drop, Page, Refuse
from tests.adapters.hosting import Clock, Ledger
from tests.adapters.telegram.conftest import GROUP, PRIVATE, Inbox, running, saying, slowly


async def test_a_reply_arrives_formatted_and_is_confirmed(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    await adapter.deliver(PRIVATE, saying(Reply("**Yes**, `x < y` & <b>")), ledger)
    (sent,) = fake.world.messages()
    assert sent.text == "Yes, x < y & <b>"
    assert [(e["type"], e["offset"], e["length"]) for e in sent.entities] == [
        ("bold", 0, 3),
        ("code", 5, 5),
    ]
    assert ledger.begun == [(0, 1)]
    assert ledger.confirmed == [(0, str(sent.id))]


async def test_a_long_reply_arrives_in_parts_that_are_confirmed_one_by_one(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    ledger = Ledger()
    text = "\n\n".join(f"Paragraph {n}: " + "word " * 100 for n in range(40))
    await adapter.deliver(PRIVATE, saying(Reply(text, (Choice("More", "more"),))), ledger)
    sent = fake.world.messages()
    assert "".join("".join(m.text.split()) for m in sent) == "".join(text.split())
    assert ledger.confirmed == [(n, str(m.id)) for n, m in enumerate(sent)]
    assert [bool(m.buttons) for m in sent] == [False] * (len(sent) - 1) + [True]
    assert all(later.at - earlier.at >= 1 for earlier, later in itertools.pairwise(sent))


async def test_buttons_carry_the_keys_of_the_receipt(adapter: Telegram, fake: FakeBotApi) -> None:
    ledger = Ledger()
    choices = (Choice("kb", "/index x kb"), Choice("admin", "/index x admin"))
    await adapter.deliver(PRIVATE, saying(Reply("Where?", choices)), ledger)
    assert fake.world.messages()[0].buttons == {"kb": "key0", "admin": "key1"}
    assert tuple(ledger.choices.values()) == choices


def test_short_labels_share_a_row_and_long_ones_have_their_own() -> None:
    labels = [*"123456789", "a long label about a document.pdf", "b"]
    markup = build_keyboard([(label, "key") for label in labels])
    assert markup is not None
    assert [[b.text for b in row] for row in markup.inline_keyboard] == [
        list("12345678"), ["9"], ["a long label about a document.pdf"], ["b"],
    ]  # fmt: skip


async def test_parts_confirmed_before_a_restart_are_not_sent_again(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    text = "a" * 4000 + "\n\n" + "b" * 4000 + "\n\n" + "c" * 100
    attempts = [Attempt.SKIP, Attempt.REPEAT, Attempt.SEND]
    ledger = Ledger(attempts)
    await adapter.deliver(PRIVATE, saying(Reply(text)), ledger)
    assert fake.world.texts() == ["(repeated) " + "b" * 4000 + "\n\n", "c" * 100]
    assert [part for part, _ in ledger.confirmed] == [1, 2]


async def test_the_mark_of_a_repeated_part_always_fits(adapter: Telegram, fake: FakeBotApi) -> None:
    await adapter.deliver(
        PRIVATE, saying(Reply("**" + "é" * 4096 + "**")), Ledger([Attempt.REPEAT])
    )
    first, second = fake.world.messages()
    assert first.text.startswith("(repeated) é")
    assert len(first.text) == 4096
    assert first.entities[0]["offset"] == 11
    assert len(first.text) + len(second.text) == 4096 + 11


async def test_the_reply_goes_to_the_topic_it_was_asked_in(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox
) -> None:
    fake.say("/ask a", chat_id=-100, thread=42)
    fake.say("/ask b", chat_id=-100, thread=1)
    topic, general = [message.chat for message in await inbox.wait(2)]
    await adapter.deliver(topic, slowly(Draft("wait"), Reply("done")), Ledger())
    there = list(fake.world.calls)
    await adapter.deliver(general, slowly(Draft("wait"), Reply("done")), Ledger())
    assert [message.thread for message in fake.world.messages(-100)] == [42, None]
    assert {call.outcome for call in fake.world.calls} == {"ok"}
    new = [call for call in there if call.method in ("sendmessage", "sendchataction")]
    assert {call.parameters.get("message_thread_id") for call in new} == {"42"}


async def test_a_topic_that_is_gone_does_not_lose_the_reply_or_its_format(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox
) -> None:
    fake.say("/ask", chat_id=-100)
    await inbox.wait()
    chat = Chat("telegram", "-100", private=False, thread="77")
    await adapter.deliver(chat, saying(Reply("**done**")), Ledger())
    (sent,) = fake.world.messages(-100)
    assert (sent.thread, sent.text, len(sent.entities)) == (None, "done", 1)


async def test_a_reply_refused_as_formatted_arrives_plain(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendmessage", Refuse(bad("can't parse entities")))
    choices = (Choice("kb", "kb"),)
    await adapter.deliver(PRIVATE, saying(Reply("**bold**", choices)), Ledger())
    (sent,) = fake.world.messages()
    assert (sent.text, list(sent.entities), sent.buttons) == ("bold", [], {"kb": "key0"})


async def test_a_reply_refused_with_its_buttons_arrives_without(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    refusal = Refuse(bad("BUTTON_DATA_INVALID"))
    fake.weather.plan("sendmessage", refusal, refusal)
    await adapter.deliver(PRIVATE, saying(Reply("**bold**", (Choice("kb", "kb"),))), Ledger())
    assert (fake.world.texts(), fake.world.messages()[0].buttons) == (["bold"], {})


async def test_a_bot_that_is_blocked_gives_up_and_says_so_in_the_log(
    adapter: Telegram, fake: FakeBotApi, caplog: pytest.LogCaptureFixture
) -> None:
    fake.world.chats[ALICE.id].blocked = True
    ledger = Ledger()
    await adapter.deliver(PRIVATE, saying(Draft("wait"), Reply("done")), ledger)
    assert ledger.confirmed == [(0, UNDELIVERABLE)]
    assert "blocked by the user" in caplog.text


async def test_a_message_refused_in_every_form_is_undeliverable(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    await adapter.deliver(Chat("telegram", "999", private=True), saying(Reply("**x**")), ledger)
    assert ledger.confirmed == [(0, UNDELIVERABLE)]


@pytest.mark.parametrize("fault", [Cut(), Drop(), Page(), Refuse(ApiError(500, "Internal"))])
async def test_a_send_without_an_answer_is_left_for_later(
    fault: Cut | Drop | Page | Refuse, adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendmessage", fault)
    ledger = Ledger([Attempt.SEND, Attempt.REPEAT])
    with pytest.raises(ConnectionError, match="did not answer"):
        await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
    assert ledger.confirmed == []
    await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
    accepted = ["done"] if isinstance(fault, Cut) else []
    assert fake.world.texts() == [*accepted, "(repeated) done"]


async def test_after_a_lost_answer_telegram_is_asked_whether_it_is_there(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    clock.longest = 0.3  # so that nothing else asks
    fake.weather.plan("sendmessage", Drop())
    fake.weather.plan("sendchataction", Drop(), Refuse(flood(1)))
    ledger = Ledger()
    with pytest.raises(ConnectionError, match="did not answer"):
        await adapter.deliver(PRIVATE, saying(Reply("done")), Ledger())
    with pytest.raises(ConnectionError, match="is away"):
        await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
    assert ledger.begun == []
    await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
    assert fake.world.texts() == ["done"]


async def test_addresses_in_a_reply_are_not_fetched_for_a_preview(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    replies = saying(Draft("see https://x.org", True), Reply("https://x.org\n\n" + "a" * 4090))
    await adapter.deliver(PRIVATE, replies, Ledger())
    sent = [*fake.world.called("sendmessage"), *fake.world.called("editmessagetext")]
    assert len(sent) >= 2  # a draft may come too late to be shown
    assert {call.parameters["link_preview_options"] for call in sent} == {'{"is_disabled": true}'}


async def test_during_an_outage_no_part_counts_as_tried(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    ledger = Ledger()
    fake.say("/start")
    async with running(fake, inbox, clock) as adapter:
        await inbox.wait()
        await fake.stop()
        with pytest.raises(ConnectionError):
            await adapter.deliver(PRIVATE, saying(Reply("first")), Ledger())
        with pytest.raises(ConnectionError, match="away"):
            await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
        assert ledger.begun == []
        await fake.start()
        await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
    assert fake.world.texts() == ["done"]


async def test_a_flood_wait_is_waited_out_and_the_reply_arrives_once(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    fake.weather.plan("sendmessage", Refuse(flood(30)), Refuse(flood(5)))
    ledger = Ledger()
    await adapter.deliver(PRIVATE, saying(Reply("done")), ledger)
    assert fake.world.texts() == ["done"]
    assert [wait for wait in clock.waits if wait >= 5] == [30.0, 5.0]
    assert (ledger.begun, ledger.withdrawn) == ([(0, 1)] * 3, [0, 0]), "refused is not seen"


async def test_a_flood_in_one_chat_does_not_hold_up_another(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/ask", chat_id=-100)
    await inbox.wait()
    fake.weather.plan("sendmessage", Refuse(flood(3000)))
    before = clock.now()
    clock.longest = 2000
    stuck = asyncio.create_task(adapter.deliver(GROUP, saying(Reply("late")), Ledger()))
    await clock.holding()
    await adapter.deliver(PRIVATE, saying(Reply("now")), Ledger())
    assert fake.world.texts(ALICE.id) == ["now"]
    assert clock.now() - before < 3000
    clock.release()
    await stuck
    assert fake.world.texts(-100) == ["late"]


async def test_a_group_that_became_a_supergroup_is_followed(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox
) -> None:
    fake.say("/ask", chat_id=-100200)
    await inbox.wait()
    moved = ApiError(400, "Bad Request: group chat was upgraded", {"migrate_to_chat_id": -100200})
    fake.weather.plan("sendmessage", Refuse(moved))
    await adapter.deliver(Chat("telegram", "-5", private=False), saying(Reply("done")), Ledger())
    assert fake.world.texts(-100200) == ["done"]


async def test_a_group_that_moved_during_an_outage_is_followed_too(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/ask", chat_id=-100200)
    await inbox.wait()
    clock.longest = 0.3  # so that nothing else asks
    moved = ApiError(400, "Bad Request: group chat was upgraded", {"migrate_to_chat_id": -100200})
    fake.weather.plan("sendmessage", Drop(), Refuse(moved))
    fake.weather.plan("sendchataction", Refuse(moved))
    group = Chat("telegram", "-5", private=False)
    with pytest.raises(ConnectionError, match="did not answer"):
        await adapter.deliver(group, saying(Reply("done")), Ledger())
    await adapter.deliver(group, saying(Reply("done")), Ledger())
    assert fake.world.texts(-100200) == ["done"]


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\u2060 \ufeff\n\u200d"])
async def test_an_empty_reply_still_says_something(
    text: str, adapter: Telegram, fake: FakeBotApi
) -> None:
    await adapter.deliver(PRIVATE, saying(Reply(text)), Ledger())
    assert len(fake.world.texts()) == 1


async def test_a_handler_with_nothing_to_say_sends_nothing(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    await adapter.deliver(PRIVATE, saying(), Ledger())
    assert fake.world.texts() == []


async def test_the_run_ends_only_after_a_reply_that_is_under_way(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/start")
    ledger = Ledger()
    async with running(fake, inbox, clock) as adapter:
        await inbox.wait()
        reply = asyncio.create_task(
            adapter.deliver(PRIVATE, saying(Draft("."), Reply("x")), ledger)
        )
        await asyncio.sleep(0)
    await reply
    assert fake.world.texts() == ["x"]


def test_what_is_dropped_from_a_refused_message_is_dropped_in_order() -> None:
    from adapters.telegram.render import render

    steps = [OutgoingMessage(1, render("**x**"), 5, [("a", "b")], edits=9)]
    while (simpler := steps[-1].simplify("refused")) is not None:
        steps.append(simpler)
    seen = [(s.edits, bool(s.text.entities), bool(s.buttons), s.thread) for s in steps]
    assert seen == [
        (9, True, True, 5),
        (None, True, True, 5),
        (None, False, True, 5),
        (None, False, False, 5),
        (None, False, False, None),
    ]


async def test_no_reply_text_reaches_the_log(
    adapter: Telegram, fake: FakeBotApi, caplog: pytest.LogCaptureFixture
) -> None:
    fake.weather.plan("sendmessage", Refuse(bad("can't parse entities")), Refuse(flood(1)))
    with caplog.at_level(logging.DEBUG, "adapters"):
        await adapter.deliver(PRIVATE, saying(Reply("**my secret**")), Ledger())
    assert "refused" in caplog.text
    assert "secret" not in caplog.text


async def test_the_handler_waits_at_its_reply_until_that_is_sent(
    fake: FakeBotApi, adapter: Telegram
) -> None:
    sent_when_it_went_on: list[list[str]] = []

    async def handler() -> AsyncIterator[Draft | Reply]:
        yield Reply("first")
        sent_when_it_went_on.append(fake.world.texts())

    items = handler()
    await adapter.deliver(PRIVATE, items, Ledger())
    assert sent_when_it_went_on == []
    assert await anext(items, None) is None
    assert sent_when_it_went_on == [["first"]]
