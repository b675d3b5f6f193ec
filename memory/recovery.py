"""Whether a crash left something half forgotten or half corrected; it loads nothing itself."""

from indexer.store.database import Database


async def has_unfinished_forgetting(database: Database) -> bool:
    """Asked at every start."""
    return await _has_rows(database, "SELECT 1 FROM forgotten WHERE state <> 'kept' LIMIT 1")


async def has_unfinished_corrections(database: Database) -> bool:
    """Asked at every start."""
    return await _has_rows(database, "SELECT 1 FROM unsettled LIMIT 1")


async def _has_rows(database: Database, sql: str) -> bool:
    async with database.read_committed() as db:
        return bool(list(await db.execute_fetchall(sql)))
