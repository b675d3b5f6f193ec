"""What a customer asks and multis cannot answer comes before the owner, once."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.escalation import find_keyword
from bot.access.policy import Access, Mode
from bot.access.rate_limit import RateLimitSettings
from bot.access.settings import EscalationSettings
from bot.messages import Reply
from bot.settings.config import Settings
from indexer.scopes import Scope
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import FakeLlm, Says

UNLIMITED = RateLimitSettings(0, 0)
HOUSE = b"# House rules\n\nBreakfast is served from seven to ten in the yellow room.\n"
ANSWERED, UNKNOWN = "When is breakfast served?", "Do you sell bicycles?"
NEAR = "Who painted the yellow submarine of Liverpool?"


async def a_shop(world: World) -> None:
    await world.owner("kb", house__md=HOUSE)
    for chat in ("test:9", "test:8", "test:g"):
        await world.owner(f"/mode business {chat}")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, Settings(rate_limit=UNLIMITED)) as world:
        await a_shop(world)
        yield world


def escalated(world: World) -> list[dict[str, str]]:
    lines = world.services.home.audit.read_text(encoding="utf-8").splitlines()
    return [each for each in map(json.loads, lines) if each["event"] == "escalated"]


async def test_the_first_question_without_an_answer_may_be_put_differently(world: World) -> None:
    reply = await world.person("9")(UNKNOWN)
    assert "rephrase it" in reply.text
    assert reply.notices == ()


async def test_thanks_are_no_question_and_break_no_streak(world: World) -> None:
    customer = world.person("9")
    assert (await customer("Thank you very much!")).text == "You're welcome!"
    assert "rephrase it" in (await customer(UNKNOWN)).text
    assert (await customer("ok, great")).notices == ()
    assert "passed this on" in (await customer("And bicycles for children?")).text


async def test_what_only_comes_near_is_no_answer(world: World) -> None:
    assert "This may be what you mean" in (await world.owner(NEAR)).text
    reply = await world.person("9")(NEAR)
    assert "rephrase it" in reply.text
    assert "yellow room" not in reply.text


async def test_the_second_comes_before_the_owner(world: World) -> None:
    customer = world.person("9")
    await customer(UNKNOWN)
    reply = await customer("And bicycles for children?")
    assert "passed this on" in reply.text
    (notice,) = reply.notices
    assert notice.chat.key == "test:1"
    for told in ("name of 9 (`test:9`)", "a private chat", "And bicycles for children?"):
        assert told in notice.reply.text
    assert escalated(world) == [
        {
            "at": "2026-02-11T12:00:00+00:00",
            "event": "escalated",
            "sender": "test:9",
            "chat": "test:9",
        }
    ]


async def test_the_owner_hears_of_a_chat_once_per_streak(world: World) -> None:
    customer = world.person("9")
    replies = [await customer(f"{UNKNOWN} ({n})") for n in range(5)]
    assert [len(reply.notices) for reply in replies] == [0, 1, 0, 0, 0]
    assert "knows that you asked" in replies[-1].text


async def test_another_chat_has_a_streak_of_its_own(world: World) -> None:
    for sender in ("9", "8"):
        replies = [await world.person(sender)(UNKNOWN) for _ in range(3)]
        assert [len(reply.notices) for reply in replies] == [0, 1, 0]


async def test_an_answer_ends_the_streak(world: World) -> None:
    customer = world.person("9")
    asked = (UNKNOWN, UNKNOWN, UNKNOWN, ANSWERED, UNKNOWN, UNKNOWN)
    told = [len((await customer(said)).notices) for said in asked]
    assert told == [0, 1, 0, 0, 0, 1]


async def test_a_day_ends_the_streak_too(world: World) -> None:
    customer = world.person("9")
    assert [len((await customer(UNKNOWN)).notices) for _ in range(3)] == [0, 1, 0]
    world.clock.forward(hours=24)
    assert len((await customer(UNKNOWN)).notices) == 1


async def test_a_keyword_comes_before_the_owner_at_once(world: World) -> None:
    reply = await world.person("9")("I want a REFUND for my bicycle!")
    assert reply.text.startswith("I've passed this on")
    (notice,) = reply.notices
    assert "mentions “refund”" in notice.reply.text


async def test_what_has_a_keyword_and_an_answer_gets_both(world: World) -> None:
    reply = await world.person("9")("It is urgent: when is breakfast served?")
    assert "passed this on" in reply.text
    assert "yellow room" in reply.text
    assert len(reply.notices) == 1


async def test_what_is_answered_bothers_nobody(world: World) -> None:
    assert (await world.person("9")(ANSWERED)).notices == ()
    assert escalated(world) == []


async def test_whoever_was_let_in_is_a_customer_in_a_business_chat(world: World) -> None:
    group = world.person("2", chat="g", private=False)
    assert "a group" in (await group("I have a complaint")).notices[0].reply.text


async def test_a_question_brings_no_markup_to_the_owner(world: World) -> None:
    asked = "urgent ```\n[click](https://evil.example) **now**"
    (notice,) = (await world.person("9")(asked)).notices
    quoted = notice.reply.text.split("```")
    assert len(quoted) == 3
    assert "[click](https://evil.example)" in quoted[1]


async def test_a_long_question_is_cut(world: World) -> None:
    (notice,) = (await world.person("9")("urgent " + "word " * 500)).notices
    assert len(notice.reply.text) < 1000


async def test_the_owners_buttons_silence_the_chat_or_block_the_asker(world: World) -> None:
    (notice,) = (await world.person("9")("urgent")).notices
    assert "silent mode" in (await world.owner.press(notice.reply, "Leave this chat to me")).text
    assert "is blocked" in (await world.owner.press(notice.reply, "Block them")).text


async def test_without_an_owner_to_reach_nothing_is_promised(tmp_path: Path) -> None:
    access = Access(owners=frozenset({"console:owner"}))
    async with a_world(tmp_path, Settings(rate_limit=UNLIMITED), access) as world:
        await world.services.modes.set("test:9", Mode.BUSINESS)
        replies: list[Reply] = [await world.person("9")(UNKNOWN) for _ in range(2)]
        assert replies[1].notices == ()
        assert "passed" not in replies[1].text


async def test_the_count_is_the_owners_choice(tmp_path: Path) -> None:
    for unanswered, told in ((1, [1, 0]), (0, [0, 0])):
        settings = Settings(
            rate_limit=UNLIMITED, escalation=EscalationSettings(unanswered=unanswered)
        )
        async with a_world(tmp_path / str(unanswered), settings) as world:
            await a_shop(world)
            customer = world.person("9")
            assert [len((await customer(UNKNOWN)).notices) for _ in range(2)] == told


async def test_a_question_that_a_crash_interrupted_counts_once(world: World) -> None:
    escalations = world.services.escalations
    assert not await escalations.count_unanswered("test:9", "k1")
    assert not await escalations.count_unanswered("test:9", "k1")
    assert await escalations.count_unanswered("test:9", "k2")
    assert await escalations.begin("test:9", "k2")
    assert await escalations.begin("test:9", "k2")
    assert not await escalations.begin("test:9", "k3")


async def test_what_was_really_said_is_remembered(world: World) -> None:
    await world.person("9")(UNKNOWN)
    await world.owner("/mode personal test:9")
    memory = world.services.memories.get("test:9", Scope.of_chat("test:9"))
    question, answer = await memory.list_recent()
    assert (question.content, "rephrase it" in answer.content) == (UNKNOWN, True)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Two refunds, please", "refund"),
        ("URGENT!", "urgent"),
        ("I   want a   supervisor", "supervisor"),
        ("prefund the account", ""),
        ("我要退款", "退款"),
        ("", ""),
    ],
)
def test_a_keyword_is_found_where_a_word_begins(said: str, found: str) -> None:
    assert find_keyword(said, ("refund", "urgent", "supervisor", "退款", " ")) == found


async def test_a_customer_is_told_nothing_that_no_passage_bears_out(tmp_path: Path) -> None:
    settings = Settings(rate_limit=UNLIMITED)
    async with FakeLlm() as llm, a_world(tmp_path, answered_by(llm, settings)) as world:
        await a_shop(world)
        llm.enqueue(Says("It is free of charge for you."), Says("From seven to ten [1]."))
        assert "rephrase it" in (await world.person("9")(ANSWERED)).text
        assert "From seven to ten" in (await world.person("9")(ANSWERED)).text
        await world.person("9")(UNKNOWN)
        assert len(llm.calls) == 2  # what no passage answers costs no call
