"""Rows for segments, what the texts hold and what the segments hold, and a process that ends."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from indexer.scopes import ADMIN, KB, Scope
from indexer.store.corpus import PASSAGES, Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.segments import writing
from indexer.store.segments.packing import COMMON, TEXT, unpack_posting
from indexer.store.terms import BOUNDARY
from tests.indexer.factories import Index, chances, conversation

T = TypeVar("T")
WORDS = [f"w{n}x" for n in range(60)]
SCOPES = (KB, ADMIN, Scope.of_chat("console:alice"))


async def fill(index: Index, files: range, texts: int = 5) -> None:
    chance = chances(files.start)
    for n in files:
        scope = SCOPES[n % 3]
        said = [" ".join([*chance.choices(WORDS, k=30), "and the"]) for _ in range(texts)]
        await index.add(f"{n}.txt", *said, scope=scope, title=chance.choice(WORDS))
        turns = conversation(*(f"Ann: {text}" for text in said))
        await index.said(*turns, scope=scope, file=f"{n}.jsonl", conversation=f"talk{n % 3}")


async def remove(index: Index, name: str) -> None:
    state = await index.writer.find_file(name)
    assert state is not None
    await index.writer.remove(state.id)


def count_texts(db: Session, corpus: Corpus) -> dict[tuple[int, int, str], int]:
    """What each row holds by its texts: row, field, term -> weighted count."""
    found: Counter[tuple[int, int, str]] = Counter()
    for row in db.execute(f"SELECT * FROM {corpus.terms}"):  # noqa: S608 - our names
        for line, weight in ((row["main"], corpus.main), (row["side"], corpus.side)):
            for term in line.split():
                if term != BOUNDARY:
                    found[row["id"], TEXT, term] += weight
        for term in row["common"].split():
            found[row["id"], COMMON, term] = 1
    return {key: min(count, 255) for key, count in found.items()}


def count_segments(db: Session, corpus: Corpus) -> dict[tuple[int, int, str], int]:
    """What the living rows of the segments hold; a row twice is an error."""
    found: dict[tuple[int, int, str], int] = {}
    for segment in writing.list_segments(db, corpus):
        header = segment.header
        for field, term, rows, counts in db.execute(
            "SELECT field, term, rows, counts FROM postings WHERE segment = ?", (segment.id,)
        ):
            for row, count in zip(*unpack_posting(rows, counts), strict=True):
                if not header.dead[row]:
                    key = (int(header.ids[row]), field, term)
                    assert key not in found
                    found[key] = int(count)
    return found


def read_bytes(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in folder.iterdir())


async def assert_complete(database: Database, corpus: Corpus = PASSAGES) -> None:
    """Each row is in the tail or in one segment, as its texts are."""

    def compare(db: Session) -> None:
        waiting = {row[0] for row in db.execute(f"SELECT row FROM {corpus.tail}")}  # noqa: S608 - our names
        wanted = {key: n for key, n in count_texts(db, corpus).items() if key[0] not in waiting}
        assert count_segments(db, corpus) == wanted
        orphans = "SELECT 1 FROM postings WHERE segment NOT IN (SELECT id FROM segments)"
        assert not db.execute(orphans).fetchall()

    async with database.snapshot() as db:
        await db.run(compare)


async def count(database: Database, sql: str) -> int:
    async with database.read_committed() as db:
        return int(next(iter(await db.execute_fetchall(sql)))[0])


class Interrupted(Exception):
    """The process ended."""


class Fragile(Database):
    """Ends before its transaction number `left`."""

    left = 0

    @classmethod
    def wrap(cls, database: Database, left: int) -> "Fragile":
        fragile = cls(
            database._writer, database.reader, database.records, database.open_maintenance
        )
        fragile.left = left
        return fragile

    async def change(
        self,
        work: Callable[[Session], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        if self.left == 0:
            raise Interrupted
        self.left -= 1
        return await super().change(work, on_disk=on_disk, large=large)
