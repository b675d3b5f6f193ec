"""Counting tokens and money, and stopping in time."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from bot.commands.usage import format_amount, format_usage
from bot.llm import Price, TokenUsage
from bot.llm.budget import Allowance, check_budget
from bot.llm.feature import Feature
from bot.llm.schema import USAGE
from bot.llm.usage import (
    DailyUsage,
    FeatureUsage,
    Listening,
    PersonUsage,
    UsageLog,
    compute_cost,
)
from bot.messages import Asker
from indexer.store.copies import Copies
from indexer.store.database import open_database
from tests.factories import NOON
from tests.postgresql.engines import ENGINES, open_on_engine

TODAY = date(2026, 11, 20)
YESTERDAY = TODAY - timedelta(days=1)
ANN, BOB = "telegram:7", "telegram:8"
BY_ANN, BY_BOB = Asker(ANN, ANN), Asker(BOB, BOB)


@pytest.fixture(params=ENGINES)
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[UsageLog]:
    async with open_on_engine(request, request.param, tmp_path, USAGE) as database:
        yield UsageLog(database, Price(input=3.0, output=15.0))


def test_the_price_is_per_million_tokens() -> None:
    assert compute_cost(TokenUsage(1_000_000, 100_000, "m"), Price(3.0, 15.0)) == pytest.approx(4.5)


async def test_answers_add_up_per_chat_and_day(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1000, 100, "one"), TODAY)
    await log.record(BY_ANN, TokenUsage(500, 50, "one"), TODAY)
    await log.record(BY_ANN, TokenUsage(10, 1, "other"), TODAY)
    await log.record(BY_ANN, TokenUsage(7, 7, "one"), YESTERDAY)
    [today, before] = await log.select_chat(ANN, YESTERDAY).list_days()
    assert (today.day, today.answers, today.input_tokens, today.output_tokens) == (
        TODAY,
        3,
        1510,
        151,
    )
    assert today.money == pytest.approx((1510 * 3 + 151 * 15) / 1e6)
    assert before.day == YESTERDAY


async def test_a_chat_sees_its_own_use_only(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1000, 100, "m"), TODAY)
    await log.record(BY_BOB, TokenUsage(2000, 200, "m"), TODAY)
    assert [each.chat for each in await log.select_chat(BOB, TODAY).list_days()] == [BOB]
    assert [each.chat for each in await log.select_all(TODAY).list_days()] == [
        ANN,
        BOB,
    ]
    assert await log.select_chat("", TODAY).list_days() == []


async def test_a_days_spending_is_of_that_day_and_all_chats(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1_000_000, 0, "m"), TODAY)
    await log.record(BY_BOB, TokenUsage(1_000_000, 0, "m"), TODAY)
    await log.record(BY_BOB, TokenUsage(9_000_000, 0, "m"), YESTERDAY)
    assert await log.sum_cost(TODAY) == pytest.approx(6.0)
    assert await log.sum_cost(TODAY + timedelta(days=1)) == 0


@pytest.mark.parametrize(
    ("spent", "budget", "is_owner", "decision"),
    [
        (100.0, 0.0, False, Allowance.FREE),
        (0.99, 1.0, False, Allowance.FREE),
        (1.0, 1.0, False, Allowance.STOP),
        (1.0, 1.0, True, Allowance.WARN),
        (5.0, 1.0, True, Allowance.WARN),
    ],
)
def test_over_the_budget_strangers_stop_and_the_owner_is_warned(
    spent: float, budget: float, is_owner: bool, decision: Allowance
) -> None:
    assert check_budget(spent, budget, is_owner=is_owner) is decision


async def test_the_owner_reads_every_chat_of_today(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1000, 100, "m"), TODAY)
    await log.record(BY_BOB, TokenUsage(200_000, 20_000, "m"), TODAY)
    await log.record(BY_BOB, TokenUsage(1, 1, "m"), TODAY - timedelta(days=30))
    rows = await log.select_all(TODAY - timedelta(days=60)).list_days()
    assert format_usage(rows, TODAY, by_chat=True, currency="") == (
        "Today: 2 answers, 201,000 tokens read, 20,100 tokens written, cost 0.90\n"
        "Last 7 days: 2 answers, 201,000 tokens read, 20,100 tokens written, cost 0.90\n"
        "\n"
        "Today by chat:\n"
        "- telegram:7: 1 answer, 1,000 tokens read, 100 tokens written, cost 0.0045\n"
        "- telegram:8: 1 answer, 200,000 tokens read, 20,000 tokens written, cost 0.90"
    )
    assert "telegram" not in format_usage(rows, TODAY, by_chat=False, currency="")


async def test_an_answer_that_came_is_counted_with_all_that_it_took(log: UsageLog) -> None:
    async with log.open_meter(BY_ANN, TODAY) as meter:
        meter.add(TokenUsage(1000, 0, "away", 1000))
        meter.add(TokenUsage(500, 50, "one"))
    [today] = await log.select_chat(ANN, TODAY).list_days()
    assert (today.answers, today.broken, today.estimated) == (1, 0, 1000)
    assert (today.input_tokens, today.output_tokens) == (1500, 50)


async def test_one_that_was_broken_off_is_no_answer_and_costs_all_the_same(log: UsageLog) -> None:
    with pytest.raises(ZeroDivisionError):
        async with log.open_meter(BY_ANN, TODAY) as meter:
            meter.add(TokenUsage(1_000_000, 2, "one", 1_000_002))
            raise ZeroDivisionError
    [today] = await log.select_chat(ANN, TODAY).list_days()
    assert (today.answers, today.broken, today.estimated) == (0, 1, 1_000_002)
    assert await log.sum_cost(TODAY) == pytest.approx(3.0, abs=0.001)
    assert format_usage([today], TODAY, by_chat=False, currency="").splitlines()[0] == (
        "Today: 0 answers, 1 cut off, 1,000,000 tokens read, 2 tokens written,"
        " 1,000,002 tokens estimated, cost 3.00"
    )


async def test_what_was_refused_is_nothing(log: UsageLog) -> None:
    with pytest.raises(ZeroDivisionError):
        async with log.open_meter(BY_ANN, TODAY):
            raise ZeroDivisionError
    assert await log.select_chat(ANN, TODAY).list_days() == []


async def test_what_was_counted_before_estimates_stays(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    async with open_database(path, replace(USAGE, steps=USAGE.steps[:1])) as old:
        await old.write(
            "INSERT INTO usage VALUES (:chat, :day, 'm', 3, 10, 20, 0.5)",
            {"chat": ANN, "day": TODAY.isoformat()},
        )
    async with open_database(path, USAGE) as database:
        [today] = await UsageLog(database, Price()).select_chat(ANN, TODAY).list_days()
    assert today == DailyUsage(ANN, TODAY, 3, 10, 20, 0.5, 0, 0)


async def test_what_was_counted_before_features_stays_and_more_is_added(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    async with open_database(path, replace(USAGE, steps=USAGE.steps[:4])) as old:
        await old.write(
            "INSERT INTO usage VALUES (:chat, :day, 'm', 3, 10, 20, 0.5, 1, 2, 4, 60.0)",
            {"chat": ANN, "day": TODAY.isoformat()},
        )
    copies = Copies(tmp_path / "copies", lambda: "9", lambda: NOON)
    async with open_database(path, USAGE, copies=copies) as database:
        log = UsageLog(database, Price())
        assert await log.select_chat(ANN, TODAY).list_days() == [
            DailyUsage(ANN, TODAY, 3, 10, 20, 0.5, 1, 2, 4, 60.0)
        ]
        await log.record(BY_ANN, TokenUsage(1, 2, "m"), TODAY)
        assert await log.select_all(TODAY).list_features() == [
            FeatureUsage(Feature.EARLIER, 10, 20, 60.0, 0.5),
            FeatureUsage(Feature.ANSWER, 1, 2, 0.0, 0.0),
        ]
    assert len(list((tmp_path / "copies").iterdir())) == 1


async def test_what_was_counted_before_people_stays_with_its_chat(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    async with open_database(path, replace(USAGE, steps=USAGE.steps[:5])) as old:
        await old.write(
            "INSERT INTO usage VALUES (:chat, :day, 'm', 'answer', 3, 10, 20, 0.5, 1, 2, 4, 60.0)",
            {"chat": ANN, "day": TODAY.isoformat()},
        )
    async with open_database(path, USAGE) as database:
        log = UsageLog(database, Price())
        assert await log.select_chat(ANN, TODAY).list_days() == [
            DailyUsage(ANN, TODAY, 3, 10, 20, 0.5, 1, 2, 4, 60.0)
        ]
        await log.record(BY_ANN, TokenUsage(1, 2, "m"), TODAY)
        assert await log.list_people(TODAY) == [PersonUsage(ANN, 4, 11, 22, 0.5)]


async def test_usage_is_summed_by_feature(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1000, 100, "m"), TODAY)
    async with log.open_meter(BY_BOB, TODAY, Feature.CAPTURE) as meter:
        meter.add(TokenUsage(500_000, 50, "other"))
    async with log.open_meter(BY_ANN, TODAY, Feature.REWRITING, answers=0) as meter:
        meter.add(TokenUsage(10, 5, "m"))
    await log.record_listening(BY_ANN, "whisper", TODAY, Listening(90.0, 0.0))
    await log.record(BY_ANN, TokenUsage(7, 7, "m"), TODAY - timedelta(days=30))
    everything = await log.select_all(TODAY).list_features()
    assert [(each.feature, each.input_tokens, each.listened) for each in everything] == [
        (Feature.CAPTURE, 500_000, 0.0),
        (Feature.ANSWER, 1000, 0.0),
        (Feature.REWRITING, 10, 0.0),
        (Feature.LISTENING, 0, 90.0),
    ]
    own = [each.feature for each in await log.select_chat(ANN, TODAY).list_features()]
    assert own == [Feature.ANSWER, Feature.REWRITING, Feature.LISTENING]
    [today] = await log.select_chat(ANN, TODAY).list_days()
    assert (today.answers, today.input_tokens, today.listened) == (1, 1010, 90.0)


async def test_a_feature_of_a_later_version_is_counted_as_unknown(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1, 2, "m"), TODAY, cast("Feature", "dreaming"))
    [found] = await log.select_all(TODAY).list_features()
    assert found.feature is Feature.EARLIER


def test_a_day_without_a_model_says_so() -> None:
    assert format_usage([], TODAY, by_chat=True, currency="") == (
        "Today: no answers from the model\nLast 7 days: no answers from the model"
    )


async def test_what_came_from_a_cache_is_told(log: UsageLog) -> None:
    await log.record(BY_ANN, TokenUsage(1000, 100, "m", cached=600), TODAY)
    await log.record(BY_ANN, TokenUsage(1000, 100, "m", cached=200), TODAY)
    used = await log.select_chat(ANN, TODAY).list_days()
    told = format_usage(used, TODAY, by_chat=False, currency="")
    assert "2,000 tokens read, 800 of them from a cache, 200 tokens written" in told


@pytest.mark.parametrize(
    ("money", "currency", "shown"),
    [
        (1234.5, "EUR", "1,234.50\u00a0EUR"),
        (0.00042, "EUR", "0.00042\u00a0EUR"),
        (0.0, "", "0.00"),
        (0.01, "", "0.01"),
    ],
)
def test_an_amount_has_its_currency_and_as_many_digits_as_it_needs(
    money: float, currency: str, shown: str
) -> None:
    assert format_amount(money, currency) == shown
