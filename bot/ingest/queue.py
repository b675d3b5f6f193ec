"""Files on their way into the index, for each chat that sent some; `/cancel` stops its own."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from bot.runtime.cancellation import Cancellations, Stopped
from indexer.documents import ParserProgress
from indexer.errors import UserError
from indexer.ingest.pipeline import Job, Outcome, Pipeline


class IngestQueue:
    """Runs jobs and knows which chat waits for which; lives as long as the pipeline."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._running = Cancellations()

    def is_busy(self, chat: str) -> bool:
        """Whether anything of `chat` is being read."""
        return chat in self._running

    def cancel(self, chat: str) -> int:
        """Stop what `chat` is indexing; how many runs that were."""
        return self._running.stop(chat)

    async def run(
        self, chat: str, jobs: Sequence[Job]
    ) -> AsyncGenerator[tuple[Job, ParserProgress] | Outcome, None]:
        """One outcome per job, in order, with the progress between them."""
        async with aclosing(self._running.run_cancellable(chat, self._steps(jobs))) as steps:
            try:
                async for step in steps:
                    yield step
            except Stopped:
                raise UserError("Stopped. Files that were finished stay indexed.") from None

    async def _steps(
        self, jobs: Sequence[Job]
    ) -> AsyncGenerator[tuple[Job, ParserProgress] | Outcome, None]:
        for job in jobs:
            async with aclosing(self._pipeline.run(job)) as steps:
                async for step in steps:
                    yield step if isinstance(step, Outcome) else (job, step)
