"""What the models cost: tokens and money per chat and day, and when a day's budget is used up.

Money is worked out when an answer is recorded, at the price of that moment.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from bot.llm import Price, Usage
from indexer.database import Database, Schema

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


def allowance(spent: float, budget: float, *, is_owner: bool) -> Allowance:
    """`budget` 0 means that there is none."""
    if not budget or spent < budget:
        return Allowance.FREE
    return Allowance.WARN if is_owner else Allowance.STOP


def cost(usage: Usage, price: Price) -> float:
    return (usage.input_tokens * price.input + usage.output_tokens * price.output) / 1_000_000


@dataclass(frozen=True, slots=True)
class Spent:
    """The use of one chat on one day."""

    chat: str
    day: date
    answers: int
    input_tokens: int
    output_tokens: int
    money: float


@dataclass(frozen=True, slots=True)
class Total:
    """Everything that one model was ever used for."""

    model: str
    input_tokens: int
    output_tokens: int


class UsageLog:
    """Records and sums up; lives as long as the database."""

    def __init__(self, database: Database, price: Price) -> None:
        self._database = database
        self._price = price

    async def record(self, chat: str, usage: Usage, day: date) -> None:
        """Add one answer in the chat named `chat` (`platform:id`)."""
        await self._database.write(
            "INSERT INTO usage VALUES (:chat, :day, :model, 1, :input, :output, :money)"
            " ON CONFLICT (day, chat, model) DO UPDATE SET answers = answers + 1,"
            " input_tokens = input_tokens + :input, output_tokens = output_tokens + :output,"
            " money = money + :money",
            {
                "chat": chat,
                "day": day.isoformat(),
                "model": usage.model,
                "input": usage.input_tokens,
                "output": usage.output_tokens,
                "money": cost(usage, self._price),
            },
        )

    async def spent(self, day: date) -> float:
        """The money that all chats together have used on `day`."""
        return sum(each.money for each in await self._select("day = :first", first=day.isoformat()))

    async def of_chat(self, chat: str, first: date) -> list[Spent]:
        """The days of one chat since `first`, the latest first."""
        return await self._select(
            "day >= :first AND chat = :chat", first=first.isoformat(), chat=chat
        )

    async def of_all(self, first: date) -> list[Spent]:
        """The days of every chat since `first`, the latest first: for the owner only."""
        return await self._select("day >= :first", first=first.isoformat())

    async def totals(self) -> list[Total]:
        """By model, of all chats together."""
        rows = await self._database.reader.execute_fetchall(
            "SELECT model, sum(input_tokens), sum(output_tokens) FROM usage"
            " GROUP BY model ORDER BY model"
        )
        return [Total(*row) for row in rows]

    async def _select(self, condition: str, **values: str) -> list[Spent]:
        rows = await self._database.reader.execute_fetchall(
            "SELECT chat, day, sum(answers), sum(input_tokens), sum(output_tokens), sum(money)"  # noqa: S608  # our own three conditions
            f" FROM usage WHERE {condition} GROUP BY day, chat ORDER BY day DESC, chat",
            values,
        )
        return [Spent(row[0], date.fromisoformat(row[1]), *row[2:]) for row in rows]


def report(spent: Sequence[Spent], today: date, *, by_chat: bool) -> str:
    """The text of /usage for the last seven days; `by_chat` lists today's chats for the owner."""
    week = [each for each in spent if each.day > today - timedelta(days=WEEK)]
    now = [each for each in week if each.day == today]
    lines = [f"Today: {_sum(now)}", f"Last {WEEK} days: {_sum(week)}"]
    if by_chat and len(now) > 1:
        lines += ["", "Today by chat:", *(f"- {each.chat}: {_sum([each])}" for each in now)]
    return "\n".join(lines)


def _sum(spent: Iterable[Spent]) -> str:
    rows = list(spent)
    answers = sum(each.answers for each in rows)
    if not answers:
        return "no answers from a model."
    read = sum(each.input_tokens for each in rows)
    written = sum(each.output_tokens for each in rows)
    money = sum(each.money for each in rows)
    cost = f", cost {money:.2f}" if money else ""
    noun = "answer" if answers == 1 else "answers"
    return f"{answers} {noun}, {read:,} tokens read, {written:,} written{cost}."
