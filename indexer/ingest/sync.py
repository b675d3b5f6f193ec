"""Keeps files that change by themselves in the index: notes, skills, sessions, transcripts.

Cheap enough for every tick: a file whose SHA-256 is known is not touched, and a run that finds
nothing new writes nothing. A file that is gone from the disk is removed from the index.
"""

import asyncio
import glob
import hashlib
import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from typing import Literal

import aiosqlite
from msgspec import Struct
from msgspec.structs import replace

from indexer.aside import run_aside
from indexer.documents import Chunk, ChunkIds
from indexer.errors import UserError
from indexer.i18n import _
from indexer.ingest import transcripts
from indexer.ingest.chunker import MEMORY, PARAGRAPH, find_paragraphs, split_text
from indexer.ingest.session_notes import keep_statements
from indexer.ingest.sources import SyncKind, SyncSource
from indexer.scopes import Scope
from indexer.store.database import Database
from indexer.store.files import NewDocument
from indexer.store.writer import Writer
from indexer.text.line_numbers import find_line_numbers

LARGEST = 20_000_000  # bytes
HEADING = re.compile(r"#{1,6}\s++(?P<title>.*\S)")
GAP = re.compile(r"\n{3,}")

Status = Literal["indexed", "unchanged", "foreign"]
KINDS: dict[SyncKind, str] = {
    "notes": "note",
    "pages": "page",
    "course": "course",
    "transcript": "transcript",
}


class SyncReport(Struct, frozen=True):
    """The result of a run; `problems` are sentences about files that could not be read."""

    indexed: int = 0
    unchanged: int = 0
    removed: int = 0
    problems: tuple[str, ...] = ()


class _Known(Struct, frozen=True):
    id: int
    hash: str
    scope: str
    kind: str


IsForgotten = Callable[[str], bool]  # of a text: whether a person had it forgotten
Hide = Callable[[Path, str], str]  # of a file's text: what may be found


class Forgotten(Struct, frozen=True):
    """Tells apart text that people had forgotten, though files still hold it."""

    is_forgotten: IsForgotten = lambda _text: False  # a paragraph, or a turn of a conversation
    hide: Hide | None = None  # lines; None where no file holds any


NOTHING_FORGOTTEN = Forgotten()


class Sync:
    """Keeps the files of sources in the index; one per process."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._writer = Writer(database)
        self._clock = clock

    async def run(
        self, sources: Sequence[SyncSource], forgotten: Forgotten = NOTHING_FORGOTTEN
    ) -> SyncReport:
        """Bring the index up to date with the files of `sources`; the first to name a file wins."""
        known = await self._load_known()
        wanted = await asyncio.to_thread(_list_files, sources)
        done: Counter[Status] = Counter()
        problems = []
        for path, source in wanted.items():
            try:
                done[await self._sync(source, path, known.get(str(path)), forgotten)] += 1
            except (OSError, UserError) as error:
                reason = _explain(error)
                problems.append(
                    _("{path} was not synced: {reason}.", path=str(path), reason=reason)
                )
        gone = await self._remove_gone(known, wanted)
        return SyncReport(done["indexed"], done["unchanged"], gone, tuple(problems))

    async def _remove_gone(self, known: Mapping[str, _Known], wanted: Collection[Path]) -> int:
        """Remove what no source names any more; return how many files that were."""
        gone = [
            each.id
            for path, each in known.items()
            if each.kind in KINDS.values() and Path(path) not in wanted
        ]
        for file_id in gone:
            await self._writer.remove(file_id)
        return len(gone)

    async def _load_known(self) -> dict[str, _Known]:
        rows = await self._database.fetch("SELECT id, path, hash, scope, kind FROM files")
        return {
            row["path"]: _Known(row["id"], row["hash"], row["scope"], row["kind"]) for row in rows
        }

    async def _sync(
        self, source: SyncSource, path: Path, known: _Known | None, forgotten: Forgotten
    ) -> Status:
        if known and known.kind not in KINDS.values():
            return "foreign"  # the owner indexed it as a document, and it stays one
        content = await asyncio.to_thread(_read_content, path, forgotten.hide)
        digest = _hash(source, content)
        kind = KINDS[source.kind]
        if known and known == _Known(known.id, digest, source.scope, kind):
            return "unchanged"
        if known and not Scope(source.scope).may_replace(Scope(known.scope)):
            await self._writer.remove(known.id)  # the owner gave its source another scope
        document = NewDocument(
            str(path), path.name, "md", size=len(content), hash=digest, kind=kind
        )
        text = content.decode(errors="replace")
        await self._store(source, document, text, forgotten.is_forgotten)
        return "indexed"

    async def _store(
        self, source: SyncSource, document: NewDocument, text: str, forgotten: IsForgotten
    ) -> None:
        scope = Scope(source.scope)
        if source.kind == "transcript":
            found = await asyncio.to_thread(transcripts.parse_turns, text)
            turns = [turn for turn in found if not forgotten(turn.text)]
            document = replace(document, document_type="conversation")
            await self._writer.put_transcript(scope, document, document.file, turns, self._clock())
            return
        if source.kind == "course":
            document = replace(document, name=_find_title(text) or document.name)
        chunks = await asyncio.to_thread(CHUNKERS[source.kind], scope, document, text)
        kept = [chunk for chunk in chunks if not forgotten(chunk.text)]
        await self._writer.put_document(scope, document, kept, self._clock())


def _hash(source: SyncSource, content: bytes) -> str:
    """Hash a file; of a session what is searched, so that another rule for that reads it again."""
    if source.kind == "course":
        content = keep_statements(content.decode(errors="replace")).encode()
    return hashlib.sha256(content).hexdigest()


async def remove_turns(db: aiosqlite.Connection, matches: IsForgotten) -> list[str]:
    """Remove matching turns of transcripts from the index; return their texts.

    The next run reads those files again: a turn is found by its neighbours' words too.
    """
    rows = await db.execute_fetchall(
        "SELECT t.id, t.file_id, t.content FROM transcripts t JOIN files f ON f.id = t.file_id"
        " WHERE f.kind = ?",
        (KINDS["transcript"],),
    )
    length = sum(len(row["content"]) for row in rows)
    removed = await run_aside(lambda: [row for row in rows if matches(row["content"])], length)
    await db.executemany("DELETE FROM transcripts WHERE id = ?", [(row["id"],) for row in removed])
    await db.executemany(
        "UPDATE files SET hash = '' WHERE id = ?",
        [(number,) for number in {row["file_id"] for row in removed}],
    )
    return [row["content"] for row in removed]


async def mark_transcripts_changed(db: aiosqlite.Connection) -> None:
    """Let the next run read every transcript again, changed or not."""
    await db.execute("UPDATE files SET hash = '' WHERE kind = ?", (KINDS["transcript"],))


def chunk_notes(scope: Scope, document: NewDocument, text: str) -> list[Chunk]:
    """Build one chunk per paragraph of at least 20 characters, named by the heading above it."""
    titles = list(_find_titles(text))
    return _build_chunks(scope, document, titles, find_paragraphs(text))


def chunk_pages(scope: Scope, document: NewDocument, text: str) -> list[Chunk]:
    """Build chunks of some 400 tokens that share 80, with code fences whole."""
    return _build_chunks(scope, document, list(_find_titles(text)), list(_split_parts(text)))


def chunk_session(scope: Scope, document: NewDocument, text: str) -> list[Chunk]:
    """Build the same chunks of a session, without its questions and a model's notes."""
    parts = [
        (line, GAP.sub("\n\n", part).strip()) for line, part in _split_parts(keep_statements(text))
    ]
    long_enough = [(line, part) for line, part in parts if len(part) >= PARAGRAPH]
    return _build_chunks(scope, document, list(_find_titles(text)), long_enough)


def _split_parts(text: str) -> Iterator[tuple[int, str]]:
    parts = split_text(text, MEMORY)
    lines = find_line_numbers(text, (), [part.start for part in parts])
    return zip(lines, (part.text for part in parts), strict=True)


CHUNKERS = {"notes": chunk_notes, "pages": chunk_pages, "course": chunk_session}


def _build_chunks(
    scope: Scope,
    document: NewDocument,
    titles: Sequence[tuple[int, str]],
    parts: Sequence[tuple[int, str]],
) -> list[Chunk]:
    ids = ChunkIds(scope)

    def build(line: int, text: str) -> Chunk:
        above = bisect_right(titles, line, key=itemgetter(0))
        name = titles[above - 1][1] if above else document.name
        return Chunk(
            ids.build(document.file, name, text),
            name,
            text,
            (name,),
            line=line,
            element_type="paragraph",
            metadata={"document": document.name},
        )

    return [build(line, text) for line, text in parts]


def _find_title(text: str) -> str:
    return next((title for _line, title in _find_titles(text)), "")


def _find_titles(text: str) -> Iterator[tuple[int, str]]:
    """Yield the headings of a text with their lines; one in a code fence is none."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        heading = HEADING.match(line)
        if heading and not fenced:
            yield number, heading["title"].rstrip("# ")


def _list_files(sources: Sequence[SyncSource]) -> dict[Path, SyncSource]:
    wanted: dict[Path, SyncSource] = {}
    for source in sources:
        found = map(Path, glob.iglob(os.path.expanduser(source.glob), recursive=True))
        for path in sorted({each.resolve() for each in found if each.is_file()}):
            wanted.setdefault(path, source)
    return wanted


def _read_content(path: Path, hide: Hide | None) -> bytes:
    content = _read_bytes(path)
    if hide is None:  # nearly always: most files are only hashed
        return content
    text = content.decode(errors="replace")
    shown = hide(path, text)
    return content if shown == text else shown.encode()


def _read_bytes(path: Path) -> bytes:
    if str(path) != str(path).encode(errors="replace").decode():
        raise UserError(_("its name is not valid UTF-8"))
    size = path.stat().st_size
    if size > LARGEST:
        megabytes, allowed = size // 1_000_000, LARGEST // 1_000_000
        too_large = _("it has {size} MB, more than {allowed} MB", size=megabytes, allowed=allowed)
        raise UserError(too_large)
    return path.read_bytes()


def _explain(error: OSError | UserError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
