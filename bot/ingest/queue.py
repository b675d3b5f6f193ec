"""Runs the indexing that chats asked for; `/cancel` stops a chat's own."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from bot.runtime.cancellation import Cancellations, Stopped
from indexer.documents import ParserProgress
from indexer.errors import UserError
from indexer.i18n import _
from indexer.ingest.pipeline import Job, Outcome, Pipeline


class IngestQueue:
    """Runs jobs and knows which chat waits for them; lives as long as the pipeline."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._running = Cancellations()

    def is_busy(self, chat: str) -> bool:
        """Return whether a file of `chat` is being indexed."""
        return chat in self._running

    def cancel(self, chat: str) -> int:
        """Stop what `chat` is indexing; return how many runs were stopped."""
        return self._running.stop(chat)

    async def run(
        self, chat: str, jobs: Sequence[Job]
    ) -> AsyncGenerator[tuple[Job, ParserProgress] | Outcome, None]:
        """Index the jobs in order; yield one outcome per job, with the progress between them."""
        async with aclosing(self._running.run_cancellable(chat, self._run_jobs(jobs))) as steps:
            try:
                async for step in steps:
                    yield step
            except Stopped:
                raise UserError(
                    _("Stopped. Files that were already indexed stay indexed.")
                ) from None

    async def _run_jobs(
        self, jobs: Sequence[Job]
    ) -> AsyncGenerator[tuple[Job, ParserProgress] | Outcome, None]:
        for job in jobs:
            async with aclosing(self._pipeline.run(job)) as steps:
                async for step in steps:
                    yield step if isinstance(step, Outcome) else (job, step)
