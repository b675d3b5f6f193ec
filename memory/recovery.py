"""Whether a crash left something half forgotten or half corrected; it loads nothing itself."""

from indexer.store.database import Database


async def half_forgotten(database: Database) -> bool:
    """Asked at every start."""
    return await _any(database, "SELECT 1 FROM forgotten WHERE state <> 'kept' LIMIT 1")


async def half_corrected(database: Database) -> bool:
    """Asked at every start."""
    return await _any(database, "SELECT 1 FROM unsettled LIMIT 1")


async def _any(database: Database, sql: str) -> bool:
    async with database.settled() as db:
        return bool(list(await db.execute_fetchall(sql)))
