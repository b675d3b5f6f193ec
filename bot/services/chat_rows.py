"""Moves all that is kept of a chat to another key: its rows in every table, and its files."""

import json
import os
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import split_key
from indexer.documents import UPLOAD, build_shared_identity
from indexer.scopes import Scope
from indexer.store import chunks as chunk_rows
from indexer.store import files
from indexer.store import turns as turn_rows
from indexer.store.connection import Connection
from indexer.store.corpus import PASSAGES, build_scope_token
from indexer.store.engine.session import Row, Session
from indexer.store.terms import load_memory_terms, update_terms
from memory import messages
from memory.conversations.recorder import FOLDER, join_days
from memory.facts.rows import parse_fact, save_fact
from memory.storage.files import write_atomically


class _Table(Struct, frozen=True):
    """A table with rows of chats, unique by the chat or its scope, and `key`.

    Where both chats have a row, that of the old one takes the place of the other, or `stays` there.
    """

    name: str
    key: tuple[str, ...] = ()
    stays: bool = False
    by: Literal["chat", "scope"] = "chat"
    sets: tuple[str, ...] = ("chat",)

    def build_late_statements(self) -> Iterator[str]:
        """Move what came late: where the new chat has a row by now, the old one's is dropped."""
        yield from replace(self, stays=True).build_statements()
        if not self.stays:
            yield f"DELETE FROM {self.name} WHERE {self.by} = :old{SUFFIXES[self.by]}"  # noqa: S608 - our names

    def build_statements(self) -> Iterator[str]:
        old, new = f":old{SUFFIXES[self.by]}", f":new{SUFFIXES[self.by]}"
        changes = ", ".join(f"{each} = :new{SUFFIXES[each]}" for each in self.sets)
        move = f"UPDATE {self.name} SET {changes} WHERE {self.by} = {old}"  # noqa: S608 - our names
        if self.stays:
            yield f"{move} AND NOT {self._build_twin(new)}"
        else:
            yield f"DELETE FROM {self.name} WHERE {self.by} = {new} AND {self._build_twin(old)}"  # noqa: S608 - our names
            yield move

    def _build_twin(self, of: str) -> str:
        """Build the condition that the other chat has a row with the same key."""
        same = "".join(f" AND other.{each} = {self.name}.{each}" for each in self.key)
        return f"EXISTS (SELECT 1 FROM {self.name} other WHERE other.{self.by} = {of}{same})"  # noqa: S608 - our names


SUFFIXES = {"chat": "", "scope": "_scope"}
BOTH = ("chat", "scope")
# What the group had under its old key counts, mostly, and not what came under the new one since.
UNIQUE = (
    _Table("modes"),
    _Table("chat_languages"),
    _Table("owner_spoke"),
    _Table("escalations"),
    _Table("speakers", ("name",)),
    _Table("episodes"),
    _Table("last_answers"),
    _Table("captures", sets=BOTH),
    _Table("capture_results"),
    _Table("usage", ("day", "person", "model", "feature"), stays=True),
    _Table("note_sources", ("stamp", "note", "turn"), stays=True, by="scope", sets=BOTH),
    _Table(
        "access_history",
        ("chunk_id", "query", "accessed_at / 60"),
        stays=True,
        by="scope",
        sets=("scope",),
    ),
    _Table("time_zones"),
    _Table("shown_lists", ("kind",)),
    _Table("told_of_engine", ("host",)),
    _Table("spoken_chats"),
    _Table("shown_answers", ("reference",)),
    _Table("reactions", ("sender", "turn")),
)
OTHERS = (
    "UPDATE reminders SET chat = :new, scope = :new_scope WHERE chat = :old",
    "UPDATE unsettled SET chat = :new, scope = :new_scope WHERE scope = :old_scope",
    "UPDATE unheard SET chat = :new, message = json_set(message, '$.chat.id', :new_id)"
    " WHERE chat = :old",
    "UPDATE buttons SET chat = :new WHERE chat = :old",
    "UPDATE questions SET chat = :new WHERE chat = :old",
    "UPDATE forgotten SET chat = :new, scope = :new_scope, content = replace(replace(content,"
    " json_quote(:old), json_quote(:new)), json_quote(:old_scope), json_quote(:new_scope))"
    " WHERE scope = :old_scope",
    "UPDATE memory_changes SET scope = :new_scope, before = CASE before WHEN '' THEN ''"
    " ELSE json_set(json_set(before, '$.scope', :new_scope), '$.chat', :new) END"
    " WHERE scope = :old_scope",
    "UPDATE inbox SET chat = :new, message = CASE message WHEN '' THEN ''"
    " ELSE json_set(message, '$.chat.id', :new_id) END WHERE chat = :old",
    "UPDATE outbox SET chat = json_set(chat, '$.id', :new_id)"
    " WHERE json_extract(chat, '$.platform') || ':' || json_extract(chat, '$.id') = :old",
)
_TWINS = """
SELECT t.id, t.path, f.scope FROM twins t JOIN files f ON f.id = t.file_id
WHERE t.path >= ? AND t.path < ?
"""
_SCOPE = """
SELECT scope FROM files WHERE path = ?1
UNION ALL
SELECT f.scope FROM twins t JOIN files f ON f.id = t.file_id WHERE t.path = ?1
"""
TABLES = (*(sql for each in UNIQUE for sql in each.build_statements()), *OTHERS)
LATE = (*(sql for each in UNIQUE for sql in each.build_late_statements()), *OTHERS)


async def move_rows(db: Connection, old_key: str, new_key: str) -> None:
    """Move the rows of the chat `old_key`, inside a transaction."""
    await _move(db, old_key, new_key, TABLES)


async def move_late_rows(db: Connection, old_key: str, new_key: str) -> None:
    """Move the rows that came under the old key of a chat that has moved already."""
    await _move(db, old_key, new_key, LATE)


async def _move(db: Connection, old_key: str, new_key: str, statements: Sequence[str]) -> None:
    old, new = Scope.of_chat(old_key), Scope.of_chat(new_key)
    names = {
        "old": old_key,
        "new": new_key,
        "new_id": split_key(new_key)[1],
        "old_scope": old.label,
        "new_scope": new.label,
    }
    await db.run(lambda db: db.defer_references())
    for statement in statements:
        await db.execute(statement, names)
    rows = await db.execute_fetchall("SELECT * FROM memory_items WHERE scope = ?", (old.label,))
    for fact in map(parse_fact, rows):
        provenance = replace(fact.provenance, chat=new_key)
        await save_fact(db, replace(fact, scope=new, provenance=provenance))
    await db.run(partial(_move_files, old, new))
    await db.run(partial(_move_notes, old, new))


def _move_files(old: Scope, new: Scope, db: Session) -> None:
    """Move the files of the group; what has come under the new key since is newer than theirs."""
    _move_twins(db, old, new)
    for each in _list_file_moves(old, new, db):
        is_day, other = each.path.startswith(FOLDER), _find_file(db, each.path)
        if is_day and other not in (None, each.id):
            join_days(db, new, new.chat, other, each.id)
        else:
            _move_file(db, each, new.chat if is_day else "")


def _move_file(db: Session, move: "_FileMove", conversation: str) -> None:
    path, is_replaced = _choose_path(db, move)
    files.move_file(db, move.id, move.scope, path)
    chunk_rows.relabel_chunks(db, move.id, move.scope)
    turn_rows.relabel_turns(db, move.id, move.scope, conversation)
    if is_replaced:  # only now: a twin that keeps its text gets its scope with it
        files.remove_file(db, move.id)


def _move_twins(db: Session, old: Scope, new: Scope) -> None:
    renamings = _list_renamings(old, new)
    for before in renamings:
        for row in db.execute(_TWINS, _span(before)).fetchall():
            path, is_replaced = _choose_path(db, _build_move(row, old, new, renamings))
            if is_replaced:
                db.execute("DELETE FROM twins WHERE id = ?", (row["id"],))
            else:
                db.execute("UPDATE twins SET path = ? WHERE id = ?", (path, row["id"]))


def _choose_path(db: Session, move: "_FileMove") -> tuple[str, bool]:
    """Return a free identity for a file, and whether one with the same name replaces it.

    What has other readers, as `kb` beside the owner's `admin`, replaces nothing.
    """
    taken = db.execute(_SCOPE, (move.path,)).fetchone() if move.is_renamed else None
    if taken is None:
        return move.path, False
    free = build_shared_identity(secrets.token_hex(8), move.path)
    return free, taken["scope"] == move.scope.label


def _move_notes(old: Scope, new: Scope, db: Session) -> None:
    """Move the passages of the group's memory, which are of no file, with their terms."""
    acl = build_scope_token(new)
    terms = load_memory_terms(db, PASSAGES, old)
    db.execute(
        "UPDATE chunks SET scope = :new, file_path = 'memory:' || :new,"
        " chunk_id = CASE WHEN substr(chunk_id, 1, length(:id)) = :id"
        " THEN :new_id || substr(chunk_id, length(:id) + 1) ELSE chunk_id END,"
        " section_path = replace(section_path, json_quote(:chat), json_quote(:new_chat)),"
        " metadata = replace(metadata, json_quote(:chat), json_quote(:new_chat))"
        " WHERE file_id IS NULL AND scope = :old",
        {
            "old": old.label,
            "new": new.label,
            "id": f"mem-{old.chat}-",
            "new_id": f"mem-{new.chat}-",
            "chat": old.chat,
            "new_chat": new.chat,
        },
    )
    update_terms(db, PASSAGES, {row: replace(each, acl=acl) for row, each in terms.items()})


class _FileMove(Struct, frozen=True):
    """A file with the scope and the identity that it gets."""

    id: int
    scope: Scope
    path: str
    is_renamed: bool


def _list_renamings(old: Scope, new: Scope) -> dict[str, str]:
    """Return what identities of files begin with, and with what afterwards."""
    return {
        f"{UPLOAD}{old.label}/": f"{UPLOAD}{new.label}/",
        f"{UPLOAD}{old.chat}/": f"{UPLOAD}{new.chat}/",
        f"{FOLDER}{old.label}/{old.chat}/": f"{FOLDER}{new.label}/{new.chat}/",
    }


def _list_file_moves(old: Scope, new: Scope, db: Session) -> list[_FileMove]:
    """Return each file of the group, and each that the owner sent there, with what it becomes."""
    renamings = _list_renamings(old, new)
    return [_build_move(row, old, new, renamings) for row in _list_files(db, old, renamings)]


def _build_move(row: Row, old: Scope, new: Scope, renamings: Mapping[str, str]) -> _FileMove:
    path, scope = str(row["path"]), new if row["scope"] == old.label else Scope(row["scope"])
    for before, after in renamings.items():
        if path.startswith(before):
            return _FileMove(row["id"], scope, after + path.removeprefix(before), is_renamed=True)
    return _FileMove(row["id"], scope, path, is_renamed=False)


def _list_files(db: Session, scope: Scope, prefixes: Collection[str]) -> list[Row]:
    """Return the files of the scope, and those whose paths begin so, in the order they came."""
    begin_so = " OR path >= ? AND path < ?" * len(prefixes)
    sql = f"SELECT id, path, scope FROM files WHERE scope = ?{begin_so} ORDER BY id"  # noqa: S608 - placeholders
    ranges = (end for each in prefixes for end in _span(each))
    return db.execute(sql, (scope.label, *ranges)).fetchall()


def _span(prefix: str) -> tuple[str, str]:
    """Return the first text that begins so, and the first behind all of them."""
    return prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)


def _find_file(db: Session, path: str) -> int | None:
    row = db.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchone()
    return int(row["id"]) if row else None


def merge_folder(old: Path, new: Path) -> None:
    """Move the files of a chat; what came under the new key since follows what was there before.

    The caller holds the locks of both. It can be repeated after a crash at any moment.
    """
    for path in sorted(old.rglob("*")):
        target = new / path.relative_to(old)
        if path.is_dir() or path.name.endswith(".lock"):
            continue
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not target.exists():
            os.rename(path, target)
        elif join := JOINS.get(path.suffix):
            write_atomically(target, join(_read(path), _read(target)))
            path.unlink()
    _remove_emptied(old)


def _remove_emptied(folder: Path) -> None:
    """Remove the folders and locks of a chat, but for what could not be joined."""
    for path in sorted(folder.rglob("*.lock")):
        path.unlink()
    for path in sorted(folder.glob("**/"), reverse=True):
        with suppress(OSError):
            path.rmdir()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _join_texts(before: str, after: str) -> str:
    return after if after.startswith(before) else before + after


def _join_windows(before: str, after: str) -> str:
    """Join recent.json; a profile holds nothing that the newer one lacks but old keys."""
    if not isinstance(json.loads(before), list):
        return after
    earlier, later = messages.decode(before), messages.decode(after)
    known = {each.id for each in later}
    return messages.encode([*(each for each in earlier if each.id not in known), *later])


JOINS: dict[str, Callable[[str, str], str]] = {".md": _join_texts, ".json": _join_windows}
