"""Stores which accounts on several platforms are one person's, as the owner says.

For lists of people alone: whatever decides who may do or see what goes by the account, and never
reads this.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from bot.messages import UserError, _
from indexer.store.database import Database

OWNER = "owner"


class Persons(Struct, frozen=True):
    """The owner's accounts are one person's, and so are those that were joined."""

    owners: frozenset[str]
    joined: Mapping[str, int]  # by account; the same number is the same person

    def group(self, keys: Iterable[str]) -> list[list[str]]:
        """Return the accounts of each person, everybody in the order of their first account."""
        found: dict[str | int, list[str]] = {}
        for key in keys:
            person = OWNER if key in self.owners else self.joined.get(key, key)
            found.setdefault(person, []).append(key)
        return list(found.values())


class Accounts:
    """Lives as long as its database, which holds the schema of `bot.access.people`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_persons(self, owners: frozenset[str]) -> Persons:
        rows = await self._database.fetch("SELECT key, person FROM accounts ORDER BY key")
        return Persons(owners, {str(row["key"]): int(row["person"]) for row in rows})

    async def join(self, key: str, other: str, owners: frozenset[str]) -> None:
        """List `key` and `other`, with all that each was joined with, as one person.

        A `UserError` for an owner's account: the owner is one person as it is, and nobody else.
        """
        if owners & {key, other}:
            raise UserError(_("The owner's accounts are listed as one, without anybody else's."))
        joined = (await self.load_persons(owners)).joined
        person = joined.get(key) or joined.get(other) or max(joined.values(), default=0) + 1
        theirs = {each for each in joined if joined[each] in (joined.get(key), joined.get(other))}
        async with self._database.transaction() as db:
            for each in sorted({key, other} | theirs):
                await db.execute(
                    "INSERT INTO accounts (key, person) VALUES (?, ?)"
                    " ON CONFLICT (key) DO UPDATE SET person = excluded.person",
                    (each, person),
                )

    async def part(self, key: str) -> bool:
        """List `key` as a person of its own again; True if it was joined with any other."""
        async with self._database.transaction() as db:
            cursor = await db.execute("DELETE FROM accounts WHERE key = ?", (key,))
        return cursor.rowcount == 1
