"""Counting tokens and money, and stopping in time."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.llm import Price, Usage
from bot.usage import USAGE, Allowance, UsageLog, allowance, cost, report
from indexer.database import open_database

TODAY = date(2026, 11, 20)
YESTERDAY = TODAY - timedelta(days=1)
ANN, BOB = "telegram:7", "telegram:8"


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[UsageLog]:
    async with open_database(tmp_path / "multis.db", USAGE) as database:
        yield UsageLog(database, Price(input=3.0, output=15.0))


def test_the_price_is_per_million_tokens() -> None:
    assert cost(Usage(1_000_000, 100_000, "m"), Price(3.0, 15.0)) == pytest.approx(4.5)


async def test_answers_add_up_per_chat_and_day(log: UsageLog) -> None:
    await log.record(ANN, Usage(1000, 100, "one"), TODAY)
    await log.record(ANN, Usage(500, 50, "one"), TODAY)
    await log.record(ANN, Usage(10, 1, "other"), TODAY)
    await log.record(ANN, Usage(7, 7, "one"), YESTERDAY)
    [today, before] = await log.of_chat(ANN, YESTERDAY)
    assert (today.day, today.answers, today.input_tokens, today.output_tokens) == (
        TODAY,
        3,
        1510,
        151,
    )
    assert today.money == pytest.approx((1510 * 3 + 151 * 15) / 1e6)
    assert before.day == YESTERDAY


async def test_a_chat_sees_its_own_use_only(log: UsageLog) -> None:
    await log.record(ANN, Usage(1000, 100, "m"), TODAY)
    await log.record(BOB, Usage(2000, 200, "m"), TODAY)
    assert [each.chat for each in await log.of_chat(BOB, TODAY)] == [BOB]
    assert [each.chat for each in await log.of_all(TODAY)] == [ANN, BOB]
    assert await log.of_chat("", TODAY) == []


async def test_a_days_spending_is_of_that_day_and_all_chats(log: UsageLog) -> None:
    await log.record(ANN, Usage(1_000_000, 0, "m"), TODAY)
    await log.record(BOB, Usage(1_000_000, 0, "m"), TODAY)
    await log.record(BOB, Usage(9_000_000, 0, "m"), YESTERDAY)
    assert await log.spent(TODAY) == pytest.approx(6.0)
    assert await log.spent(TODAY + timedelta(days=1)) == 0


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
    assert allowance(spent, budget, is_owner=is_owner) is decision


async def test_the_owner_reads_every_chat_of_today(log: UsageLog) -> None:
    await log.record(ANN, Usage(1000, 100, "m"), TODAY)
    await log.record(BOB, Usage(200_000, 20_000, "m"), TODAY)
    await log.record(BOB, Usage(1, 1, "m"), TODAY - timedelta(days=30))
    rows = await log.of_all(TODAY - timedelta(days=60))
    assert report(rows, TODAY, by_chat=True) == (
        "Today: 2 answers, 201,000 tokens read, 20,100 written, cost 0.90.\n"
        "Last 7 days: 2 answers, 201,000 tokens read, 20,100 written, cost 0.90.\n"
        "\n"
        "Today by chat:\n"
        "- telegram:7: 1 answer, 1,000 tokens read, 100 written, cost 0.00.\n"
        "- telegram:8: 1 answer, 200,000 tokens read, 20,000 written, cost 0.90."
    )
    assert "telegram" not in report(rows, TODAY, by_chat=False)


def test_a_day_without_a_model_says_so() -> None:
    assert report([], TODAY, by_chat=True) == (
        "Today: no answers from a model.\nLast 7 days: no answers from a model."
    )
