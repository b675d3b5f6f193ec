"""Times searches alone, and the same searches while one writer indexes in the same process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import cycle
from pathlib import Path
from threading import Event

from bench.retrieval.specification import SpecificationIndex
from bench.retrieval.systems import NOW
from bench.search.corpus import FILE, Generator, Sample
from bench.search.engines import Ask
from bench.search.filling import (
    EXTRA_FOLDER,
    PreparedDocument,
    add_files,
    build_documents,
    delete_extra,
    group_into_files,
)
from bench.search.timings import Timings
from indexer.store.analysis.client import open_analysis_client
from indexer.store.database import Database
from indexer.store.writer import Writer

SEED = 2  # of the chunks that are written, which are not those that are searched
CHUNKS = 200 * FILE  # more than is written while the questions are asked


def build_samples(generator: Generator) -> list[list[Sample]]:
    """Build what is written in advance: it takes as much computing time as indexing it."""
    return list(group_into_files(generator, CHUNKS, SEED))


async def compare(
    name: str, ask: Ask, questions: Sequence[str], writing: AbstractAsyncContextManager[None]
) -> list[Timings]:
    alone, meanwhile = Timings(f"{name}, alone"), Timings(f"{name}, while one writer indexes")
    await _ask_all(alone, ask, questions)
    async with writing:
        await _ask_all(meanwhile, ask, questions)
    return [alone, meanwhile]


async def _ask_all(timings: Timings, ask: Ask, questions: Sequence[str]) -> None:
    for question in questions:
        with timings.measure():
            await ask(question)


@asynccontextmanager
async def write_ours(
    database: Database, samples: Sequence[Sequence[Sample]]
) -> AsyncIterator[None]:
    prepared = build_documents(samples)
    async with open_analysis_client() as analysis:
        writer = Writer(database, analysis.analyze)
        await _write(writer, prepared[:1])  # the process has started
        writing = asyncio.create_task(_write(writer, prepared[1:]))
        yield
        writing.cancel()
        await asyncio.wait({writing})
    await delete_extra(database)


async def _write(writer: Writer, prepared: Sequence[PreparedDocument]) -> None:
    for document, scope, chunks in prepared:
        await writer.put_document(scope, document, chunks, NOW)


@asynccontextmanager
async def write_specification(
    path: Path, samples: Sequence[Sequence[Sample]]
) -> AsyncIterator[None]:
    """Write to the specification's index, in a thread and through a separate connection."""
    begun, end = Event(), Event()

    def write() -> None:
        index = SpecificationIndex(str(path))
        for n, each in enumerate(cycle(samples)):
            add_files(index, f"{EXTRA_FOLDER}/{n}", [each])
            begun.set()
            if end.is_set():
                break
        index.delete(EXTRA_FOLDER)

    writing = asyncio.create_task(asyncio.to_thread(write))
    await asyncio.to_thread(begun.wait)
    yield
    end.set()
    await writing
