"""Analyzes the text of long documents in a separate process."""

import asyncio
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import islice

from indexer.confinement.process import Order, start_process
from indexer.confinement.walls import Walls
from indexer.store.analysis_worker import SIZE, Passages, decode_answer, encode_request
from indexer.store.chunks import SHORT, analyze_in_thread
from indexer.store.terms import Terms

AT_ONCE = 24  # passages in a request: encoding and decoding more would stall the event loop
AHEAD = 2  # requests sent ahead for a document, so that the process need not wait for the next
MODULE = "indexer.store.analysis_worker"
MEMORY = 1 << 30  # bytes of address space
NICENESS = 10
LARGEST = 256 << 20  # bytes of an answer
IDLE_SECONDS = 20.0  # that the process waits for the next document before it is ended

Answer = asyncio.Future[bytes]


class AnalysisClient:
    """Analyzes long documents in a process of its own; opened by `open_analysis_client`."""

    def __init__(self, idle_seconds: float) -> None:
        self.process: AnalysisProcess | None = None
        self._idle_seconds = idle_seconds
        self._starting = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """True while the process is running."""
        return self.process is not None and not self.process.ended

    async def analyze(self, passages: Passages) -> list[Terms]:
        """Return the terms of each passage, from a thread if they are short or the process dies."""
        if passages.length <= SHORT:
            return await analyze_in_thread(passages)
        try:
            return await _request_terms(await self._ensure_process(), passages)
        except OSError:
            return await analyze_in_thread(passages)
        finally:
            self._schedule_end()

    async def _ensure_process(self) -> "AnalysisProcess":
        async with self._starting:
            if self.process is None or self.process.ended:
                await self.close()
                self.process = await _start_process()
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
        self._waiting = deque[Answer]()
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
        self._waiting.append(answer)
        self._requests.write(request)
        return answer

    def kill(self) -> None:
        """Kill the process, which holds nothing that could be lost."""
        self.ended = True
        with suppress(ProcessLookupError):
            self.process.kill()

    async def _listen(self) -> None:
        """Set the result of each request until the process ends."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                (size,) = SIZE.unpack(await self._answers.readexactly(SIZE.size))
                if size > LARGEST:
                    self.kill()
                    break
                content = await self._answers.readexactly(size)
                answer = self._waiting.popleft()
                if not answer.done():  # the caller may have given up
                    answer.set_result(content)
        self.ended = True
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(ConnectionResetError())
                answer.exception()  # marks it as seen: one per document is enough
        await self.process.wait()


async def _start_process() -> AnalysisProcess:
    # Niced: people waiting for an answer go before people waiting for a file.
    walls = Walls(memory_bytes=MEMORY)
    return AnalysisProcess(await start_process(Order(MODULE, walls, niceness=NICENESS)))


async def _request_terms(process: AnalysisProcess, passages: Passages) -> list[Terms]:
    requests = map(encode_request, _split(passages))
    under_way = deque(map(process.ask, islice(requests, AHEAD)))
    terms = list[Terms]()
    while under_way:
        answer = await under_way.popleft()
        under_way.extend(map(process.ask, islice(requests, 1)))
        terms += decode_answer(answer)
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
async def open_analysis_client(idle_seconds: float = IDLE_SECONDS) -> AsyncIterator[AnalysisClient]:
    """Open a client that starts its process for the first long document."""
    client = AnalysisClient(idle_seconds)
    try:
        yield client
    finally:
        await client.close()
