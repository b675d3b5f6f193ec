"""Stores who may talk to the bot, besides the owners that the configuration names.

The owner claims a fresh bot with a one-time code that `multis run` or `multis init` prints. Only
its hash is kept; it dies after `CLAIM_LIFE` or after one use.

Wrong codes count for who sends them, so that nobody uses up the owner's code. Guessing from many
accounts is no easier for that: there are 31^12 = 7.9e17 codes, and a thousand guesses a second,
more than this program handles, for the whole `CLAIM_LIFE` hit with a chance of 900,000 / 7.9e17 =
1.1e-12. Five guesses at one of the 31^8 codes of earlier versions had 5.9e-12.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

import aiosqlite
from msgspec import Struct
from msgspec.structs import replace

from bot.access.policy import Access, may_ask
from bot.messages import IncomingMessage, Sender, UserError, _
from indexer.store.database import Database, Schema
from indexer.text.graphemes import cut_text

CLAIM_LIFE = timedelta(minutes=15)
CLAIM_TRIES = 5  # wrong codes of one person; after that, the right one is wrong too
CLAIM_LENGTH = 12  # characters
BRACKETS = "[]<>"
LONGEST = 60  # characters of a name
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no characters that look alike

PEOPLE = Schema(
    "people",
    (
        """
        CREATE TABLE people (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('owner', 'approved')),
            since INTEGER NOT NULL
        );
        CREATE TABLE claim (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            digest TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            wrong INTEGER NOT NULL DEFAULT 0
        );
        """,
        """
        CREATE TABLE known (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('owner', 'approved', 'blocked')),
            since INTEGER NOT NULL
        );
        INSERT INTO known SELECT key, name, role, since FROM people;
        DROP TABLE people;
        ALTER TABLE known RENAME TO people;
        CREATE TABLE requests (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            chat TEXT NOT NULL,
            message TEXT NOT NULL,
            digest TEXT NOT NULL,
            asked_at INTEGER NOT NULL
        );
        """,
        """
        CREATE TABLE claim_tries (
            key TEXT PRIMARY KEY,
            wrong INTEGER NOT NULL
        ) WITHOUT ROWID;
        ALTER TABLE requests ADD COLUMN notice TEXT NOT NULL DEFAULT 'own';
        """,
        """
        CREATE TABLE speakers (
            chat TEXT NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL,              -- of the first who had that name there
            PRIMARY KEY (chat, name)
        ) WITHOUT ROWID;
        """,
        """
        CREATE TABLE invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- a withdrawn one's button means no other
            digest TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            used_by TEXT                           -- a person's key
        );
        """,
        """
        CREATE TABLE accounts (
            key TEXT PRIMARY KEY,
            person INTEGER NOT NULL         -- the same for all accounts that are listed as one
        ) WITHOUT ROWID;
        """,
        # The key of the message by which the owner decided; the row stays until it expires.
        "ALTER TABLE requests ADD COLUMN decided_by TEXT;",
    ),
    records=frozenset({"people"}),
)


Role = Literal["owner", "approved", "blocked"]


class Person(Struct, frozen=True):
    key: str  # platform:id
    name: str  # as they call themselves: never to be trusted
    role: Role


class People:
    """Reads and changes people's roles; lives as long as its database."""

    def __init__(
        self, database: Database, configured: Access, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._configured = configured
        self._clock = clock

    async def load_barring(self) -> Callable[[str], bool]:
        """Return what says of a key whether that person is neither answered nor told anything."""
        access = await self.load_access()
        return lambda person: not may_ask(person, access)

    async def load_access(self) -> Access:
        """Return who may talk to the bot right now, other processes' changes included."""
        known = await self.list_people()
        return replace(
            self._configured,
            owners=self._configured.owners | _list_keys(known, "owner"),
            approved=self._configured.approved | _list_keys(known, "approved"),
            blocked=self._configured.blocked | _list_keys(known, "blocked"),
        )

    async def list_people(self) -> list[Person]:
        """List everyone who was let in or blocked from a chat, oldest first."""
        rows = await self._database.records.execute_fetchall(
            "SELECT key, name, role FROM people ORDER BY since, key"
        )
        return [Person(row["key"], row["name"], row["role"]) for row in rows]

    async def load_names(self) -> dict[str, str]:
        """Return the names, by key, of everyone who was let in or blocked from a chat."""
        return {each.key: each.name for each in await self.list_people()}

    async def load_names_with_speakers(self) -> Mapping[str, str]:
        """Return the names, by key, of those who were let in or spoke in a group."""
        rows = await self._database.fetch("SELECT key, max(name) FROM speakers GROUP BY key")
        known = await self.load_names()
        return {row[0]: row[1] for row in rows} | {key: name for key, name in known.items() if name}

    async def name_apart(self, message: IncomingMessage) -> IncomingMessage:
        """Return `message` under a name that nobody else in its group has.

        What is remembered there is kept by name, and everybody may take the name of another.
        """
        if message.chat.private:
            return message
        sender = replace(message.sender, name=_clean_name(message.sender.name))
        message = replace(message, sender=sender)
        if not sender.name:
            return message
        from bot.access.look_alikes import COLONS, find_look, is_ours  # names of groups only

        look = find_look(sender.name)
        if not (look and COLONS.isdisjoint(sender.name)) or is_ours(look):
            # It may be the name that somebody else was given here, or stand for theirs: whoever
            # has none goes by their key, and a note begins with its author's name and a colon.
            return _add_key(message)
        for name in dict.fromkeys((look, sender.name)):
            if await self._take_name(message.chat.key, name, sender.key) != sender.key:
                return _add_key(message)
        return message

    async def _take_name(self, chat: str, name: str, key: str) -> str:
        """Return the key of whoever has `name` in that chat: `key` if it was free until now."""
        first = await self._find_speaker(chat, name)
        if not first:
            await self._database.write(
                "INSERT INTO speakers (chat, name, key) VALUES (?, ?, ?)"
                " ON CONFLICT (chat, name) DO NOTHING",
                (chat, name, key),
            )
            first = await self._find_speaker(chat, name)
        return first

    async def _find_speaker(self, chat: str, name: str) -> str:
        """Return the key of the first who had `name` in that chat; "" for nobody."""
        rows = await self._database.fetch(
            "SELECT key FROM speakers WHERE chat = ? AND name = ?", (chat, name)
        )
        return next((str(row["key"]) for row in rows), "")

    async def set_role(self, key: str, role: Role) -> bool:
        """Set the role of `key` to approved or blocked; True if it changed.

        Owners keep their role, and whoever is blocked stays so until that is taken back.
        """
        now = int(self._clock().timestamp())
        async with self._database.transaction() as db:
            await _forget_ways_in(db, key)
            cursor = await db.execute(
                "INSERT INTO people (key, name, role, since) VALUES (?, '', ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET role = excluded.role"
                " WHERE people.role = 'approved' AND excluded.role != 'approved'",
                (key, role, now),
            )
        return cursor.rowcount == 1

    async def take_role(self, key: str, role: Role) -> bool:
        """Make `key`, who is approved or blocked, a stranger again; False for any other role."""
        async with self._database.transaction() as db:
            await _forget_ways_in(db, key)
            cursor = await db.execute("DELETE FROM people WHERE key = ? AND role = ?", (key, role))
        return cursor.rowcount == 1

    async def offer_claim(self) -> str:
        """Return a new one-time code; an earlier one is invalid from now on."""
        code = generate_code(CLAIM_LENGTH)
        expires = int((self._clock() + CLAIM_LIFE).timestamp())
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM claim_tries")
            await db.execute(
                "INSERT INTO claim (id, digest, expires_at) VALUES (1, ?, ?) ON CONFLICT (id)"
                " DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at",
                (hash_code(code), expires),
            )
        return code

    async def claim(self, sender: Sender, code: str) -> None:
        """Make `sender` the owner; raises `UserError` if `code` is not valid, or not from them."""
        now = int(self._clock().timestamp())
        async with self._database.transaction() as db:
            right = await _is_claim(db, sender, code, now)
            if right:
                await _make_owner(db, sender, now)
            else:
                await _count_wrong_code(db, sender)
        if not right:
            raise UserError(
                _(
                    "That code is invalid, already used, or expired. Whoever invited you can make "
                    "a new one; the owner's comes from starting `multis run` again."
                )
            )


async def _forget_ways_in(db: aiosqlite.Connection, key: str) -> None:
    """Forget what `key` asked for, and the invitation that they used: it lets nobody in again."""
    await db.execute("DELETE FROM requests WHERE key = ?", (key,))
    await db.execute("DELETE FROM invitations WHERE used_by = ?", (key,))


async def _is_claim(db: aiosqlite.Connection, sender: Sender, code: str, now: int) -> bool:
    """Return whether the code is valid, and `sender` may still try."""
    latest = now + int(CLAIM_LIFE.total_seconds())  # later only if the clock was set back
    alive = await db.execute_fetchall(
        "SELECT digest FROM claim WHERE expires_at > ? AND expires_at <= ? AND NOT EXISTS"
        " (SELECT 1 FROM claim_tries WHERE key = ? AND wrong >= ?)",
        (now, latest, sender.key, CLAIM_TRIES),
    )
    return any(hmac.compare_digest(row["digest"], hash_code(code)) for row in alive)


async def _count_wrong_code(db: aiosqlite.Connection, sender: Sender) -> None:
    """Count a wrong code of `sender`, if there is any code that they could be guessing at."""
    await db.execute(
        "INSERT INTO claim_tries (key, wrong) SELECT ?, 1 FROM claim WHERE true"
        " ON CONFLICT (key) DO UPDATE SET wrong = claim_tries.wrong + 1",
        (sender.key,),
    )


async def _make_owner(db: aiosqlite.Connection, sender: Sender, now: int) -> None:
    await db.execute("DELETE FROM claim")
    await db.execute("DELETE FROM claim_tries")
    await db.execute(
        "INSERT INTO people (key, name, role, since) VALUES (?, ?, 'owner', ?)"
        " ON CONFLICT (key) DO UPDATE SET role = 'owner'",
        (sender.key, sender.name, now),
    )


def _add_key(message: IncomingMessage) -> IncomingMessage:
    sender = message.sender
    name = f"{sender.name.strip()} ({sender.key})"
    return replace(message, sender=replace(sender, name=name))


def format_person(name: str, key: str) -> str:
    """Format a person for Markdown: a name, without markup, and the id, as names are made up."""
    return format_person_plain(name, f"`{key.replace('`', '')}`")


def format_person_plain(name: str, key: str) -> str:
    """Format a person for a place that shows no markup."""
    plain = format_name_plain(name)
    return f"{plain} ({key})" if plain else key


def format_name_plain(name: str) -> str:
    """Format a name without its id for such a place; empty if nothing of it can be shown."""
    plain = "".join(c for c in " ".join(name.split()) if c.isalnum() or c in " .'-").strip()
    return cut_text(plain, 40)


def _clean_name(name: str) -> str:
    """Return a name on one line, without what no screen shows: that would make two look alike.

    Brackets go as well: what is remembered begins with the name, and is shown as Markdown.
    """
    shown = (c for c in " ".join(name.split()) if c.isprintable() and c not in BRACKETS)
    return cut_text("".join(shown).strip(), LONGEST)


def _list_keys(people: Iterable[Person], role: Role) -> frozenset[str]:
    return frozenset(each.key for each in people if each.role == role)


def generate_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _place in range(length))


def hash_code(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()
