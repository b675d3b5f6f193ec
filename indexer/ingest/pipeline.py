"""Indexes files: hash -> parse in a worker process -> chunk -> store.

The old chunks of a file stay until one commit replaces them, so a file that can no longer be read
loses nothing.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from msgspec import Struct
from msgspec.structs import replace

from indexer.aside import open_aside
from indexer.documents import (
    Chunk,
    ChunkIds,
    Parsed,
    ParserProgress,
    Section,
)
from indexer.errors import UserError
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.ingest.content import Content, read_weak_content
from indexer.ingest.fingerprints import Fingerprint, take_fingerprint
from indexer.ingest.jobs import Job, Outcome
from indexer.ingest.small_files import OpenFile, close_all, open_small
from indexer.ingest.tiny_sections import JoinedSection, join_tiny
from indexer.ingest.unchanged import changes_readers, describe_unchanged, find_unchanged
from indexer.ingest.weak_pages import PageReader
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import REUSED
from indexer.parsing.pool import ParserPool
from indexer.parsing.protocol import clean
from indexer.scopes import ADMIN, Scope
from indexer.store.chunks import SHORT
from indexer.store.files import FileState, NewDocument
from indexer.store.writer import AnalyzedDocument, Writer

if TYPE_CHECKING:
    from indexer.parsing.sandbox import ParserProcess

AT_ONCE = 4  # files between their first byte and their last row
LIGHT = 1_000_000  # characters of a file that may wait for the writer while another is read


class ReadingTime(Struct):
    """The time that parsing took, also of a file that failed or was cancelled."""

    seconds: float = 0.0


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
            file = await asyncio.to_thread(take_fingerprint, job, self.parsers.limits)
            async with self._lock_content(job.scope, file):
                job = await self._keep_private(job, file.digest)
                if outcome := await self._find_finished(job, file):
                    yield outcome
                    return
                self._check_space()
                async with self._turns, aclosing(self._index(job, file, reading, seer)) as steps:
                    async for step in steps:
                        yield step
        except UserError as error:
            yield Outcome(await self._keep_private(job), "failed", reason=str(error))

    async def _keep_private(self, job: Job, digest: str = "") -> Job:
        """Return the job for the owner alone if they chose that earlier, and nothing else now."""
        may_be = not (job.chosen or job.scope.chat)
        if may_be and await self._writer.find_private([(job.file, digest)]):
            return replace(job, scope=ADMIN, kept_private=True)
        return job

    async def find_unchanged(self, jobs: Sequence[Job]) -> dict[Job, Outcome]:
        """Return the outcomes of files on this machine that are indexed as they are."""
        return await find_unchanged(self._writer.find_files, jobs, self.parsers.limits)

    async def run_together(self, jobs: Sequence[Job]) -> dict[Job, Outcome]:
        """Index small plain texts of one scope with one commit; all else is left to `run`."""
        try:
            async with AsyncExitStack() as held:
                opening = partial(open_small, jobs, self.parsers.limits)
                opened = await open_aside(opening, close_all)
                for each in opened:
                    held.enter_context(each.file)
                return await self._index_together(await self._choose_new(opened, held))
        except UserError:
            return {}

    async def _choose_new(self, opened: Sequence[OpenFile], held: AsyncExitStack) -> list[OpenFile]:
        """Choose files whose bytes nobody else reads now, and the index does not know."""
        free = list[OpenFile]()
        for each in opened:
            lock = self._lock_content(each.job.scope, each.fingerprint)
            if not lock.locked():
                await held.enter_async_context(lock)
                free.append(each)
        known, private = await self._find_digests(free), await self._find_private(free)
        new = [each for each in free if each.fingerprint.digest not in known]
        return [each for each in new if each.job.file not in private]

    async def _find_private(self, files: Sequence[OpenFile]) -> frozenset[str]:
        looked_at = [(each.job.file, each.fingerprint.digest) for each in files]
        return await self._writer.find_private(looked_at)

    async def _find_digests(self, files: Sequence[OpenFile]) -> frozenset[str]:
        """Return which digests documents of the scope have, or a file had as it was last read."""
        states = await self._writer.find_files([each.job.file for each in files])
        digests = [each.fingerprint.digest for each in files]
        known = await self._writer.find_hashes(files[0].job.scope, digests) if files else ()
        return frozenset((*known, *(state.hash for state in states.values())))

    async def _index_together(self, files: Sequence[OpenFile]) -> dict[Job, Outcome]:
        if not files:
            return {}
        self._check_space()
        failed, read = dict[Job, Outcome](), dict[Job, AnalyzedDocument]()
        async with self._turns, self.parsers.borrow(files[0].job.scope) as parser:
            for each in files:
                try:
                    if found := await self._read_small(each, parser):
                        read[each.job] = found
                except ParseError as error:
                    failed[each.job] = Outcome(each.job, "failed", reason=str(error))
        ids = await self._writer.put_analyzed([*read.values()], self._clock())
        return failed | {
            job: _describe_new(job, found.document, len(found.chunks), file_id)
            for (job, found), file_id in zip(read.items(), ids, strict=True)
        }

    async def _read_small(
        self, opened: OpenFile, parser: "ParserProcess"
    ) -> AnalyzedDocument | None:
        """Read and analyze one of several; None if it is no plain text."""
        job, content = opened.job, Content()
        parsing = parser.parse_open(opened.file, job.read_as, job.name)
        async with aclosing(parsing) as parsed:
            async for found in parsed:
                if not isinstance(found, ParserProgress):
                    content.add(found)
        if content.document_type not in REUSED:
            return None
        chunks = await _chunk_in_thread(job, content)
        document = _build_document(job, content, opened.fingerprint)
        return await self._writer.analyze(job.scope, document, chunks)

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
        if not await self._writer.add_twin(twin, job.file, job.name, known, chosen=job.chosen):
            return None
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
                    await self._writer.rename(known.id, job.file)
                return known
        return None

    async def _index(
        self, job: Job, file: Fingerprint, reading: ReadingTime, seer: PageReader | None
    ) -> AsyncGenerator[ParserProgress | Outcome, None]:
        content = Content(description=_build_description(job))
        async with AsyncExitStack() as held:
            parser = await held.enter_async_context(self.parsers.borrow(job.scope))
            parsing = _parse(job, parser, weak_pages=seer is not None)
            async with aclosing(self._collect(parsing, reading, content)) as steps:
                async for progress in steps:
                    yield progress
            if content.weak or content.characters <= LIGHT:
                await held.aclose()  # the next file is read while this one is written
            if seer and content.weak:
                async with aclosing(read_weak_content(content, job.name, seer)) as steps:
                    async for progress in steps:
                        yield progress
            outcome = await self._store(job, file, content)
        yield outcome

    async def _collect(
        self, parsing: AsyncGenerator[Parsed, None], reading: ReadingTime, content: Content
    ) -> AsyncGenerator[ParserProgress, None]:
        """Add to `content` what a parser finds, a failure too, and yield its progress."""
        try:
            async with aclosing(parsing) as parsed:
                async for found in measure_time(parsed, reading):
                    if isinstance(found, ParserProgress):
                        yield found
                        continue
                    content.add(found)
                    if content.characters > SHORT:
                        self._writer.prepare()
        except ParseError as error:
            content.fail(error)

    async def _store(self, job: Job, file: Fingerprint, content: Content) -> Outcome:
        """Store what was read in place of what the file was before."""
        content.complete()
        chunks = await _chunk_in_thread(job, content)
        document = _build_document(job, content, file)
        await self._forget_former(job)
        file_id = await self._writer.put_document(job.scope, document, chunks, self._clock())
        return _describe_new(job, document, len(chunks), file_id)

    async def _relabel(self, job: Job, known: FileState) -> Outcome:
        """Return the outcome for unchanged bytes; who may read them may have changed."""
        if not changes_readers(job, known):
            return describe_unchanged(job, known)
        scope = await self._writer.relabel(known.id, job.scope, chosen=job.chosen)
        outcome = describe_unchanged(replace(job, scope=scope), known)
        return outcome if scope == known.scope else replace(outcome, status="indexed")


def _parse(job: Job, parser: "ParserProcess", *, weak_pages: bool) -> AsyncGenerator[Parsed, None]:
    return parser.parse(
        job.path,
        name=job.read_as,
        display_name=job.name,
        resolved=job.is_local,
        weak_pages=weak_pages,
    )


def _build_document(job: Job, content: Content, file: Fingerprint) -> NewDocument:
    return NewDocument(
        job.file,
        job.name,
        content.document_type,
        content.pages,
        file.size,
        file.digest,
        notices=tuple(content.notices),
        chosen=job.chosen,
    )


def _describe_new(job: Job, document: NewDocument, chunks: int, file_id: int) -> Outcome:
    pages, notices = document.pages, document.notices
    return Outcome(job, "indexed", chunks, pages, "", notices, file_id, job.file)


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
    content.join_crowded()
    if content.characters <= SHORT:
        return build_chunks(job, content.sections)
    return await asyncio.to_thread(build_chunks, job, content.sections)


def build_chunks(job: Job, sections: Sequence[Section]) -> list[Chunk]:
    """Build the chunks of a document, each id once."""
    ids = ChunkIds(job.scope)
    return [chunk for each in join_tiny(sections) for chunk in _chunk_section(job, each, ids)]


def _chunk_section(job: Job, joined: JoinedSection, ids: ChunkIds) -> Iterator[Chunk]:
    section = joined.section
    whole = ids.build(job.file, section.title, section.text)
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
            metadata=_describe_part(job, n, len(parts)) | dict(joined.metadata),
        )


def _describe_part(job: Job, n: int, of: int) -> dict[str, str]:
    part = {"part": f"{n + 1}/{of}"} if of > 1 else {}
    return {"document": job.name, **part}
