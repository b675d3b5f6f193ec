"""Analyzes the text of long documents in a separate process."""

import asyncio
import logging
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import islice

from indexer.confinement.process import Order, end_process, kill_process, start_process
from indexer.confinement.walls import Walls
from indexer.store.analysis.worker import (
    SIZE,
    MalformedAnswerError,
    Passages,
    decode_answer,
    encode_request,
)
from indexer.store.chunks import SHORT, analyze_in_thread
from indexer.store.terms import Terms

AT_ONCE = 40  # passages in a request: encoding and decoding more would stall the event loop
AHEAD = 2  # requests sent ahead for a document, so that the process need not wait for the next
MODULE = "indexer.store.analysis.worker"
MEMORY = 1 << 30  # bytes of address space
GROWTH = 16  # bytes of an answer to one of its request, at most; scripts in pairs need 4
SLACK = 1 << 16  # bytes of a short request's answer, above that
ANSWER_SECONDS = 300.0  # on the clock: a last resort on a busy machine
IDLE_SECONDS = 20.0  # that the process waits for the next document before it is ended

log = logging.getLogger(__name__)

Answer = asyncio.Future[bytes]


class AnalysisClient:
    """Analyzes long documents in a process of its own; opened by `open_analysis_client`."""

    def __init__(self, idle_seconds: float, answer_seconds: float, module: str) -> None:
        self.process: AnalysisProcess | None = None
        self._module = module
        self._answer_seconds = answer_seconds
        self._idle_seconds = idle_seconds
        self._starting = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None
        self._start: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """True while the process is running."""
        return self.process is not None and not self.process.ended

    def prepare(self) -> None:
        """Start the process in the background, for a long document that is still being read."""
        if self.is_running:
            self._schedule_end()
        elif self._start is None or self._start.done():
            self._start = asyncio.create_task(self.start())

    async def start(self) -> None:
        """Start the process, unless it is running or cannot be started."""
        with suppress(OSError):  # the next document is analyzed in a thread then
            await self._ensure_process()
        self._schedule_end()

    async def analyze(self, passages: Passages) -> list[Terms]:
        """Return the terms of each passage, in a thread if they are short or the process fails."""
        if passages.length <= SHORT:
            return await analyze_in_thread(passages)
        try:
            return await self._analyze_in_process(passages)
        except OSError:  # it died, or did not answer in time
            return await analyze_in_thread(passages)
        except MalformedAnswerError as error:
            log.warning("the process that analyzes words gave a wrong answer: %s", error)
            return await analyze_in_thread(passages)
        finally:
            self._schedule_end()

    async def _analyze_in_process(self, passages: Passages) -> list[Terms]:
        process = await self._ensure_process()
        try:
            return await _request_terms(process, passages, self._answer_seconds)
        except (MalformedAnswerError, TimeoutError):
            process.kill()
            raise

    async def _ensure_process(self) -> "AnalysisProcess":
        async with self._starting:
            if self.process is None or self.process.ended:
                await self._end_process()
                self.process = await _start_process(self._module)
            return self.process

    def _schedule_end(self) -> None:
        if self._end:
            self._end.cancel()
        loop = asyncio.get_running_loop()
        self._end = loop.call_later(self._idle_seconds, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if self.process and self.process.is_idle:
            self.process.kill()

    async def close(self) -> None:
        start, self._start = self._start, None
        if start:
            await start
        await self._end_process()

    async def _end_process(self) -> None:
        if self._end:
            self._end.cancel()
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            await process.listening


class AnalysisProcess:
    """A running worker process, which answers requests in order."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process needs pipes for input and output")
        self.process = process
        self.ended = False
        self._requests, self._answers = process.stdin, process.stdout
        self._waiting = deque[tuple[Answer, int]]()  # and the bytes that it may have
        self.listening = asyncio.create_task(self._listen())

    @property
    def is_idle(self) -> bool:
        """True while no request waits for its answer."""
        return not self._waiting

    def ask(self, request: bytes) -> Answer:
        """Send a request; the returned future raises ConnectionError if the process ends first."""
        if self.ended:
            raise ConnectionResetError
        answer: Answer = asyncio.get_running_loop().create_future()
        self._waiting.append((answer, GROWTH * len(request) + SLACK))
        self._requests.write(request)
        return answer

    def kill(self) -> None:
        """Kill the process, which holds nothing that could be lost."""
        self.ended = True
        kill_process(self.process)

    async def _listen(self) -> None:
        """Set the result of each request until the process ends."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while await self._receive():
                pass
        self.kill()
        for answer, _largest in self._waiting:
            if not answer.done():
                answer.set_exception(ConnectionResetError())
                answer.exception()  # marks it as seen: one per document is enough
        await end_process(self.process)

    async def _receive(self) -> bool:
        """Set the result of one request; False for an answer that nobody asked for or too long."""
        (size,) = SIZE.unpack(await self._answers.readexactly(SIZE.size))
        if not self._waiting or size > self._waiting[0][1]:
            return False
        content = await self._answers.readexactly(size)
        answer, _largest = self._waiting.popleft()
        if not answer.done():  # the caller may have given up
            answer.set_result(content)
        return True


async def _start_process(module: str) -> AnalysisProcess:
    # Not niced: where others compute, files would take twice as long with 5, and search gains less
    # than a tenth.
    return AnalysisProcess(await start_process(Order(module, Walls(memory_bytes=MEMORY))))


async def _request_terms(
    process: AnalysisProcess, passages: Passages, answer_seconds: float
) -> list[Terms]:
    """Return the terms of each passage; raise OSError or MalformedAnswerError."""
    parts = _split(passages)
    under_way = deque((part, process.ask(encode_request(part))) for part in islice(parts, AHEAD))
    terms = list[Terms]()
    while under_way:
        part, answer = under_way.popleft()
        async with asyncio.timeout(answer_seconds):
            content = await answer
        under_way.extend((each, process.ask(encode_request(each))) for each in islice(parts, 1))
        terms += decode_answer(content, part)
    return terms


def _split(passages: Passages) -> Iterator[Passages]:
    texts: Sequence[str] = passages.texts
    for start in range(0, len(texts), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        yield Passages(
            texts[part],
            passages.titles[part],
            passages.around[part],
            passages.acl,
            passages.language,
        )


@asynccontextmanager
async def open_analysis_client(
    idle_seconds: float = IDLE_SECONDS,
    answer_seconds: float = ANSWER_SECONDS,
    module: str = MODULE,
) -> AsyncIterator[AnalysisClient]:
    """Open a client that starts its process for the first long document."""
    client = AnalysisClient(idle_seconds, answer_seconds, module)
    try:
        yield client
    finally:
        await client.close()
