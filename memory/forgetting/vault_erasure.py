"""Erase what conversations left in the vault and the index, as part of /forget.

That is: marked lines of daily files (extracted facts, notes of tools, what was flagged, what a
compacted conversation was about), session files, and recorded conversations that were synced. What
a person wrote into the vault, or approved, stays.
"""

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import repeat
from pathlib import Path

from msgspec import Struct

from indexer.ingest.sync import mark_transcripts_changed, remove_turns
from indexer.scopes import ADMIN
from indexer.store.database import Database
from memory.chat import notes_file
from memory.conversations.recorder import is_answer
from memory.forgetting import undo
from memory.forgetting.pending import Change, PendingLines, take_out
from memory.forgetting.plan import Matches
from memory.messages import format_timestamp
from memory.storage.files import run_in_thread
from memory.text.words import fold_words
from memory.vault.daily import list_archived
from memory.vault.markdown_lists import ENTRY, list_entries
from memory.vault.session_answers import AnswerLine, GivenAnswer, find_answers, list_lines
from memory.vault.vault import FROM_TALK, Vault


class VaultErasure(Struct, frozen=True):
    """Counts and texts of what was erased."""

    lines: int = 0  # of the vault
    turns: int = 0  # of recorded conversations
    texts: tuple[str, ...] = ()  # of the lines


class _Edit(Struct, frozen=True):
    path: Path
    before: str
    after: str


class VaultEraser:
    """One per process; only the owner's /forget comes here."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault

    async def forget(self, matches: Matches | None, now: datetime) -> VaultErasure:
        """Erase everything that conversations left in the vault, or what `matches` anywhere.

        Repeated with the same `now` after a crash, it returns all that was erased.
        """
        at = int(now.timestamp())
        with suppress(OSError):  # it is raised at the end, after what can be done
            await self.resume()
        files = await run_in_thread(partial(_list_files, self._vault.folder))
        answers = await self._find_erased_answers(files)
        await self._record(await self._plan(files, matches, answers), matches, at)
        await self.resume()
        return await self.load_erasure(at)

    async def _find_erased_answers(self, files: list[Path]) -> frozenset[AnswerLine]:
        """Find the beginnings of answers that were erased from conversations.

        Also those of an earlier /forget: what a full disk kept it from is asked for once more.
        """
        async with self._database.read_committed() as db:
            erased = await undo.list_erased(db, ADMIN)
        answers = [answer for each in erased for answer in _list_answers(each)]
        sessions = [path for path in files if _is_session(path)] if answers else []
        texts = {path: await self._vault.read(path) for path in sessions}
        return find_answers(texts, answers)

    async def _plan(
        self, files: Sequence[Path], matches: Matches | None, answers: frozenset[AnswerLine]
    ) -> list[_Edit]:
        """List the files that change, as they are and as they will be."""
        wanted = matches or _match_all
        plan = []
        for path in files:
            before = await self._vault.read(path)
            after = "".join(_keep_lines(path, before, wanted, answers))
            if after != before:
                plan.append(_Edit(path, before, after))
        return plan

    async def _record(self, plan: Sequence[_Edit], matches: Matches | None, at: int) -> None:
        """Record what goes, before it does: from then on a crash or a full disk only delays it."""
        async with self._database.transaction() as db:
            await db.executemany(
                "INSERT INTO forgotten_files (forgotten_at, path, before, after, state)"
                " VALUES (?, ?, ?, ?, 'clearing')",
                [(at, str(each.path), each.before, each.after) for each in plan],
            )
            turns = await remove_turns(db, matches) if matches else []
            await db.executemany(
                "INSERT INTO forgotten_turns VALUES (?, ?) ON CONFLICT DO NOTHING",
                [(digest(text), at) for text in turns],
            )

    async def resume(self) -> None:
        """Take what is recorded out of the files, if that was not done or was interrupted.

        A file that cannot be written keeps no other one waiting: its OSError is raised at the end.
        """
        rows = await self._database.fetch(
            "SELECT id, path, before, after FROM forgotten_files WHERE state = 'clearing'"
        )
        refused = None
        for row in rows:
            try:
                await self._clear(row["id"], Path(row["path"]), row["before"], row["after"])
            except OSError as error:
                refused = refused or error
        if refused:
            raise refused

    async def _clear(self, number: int, path: Path, before: str, after: str) -> None:
        place = await run_in_thread(partial(_locate, path, before))
        await self._vault.edit(place, partial(take_out, before=before, after=after))
        await self._database.write(
            "UPDATE forgotten_files SET state = 'kept' WHERE id = ?", (number,)
        )

    async def load_erasure(self, at: int) -> VaultErasure:
        """Return what was erased at `at` (epoch seconds) and not restored since."""
        async with self._database.snapshot() as db:
            rows = await db.execute_fetchall(
                "SELECT before, after FROM forgotten_files WHERE forgotten_at = ?", (at,)
            )
            turns = await db.execute_fetchall(
                "SELECT count(*) AS gone FROM forgotten_turns WHERE forgotten_at = ?", (at,)
            )
        lines = sum(_count_erased(row["before"], row["after"]) for row in rows)
        texts = tuple(
            text for row in rows for text in _list_removed_texts(row["before"], row["after"])
        )
        return VaultErasure(lines, int(next(iter(turns))["gone"]), texts)

    async def find_last(self) -> int:
        """Return when something restorable was erased last, in epoch seconds; 0 for never."""
        return await self._find_latest(
            "SELECT max(forgotten_at) AS at FROM (SELECT forgotten_at FROM forgotten_files"
            " UNION SELECT forgotten_at FROM forgotten_turns)"
        )

    async def find_last_of_notes(self) -> int:
        """Return the same for the owner's notes and facts, which `Forgetting` erases."""
        return await self._find_latest(
            "SELECT max(forgotten_at) AS at FROM forgotten WHERE scope = 'admin' AND state = 'kept'"
        )

    async def _find_latest(self, sql: str) -> int:
        rows = await self._database.fetch(sql)
        return int(next(iter(rows))["at"] or 0)

    async def restore(self) -> VaultErasure:
        """Restore what the last /forget erased; a sync indexes recorded conversations again."""
        at = await self.find_last()
        rows = await self._database.fetch(
            "SELECT * FROM forgotten_files WHERE forgotten_at = ?", (at,)
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
        lines = sum(_count_erased(row["before"], row["after"]) for row in rows)
        return VaultErasure(lines, back.rowcount)

    async def load_forgotten(self) -> Matches:
        """Return a test for texts of recorded turns that were forgotten."""
        rows = await self._database.fetch("SELECT digest FROM forgotten_turns")
        digests = frozenset(row["digest"] for row in rows)
        return lambda text: bool(digests) and digest(text) in digests

    async def load_pending(self) -> PendingLines:
        """Return what a file that could not be written still holds."""
        rows = await self._database.fetch(
            "SELECT path, before, after FROM forgotten_files WHERE state = 'clearing'"
        )
        places = await run_in_thread(
            lambda: [_find_place(Path(row["path"]), row["before"]) for row in rows]
        )
        changes: defaultdict[Path, list[Change]] = defaultdict(list)
        for place, row in zip(places, rows, strict=True):
            changes[place].append((row["before"], row["after"]))
        return PendingLines(changes)

    async def expire(self, now: datetime, days: int) -> None:
        """Delete undo rows older than `days` for good, but no text that is still in its file."""
        before = int((now - timedelta(days=days)).timestamp())
        async with self._database.transaction() as db:
            await db.execute(
                "DELETE FROM forgotten_files WHERE forgotten_at < ? AND state = 'kept'", (before,)
            )


def digest(text: str) -> str:
    """Return a hash of the words of a text, which does not reveal them."""
    return hashlib.sha256(fold_words(text).encode("utf-8", "replace")).hexdigest()


def _match_all(_: str) -> bool:
    return True


def _list_files(vault: Path) -> list[Path]:
    """List the files that multis writes about conversations."""
    return sorted(
        path
        for each in ("daily", "archive/daily", "sessions")
        for path in (vault / each).glob("*.md")
    )


def _is_session(path: Path) -> bool:
    return path.parent.name == "sessions"


def _list_answers(erased: undo.UndoRecord) -> Iterator[GivenAnswer]:
    until = format_timestamp(erased.forgotten_at + timedelta(seconds=1))  # it is kept in seconds
    for window in erased.erasure.windows:
        for message in window.messages:
            if message.role == "assistant":
                yield GivenAnswer(window.chat, message.timestamp, until, message.content)
    for recorded in erased.erasure.turns:
        for turn in recorded.turns:
            if is_answer(turn):
                yield GivenAnswer(recorded.chat, turn.said_at, until, turn.text)


def _keep_lines(
    path: Path, text: str, matches: Matches, answers: frozenset[AnswerLine]
) -> Iterator[str]:
    """Yield the lines that stay: headings, and in daily files whatever is not marked."""
    session = _is_session(path)
    given = list_lines(path, text) if session else repeat(None)
    for line, answer in zip(text.splitlines(keepends=True), given, strict=False):
        (bare,) = line.splitlines()  # which ends lines at more than "\r\n"
        entry = ENTRY.match(bare)
        said = entry["text"] if entry else ""
        derived = session or any(f" {mark} " in said for mark in FROM_TALK)
        if not (entry and derived and (answer in answers or matches(said))):
            yield line


def _locate(path: Path, text: str) -> Path:
    """Find the file that was left as `text`: it may have been archived since."""
    there = [each for each in (path, *list_archived(path)) if each.exists()]
    same = (each for each in there if notes_file.read(each) == text)
    return next(same, next(iter(there), path))


def _find_place(path: Path, text: str) -> Path:
    """Find the same file, resolved; `path` where something there cannot be read."""
    with suppress(OSError):
        path = _locate(path, text)
    return Path(os.path.realpath(path))  # unlike `resolve`, also of a link that leads to itself


def _count_erased(before: str, after: str) -> int:
    return before.count("\n") - after.count("\n")


def _list_removed_texts(before: str, after: str) -> Iterator[str]:
    """Return the texts of the erased lines."""
    left = frozenset(after.splitlines())
    return (_extract_text(line) for line in before.splitlines() if line not in left)


def _extract_text(line: str) -> str:
    """Return the text of an entry, without its bullet and, in a daily file, time and mark."""
    said = next(iter(list_entries(line)), line)
    return next((fact for mark in FROM_TALK if (fact := said.partition(f" {mark} ")[2])), said)


def _merge_back(text: str, before: str, after: str) -> str:
    """Return `before`; if a person has edited the file since, their text and the erased lines."""
    if text == after:
        return before
    there = {*text.splitlines(), *after.splitlines()}
    taken = [line for line in before.splitlines() if line.strip() and line not in there]
    return "\n".join([text.rstrip("\n"), *taken, ""]).lstrip("\n") if taken else text
