"""Has the words of long documents analysed in a process beside this one."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain, islice

from indexer.analyst import Passages, asked, read
from indexer.chunk_rows import SHORT, in_thread
from indexer.parsing import environment
from indexer.terms import Terms

AT_ONCE = 24  # passages in a request: packing and unpacking more would stall the event loop
AHEAD = 2  # requests under way, so that the process need not wait for the next
IDLE_SECONDS = 20.0  # how long the process waits for the next document
LONGEST = 1 << 26  # bytes of an answer


class Analyst:
    """Analyses long documents in a process of its own; made by `open_analyst`."""

    def __init__(self, idle_seconds: float) -> None:
        self.child: Process | None = None
        self._idle_seconds = idle_seconds
        self._turn = asyncio.Lock()
        self._end: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a process waits for the next document."""
        return self.child is not None

    async def analyse(self, passages: Passages) -> list[Terms]:
        """As `in_thread`, which takes what is short and helps out if the process has died."""
        if passages.length <= SHORT:
            return await in_thread(passages)
        async with self._turn:
            try:
                return await self._asked(passages)
            except (OSError, ValueError, asyncio.IncompleteReadError):
                await self.close()
                return await in_thread(passages)
            except BaseException:
                await self.close()  # a request is under way whose answer nobody will read
                raise

    async def _asked(self, passages: Passages) -> list[Terms]:
        child = await self._running()
        assert child.stdin is not None  # noqa: S101 - it was started with pipes
        assert child.stdout is not None  # noqa: S101 - the same
        answers = list[list[Terms]]()
        requests = map(asked, _parts(passages))
        child.stdin.writelines(islice(requests, AHEAD))
        while len(answers) * AT_ONCE < len(passages.texts):
            answer = await child.stdout.readuntil()
            child.stdin.writelines(islice(requests, 1))
            answers.append(read(answer))
        self._end = asyncio.create_task(self._idle())
        return list(chain.from_iterable(answers))

    async def _running(self) -> Process:
        if self._end:
            self._end.cancel()
        if self.child is None:
            command = (sys.executable, "-P", "-S", "-m", "indexer.analyst")
            self.child = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment(), limit=LONGEST
            )
        return self.child

    async def _idle(self) -> None:
        await asyncio.sleep(self._idle_seconds)
        async with self._turn:
            await self._ended()

    async def close(self) -> None:
        if self._end:
            self._end.cancel()
        await self._ended()

    async def _ended(self) -> None:
        child, self.child = self.child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def _parts(passages: Passages) -> Iterator[Passages]:
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
async def open_analyst(idle_seconds: float = IDLE_SECONDS) -> AsyncIterator[Analyst]:
    analyst = Analyst(idle_seconds)
    try:
        yield analyst
    finally:
        await analyst.close()
