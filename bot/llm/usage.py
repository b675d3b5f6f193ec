"""Records the tokens and cost of models by chat, person and day.

Cost is computed when an answer is recorded, at the price of that moment.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

from msgspec import Struct

from bot.llm import Meter, Price, TokenUsage
from bot.llm.feature import Feature
from bot.messages import Asker
from indexer.store.database import Database

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
        return sum(
            each.money for each in await self._load_days("day = :first", first=day.isoformat())
        )

    async def list_chat(self, chat: str, first: date) -> list[DailyUsage]:
        """List the days of one chat since `first`, the latest first."""
        return await self._load_days(
            "day >= :first AND chat = :chat", first=first.isoformat(), chat=chat
        )

    async def list_all(self, first: date) -> list[DailyUsage]:
        """List the days of every chat since `first`, the latest first: for the owner only."""
        return await self._load_days("day >= :first", first=first.isoformat())

    async def list_chat_models(self, chat: str, first: date) -> list[ModelUsage]:
        """List what each model did for one chat since `first`, the dearest first."""
        return await self._load_models(
            "day >= :first AND chat = :chat", first=first.isoformat(), chat=chat
        )

    async def list_all_models(self, first: date) -> list[ModelUsage]:
        """List what each model did since `first`, the dearest first: for the owner only."""
        return await self._load_models("day >= :first", first=first.isoformat())

    async def list_chat_features(self, chat: str, first: date) -> list[FeatureUsage]:
        """List what each feature used for one chat since `first`, the dearest first."""
        return await self._load_features(
            "day >= :first AND chat = :chat", first=first.isoformat(), chat=chat
        )

    async def list_all_features(self, first: date) -> list[FeatureUsage]:
        """List what each feature used since `first`, the dearest first: for the owner only."""
        return await self._load_features("day >= :first", first=first.isoformat())

    async def list_all_people(self, first: date) -> list[PersonUsage]:
        """List what each person used since `first`, the dearest first: for the owner only."""
        rows = await self._database.records.execute_fetchall(
            "SELECT CASE person WHEN '' THEN chat ELSE person END AS who, sum(answers),"
            " sum(input_tokens), sum(output_tokens), sum(money) FROM usage WHERE day >= :first"
            " GROUP BY who ORDER BY sum(money) DESC, sum(input_tokens) DESC, who",
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

    async def _load_days(self, condition: str, **values: str) -> list[DailyUsage]:
        rows = await self._database.records.execute_fetchall(
            "SELECT chat, day, sum(answers), sum(input_tokens), sum(output_tokens), sum(money),"  # noqa: S608  # our own three conditions
            " sum(broken), sum(estimated), sum(cached),"
            " sum(listened)"
            f" FROM usage WHERE {condition} GROUP BY day, chat ORDER BY day DESC, chat",
            values,
        )
        return [DailyUsage(row[0], date.fromisoformat(row[1]), *row[2:]) for row in rows]

    async def _load_models(self, condition: str, **values: str) -> list[ModelUsage]:
        rows = await self._database.records.execute_fetchall(
            "SELECT model, sum(answers), sum(input_tokens), sum(output_tokens), sum(money)"  # noqa: S608  # our own two conditions
            f" FROM usage WHERE {condition} GROUP BY model"
            " ORDER BY sum(money) DESC, sum(input_tokens) DESC, model",
            values,
        )
        return [ModelUsage(*row) for row in rows]

    async def _load_features(self, condition: str, **values: str) -> list[FeatureUsage]:
        rows = await self._database.records.execute_fetchall(
            "SELECT feature, sum(input_tokens), sum(output_tokens), sum(listened), sum(money)"  # noqa: S608  # our own two conditions
            f" FROM usage WHERE {condition} GROUP BY feature"
            " ORDER BY sum(money) DESC, sum(input_tokens) DESC, feature",
            values,
        )
        return [FeatureUsage(_parse_feature(row[0]), *row[1:]) for row in rows]


def _parse_feature(stored: str) -> Feature:
    """Return the feature; `EARLIER` for one that this version does not know."""
    return Feature(stored) if stored in set(Feature) else Feature.EARLIER
