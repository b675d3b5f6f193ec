"""Files on their way into the index, for each chat that sent some; `/cancel` stops its own."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from typing import TypeVar

from indexer.documents import Progress
from indexer.errors import UserError
from indexer.pipeline import Job, Outcome, Pipeline

T = TypeVar("T")


class Indexing:
    """Runs jobs and knows which chat waits for which; lives as long as the pipeline."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._running: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def is_busy(self, chat: str) -> bool:
        """Whether anything of `chat` is being read."""
        return chat in self._running

    def cancel(self, chat: str) -> int:
        """Stop what `chat` is indexing; how many runs that were."""
        runs = self._running.pop(chat, set())
        for stop in runs:
            stop.set()
        return len(runs)

    async def run(
        self, chat: str, jobs: Sequence[Job]
    ) -> AsyncGenerator[tuple[Job, Progress] | Outcome, None]:
        """One outcome per job, in order, with the progress between them."""
        with self._cancellable(chat) as stop:
            for job in jobs:
                async with aclosing(self._pipeline.run(job)) as steps:
                    async for step in _until(stop, steps):
                        yield step if isinstance(step, Outcome) else (job, step)

    @contextmanager
    def _cancellable(self, chat: str) -> Iterator[asyncio.Event]:
        stop = asyncio.Event()
        self._running[chat].add(stop)
        try:
            yield stop
        finally:
            self._running[chat].discard(stop)
            if not self._running[chat]:
                del self._running[chat]


async def _until(stop: asyncio.Event, steps: AsyncIterator[T]) -> AsyncGenerator[T, None]:
    """`steps`, broken off as soon as `stop` is set, even in the middle of a silent step."""
    stopping = asyncio.ensure_future(stop.wait())
    try:
        while True:
            step = asyncio.ensure_future(anext(steps, None))
            await asyncio.wait((step, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not step.done():
                step.cancel()
                await asyncio.wait((step,))
                raise UserError("Stopped. Files that were finished stay indexed.")
            item = step.result()
            if item is None:
                return
            yield item
    finally:
        stopping.cancel()
