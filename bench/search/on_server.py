"""Compares our search on SQLite and on PostgreSQL: pace of indexing, times, and the same hits.

Both hold the same chunks and answer in turns, so that the load of the machine is that of both. The
server is that of the tests, on the same processors: without fsync, with a small cache.
"""

import argparse
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from msgspec import Struct

from bench.retrieval.systems import NOW
from bench.search.corpus import FILE, Generator
from bench.search.engines import LIMIT, STRANGER, open_ours
from bench.search.filling import FillResult, fill
from bench.search.timings import Timings
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES
from indexer.store.database import Database, open_database
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from tests.postgresql.databases import run_databases


class Compared(Struct, frozen=True):
    """A row of the result: what was measured, of which engine."""

    what: str
    timings: Timings
    note: str = ""


async def compare(size: int, options: argparse.Namespace) -> AsyncIterator[Compared]:
    """Fill both engines with `size` chunks, then let them answer."""
    generator = Generator(options.data)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        databases = stack.enter_context(run_databases())
        opened = {
            "SQLite": await stack.enter_async_context(open_database(folder / "m.db", INDEX)),
            "PostgreSQL": await stack.enter_async_context(databases.open()),
        }
        for name, database in opened.items():
            filled = await _fill(database, generator, size, name)
            yield Compared(f"index {FILE} chunks", filled.files, filled.rate)
        stores = {name: Store(each, RankingSettings()) for name, each in opened.items()}
        for terms in options.terms:
            questions = generator.generate_questions(terms, options.questions)
            same = f"{await _count_same(list(stores.values()), questions)} the same"
            for timings in await _race(stores, questions):
                yield Compared(f"{terms} terms", timings, same)


async def _fill(database: Database, generator: Generator, size: int, name: str) -> FillResult:
    filled = await fill(database, generator, size, name)
    await SegmentKeeper(database, PASSAGES).settle(1)
    return filled


async def _race(stores: dict[str, Store], questions: Sequence[str]) -> list[Timings]:
    timings = {name: Timings(name) for name in stores}
    asks = {name: open_ours(store) for name, store in stores.items()}
    for question in questions:
        for name, ask in asks.items():
            with timings[name].measure():
                await ask(question)
    return list(timings.values())


async def _count_same(stores: Sequence[Store], questions: Sequence[str]) -> str:
    """Count the questions with the same hits and scores; each engine has answered them then."""
    same = 0
    for question in questions:
        found = [await each.search(STRANGER, question, limit=LIMIT, now=NOW) for each in stores]
        told = [[(hit.chunk.chunk_id, round(hit.score, 9)) for hit in hits] for hits in found]
        same += told[0] == told[1]
    return f"{same} of {len(questions)}"
