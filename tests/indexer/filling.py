"""Indexes real files in an open index, as the daemon does."""

from pathlib import Path

from msgspec import Struct

from indexer.ingest.jobs import Job, Outcome, build_job
from indexer.ingest.pipeline import Pipeline
from indexer.scopes import KB, Scope
from tests.indexer.factories import Index


class Bench(Struct, frozen=True):
    """An index and the pipeline that fills it."""

    index: Index
    pipeline: Pipeline

    async def run(self, path: Path, scope: Scope = KB) -> Outcome:
        return await self.done(build_job(path, scope))

    async def done(self, job: Job) -> Outcome:
        steps = [step async for step in self.pipeline.run(job)]
        assert isinstance(steps[-1], Outcome)
        return steps[-1]

    async def rows(self) -> list[dict[str, object]]:
        async with self.index.database.transaction() as db:
            rows = await db.execute_fetchall("SELECT * FROM chunks ORDER BY position")
        return [dict(row) for row in rows]
