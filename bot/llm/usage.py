"""What the models cost: tokens and money per chat and day, and when a day's budget is used up.

Money is worked out when an answer is recorded, at the price of that moment.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from bot.llm import Meter, Price, TokenUsage
from bot.rendering.format import counted
from indexer.store.database import Database, Schema

USAGE = Schema(
    "usage",
    (
        """
        CREATE TABLE usage (
            chat TEXT NOT NULL,
            day TEXT NOT NULL,              -- ISO date
            model TEXT NOT NULL,
            answers INTEGER NOT NULL,
            input_tokens INTEGER NOT NULL,
            output_tokens INTEGER NOT NULL,
            money REAL NOT NULL,
            PRIMARY KEY (day, chat, model)
        );
        """,
        """
        ALTER TABLE usage ADD COLUMN broken INTEGER NOT NULL DEFAULT 0;  -- answers broken off
        ALTER TABLE usage ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;  -- tokens of all these
        """,
    ),
)
WEEK = 7


class Allowance(Enum):
    """Whether a question may still go to a model today."""

    FREE = ""
    WARN = (
        "Today's budget for the model (llm.daily_budget) is used up; as you are the owner, I go on."
    )
    STOP = (
        "The budget for the model is used up for today. I answer with what the documents say;"
        " tomorrow the model is back."
    )


def check_budget(spent: float, budget: float, *, is_owner: bool) -> Allowance:
    """`budget` 0 means that there is none."""
    if not budget or spent < budget:
        return Allowance.FREE
    return Allowance.WARN if is_owner else Allowance.STOP


def compute_cost(usage: TokenUsage, price: Price) -> float:
    return (usage.input_tokens * price.input + usage.output_tokens * price.output) / 1_000_000


@dataclass(frozen=True, slots=True)
class DailyUsage:
    """The use of one chat on one day."""

    chat: str
    day: date
    answers: int
    input_tokens: int
    output_tokens: int
    money: float
    broken: int = 0  # answers that did not come to their end
    estimated: int = 0  # of all those tokens, how many no provider told


@dataclass(frozen=True, slots=True)
class ModelTotal:
    """Everything that one model was ever used for."""

    model: str
    input_tokens: int
    output_tokens: int


class UsageLog:
    """Records and sums up; lives as long as the database."""

    def __init__(self, database: Database, price: Price) -> None:
        self._database = database
        self._price = price

    @asynccontextmanager
    async def metering(self, chat: str, day: date) -> AsyncIterator[Meter]:
        """For one answer in the chat named `chat`; what it used counts also if it is broken off."""
        meter, came = Meter(), False
        try:
            yield meter
            came = True
        finally:
            for left, usage in enumerate(meter.used, 1 - len(meter.used)):
                # The last model gave the answer; those before it only cost.
                answers, broken = int(came and not left), int(not came and not left)
                await self.record(chat, usage, day, answers=answers, broken=broken)

    async def record(
        self, chat: str, usage: TokenUsage, day: date, *, answers: int = 1, broken: int = 0
    ) -> None:
        """Add one answer in the chat named `chat` (`platform:id`)."""
        await self._database.write(
            "INSERT INTO usage VALUES"
            " (:chat, :day, :model, :answers, :input, :output, :money, :broken, :estimated)"
            " ON CONFLICT (day, chat, model) DO UPDATE SET answers = answers + :answers,"
            " input_tokens = input_tokens + :input, output_tokens = output_tokens + :output,"
            " money = money + :money, broken = broken + :broken,"
            " estimated = estimated + :estimated",
            {
                "answers": answers,
                "broken": broken,
                "estimated": usage.estimated,
                "chat": chat,
                "day": day.isoformat(),
                "model": usage.model,
                "input": usage.input_tokens,
                "output": usage.output_tokens,
                "money": compute_cost(usage, self._price),
            },
        )

    async def spent(self, day: date) -> float:
        """The money that all chats together have used on `day`."""
        return sum(each.money for each in await self._select("day = :first", first=day.isoformat()))

    async def of_chat(self, chat: str, first: date) -> list[DailyUsage]:
        """The days of one chat since `first`, the latest first."""
        return await self._select(
            "day >= :first AND chat = :chat", first=first.isoformat(), chat=chat
        )

    async def of_all(self, first: date) -> list[DailyUsage]:
        """The days of every chat since `first`, the latest first: for the owner only."""
        return await self._select("day >= :first", first=first.isoformat())

    async def totals(self) -> list[ModelTotal]:
        """By model, of all chats together."""
        rows = await self._database.reader.execute_fetchall(
            "SELECT model, sum(input_tokens), sum(output_tokens) FROM usage"
            " GROUP BY model ORDER BY model"
        )
        return [ModelTotal(*row) for row in rows]

    async def _select(self, condition: str, **values: str) -> list[DailyUsage]:
        rows = await self._database.reader.execute_fetchall(
            "SELECT chat, day, sum(answers), sum(input_tokens), sum(output_tokens), sum(money),"  # noqa: S608  # our own three conditions
            " sum(broken), sum(estimated)"
            f" FROM usage WHERE {condition} GROUP BY day, chat ORDER BY day DESC, chat",
            values,
        )
        return [DailyUsage(row[0], date.fromisoformat(row[1]), *row[2:]) for row in rows]


def format_usage(spent: Sequence[DailyUsage], today: date, *, by_chat: bool) -> str:
    """The text of /usage for the last seven days; `by_chat` lists today's chats for the owner."""
    week = [each for each in spent if each.day > today - timedelta(days=WEEK)]
    now = [each for each in week if each.day == today]
    lines = [f"Today: {_format_sum(now)}", f"Last {WEEK} days: {_format_sum(week)}"]
    if by_chat and len(now) > 1:
        lines += ["", "Today by chat:", *(f"- {each.chat}: {_format_sum([each])}" for each in now)]
    return "\n".join(lines)


def _format_sum(spent: Iterable[DailyUsage]) -> str:
    rows = list(spent)
    answers, broken = sum(each.answers for each in rows), sum(each.broken for each in rows)
    if not answers and not broken:
        return "no answers from a model."
    read = sum(each.input_tokens for each in rows)
    written = sum(each.output_tokens for each in rows)
    money = sum(each.money for each in rows)
    estimated = sum(each.estimated for each in rows)
    return (
        f"{counted(answers, 'answer') if answers else 'no answers'}"
        + (f", {broken} broken off" if broken else "")
        + f", {read:,} tokens read, {written:,} written"
        + (f", cost {money:.2f}" if money else "")
        + (f" ({estimated:,} tokens of it estimated)." if estimated else ".")
    )
