"""What conversations have left outside of notes and items, and how /forget takes that as well.

That is: extracted facts and what tools noted in daily files, the files of conversations, and
recorded conversations that were synced. What a person wrote into the vault, or agreed to have
there, is theirs and stays.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from indexer.ingest.sync import mark_transcripts_changed, remove_turns
from indexer.store.database import Database
from memory.chat import notes_file
from memory.storage.files import run_in_thread
from memory.text.words import fold_words
from memory.vault.daily import list_archived
from memory.vault.markdown_lists import ENTRY, list_entries
from memory.vault.vault import BY_TOOL, EXTRACTED, Vault

Matches = Callable[[str], bool]

MARKS = (EXTRACTED, BY_TOOL)  # of what a conversation left in a daily file


@dataclass(frozen=True, slots=True)
class VaultErasure:
    """How much went."""

    lines: int = 0  # of the vault
    turns: int = 0  # of recorded conversations
    texts: tuple[str, ...] = ()  # what the lines said


class VaultEraser:
    """One per process; only the owner's /forget comes here."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault

    async def forget(self, matches: Matches | None, now: datetime) -> VaultErasure:
        """Everything that conversations left in the vault, or all that `matches` anywhere.

        Repeated with the same `now` after a crash, it tells of all that went.
        """
        for path in await run_in_thread(partial(_list_files, self._vault.folder)):
            await self._forget_lines(path, matches or _match_all, now)
        async with self._database.transaction() as db:
            turns = await remove_turns(db, matches) if matches else []
            await db.executemany(
                "INSERT OR IGNORE INTO forgotten_turns VALUES (?, ?)",
                [(digest(text), int(now.timestamp())) for text in turns],
            )
        return await self.load_erasure(int(now.timestamp()))

    async def _forget_lines(self, path: Path, matches: Matches, now: datetime) -> None:
        told: list[tuple[str, str]] = []

        def change(before: str) -> str:
            left = "".join(_keep_lines(path, before, matches))
            told[:] = [(before, left)]
            return left

        if not await self._vault.edit(path, change):
            return
        ((before, after),) = told
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO forgotten_files (forgotten_at, path, before, after)"
                " VALUES (?, ?, ?, ?)",
                (int(now.timestamp()), str(path), before, after),
            )

    async def load_erasure(self, at: int) -> VaultErasure:
        """How much went at `at` (epoch seconds) and has not come back."""
        async with self._database.snapshot() as db:
            rows = await db.execute_fetchall(
                "SELECT before, after FROM forgotten_files WHERE forgotten_at = ?", (at,)
            )
            turns = await db.execute_fetchall(
                "SELECT count(*) AS gone FROM forgotten_turns WHERE forgotten_at = ?", (at,)
            )
        lines = sum(row["before"].count("\n") - row["after"].count("\n") for row in rows)
        texts = tuple(
            text for row in rows for text in _list_removed_texts(row["before"], row["after"])
        )
        return VaultErasure(lines, int(next(iter(turns))["gone"]), texts)

    async def find_last(self) -> int:
        """When something was taken last that can be brought back, in epoch seconds; 0 for never."""
        return await self._find_latest(
            "SELECT max(forgotten_at) AS at FROM (SELECT forgotten_at FROM forgotten_files"
            " UNION SELECT forgotten_at FROM forgotten_turns)"
        )

    async def find_last_of_notes(self) -> int:
        """The same of the owner's notes and items, which are forgotten elsewhere."""
        return await self._find_latest(
            "SELECT max(forgotten_at) AS at FROM forgotten WHERE scope = 'admin' AND state = 'kept'"
        )

    async def _find_latest(self, sql: str) -> int:
        async with self._database.read_committed() as db:
            rows = await db.execute_fetchall(sql)
        return int(next(iter(rows))["at"] or 0)

    async def restore(self) -> VaultErasure:
        """Bring back what the last /forget took; sync finds the recorded conversations again."""
        at = await self.find_last()
        async with self._database.read_committed() as db:
            rows = list(
                await db.execute_fetchall(
                    "SELECT * FROM forgotten_files WHERE forgotten_at = ?", (at,)
                )
            )
        for row in rows:
            change = partial(_merge_back, before=row["before"], after=row["after"])
            place = await run_in_thread(partial(_locate, Path(row["path"]), row["after"]))
            await self._vault.edit(place, change)
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM forgotten_files WHERE forgotten_at = ?", (at,))
            back = await db.execute("DELETE FROM forgotten_turns WHERE forgotten_at = ?", (at,))
            if back.rowcount:
                await mark_transcripts_changed(db)
        lines = sum(row["before"].count("\n") - row["after"].count("\n") for row in rows)
        return VaultErasure(lines, back.rowcount)

    async def load_forgotten(self) -> Matches:
        """Whether a text is one that a person had forgotten."""
        async with self._database.read_committed() as db:
            rows = await db.execute_fetchall("SELECT digest FROM forgotten_turns")
        digests = frozenset(row["digest"] for row in rows)
        return lambda text: bool(digests) and digest(text) in digests

    async def expire(self, now: datetime, days: int) -> None:
        """Delete for good what can no longer be brought back."""
        before = int((now - timedelta(days=days)).timestamp())
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM forgotten_files WHERE forgotten_at < ?", (before,))


def digest(text: str) -> str:
    """Tells whether two texts have the same words, without telling the words."""
    return hashlib.sha256(fold_words(text).encode("utf-8", "replace")).hexdigest()


def _match_all(_: str) -> bool:
    return True


def _list_files(vault: Path) -> list[Path]:
    """Those that multis writes of conversations."""
    return sorted(
        path
        for each in ("daily", "archive/daily", "sessions")
        for path in (vault / each).glob("*.md")
    )


def _keep_lines(path: Path, text: str, matches: Matches) -> Iterator[str]:
    """The lines that stay: headings, and in daily files whatever was not extracted."""
    session = path.parent.name == "sessions"
    for line in text.splitlines(keepends=True):
        entry = ENTRY.match(line.rstrip("\r\n"))
        said = entry["text"] if entry else ""
        derived = session or any(f" {mark} " in said for mark in MARKS)
        if not (entry and derived and matches(said)):
            yield line


def _locate(path: Path, after: str) -> Path:
    """Where the file is now that was left as `after`: its day may have been put away since."""
    there = [each for each in (path, *list_archived(path)) if each.exists()]
    same = (each for each in there if notes_file.read(each) == after)
    return next(same, next(iter(there), path))


def _list_removed_texts(before: str, after: str) -> Iterator[str]:
    """What the lines said that went."""
    left = frozenset(after.splitlines())
    return (_extract_text(line) for line in before.splitlines() if line not in left)


def _extract_text(line: str) -> str:
    """What an entry says, without its bullet and, in a daily file, its time and mark."""
    said = next(iter(list_entries(line)), line)
    return next((fact for mark in MARKS if (fact := said.partition(f" {mark} ")[2])), said)


def _merge_back(text: str, before: str, after: str) -> str:
    """`before`, or, where a person has written since, their text and what was taken from it."""
    if text == after:
        return before
    there = {*text.splitlines(), *after.splitlines()}
    taken = [line for line in before.splitlines() if line.strip() and line not in there]
    return "\n".join([text.rstrip("\n"), *taken, ""]).lstrip("\n") if taken else text
