"""Indexes files: hash -> parse in a worker process -> chunk -> store.

The old chunks of a file stay until one commit replaces them, so a file that can no longer be read
loses nothing.
"""

import asyncio
import hashlib
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Literal
from weakref import WeakValueDictionary

from indexer.documents import (
    Chunk,
    Parsed,
    ParserProgress,
    Section,
    build_chunk_id,
)
from indexer.errors import UserError
from indexer.i18n import _
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.ingest.content import Content, read_weak_content
from indexer.ingest.weak_pages import PageReader
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.pool import ParserPool
from indexer.parsing.protocol import clean
from indexer.parsing.regular_files import make_size_error, open_regular_file
from indexer.scopes import Scope
from indexer.store.chunks import SHORT
from indexer.store.files import FileState, NewDocument
from indexer.store.writer import Writer

AT_ONCE = 4  # files between their first byte and their last row
PIECE = 1 << 20  # bytes of a file that are hashed at once
LIGHT = 1_000_000  # characters of a file that may wait for the writer while another is read

Status = Literal["indexed", "unchanged", "duplicate", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Job:
    """One file to index. `file` is its lasting identity, `path` where its bytes are now."""

    path: Path
    file: str
    name: str
    scope: Scope
    file_name: str = ""  # shows the kind of text where `name` does not, as for a web page
    again: bool = False  # read it even if it is unchanged: it may be read better now
    former: tuple[str, ...] = ()  # identities under which its writer's earlier version may stand
    description: str = ""  # of a picture, by a model: its text if none is found in it

    @property
    def is_local(self) -> bool:
        """True for a file on this machine, whose folders others may change."""
        return self.file == str(self.path)

    @property
    def read_as(self) -> str:
        """The name that shows its kind."""
        return self.file_name or self.name

    @property
    def writer(self) -> str:
        """The beginning of its writer's identities; empty where the owner alone writes.

        In a chat's own scope, each file belongs to who sent it.
        """
        return self.file.rpartition("/")[0] + "/" if self.scope.chat else ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a job; `reason` is the sentence for one that failed or was skipped.

    A duplicate has the same bytes as another document of its scope, and their text is stored once:
    `same_as` is that document's name, and the other fields describe it.
    """

    job: Job
    status: Status
    chunks: int = 0
    pages: int = 0
    reason: str = ""
    notices: tuple[str, ...] = ()
    file_id: int = 0
    file: str = ""  # the identity of the document in the index
    same_as: str = ""

    @property
    def is_in_index(self) -> bool:
        return self.status not in ("failed", "skipped")


@dataclass(slots=True)
class ReadingTime:
    """The time that parsing took, also of a file that failed or was cancelled."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Identifies a file's content."""

    size: int  # bytes
    digest: str  # SHA-256, in hex


def build_job(path: Path, scope: Scope) -> Job:
    """Build the job for a file on this machine; its identity is its path, which is resolved."""
    return Job(path, str(path), _replace_undecodable(path.name), scope)


class Pipeline:
    """Indexes files, a few at once; it knows no chats and their locks."""

    def __init__(
        self,
        writer: Writer,
        parsers: ParserPool,
        clock: Callable[[], datetime],
        check_space: Callable[[], None] = lambda: None,
    ) -> None:
        """`check_space` raises a UserError when nothing new may be stored."""
        self._check_space = check_space
        self._writer = writer
        self.parsers = parsers
        self._clock = clock
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._contents: WeakValueDictionary[tuple[Scope, str], asyncio.Lock] = WeakValueDictionary()

    async def run(
        self, job: Job, reading: ReadingTime | None = None, seer: PageReader | None = None
    ) -> AsyncGenerator[ParserProgress | Outcome, None]:
        """Index a file; yield its progress, then its outcome. A bad file raises nothing.

        The time that parsing takes is added to `reading`. `seer` reads the pages of a scan that
        OCR can hardly read.
        """
        reading = reading or ReadingTime()
        try:
            file = await asyncio.to_thread(_take_fingerprint, job, self.parsers.limits)
            async with self._lock_content(job.scope, file):
                if outcome := await self._find_finished(job, file):
                    yield outcome
                    return
                self._check_space()
                async with self._turns, aclosing(self._index(job, file, reading, seer)) as steps:
                    async for step in steps:
                        yield step
        except UserError as error:
            yield Outcome(job, "failed", reason=str(error))

    async def find_unchanged(self, jobs: Sequence[Job]) -> dict[Job, Outcome]:
        """Return the outcomes of files on this machine that are indexed as they are.

        For many files at once: one question to the database, one thread that reads them all.
        """
        plain = [job for job in jobs if job.is_local and not (job.again or job.former)]
        known = await self._writer.find_files([job.file for job in plain])
        there = [job for job in plain if job.file in known and known[job.file].scope == job.scope]
        limits = self.parsers.limits
        digests = await asyncio.to_thread(
            lambda: [(job, _take_digest(job, limits)) for job in there] if there else []
        )
        same = ((job, known[job.file]) for job, digest in digests if digest == known[job.file].hash)
        return {job: _describe_unchanged(job, state) for job, state in same}

    def _lock_content(self, scope: Scope, file: Fingerprint) -> asyncio.Lock:
        """Return the lock to hold while these bytes are read.

        The same bytes under another name wait for it, and then need no reading.
        """
        return self._contents.setdefault((scope, file.digest), asyncio.Lock())

    async def _find_finished(self, job: Job, file: Fingerprint) -> Outcome | None:
        """Return the outcome if these bytes need no reading, else None."""
        if job.again:
            return None
        known = await self._find_predecessor(job)
        if known and known.hash == file.digest:
            return await self._relabel(job, known)
        twin = await self._writer.find_twin(job.scope, file.digest, job.writer)
        if twin is None:
            return None
        await self._forget_former(job)
        await self._writer.add_twin(twin, job.file, job.name, known)
        size = (twin.chunks, twin.pages)
        return Outcome(job, "duplicate", *size, file_id=twin.id, file=twin.file, same_as=twin.name)

    async def _forget_former(self, job: Job) -> None:
        """Forget what the job's earlier version said where it shared another file's text."""
        if job.former:
            await self._writer.drop_twins(job.scope, job.former)

    async def _find_predecessor(self, job: Job) -> FileState | None:
        """Return the version that this job replaces, under the job's identity from now on."""
        for file in (job.file, *job.former):
            known = await self._writer.find_file(file)
            if known and job.scope.may_replace(known.scope):
                if file != job.file:
                    await self._writer.relabel(known.id, known.scope, job.file)
                return known
        return None

    async def _index(
        self, job: Job, file: Fingerprint, reading: ReadingTime, seer: PageReader | None
    ) -> AsyncGenerator[ParserProgress | Outcome, None]:
        content = Content(description=_build_description(job))
        async with AsyncExitStack() as held:
            parser = await held.enter_async_context(self.parsers.borrow(job.scope))
            parsing = parser.parse(
                job.path,
                name=job.read_as,
                display_name=job.name,
                resolved=job.is_local,
                weak_pages=seer is not None,
            )
            try:
                async with aclosing(parsing) as parsed:
                    async for found in measure_time(parsed, reading):
                        if isinstance(found, ParserProgress):
                            yield found
                        else:
                            content.add(found)
                            if content.characters > SHORT:
                                self._writer.prepare()
            except ParseError as error:
                content.fail(error)
            if content.weak or content.characters <= LIGHT:
                await held.aclose()  # the next file is read while this one is written
            if seer and content.weak:
                async with aclosing(read_weak_content(content, job.name, seer)) as steps:
                    async for progress in steps:
                        yield progress
            content.complete()
            chunks = await _chunk_in_thread(job, content)
            pages = content.pages
            kind = content.document_type
            notices = tuple(content.notices)
            document = NewDocument(
                job.file, job.name, kind, pages, file.size, file.digest, notices=notices
            )
            await self._forget_former(job)
            file_id = await self._writer.put_document(job.scope, document, chunks, self._clock())
        yield Outcome(job, "indexed", len(chunks), pages, "", notices, file_id, job.file)

    async def _relabel(self, job: Job, known: FileState) -> Outcome:
        """Return the outcome for unchanged bytes; their scope may have changed."""
        moved = known.scope != job.scope
        if moved:
            await self._writer.relabel(known.id, job.scope)
        return replace(_describe_unchanged(job, known), status="indexed" if moved else "unchanged")


def _describe_unchanged(job: Job, known: FileState) -> Outcome:
    sizes = (known.chunks, known.pages)
    return Outcome(job, "unchanged", *sizes, file_id=known.id, file=job.file)


async def measure_time(
    parsed: AsyncIterator[Parsed], reading: ReadingTime
) -> AsyncGenerator[Parsed, None]:
    """Yield what is parsed, and add the time that each took, without the time between them."""
    clock = asyncio.get_running_loop().time
    while True:
        asked = clock()
        try:
            found = await anext(parsed, None)
        finally:
            reading.seconds += clock() - asked
        if found is None:
            return
        yield found


def _build_description(job: Job) -> Section | None:
    text = clean(job.description).strip()
    return Section(job.name, text) if text else None


async def _chunk_in_thread(job: Job, content: Content) -> list[Chunk]:
    if content.characters <= SHORT:
        return build_chunks(job, content.sections)
    return await asyncio.to_thread(build_chunks, job, content.sections)


def build_chunks(job: Job, sections: Sequence[Section]) -> list[Chunk]:
    """Build the chunks of a document, each id once."""
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
            metadata=_describe_part(job, n, len(parts)),
        )


def _describe_part(job: Job, n: int, of: int) -> dict[str, str]:
    part = {"part": f"{n + 1}/{of}"} if of > 1 else {}
    return {"document": job.name, **part}


def _replace_undecodable(name: str) -> str:
    """Replace each byte that is not UTF-8 with "?"."""
    return name.encode(errors="replace").decode()


def _take_fingerprint(job: Job, limits: Limits) -> Fingerprint:
    if job.file != _replace_undecodable(job.file):
        raise UserError(
            _("The name of {name} is not valid UTF-8. Rename it and try again.", name=job.name)
        )
    with open_regular_file(job.path, job.name, resolved=job.is_local) as file:
        try:
            return _hash_within(file, job.name, limits)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise UserError(
                _("I cannot read {name}: {reason}.", name=job.name, reason=reason)
            ) from None


def _take_digest(job: Job, limits: Limits) -> str:
    """Return the SHA-256 of a file; "" for one that cannot be read, which `run` reports."""
    try:
        return _take_fingerprint(job, limits).digest
    except UserError:
        return ""


def _hash_within(file: BufferedReader, name: str, limits: Limits) -> Fingerprint:
    """Return the fingerprint of a file of at most `file_bytes`, even if it grows meanwhile."""
    digest, size = hashlib.sha256(), os.fstat(file.fileno()).st_size
    if size <= limits.file_bytes:
        size = 0
        while size <= limits.file_bytes and (piece := file.read(PIECE)):
            digest.update(piece)
            size += len(piece)
    if size > limits.file_bytes:
        raise make_size_error(size, name, limits)
    return Fingerprint(size, digest.hexdigest())
