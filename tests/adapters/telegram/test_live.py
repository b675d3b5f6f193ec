"""Streaming: drafts as they come, and a final text that always arrives, once."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Sequence

import pytest

from adapters.shared.marks import INTERRUPTED
from adapters.telegram import Telegram
from bot.messages import Attempt, Chat, Choice, Draft, Reply
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.errors import bad, flood
from tests.adapters.fake_bot_api.faults import Cut, Delay, Drop, Page, Refuse, Storm
from tests.adapters.fake_bot_api.rates import Meter, Rates
from tests.adapters.fake_bot_api.world import Call
from tests.adapters.hosting import Clock, Ledger
from tests.adapters.telegram.conftest import GROUP, PRIVATE, Inbox, running, saying, slowly

ANSWER = [f"word {n} " * n for n in range(1, 8)]


SLOW = 1.5  # seconds for a draft to arrive, many times what the handler needs


def growing(lasting: bool = False) -> list[Draft]:
    return [Draft("".join(ANSWER[: n + 1]), lasting) for n in range(len(ANSWER))]


def draft_texts(fake: FakeBotApi) -> list[str]:
    return [str(draft["text"]) for draft in fake.world.drafts]


async def test_an_answer_grows_in_a_private_chat_as_a_draft(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    await adapter.deliver(PRIVATE, saying(*growing(), Reply("".join(ANSWER))), Ledger())
    shown = draft_texts(fake)
    assert len(shown) > 1
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(shown))
    assert len({draft["draft_id"] for draft in fake.world.drafts}) == 1
    assert fake.world.texts() == ["".join(ANSWER).rstrip()]
    assert fake.world.messages()[0].earlier == []


async def test_two_replies_at_once_have_drafts_of_their_own(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    replies = [saying(*growing(), Reply(f"answer {n}")) for n in range(2)]
    await asyncio.gather(*(adapter.deliver(PRIVATE, reply, Ledger()) for reply in replies))
    assert len({draft["draft_id"] for draft in fake.world.drafts}) == 2
    assert sorted(fake.world.texts()) == ["answer 0", "answer 1"]


async def test_a_lasting_draft_is_one_message_that_becomes_the_reply(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    pages = [Draft(f"page {n} of 4", lasting=True) for n in range(4)]
    reply = Reply("**Indexed**", (Choice("admin", "/scope admin"),))
    await adapter.deliver(PRIVATE, saying(*pages, reply), ledger)
    (message,) = fake.world.messages()
    assert (message.text, message.buttons) == ("Indexed", {"admin": "key0"})
    assert message.earlier == [page.text for page in pages][-len(message.earlier) :]
    assert fake.world.drafts == []
    assert ledger.confirmed == [(0, str(message.id))]


async def test_a_long_reply_begins_in_the_lasting_message(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    text = "a" * 4000 + "\n\n" + "b" * 4000
    await adapter.deliver(PRIVATE, saying(Draft("page 1", lasting=True), Reply(text)), Ledger())
    first, second = fake.world.messages()
    assert (first.text[0], second.text[0]) == ("a", "b")
    assert first.earlier == ["page 1"]


async def test_a_group_sees_the_draft_as_a_message_that_is_edited(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/ask", chat_id=-100)
    await inbox.wait()
    start = clock.now()
    await adapter.deliver(GROUP, saying(*growing(), Reply("done")), Ledger())
    (message,) = fake.world.messages(-100)
    assert message.text == "done"
    assert len(message.earlier) >= 1
    assert clock.now() - start >= 3 * (len(message.earlier) - 1), "twenty a minute in a group"


@pytest.mark.parametrize(("chat", "pause"), [(PRIVATE, 1.0), (GROUP, 3.0)])
async def test_while_no_time_passes_one_draft_is_enough(
    chat: Chat, pause: float, adapter: Telegram, fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/ask", chat_id=int(chat.id))
    await inbox.wait()
    clock.longest = 0.5  # the pause before a second draft does not end
    await adapter.deliver(chat, saying(*growing(), Reply("done")), Ledger())
    drafts = len(fake.world.drafts) + sum(len(m.earlier) for m in fake.world.messages())
    assert drafts == 1
    assert pause in clock.waits


async def test_typing_comes_back_only_when_a_draft_has_faded(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    await adapter.deliver(PRIVATE, slowly(Draft("so far"), Reply("done")), Ledger())
    (draft,) = fake.world.drafts
    shown = float(str(draft["at"]))
    later = [call.at - shown for call in fake.world.called("sendchataction") if call.at > shown]
    assert later
    assert min(later) >= 20


async def test_equal_drafts_are_sent_once(adapter: Telegram, fake: FakeBotApi) -> None:
    same = [Draft("Reading", True), Draft("Reading ", True), Draft("**Reading", True)]
    await adapter.deliver(PRIVATE, saying(*same[:2], Draft("Reading", True), Reply("ok")), Ledger())
    assert len(fake.world.called("editmessagetext")) == 1


async def test_a_reply_equal_to_its_last_draft_is_not_an_error(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    await adapter.deliver(PRIVATE, saying(Draft("done", True), Reply("done")), ledger)
    assert fake.world.texts() == ["done"]
    assert ledger.confirmed == [(0, str(fake.world.messages()[0].id))]


async def test_a_draft_longer_than_a_message_shows_its_end(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    long = Draft("a" * 4000 + "\n\n" + "b" * 4000)
    await adapter.deliver(PRIVATE, saying(long, Reply("done")), Ledger())
    assert draft_texts(fake) == ["b" * 4000]


async def test_a_flood_in_the_middle_of_a_stream_drops_frames_but_not_the_reply(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    fake.weather.plan("sendmessagedraft", Refuse(flood(40)))
    clock.longest = 1
    started = clock.now()
    ledger = Ledger()
    reply = asyncio.create_task(
        adapter.deliver(PRIVATE, saying(*growing(), Reply("the whole answer")), ledger)
    )
    await clock.holding()
    await asyncio.sleep(0.3)
    names = [call.method for call in fake.world.calls]
    begun = list(ledger.begun)
    clock.release()
    await reply
    assert begun == [], "a crash now must not count as a lost confirmation"
    assert names[-1] == "sendmessagedraft", "nothing may be sent while Telegram asks for silence"
    assert fake.world.texts() == ["the whole answer"]
    assert clock.now() - started >= 40
    assert ledger.confirmed == [(0, str(fake.world.messages()[0].id))]


async def test_a_flood_on_the_lasting_message_is_waited_out(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("editmessagetext", Refuse(flood(9)), Refuse(flood(9)))
    pages = [Draft(f"page {n}", lasting=True) for n in range(3)]
    await adapter.deliver(PRIVATE, saying(*pages, Reply("Indexed")), Ledger())
    assert fake.world.texts() == ["Indexed"]


@pytest.mark.parametrize("fault", [Drop(), Cut(), Page(), Refuse(bad("draft refused"))])
async def test_a_draft_that_fails_does_not_touch_the_reply(
    fault: Cut | Drop | Page | Refuse, adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendmessagedraft", *[fault] * 20)
    await adapter.deliver(PRIVATE, saying(*growing(), Reply("done")), Ledger())
    assert fake.world.texts() == ["done"]


async def test_a_lasting_message_whose_sending_got_no_answer_is_found_and_removed(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendmessage", Cut())
    pages = [Draft(f"page {n}", lasting=True) for n in range(5)]
    await adapter.deliver(PRIVATE, saying(*pages, Reply("Indexed")), Ledger())
    assert fake.world.texts() == ["Indexed"]
    lost = fake.world.called("deletemessage")
    assert len(lost) == 1


async def test_a_message_that_was_sent_while_another_was_lost_stays(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    ledger.draft = f"?{fake.world.last_message}"
    lost = fake.world.next_message()  # it never came
    await adapter.deliver(PRIVATE, saying(Reply("meanwhile")), ledger_of_another := Ledger())
    ledger.confirmed += ledger_of_another.confirmed
    await adapter.deliver(PRIVATE, saying(Reply("Indexed")), ledger)
    assert fake.world.texts() == ["meanwhile", "Indexed"]
    assert [int(str(call.parameters["message_id"])) for call in tried(fake)] == [lost]


async def test_a_bad_line_does_not_hold_a_reply_while_a_lost_message_is_looked_for(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    ledger.draft = f"?{fake.world.last_message}"
    for _ in range(20):
        fake.world.next_message()
    fake.weather.plan("editmessagetext", *[Drop()] * 80)
    await adapter.deliver(PRIVATE, saying(Reply("Indexed")), ledger)
    assert fake.world.texts() == ["Indexed"]


def tried(fake: FakeBotApi) -> Sequence[Call]:
    return fake.world.called("editmessagetext")


async def test_a_message_that_grew_before_a_restart_becomes_the_reply(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    ledger = Ledger()
    fake.say("/start")
    async with running(fake, inbox, clock) as adapter:
        await inbox.wait()
        stopped = asyncio.create_task(adapter.deliver(PRIVATE, never_ending("page 1"), ledger))
        while not ledger.draft.isdecimal():  # noqa: ASYNC110 - the ledger has no event for it
            await asyncio.sleep(0.01)
        stopped.cancel()
        await asyncio.wait([stopped])
    assert fake.world.texts() == [f"page 1\n\n{INTERRUPTED}"]
    async with running(fake, inbox, clock) as adapter:
        await adapter.deliver(PRIVATE, saying(Reply("Indexed")), ledger)
    assert fake.world.texts() == ["Indexed"]


async def test_a_message_that_grew_before_a_restart_goes_if_no_reply_comes(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    ledger = Ledger()
    await adapter.deliver(PRIVATE, saying(Reply("page 1")), Ledger())
    ledger.draft = str(fake.world.messages()[0].id)
    await adapter.deliver(PRIVATE, saying(), ledger)
    assert fake.world.texts() == []


async def test_the_last_edit_of_a_growing_message_is_never_marked_as_repeated(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("editmessagetext", Cut())
    await adapter.deliver(PRIVATE, saying(Reply("page 1")), Ledger())
    ledger = Ledger([Attempt.SEND, Attempt.REPEAT])
    ledger.draft = str(fake.world.messages()[0].id)
    with pytest.raises(ConnectionError):
        await adapter.deliver(PRIVATE, saying(Reply("Indexed")), ledger)
    await adapter.deliver(PRIVATE, saying(Reply("Indexed")), ledger)
    assert fake.world.texts() == ["Indexed"]


async def never_ending(*texts: str) -> AsyncIterator[Draft | Reply]:
    for text in texts:
        yield Draft(text, lasting=True)
    await asyncio.Event().wait()


async def test_a_lasting_message_that_the_user_deleted_is_sent_anew(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    async def replies() -> AsyncIterator[Draft | Reply]:
        yield Draft("page 1", lasting=True)
        while not fake.world.messages():  # noqa: ASYNC110 - the fake has no event for it
            await asyncio.sleep(0.01)
        fake.world.chats[ALICE.id].messages.clear()
        yield Reply("Indexed")

    await adapter.deliver(PRIVATE, replies(), Ledger())
    assert fake.world.texts() == ["Indexed"]


async def test_a_slow_draft_cannot_overtake_the_reply(adapter: Telegram, fake: FakeBotApi) -> None:
    fake.weather.plan("editmessagetext", Delay(0.2))
    pages = [Draft(f"page {n}", lasting=True) for n in range(3)]
    await adapter.deliver(PRIVATE, saying(*pages, Reply("Indexed")), Ledger())
    await asyncio.sleep(0.25)
    assert fake.world.texts() == ["Indexed"]


async def test_a_slow_network_does_not_hold_up_the_handler(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendmessagedraft", Delay(SLOW))
    finished: list[float] = []
    loop = asyncio.get_running_loop()

    async def replies() -> AsyncIterator[Draft | Reply]:
        start = loop.time()
        for draft in growing():
            yield draft
            await asyncio.sleep(0.02)
        finished.append(loop.time() - start)
        yield Reply("done")

    await adapter.deliver(PRIVATE, replies(), Ledger())
    assert finished[0] < SLOW - 0.1, "it would have waited for the first draft"


async def test_typing_shows_while_nothing_is_out_and_stops_with_the_first_draft(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    async def replies() -> AsyncIterator[Draft | Reply]:
        await asyncio.sleep(0.1)
        yield Draft("page 1", lasting=True)
        await asyncio.sleep(0.1)
        yield Reply("done")

    await adapter.deliver(PRIVATE, replies(), Ledger())
    names = [call.method for call in fake.world.calls]
    typing = [place for place, name in enumerate(names) if name == "sendchataction"]
    assert 4.5 in clock.waits, "Telegram shows typing for five seconds"
    assert len(typing) > 1
    assert max(typing) < names.index("sendmessage")


async def test_a_reply_within_a_second_comes_without_typing(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    async def replies() -> AsyncIterator[Draft | Reply]:
        await asyncio.sleep(0.05)
        yield Reply("done")

    clock.longest = 1.0
    await adapter.deliver(PRIVATE, replies(), Ledger())
    assert not fake.world.called("sendchataction")


async def test_a_failing_handler_leaves_no_task_behind(adapter: Telegram, fake: FakeBotApi) -> None:
    async def replies() -> AsyncIterator[Draft | Reply]:
        yield Draft("page 1")
        raise RuntimeError("handler broke")

    before = asyncio.all_tasks()
    with pytest.raises(RuntimeError, match="handler broke"):
        await adapter.deliver(PRIVATE, replies(), Ledger())
    assert not {task for task in asyncio.all_tasks() - before if "Live" in repr(task)}


@pytest.mark.parametrize("seed", range(25))
async def test_the_reply_arrives_once_in_any_flood(seed: int, clock: Clock, inbox: Inbox) -> None:
    luck = random.Random(seed)  # noqa: S311 - the same floods in every run
    fake = FakeBotApi(clock=clock.now, rates=Rates(chat=(luck.randint(1, 3), 1.0)))
    async with fake, running(fake, inbox, clock) as adapter:
        fake.say("/ask", chat_id=luck.choice((ALICE.id, -100)))
        (asked,) = await inbox.wait()
        fake.weather.rise(
            Storm({"flood": luck.uniform(0.1, 0.7)}, seed, retry_after=luck.randint(1, 99))
        )
        text = "\n\n".join(
            "line " * luck.randint(1, 300) + str(n) for n in range(luck.randint(1, 12))
        )
        steps = range(0, len(text), len(text) // luck.randint(1, 15) + 1)
        drafts = [Draft(text[:end], luck.random() < 0.3) for end in steps]
        ledger = Ledger()
        await adapter.deliver(asked.chat, saying(*drafts, Reply(text)), ledger)
    sent = fake.world.texts(int(asked.chat.id))
    assert "".join("".join(sent).split()) == "".join(text.split())
    assert [part for part, _ in ledger.confirmed] == list(range(len(sent)))


def test_the_meter_of_the_fake_refuses_a_second_message_within_a_second() -> None:
    meter = Meter(Rates())
    meter.check(1, 0.0)
    with pytest.raises(Exception, match="retry after 1"):
        meter.check(1, 0.5)
    meter.check(1, 1.0)


async def test_nobody_is_shown_typing_during_a_flood_wait(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendmessagedraft", Refuse(flood(50)))
    await adapter.deliver(PRIVATE, slowly(Draft("so far"), Reply("done")), Ledger())
    refused = next(call.at for call in fake.world.calls if "Too Many" in call.outcome)
    later = [call.at for call in fake.world.calls if call.at > refused]
    assert later
    assert min(later) >= refused + 50


async def test_a_draft_appears_in_its_topic(
    adapter: Telegram, fake: FakeBotApi, inbox: Inbox
) -> None:
    fake.say("/ask", thread=9)
    (asked,) = await inbox.wait()
    await adapter.deliver(asked.chat, saying(Draft("so far"), Reply("done")), Ledger())
    drafts = fake.world.called("sendmessagedraft")
    assert [call.parameters["message_thread_id"] for call in drafts] == ["9"]
