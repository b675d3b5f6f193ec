"""Rows that a version wrote whose triggers counted each of them, and what must hold of all rows."""

from indexer.scopes import KB
from indexer.store.connection import Connection
from indexer.store.corpus import PASSAGES, build_scope_token
from indexer.store.database import Database, Schema
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, document, passage

EARLIER = Schema(INDEX.part, INDEX.steps[:12])
_CHUNK = """
    INSERT INTO chunks (chunk_id, file_path, position, element_type, name, content,
        section_path, section_level, document_type, metadata, scope, created_at, updated_at)
    VALUES (?, 'memory', 0, 'memory', '', 'rent', '[]', 0, 'md', '{}', 'kb', 0, 0) RETURNING id
"""
_TERMS = "INSERT INTO chunks_terms VALUES (?, 'rent', '', '', ?, 'en', 1, ?, ?)"


async def write_as_earlier(database: Database, count: int) -> None:
    async with database.transaction() as db:
        for n in range(count):
            ((row,),) = await db.execute_fetchall(_CHUNK, (f"memory:{n}",))
            await db.execute(_TERMS, (row, build_scope_token(KB), b"", b""))


async def write_as_now(database: Database, *texts: str) -> None:
    chunks = [passage(KB, "a.txt", text, "Part") for text in texts]
    await Writer(database).put_document(KB, document("a.txt"), chunks, NOW)


async def count_rows(database: Database) -> list[tuple[int, int]]:
    """Return how many rows there are and their length, as each of the tables has it."""
    async with database.transaction() as db:
        return [
            await _count(db, f"SELECT count(*), sum(length) FROM {PASSAGES.terms}"),  # noqa: S608 - our names
            await _count(db, "SELECT sum(added), sum(length) FROM totals WHERE corpus = 'chunks'"),
            await _count(
                db, "SELECT sum(rows), sum(length) FROM scope_totals WHERE corpus = 'chunks'"
            ),
            await _count(
                db,
                "SELECT count(*), sum(t.length)"  # noqa: S608 - our names
                f" FROM {PASSAGES.tail} y JOIN {PASSAGES.terms} t ON t.id = y.row",
            ),
        ]


async def _count(db: Connection, sql: str) -> tuple[int, int]:
    ((rows, length),) = await db.execute_fetchall(sql)
    return int(rows), int(length)
