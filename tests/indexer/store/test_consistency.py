"""After any sequence of changes, and after a crash in the middle of one, all parts agree."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB, Scope
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.database import Database, open_database
from indexer.store.full_text import has_full_text
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.writer import MemoryChunk, Writer
from tests.indexer.factories import EVERYTHING, NOW, Index, chances, conversation

SCOPES = (KB, ADMIN, Scope.of_chat("console:alice"))
WORDS = [f"w{n}x" for n in range(30)]

# Changes at random until it is killed; a line for each that is done.
CHILD = """
import asyncio, sys
from pathlib import Path
from tests.indexer.factories import chances
from tests.indexer.store.test_consistency import change_forever

asyncio.run(change_forever(Path(sys.argv[1]), chances(int(sys.argv[2]))))
"""


class Changes:
    """Random changes to one index, as its users might make them."""

    def __init__(self, index: Index, chance: Random) -> None:
        self._index = index
        self._chance = chance
        self._taken: list[MemoryChunk] = []

    async def one(self) -> None:
        documents = (self._index_file, self._index_file, self._relabel, self._remove)
        memories = (self._remember, self._forget, self._put_back)
        await self._chance.choice((*documents, *memories, self._say, self._use))()

    def _text(self) -> str:
        return " ".join(self._chance.choices(WORDS, k=self._chance.randint(1, 30)))

    async def _index_file(self) -> None:
        texts = [self._text() for _ in range(self._chance.randint(0, 6))]
        file = f"{self._chance.randrange(5)}.txt"
        await self._index.add(file, *texts, scope=await self._scope(file))

    async def _scope(self, file: str) -> Scope:
        """One that may replace what `file` is now."""
        state, scope = await self._index.writer.find_file(file), self._chance.choice(SCOPES)
        return scope if state is None or scope.may_replace(state.scope) else state.scope

    async def _file(self) -> int:
        state = await self._index.writer.find_file(f"{self._chance.randrange(5)}.txt")
        return state.id if state else 0

    async def _relabel(self) -> None:
        await self._index.writer.relabel(await self._file(), self._chance.choice(SCOPES))

    async def _remove(self) -> None:
        await self._index.writer.remove(await self._file())

    async def _remember(self) -> None:
        note = Chunk(f"mem-{self._chance.randrange(9)}", "MemoryChunk", self._text())
        await self._index.writer.add_memory(self._chance.choice(SCOPES), note, NOW)

    async def _forget(self) -> None:
        self._taken += await self._index.writer.take_memories(self._chance.choice(SCOPES))

    async def _put_back(self) -> None:
        await self._index.writer.restore_memories(self._taken)
        self._taken = []

    async def _say(self) -> None:
        said = conversation(*(f"Ann: {self._text()}" for _ in range(self._chance.randint(0, 8))))
        await self._index.said(*said, scope=await self._scope("chat.jsonl"))

    async def _use(self) -> None:
        hits = await self._index.search(self._text())
        await self._index.store.record_access(EVERYTHING, hits, self._text(), NOW)


def opened(database: Database) -> Index:
    return Index(database, Store(database, RankingSettings()), Writer(database))


async def change_forever(path: Path, chance: Random) -> None:
    async with open_database(path, INDEX) as database:
        changes = Changes(opened(database), chance)
        while True:
            await changes.one()
            print(flush=True)  # noqa: T201 - the parent counts the lines


async def assert_agreement(database: Database) -> None:
    for corpus in (PASSAGES, TURNS):
        assert await SegmentKeeper(database, corpus).is_intact()
    async with database.transaction() as db:
        for corpus in (PASSAGES, TURNS):
            check = f"INSERT INTO {corpus.fts} ({corpus.fts}, rank) VALUES ('integrity-check', 1)"  # noqa: S608 - our names
            if await db.run(partial(has_full_text, corpus=corpus)):  # of SQLite alone
                await db.execute(check)
            for query in (
                f"SELECT id FROM {corpus.name} EXCEPT SELECT id FROM {corpus.terms}",  # noqa: S608 - our names
                f"SELECT id FROM {corpus.terms} EXCEPT SELECT id FROM {corpus.name}",  # noqa: S608 - our names
                f"SELECT language, count(*), sum(length) FROM {corpus.terms} GROUP BY language"  # noqa: S608 - our names
                " EXCEPT SELECT language, added - removed, length FROM totals"
                f" WHERE corpus = '{corpus.name}'",
                f"SELECT substr(acl, 1, 17), language, count(*), sum(length) FROM {corpus.terms}"  # noqa: S608 - our names
                " GROUP BY 1, 2 EXCEPT SELECT scope, language, rows, length FROM scope_totals"
                f" WHERE corpus = '{corpus.name}'",
                "SELECT scope, language, rows, length FROM scope_totals"  # noqa: S608 - our names
                f" WHERE corpus = '{corpus.name}' AND (rows, length) <> (0, 0) EXCEPT"
                f" SELECT substr(acl, 1, 17), language, count(*), sum(length) FROM {corpus.terms}"
                " GROUP BY 1, 2",
            ):
                assert not list(await db.execute_fetchall(query))
        for query in (
            "SELECT chunk_id FROM access_history EXCEPT SELECT chunk_id FROM chunks",
            "SELECT chunk_id FROM aliases EXCEPT SELECT chunk_id FROM chunks",
            "SELECT former FROM aliases INTERSECT SELECT chunk_id FROM chunks",
            "SELECT c.id FROM chunks c JOIN files f ON f.id = c.file_id WHERE f.scope <> c.scope",
        ):
            assert not list(await db.execute_fetchall(query))


@pytest.mark.spec("S4-21")
@pytest.mark.parametrize("seed", range(6))
async def test_all_parts_agree_after_any_sequence_of_changes(index: Index, seed: int) -> None:
    chance = chances(seed)
    changes = Changes(index, chance)
    for _ in range(40):
        await changes.one()
        if chance.random() < 0.3:
            await SegmentKeeper(index.database, chance.choice((PASSAGES, TURNS))).settle(1)
    await assert_agreement(index.database)


@pytest.mark.parametrize("seed", range(3))
async def test_all_parts_agree_after_a_crash(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "multis.db"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, str(path), str(seed), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    for _ in range(10 + 7 * seed):
        assert await child.stdout.readline()
    child.kill()
    await child.communicate()
    async with open_database(path, INDEX) as database:
        await assert_agreement(database)
