"""Limits what one person may have indexed per day, and counts it.

Files, their bytes, and the time that reading them takes. The owner may set other limits for one
person than those of the configuration. Owners are not limited: the caller sees to that.
"""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, time, timedelta
from weakref import WeakValueDictionary

import aiosqlite
from msgspec import Struct
from msgspec.structs import asdict

from bot.access.quota_settings import QuotaSettings
from bot.messages import N_, UserError, ngettext
from indexer.i18n import format_duration, format_moment, format_size
from indexer.store.database import Database

KEPT = timedelta(days=7)  # how long a day's counts stay


BYTES = N_(
    "This file ({size}) would exceed your daily limit of {most}. "
    "Send a smaller file, or send it again after {time} UTC."
)
ALONE = N_("This file ({size}) is larger than your daily limit of {most}. Send a smaller file.")
SECONDS = N_(
    "You have reached your daily limit of {most} of reading time. Send it again after {time} UTC."
)


class QuotaUse(Struct, frozen=True):
    """The amounts that one person had indexed today."""

    files: int = 0
    bytes: int = 0
    seconds: float = 0.0


class Quota(Struct, frozen=True):
    """The limits of one person, and what was used of them today."""

    limits: QuotaSettings
    used: QuotaUse = QuotaUse()


class Quotas:
    """Lives as long as its database."""

    def __init__(
        self,
        database: Database,
        read_settings: Callable[[], QuotaSettings],
        clock: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._read_settings = read_settings
        self._clock = clock
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def open_allowance(self, person: str) -> "PersonalAllowance":
        """Return what counts the files of `person`, for `bot.ingest.queue`."""
        return PersonalAllowance(self, person)

    @asynccontextmanager
    async def hold(self, person: str) -> AsyncIterator[None]:
        """Wait for the other files of `person` that are being taken in."""
        turn = self._turns.setdefault(person, asyncio.Lock())
        async with turn:
            yield

    async def list_all(self) -> Mapping[str, Quota]:
        """Return the quotas of all who used theirs today or have limits of their own."""
        async with self._database.read_committed() as db:
            own = await db.execute_fetchall("SELECT DISTINCT person FROM quotas")
            today = await db.execute_fetchall(
                "SELECT person FROM quota_use WHERE day = ?", (self._today(),)
            )
            people = sorted({row["person"] for row in (*own, *today)})
            return {person: await self._load(db, person) for person in people}

    async def get(self, person: str) -> Quota:
        async with self._database.read_committed() as db:
            return await self._load(db, person)

    async def set(self, person: str, resource: str, most: int) -> None:
        """Set one of a person's limits; 0 is none."""
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO quotas (person, resource, most) VALUES (?, ?, ?)"
                " ON CONFLICT (person, resource) DO UPDATE SET most = excluded.most",
                (person, resource, most),
            )

    async def reset(self, person: str) -> None:
        """Give a person the configured limits again."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM quotas WHERE person = ?", (person,))

    async def reserve(self, person: str, size: int) -> None:
        """Count one more file of `size` bytes; a UserError says which limit it would pass."""
        async with self._database.transaction() as db:
            self._check(await self._load(db, person), size)
            await self._add(db, person, QuotaUse(1, size))

    async def check(self, person: str, size: int = 0) -> None:
        """Raise the error of `reserve`, but count nothing."""
        self._check(await self.get(person), size)

    async def correct(self, person: str, size: int, actual: int) -> None:
        """Count a reserved file with its `actual` bytes; a UserError if that passes the limit."""
        async with self._database.transaction() as db:
            await self._add(db, person, QuotaUse(bytes=actual - size))
            quota = await self._load(db, person)
        if actual > size and quota.limits.bytes and quota.used.bytes > quota.limits.bytes:
            raise self._build_size_error(quota, actual)

    async def add(self, person: str, used: QuotaUse) -> None:
        """Add to what a person used today; negative amounts give back."""
        async with self._database.transaction() as db:
            await self._add(db, person, used)

    def _check(self, quota: Quota, size: int) -> None:
        limits, used, until = quota.limits, quota.used, self._format_end()
        if limits.files and used.files >= limits.files:
            raise UserError(
                ngettext(
                    "You have reached your daily limit of {count} file. "
                    "Send it again after {time} UTC.",
                    "You have reached your daily limit of {count} files. "
                    "Send it again after {time} UTC.",
                    limits.files,
                    time=until,
                )
            )
        if limits.bytes and used.bytes + size > limits.bytes:
            raise self._build_size_error(quota, size)
        if limits.seconds and used.seconds >= limits.seconds:
            raise UserError(SECONDS.fill(most=format_seconds(limits.seconds), time=until))

    def _build_size_error(self, quota: Quota, size: int) -> UserError:
        sizes = {"size": format_size(size), "most": format_size(quota.limits.bytes)}
        if size > quota.limits.bytes:
            return UserError(ALONE.fill(**sizes))
        return UserError(BYTES.fill(**sizes, time=self._format_end()))

    async def _load(self, db: aiosqlite.Connection, person: str) -> Quota:
        own = await db.execute_fetchall(
            "SELECT resource, most FROM quotas WHERE person = ?", (person,)
        )
        limits = dataclasses.replace(
            self._read_settings(), **{row["resource"]: row["most"] for row in own}
        )
        rows = await db.execute_fetchall(
            "SELECT files, bytes, seconds FROM quota_use WHERE person = ? AND day = ?",
            (person, self._today()),
        )
        return Quota(limits, next((QuotaUse(*row) for row in rows), QuotaUse()))

    async def _add(self, db: aiosqlite.Connection, person: str, used: QuotaUse) -> None:
        oldest = (self._clock() - KEPT).date().isoformat()
        await db.execute("DELETE FROM quota_use WHERE day < ?", (oldest,))
        await db.execute(
            "INSERT INTO quota_use (person, day, files, bytes, seconds)"
            " VALUES (:person, :day, :least_files, :least_bytes, :seconds)"
            " ON CONFLICT (person, day) DO UPDATE SET"
            " files = CASE WHEN quota_use.files + :files > 0 THEN quota_use.files + :files"
            " ELSE 0 END,"
            " bytes = CASE WHEN quota_use.bytes + :bytes > 0 THEN quota_use.bytes + :bytes"
            " ELSE 0 END,"
            " seconds = quota_use.seconds + :seconds",
            {
                "person": person,
                "day": self._today(),
                "least_files": max(0, used.files),
                "least_bytes": max(0, used.bytes),
                **asdict(used),
            },
        )

    def _today(self) -> str:
        return self._clock().date().isoformat()

    def _format_end(self) -> str:
        """Return when the next day begins."""
        tomorrow = self._clock().date() + timedelta(days=1)
        return format_moment(datetime.combine(tomorrow, time(), UTC))


class PersonalAllowance(Struct, frozen=True):
    """The quota of one person, as the intake of files uses it."""

    quotas: Quotas
    person: str

    def hold(self) -> AbstractAsyncContextManager[None]:
        return self.quotas.hold(self.person)

    async def reserve(self, size: int) -> None:
        await self.quotas.reserve(self.person, size)

    async def give_back(self, size: int) -> None:
        await self.quotas.add(self.person, QuotaUse(-1, -size))

    async def correct(self, size: int, actual: int) -> None:
        await self.quotas.correct(self.person, size, actual)

    async def add_seconds(self, seconds: float) -> None:
        await self.quotas.add(self.person, QuotaUse(seconds=seconds))


def format_seconds(seconds: float) -> str:
    """Format a time of reading, to the second."""
    return format_duration(timedelta(seconds=round(seconds)))
