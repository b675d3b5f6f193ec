"""Runs the indexing that people asked for in chats; `/cancel` stops it.

The files of a message are taken one after another: each is checked, fetched, indexed and deleted
before the next is fetched, so that a message takes the room of one file, however many it names.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from bot.ingest.allowance import UNLIMITED, FileAllowance, fetch_counted
from bot.ingest.pictures import FetchPicture, PictureReader, ReadPicture
from bot.messages import Attachment
from bot.runtime.cancellation import Cancellations, Stopped
from bot.runtime.disk_space import DiskSpace
from indexer.documents import ParserProgress
from indexer.errors import UserError
from indexer.i18n import N_, Sentence, _
from indexer.ingest.jobs import Job, Outcome
from indexer.ingest.pipeline import Pipeline, ReadingTime
from indexer.ingest.weak_pages import PageReader
from indexer.parsing.limits import Limits
from indexer.parsing.regular_files import make_size_error
from indexer.scopes import Scope

DOWNLOADING = N_("Downloading {name} …")


class Upload(Struct, frozen=True):
    """A file to fetch. `job` stands for it in an outcome if that fails."""

    job: Job
    size: int  # bytes, as the platform says; 0 if it does not
    # To a path; a UserError says why it cannot. Returns the bytes that arrived, if not the file's.
    fetch: Callable[[Path], Awaitable[int | None]]
    build_job: Callable[[Path], Awaitable[Job]]  # for the fetched file
    doing: Sentence = DOWNLOADING  # shown while it is fetched
    progress: asyncio.Queue[ParserProgress] | None = None  # of the fetching, if that tells it


# A job that begins, its progress, its outcome; an upload, with its own, comes before its job.
Step = Job | tuple[Job | Upload, ParserProgress] | Outcome


class ReadingRun(Struct, frozen=True):
    """Files that a chat is having read for `person`."""

    person: str
    names: deque[str]  # of those that are not read yet, the first of which is being read
    allowance: FileAllowance
    seer: PageReader | None  # reads pages of scans that OCR can hardly read
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class IngestQueue:
    """Runs jobs and knows which chat waits for them; lives as long as the pipeline."""

    def __init__(
        self,
        pipeline: Pipeline,
        tmp: Path,
        disk: DiskSpace,
        limits: Limits,
        running: Cancellations,
    ) -> None:
        self._pipeline = pipeline
        self._tmp = tmp
        self._disk = disk
        self._limits = limits
        self._running = running
        self._reading: dict[str, list[ReadingRun]] = {}

    def read_pictures(
        self,
        pictures: Sequence[Attachment],
        scope: Scope,
        fetch: FetchPicture,
        allowance: FileAllowance = UNLIMITED,
    ) -> AsyncGenerator[ReadPicture, None]:
        """Fetch and read pictures one after the other, and keep nothing of them."""
        reader = PictureReader(self._pipeline.parsers, self._tmp, self._disk, self._limits)
        return reader.read(pictures, scope, fetch, allowance)

    def is_busy(self, chat: str) -> bool:
        """Return whether a file of `chat` is being indexed."""
        return chat in self._running

    def list_waiting(self, chat: str = "") -> list[str]:
        """List the names of files that wait to be read, or are being read: of `chat`, or of all."""
        runs = self._reading.get(chat, ()) if chat else chain(*self._reading.values())
        return [name for run in runs for name in run.names]

    async def wait_until_read(self, chat: str, person: str, within: float | None = None) -> str:
        """Wait for what `person` is having read in `chat`; return a name of what takes longer.

        In a group nobody waits for the files of others, who could make them slow.
        """
        runs = [each for each in self._reading.get(chat, ()) if each.person == person]
        try:
            async with asyncio.timeout(within):
                for each in runs:
                    await each.ended.wait()
        except TimeoutError:
            late = (each.names for each in runs if not each.ended.is_set())
            return next((names[0] for names in late if names), "")
        return ""

    def cancel(self, chat: str, person: str | None) -> int:
        """Stop what `person`, or None: anybody, has indexed in `chat`; return how many runs."""
        return self._running.stop(chat, person)

    async def run(
        self,
        chat: str,
        person: str,
        sources: Sequence[Job | Upload],
        allowance: FileAllowance = UNLIMITED,
        seer: PageReader | None = None,
    ) -> AsyncGenerator[Step | Upload, None]:
        """Index the sources in order; yield one outcome for each, with the progress before it."""
        names = (each.job.name if isinstance(each, Upload) else each.name for each in sources)
        run = ReadingRun(person, deque(names), allowance, seer)
        with self._mark_reading(chat, run):
            steps = self._run_all(sources, run)
            async with aclosing(self._running.run_cancellable(chat, person, steps)) as running:
                try:
                    async for step in running:
                        yield step
                except Stopped:
                    raise UserError(
                        _("Stopped. Files that were already indexed stay indexed.")
                    ) from None

    @contextmanager
    def _mark_reading(self, chat: str, run: ReadingRun) -> Iterator[None]:
        """Let the questions of the person in `chat` wait until the block ends."""
        self._reading.setdefault(chat, []).append(run)
        try:
            yield
        finally:
            run.ended.set()
            self._reading[chat].remove(run)
            if not self._reading[chat]:
                del self._reading[chat]

    async def _run_all(
        self, sources: Sequence[Job | Upload], run: ReadingRun
    ) -> AsyncGenerator[Step | Upload, None]:
        for source in sources:
            async with aclosing(self._run_source(source, run)) as steps:
                async for step in steps:
                    yield step
            run.names.popleft()

    def _run_source(
        self, source: Job | Upload, run: ReadingRun
    ) -> AsyncGenerator[Step | Upload, None]:
        if isinstance(source, Upload):
            return self._run_upload(source, run)
        return self._run_job(source, run)

    async def _run_upload(
        self, upload: Upload, run: ReadingRun
    ) -> AsyncGenerator[Step | Upload, None]:
        yield upload
        async with run.allowance.hold():
            with TemporaryDirectory(dir=self._tmp, prefix="upload-") as folder:
                path = Path(folder) / "0"
                try:
                    async with aclosing(self._fetch_aloud(upload, path, run.allowance)) as progress:
                        async for each in progress:
                            yield upload, each
                except UserError as error:
                    yield Outcome(upload.job, "failed", reason=str(error))
                    return
                job = await upload.build_job(path)
                async with aclosing(self._run_job(job, run)) as steps:
                    async for step in steps:
                        yield step

    async def _fetch_aloud(
        self, upload: Upload, path: Path, allowance: FileAllowance
    ) -> AsyncGenerator[ParserProgress, None]:
        """Fetch an upload; yield its progress, as far as it tells any."""
        if upload.progress is None:
            await self._fetch(upload, path, allowance)
            return
        fetching = asyncio.create_task(self._fetch(upload, path, allowance))
        news = asyncio.create_task(upload.progress.get())
        try:
            while not fetching.done():
                await asyncio.wait((fetching, news), return_when=asyncio.FIRST_COMPLETED)
                if news.done():
                    yield news.result()
                    news = asyncio.create_task(upload.progress.get())
            await fetching
        finally:
            for task in (fetching, news):
                task.cancel()
            await asyncio.gather(fetching, news, return_exceptions=True)

    async def _fetch(self, upload: Upload, path: Path, allowance: FileAllowance) -> None:
        if upload.size > self._limits.file_bytes:
            raise make_size_error(upload.size, upload.job.name, self._limits)
        self._disk.check(upload.size)
        await fetch_counted(allowance, upload.size, path, upload.fetch)

    async def _run_job(self, job: Job, run: ReadingRun) -> AsyncGenerator[Step, None]:
        yield job
        reading = ReadingTime()
        try:
            async with aclosing(self._pipeline.run(job, reading, run.seer)) as steps:
                async for step in steps:
                    yield step if isinstance(step, Outcome) else (job, step)
        finally:
            await run.allowance.add_seconds(reading.seconds)
