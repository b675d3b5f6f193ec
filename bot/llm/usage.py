"""Records the tokens and cost of models by chat, person and day.

Cost is computed when an answer is recorded, at the price of that moment.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import date

from msgspec import Struct

from bot.llm import Meter, Price, TokenUsage
from bot.llm.feature import Feature
from bot.messages import Asker
from indexer.store.database import Database
from indexer.store.engine.session import Row

_ADD = """
INSERT INTO usage (chat, person, day, model, feature, answers, input_tokens, output_tokens, money,
    broken, estimated, cached)
VALUES (:chat, :person, :day, :model, :feature, :answers, :input, :output, :money,
    :broken, :estimated, :cached)
ON CONFLICT (day, chat, person, model, feature) DO UPDATE SET answers = usage.answers + :answers,
    input_tokens = usage.input_tokens + :input, output_tokens = usage.output_tokens + :output,
    money = usage.money + :money, broken = usage.broken + :broken,
    estimated = usage.estimated + :estimated, cached = usage.cached + :cached
"""


_DEAREST_FIRST = "sum(money) DESC, sum(input_tokens) DESC"


def compute_cost(usage: TokenUsage, price: Price) -> float:
    return (usage.input_tokens * price.input + usage.output_tokens * price.output) / 1_000_000


class DailyUsage(Struct, frozen=True):
    """The usage of one chat on one day."""

    chat: str
    day: date
    answers: int
    input_tokens: int
    output_tokens: int
    money: float
    broken: int = 0  # answers that were cut off
    estimated: int = 0  # of all those tokens, how many no provider reported
    cached: int = 0  # of the tokens read, how many came from the provider's cache
    listened: float = 0.0  # seconds of recordings that were written down


class ModelTotal(Struct, frozen=True):
    """The tokens that one model has ever used."""

    model: str
    input_tokens: int
    output_tokens: int


class ModelUsage(Struct, frozen=True):
    """The usage of one model since some day."""

    model: str
    answers: int
    input_tokens: int
    output_tokens: int
    money: float


class FeatureUsage(Struct, frozen=True):
    """The usage of one feature since some day."""

    feature: Feature
    input_tokens: int
    output_tokens: int
    listened: float  # seconds of recordings
    money: float


class PersonUsage(Struct, frozen=True):
    """The usage of one person since some day, in all their chats."""

    key: str  # platform:id; of the chat, where it is not known who asked
    answers: int
    input_tokens: int
    output_tokens: int
    money: float


class Listening(Struct, frozen=True):
    """The length of a recording that was written down, and what that cost; or of one spoken."""

    seconds: float
    money: float
    feature: Feature = Feature.LISTENING


class _Request(Struct, frozen=True):
    """Counts of one request."""

    feature: Feature = Feature.ANSWER
    answers: int = 1
    broken: int = 0


class UsageLog:
    """Records usage and sums it up; lives as long as the database."""

    def __init__(self, database: Database, price: Price) -> None:
        self._database = database
        self._price = price

    @asynccontextmanager
    async def open_meter(
        self,
        asker: Asker,
        day: date,
        feature: Feature = Feature.ANSWER,
        *,
        answers: int = 1,
        meter: Meter | None = None,
    ) -> AsyncIterator[Meter]:
        """Meter a request; it is recorded even if it is cut off.

        `answers` is 0 for one that only leads to an answer. A `meter` is one of the caller's own.
        """
        meter, completed = meter or Meter(), False
        try:
            yield meter
            completed = True
        finally:
            for left, usage in enumerate(meter.used, 1 - len(meter.used)):
                # The last model gave the answer; those before it only cost.
                given, broken = int(completed and not left), int(not completed and not left)
                await self._add(asker, usage, day, _Request(feature, answers * given, broken))

    async def record(
        self, asker: Asker, usage: TokenUsage, day: date, feature: Feature = Feature.ANSWER
    ) -> None:
        """Add one answer."""
        await self._add(asker, usage, day, _Request(feature))

    async def _add(self, asker: Asker, usage: TokenUsage, day: date, request: _Request) -> None:
        await self._database.write(
            _ADD,
            {
                "feature": request.feature,
                "answers": request.answers,
                "broken": request.broken,
                "estimated": usage.estimated,
                "cached": usage.cached,
                "chat": asker.chat,
                "person": asker.person,
                "day": day.isoformat(),
                "model": usage.model,
                "input": usage.input_tokens,
                "output": usage.output_tokens,
                "money": compute_cost(usage, self._price),
            },
        )

    async def record_listening(self, asker: Asker, model: str, day: date, spent: Listening) -> None:
        """Add a recording that was written down or spoken."""
        await self._database.write(
            "INSERT INTO usage (chat, person, day, model, feature, answers, input_tokens,"
            " output_tokens, money, listened)"
            " VALUES (:chat, :person, :day, :model, :feature, 0, 0, 0, :money, :seconds)"
            " ON CONFLICT (day, chat, person, model, feature) DO UPDATE SET"
            " money = usage.money + :money, listened = usage.listened + :seconds",
            {
                "chat": asker.chat,
                "person": asker.person,
                "day": day.isoformat(),
                "model": model,
                "feature": spent.feature,
                "money": spent.money,
                "seconds": spent.seconds,
            },
        )

    async def sum_cost(self, day: date) -> float:
        """Sum the cost of all chats on `day`."""
        rows = await self._database.records.execute_fetchall(
            "SELECT coalesce(sum(money), 0) AS money FROM usage WHERE day = ?", (day.isoformat(),)
        )
        return float(next(iter(rows))["money"])

    def select_chat(self, chat: str, first: date) -> "UsageReader":
        """Return what reads the usage of one chat since `first`."""
        return UsageReader(self._database, first, chat)

    def select_all(self, first: date) -> "UsageReader":
        """Return what reads the usage of every chat since `first`: for the owner only."""
        return UsageReader(self._database, first, None)

    async def list_people(self, first: date) -> list[PersonUsage]:
        """List what each person used since `first`, the dearest first: for the owner only."""
        rows = await self._database.records.execute_fetchall(
            "SELECT CASE person WHEN '' THEN chat ELSE person END AS who, sum(answers),"  # noqa: S608  # a constant of ours
            " sum(input_tokens), sum(output_tokens), sum(money) FROM usage WHERE day >= :first"
            f" GROUP BY who ORDER BY {_DEAREST_FIRST}, who",
            {"first": first.isoformat()},
        )
        return [PersonUsage(*row) for row in rows]

    async def list_totals(self) -> list[ModelTotal]:
        """List the totals by model, of all chats together."""
        rows = await self._database.records.execute_fetchall(
            "SELECT model, sum(input_tokens), sum(output_tokens) FROM usage"
            " GROUP BY model ORDER BY model"
        )
        return [ModelTotal(*row) for row in rows]


class UsageReader(Struct, frozen=True):
    """Sums up the usage since the day `first`."""

    database: Database
    first: date
    chat: str | None  # platform:id; None for all of them

    async def list_days(self) -> list[DailyUsage]:
        """List the days with any usage, the latest first."""
        rows = await self._sum_by(
            "chat, day, sum(answers), sum(input_tokens), sum(output_tokens), sum(money),"
            " sum(broken), sum(estimated), sum(cached), sum(listened)",
            "day, chat ORDER BY day DESC, chat",
        )
        return [DailyUsage(chat, date.fromisoformat(day), *sums) for chat, day, *sums in rows]

    async def list_models(self) -> list[ModelUsage]:
        """List what each model did, the dearest first."""
        rows = await self._sum_by(
            "model, sum(answers), sum(input_tokens), sum(output_tokens), sum(money)",
            f"model ORDER BY {_DEAREST_FIRST}, model",  # not translated: SQL
        )
        return [ModelUsage(*row) for row in rows]

    async def list_features(self) -> list[FeatureUsage]:
        """List what each feature used, the dearest first."""
        rows = await self._sum_by(
            "feature, sum(input_tokens), sum(output_tokens), sum(listened), sum(money)",
            f"feature ORDER BY {_DEAREST_FIRST}, feature",  # not translated: SQL
        )
        return [FeatureUsage(_parse_feature(name), *sums) for name, *sums in rows]

    async def _sum_by(self, columns: str, group: str) -> Iterable[Row]:
        of_chat = "" if self.chat is None else " AND chat = :chat"
        return await self.database.records.execute_fetchall(
            f"SELECT {columns} FROM usage WHERE day >= :first{of_chat} GROUP BY {group}",  # noqa: S608  # all three are our own
            {"first": self.first.isoformat(), "chat": self.chat or ""},
        )


def _parse_feature(stored: str) -> Feature:
    """Return the feature; `EARLIER` for one that this version does not know."""
    return Feature(stored) if stored in set(Feature) else Feature.EARLIER
