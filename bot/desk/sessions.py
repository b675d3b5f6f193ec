"""Sign-in to the page: one-time links, and the cookie and key that each is exchanged for.

A browser sends the cookie to every port of this machine, so that whoever serves one of them learns
it. The key stays in the page's own storage, which only scripts of the page's origin can read. A
session needs both. Only hashes are stored. Whoever can print a link has the machine's shell and
vouches for its bearer.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import aiosqlite

from bot.access.policy import PAGE_OWNER
from bot.desk.mini_app import MiniAppLaunch, format_used_up
from bot.messages import Sender, UserError
from indexer.i18n import _
from indexer.store.database import Database, hash_text
from indexer.store.engine.session import Row

LINK_LIFE = timedelta(minutes=15)
SESSION_LIFE = timedelta(days=30)
MOST_LAUNCHED = 20  # sessions of one person: each launch of the app is another
LAUNCHED_LIFE = timedelta(days=1)  # of a session in another platform's app, which opens a new one
PLATFORM = PAGE_OWNER.platform
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,30}")


def parse_guest(name: str) -> Sender:
    """Return the person called `name` on the page; a `UserError` for an invalid name."""
    if not NAME.fullmatch(name):
        raise UserError(
            _("A guest's name consists of lower-case letters, digits, - and _, such as anna.")
        )
    if name == PAGE_OWNER.id:
        raise UserError(_("The owner needs no guest link. `multis web` prints the owner's link."))
    return Sender(PLATFORM, name, name)


class Sessions:
    """Links and sessions; lives as long as the page's database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def offer(self, person: Sender) -> str:
        """Create a secret that signs `person` in once, within `LINK_LIFE`."""
        secret = secrets.token_urlsafe(32)
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM links WHERE expires_at <= ?", (self._now(),))
            await db.execute(
                "INSERT INTO links (digest, person, expires_at) VALUES (?, ?, ?)",
                (hash_text(secret), person.id, self._now(LINK_LIFE)),
            )
        return secret

    async def enter(self, secret: str) -> tuple[str, str]:
        """Exchange a link's secret, which is thereby used up, for a cookie and its key."""
        if not await self._is_offered(secret):  # a guess costs no write
            raise _format_no_link()
        cookie, key = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM sessions WHERE expires_at <= ?", (self._now(),))
            rows = await db.execute_fetchall(
                "DELETE FROM links WHERE digest = ? AND expires_at > ? RETURNING person",
                (hash_text(secret), self._now()),
            )
            for row in rows:
                await db.execute(
                    "INSERT INTO sessions (digest, key, person, expires_at) VALUES (?, ?, ?, ?)",
                    (hash_text(cookie), hash_text(key), row["person"], self._now(SESSION_LIFE)),
                )
                return cookie, key
        raise _format_no_link()

    async def _is_offered(self, secret: str) -> bool:
        async with self._database.read_committed() as db:
            query = "SELECT 1 FROM links WHERE digest = ? AND expires_at > ?"
            return bool(await db.execute_fetchall(query, (hash_text(secret), self._now())))

    async def launch(self, launch: MiniAppLaunch) -> tuple[str, str]:
        """Sign in the person of a Mini App; a `UserError` if it was launched before."""
        cookie, key = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        person = launch.person
        async with self._database.transaction() as db:
            await self._use_up(db, launch)
            ends = self._now(LAUNCHED_LIFE)
            await db.execute(
                "INSERT INTO sessions (digest, key, platform, person, name, expires_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (hash_text(cookie), hash_text(key), person.platform, person.id, person.name, ends),
            )
            await db.execute(
                "DELETE FROM sessions WHERE platform = ? AND person = ? AND digest NOT IN (SELECT"
                " digest FROM sessions WHERE platform = ? AND person = ?"
                " ORDER BY expires_at DESC, digest = ? DESC LIMIT ?)",
                (*(person.platform, person.id) * 2, hash_text(cookie), MOST_LAUNCHED),
            )
        return cookie, key

    async def _use_up(self, db: aiosqlite.Connection, launch: MiniAppLaunch) -> None:
        """Record that a Mini App was launched; a `UserError` if it was before."""
        await db.execute("DELETE FROM launches WHERE expires_at <= ?", (self._now(),))
        first = await db.execute(
            "INSERT INTO launches (digest, expires_at) VALUES (?, ?)"
            " ON CONFLICT (digest) DO NOTHING",
            (launch.digest, int(launch.expires_at.timestamp())),
        )
        if not first.rowcount:
            raise format_used_up()

    async def find_holder(self, cookie: str) -> Sender | None:
        """Return whose cookie this is, which is enough for a page that shows nothing yet."""
        rows = await self._database.records.execute_fetchall(
            "SELECT platform, person, name FROM sessions WHERE digest = ? AND expires_at > ?",
            (hash_text(cookie), self._now()),
        )
        return _read_person(rows)

    async def find_person(self, cookie: str, key: str) -> Sender | None:
        """Return whose cookie and key these are; None if they are nobody's, or expired."""
        rows = await self._database.records.execute_fetchall(
            "SELECT platform, person, name FROM sessions"
            " WHERE digest = ? AND key = ? AND expires_at > ?",
            (hash_text(cookie), hash_text(key), self._now()),
        )
        return _read_person(rows)

    async def leave(self, cookie: str) -> None:
        """Sign out: the cookie is void from now on, whoever else has it."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM sessions WHERE digest = ?", (hash_text(cookie),))

    async def end_those_of(self, guest: Sender) -> None:
        """Sign a guest out everywhere, and void the guest's links."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM links WHERE person = ?", (guest.id,))
            await db.execute(
                "DELETE FROM sessions WHERE platform = ? AND person = ?", (PLATFORM, guest.id)
            )

    async def end_all(self) -> int:
        """Sign everybody out and void every link; return how many sessions ended."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM links")
            ended = await db.execute("DELETE FROM sessions")
        return ended.rowcount

    def _now(self, ahead: timedelta = timedelta(0)) -> int:
        return int((self._clock() + ahead).timestamp())


def _read_person(rows: Iterable[Row]) -> Sender | None:
    people = (Sender(row["platform"], row["person"], row["name"] or row["person"]) for row in rows)
    return next(people, None)


def _format_no_link() -> UserError:
    return UserError(
        _(
            "This link was already used or is older than 15 minutes. "
            "For a new one, run `multis web` on the machine where multis runs."
        )
    )
