"""From a file to searchable chunks: hash -> parse in a worker process -> chunk -> store.

The old chunks of a file stay until the new ones are stored with one commit, so a file that cannot
be read loses nothing.
"""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal
from weakref import WeakValueDictionary

from indexer.documents import Chunk, ParserNotice, ParserProgress, Section, build_chunk_id
from indexer.errors import UserError
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.parsing.pool import ParserPool
from indexer.parsing.sandbox import detect_document_type
from indexer.parsing.source import open_regular_file
from indexer.scopes import Scope
from indexer.store.chunks import SHORT
from indexer.store.files import FileState, NewDocument
from indexer.store.writer import Writer

AT_ONCE = 4  # files between their first byte and their last row
LIGHT = 1_000_000  # characters of a file that may wait for the writer while another is read

Status = Literal["indexed", "unchanged", "duplicate", "failed"]


@dataclass(frozen=True, slots=True)
class Job:
    """One file to index. `file` is its lasting identity, `path` where its bytes are now."""

    path: Path
    file: str
    name: str
    scope: Scope
    file_name: str = ""  # tells kinds of text apart where `name` does not, as that of a web page
    again: bool = False  # read it though it is unchanged: it may be read better now

    @property
    def read_as(self) -> str:
        """The name that tells its kind."""
        return self.file_name or self.name


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended; `reason` is the sentence for a failed one.

    A duplicate has the same bytes as another document of its scope, which is all that is kept:
    `same_as` is that one's name, and what else is told is about it.
    """

    job: Job
    status: Status
    chunks: int = 0
    pages: int = 0
    reason: str = ""
    notices: tuple[str, ...] = ()
    file_id: int = 0
    same_as: str = ""


@dataclass(slots=True)
class Content:
    """What was read of a file so far."""

    sections: list[Section] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def add(self, item: Section | ParserNotice) -> None:
        if isinstance(item, Section):
            self.sections.append(item)
        else:
            self.notices.append(item.text)

    @property
    def characters(self) -> int:
        return sum(len(section.text) for section in self.sections)

    @property
    def pages(self) -> int:
        """The last that has text; 0 where the format has none."""
        return max((section.pages[1] for section in self.sections if section.pages), default=0)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells a file that changed from one that did not."""

    size: int  # bytes
    digest: str  # SHA-256, in hex


def build_job(path: Path, scope: Scope) -> Job:
    """The job for a file on this machine; its identity is the resolved path."""
    real = path.resolve()
    return Job(real, str(real), _replace_undecodable(real.name), scope)


def list_files(path: Path) -> list[Path]:
    """The files at `path`, folders opened, in a steady order; hidden ones are left out."""
    if not path.is_dir():
        return [path]
    below = (each for each in sorted(path.rglob("*")) if each.is_file())
    return [
        each
        for each in below
        if not any(part.startswith(".") for part in each.relative_to(path).parts)
    ]


class Pipeline:
    """Indexes files, a few at once. Knows nothing of chats and their locks."""

    def __init__(self, writer: Writer, parsers: ParserPool, clock: Callable[[], datetime]) -> None:
        self._writer = writer
        self._parsers = parsers
        self._clock = clock
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._contents: WeakValueDictionary[tuple[Scope, str], asyncio.Lock] = WeakValueDictionary()

    async def run(self, job: Job) -> AsyncGenerator[ParserProgress | Outcome, None]:
        """How far the file has come, then how it ended; never raises for a bad file."""
        try:
            file = await asyncio.to_thread(_take_fingerprint, job)
            async with self._lock_content(job.scope, file):
                if outcome := await self._find_finished(job, file):
                    yield outcome
                    return
                async with self._turns, aclosing(self._index(job, file)) as steps:
                    async for step in steps:
                        yield step
        except UserError as error:
            yield Outcome(job, "failed", reason=str(error))

    def _lock_content(self, scope: Scope, file: Fingerprint) -> asyncio.Lock:
        """Held while these bytes are read: the same ones under another name wait, and are known."""
        return self._contents.setdefault((scope, file.digest), asyncio.Lock())

    async def _find_finished(self, job: Job, file: Fingerprint) -> Outcome | None:
        """How the job ends if these bytes need no reading; a file is free to be read again."""
        if job.again:
            return None
        known = await self._writer.find_file(job.file)
        if known and known.hash == file.digest:
            return await self._relabel(job, known)
        twin = await self._writer.find_twin(job.scope, file.digest)
        if twin is None:
            return None
        if known:
            await self._writer.remove(known.id)
        told = (twin.chunks, twin.pages)
        return Outcome(job, "duplicate", *told, file_id=twin.id, same_as=twin.name)

    async def _index(
        self, job: Job, file: Fingerprint
    ) -> AsyncGenerator[ParserProgress | Outcome, None]:
        kind = await asyncio.to_thread(detect_document_type, job.path, job.read_as)
        content = Content()
        async with AsyncExitStack() as held:
            parser = await held.enter_async_context(self._parsers.borrow(job.scope))
            parsing = parser.parse(job.path, name=job.read_as, kind=kind, shown=job.name)
            async with aclosing(parsing) as parsed:
                async for item in parsed:
                    if isinstance(item, ParserProgress):
                        yield item
                    else:
                        content.add(item)
            if content.characters <= LIGHT:
                await held.aclose()  # the next file is read while this one is written
            chunks = await _chunk_in_thread(job, content)
            pages = content.pages
            document = NewDocument(job.file, job.name, kind, pages, file.size, file.digest)
            file_id = await self._writer.put_document(job.scope, document, chunks, self._clock())
        notices = tuple(content.notices)
        yield Outcome(job, "indexed", len(chunks), pages, "", notices, file_id)

    async def _relabel(self, job: Job, known: FileState) -> Outcome:
        """The same bytes: nothing to read again, though their scope may be another now."""
        moved = known.scope != job.scope
        if moved:
            await self._writer.relabel(known.id, job.scope)
        status: Status = "indexed" if moved else "unchanged"
        return Outcome(job, status, known.chunks, known.pages, file_id=known.id)


async def _chunk_in_thread(job: Job, content: Content) -> list[Chunk]:
    if content.characters <= SHORT:
        return build_chunks(job, content.sections)
    return await asyncio.to_thread(build_chunks, job, content.sections)


def build_chunks(job: Job, sections: Sequence[Section]) -> list[Chunk]:
    """The chunks of a document, each id once."""
    seen: dict[str, int] = {}
    return [chunk for section in sections for chunk in _chunk_section(job, section, seen)]


def _chunk_section(job: Job, section: Section, seen: dict[str, int]) -> Iterator[Chunk]:
    base = build_chunk_id(job.scope, job.file, section.title, section.text)
    ordinal = seen[base] = seen.get(base, -1) + 1
    whole = build_chunk_id(job.scope, job.file, section.title, section.text, ordinal)
    parts = split_text(section.text, DOCUMENT)
    lines = section.find_lines([part.start for part in parts])
    several, end = len(parts) > 1, 0
    for n, (part, line) in enumerate(zip(parts, lines, strict=True)):
        end += len(part.text) - part.overlap
        yield Chunk(
            chunk_id=f"{whole}-p{n}" if several else whole,
            name=section.title,
            text=part.text,
            path=section.path,
            level=section.level,
            pages=section.find_pages(part.start, end),
            line=line,
            element_type=section.element_type,
            parent=whole if several else None,
        )


def _replace_undecodable(name: str) -> str:
    """With a "?" for each byte that is none of UTF-8."""
    return name.encode(errors="replace").decode()


def _take_fingerprint(job: Job) -> Fingerprint:
    if job.file != _replace_undecodable(job.file):
        raise UserError(f"The name of {job.name} is no UTF-8 text. Rename it and try again.")
    try:
        with open_regular_file(job.path, job.name) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return Fingerprint(file.tell(), digest)
    except OSError as error:
        raise UserError(f"{job.name} cannot be read: {error.strerror}.") from None
