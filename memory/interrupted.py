"""Whether a crash left something half forgotten; asked at every start, so it loads nothing."""

from indexer.database import Database


async def interrupted(database: Database) -> bool:
    async with database.transaction() as db:
        rows = await db.execute_fetchall("SELECT 1 FROM forgotten WHERE state <> 'kept' LIMIT 1")
    return bool(list(rows))
