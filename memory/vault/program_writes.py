"""Texts that another program wants remembered: they wait here, in no prompt, for the owner."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from indexer.errors import UserError
from indexer.scopes import Scope
from indexer.store.database import Database
from indexer.store.engine.session import Row

MOST = 100  # that wait; a program that wants more must wait for the owner
LONGEST = 10_000  # characters of the arguments of one call


class ProgramWrite(Struct, frozen=True):
    """A call of a tool that changes nothing before the owner has agreed to it."""

    tool: str
    arguments: Mapping[str, object]
    chat: str  # platform:id
    scope: Scope
    id: int = 0

    @property
    def texts(self) -> list[tuple[str, str]]:
        """The names of the arguments and their values as text, all that could reach a prompt."""
        return [(name, _format_value(value)) for name, value in self.arguments.items()]


def _format_value(value: object) -> str:
    parts = map(str, value) if isinstance(value, list) else [str(value)]
    return " ".join(", ".join(parts).split())


class ProgramWrites:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, write: ProgramWrite, now: datetime) -> int:
        """Store a call and return its number; raises UserError where too much waits already."""
        arguments = json.dumps(write.arguments, ensure_ascii=False)
        if len(arguments) > LONGEST:
            raise UserError("Too long.")  # not translated: read by the program
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall("SELECT count(*) AS n FROM program_writes")
            if next(iter(rows))["n"] >= MOST:
                raise UserError(
                    "Too many texts wait for the owner's approval."  # not translated: as above
                )
            stored = await db.execute_fetchall(
                "INSERT INTO program_writes (tool, arguments, chat, scope, made_at)"
                " VALUES (?, ?, ?, ?, ?) RETURNING id",
                (write.tool, arguments, write.chat, write.scope.label, int(now.timestamp())),
            )
        return int(next(iter(stored))["id"])

    async def list_waiting(self) -> list[ProgramWrite]:
        """List the calls that wait, the oldest first."""
        rows = await self._database.fetch("SELECT * FROM program_writes ORDER BY id")
        return list(map(_parse, rows))

    async def take(self, numbers: Collection[int]) -> list[ProgramWrite]:
        """Remove and return the calls of these numbers: nothing is decided twice."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "DELETE FROM program_writes"
                " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) RETURNING *",
                (json.dumps(list(numbers)),),
            )
            taken = sorted(map(_parse, rows), key=lambda write: write.id)
        return taken

    async def close(self, matches: Callable[[str], bool] | None) -> None:
        """Delete the calls with a text that `matches`, or, if it is None, all."""
        await self.take([each.id for each in await self.list_waiting() if _holds(each, matches)])


def _holds(write: ProgramWrite, matches: Callable[[str], bool] | None) -> bool:
    return matches is None or any(matches(text) for _, text in write.texts)


def _parse(row: Row) -> ProgramWrite:
    return ProgramWrite(
        row["tool"], json.loads(row["arguments"]), row["chat"], Scope(row["scope"]), row["id"]
    )


def parse_numbers(words: Sequence[str]) -> list[int]:
    """Parse the numbers of calls; what is no number is left out."""
    return [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 10]
