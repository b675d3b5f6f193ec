"""Checks at every start for work that a crash interrupted.

It imports next to nothing, so that a start without such work stays fast.
"""

from indexer.store.database import Database


async def has_unfinished_forgetting(database: Database) -> bool:
    return await _has_rows(
        database,
        "SELECT 1 FROM forgotten WHERE state <> 'kept'"
        " UNION ALL SELECT 1 FROM forgotten_files WHERE state <> 'kept' LIMIT 1",
    )


async def has_unfinished_corrections(database: Database) -> bool:
    return await _has_rows(database, "SELECT 1 FROM unsettled LIMIT 1")


async def _has_rows(database: Database, sql: str) -> bool:
    async with database.read_committed() as db:
        return bool(list(await db.execute_fetchall(sql)))
