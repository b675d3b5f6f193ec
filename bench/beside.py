"""Searches alone, and the same searches while one writer indexes in the same process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import cycle
from pathlib import Path
from threading import Event

from bench.corpus import FILE, Generator, Sample
from bench.engines import Ask
from bench.filling import FOLDER, Prepared, add, documents, files, forget
from bench.specification import Specification
from bench.systems import NOW
from bench.timings import Timings
from indexer.store.analysis_client import open_analysis_client
from indexer.store.database import Database
from indexer.store.writer import Writer

SEED = 2  # of chunks that are written beside those that are searched
WRITTEN = 200 * FILE  # more than is written while the questions are asked


def written(generator: Generator) -> list[list[Sample]]:
    """What is written, made before the clock runs: making it computes as much as indexing it."""
    return list(files(generator, WRITTEN, SEED))


async def compared(
    name: str, ask: Ask, questions: Sequence[str], writing: AbstractAsyncContextManager[None]
) -> list[Timings]:
    alone, beside = Timings(f"{name}, alone"), Timings(f"{name}, while one writer indexes")
    await _asked(alone, ask, questions)
    async with writing:
        await _asked(beside, ask, questions)
    return [alone, beside]


async def _asked(timings: Timings, ask: Ask, questions: Sequence[str]) -> None:
    for question in questions:
        with timings.measured():
            await ask(question)


@asynccontextmanager
async def ours(database: Database, samples: Sequence[Sequence[Sample]]) -> AsyncIterator[None]:
    prepared = documents(samples)
    async with open_analysis_client() as analysis:
        writer = Writer(database, analysis.analyze)
        await _write(writer, prepared[:1])  # the process has started
        writing = asyncio.create_task(_write(writer, prepared[1:]))
        yield
        writing.cancel()
        await asyncio.wait({writing})
    await forget(database)


async def _write(writer: Writer, prepared: Sequence[Prepared]) -> None:
    for document, scope, chunks in prepared:
        await writer.put_document(scope, document, chunks, NOW)


@asynccontextmanager
async def specification(path: Path, samples: Sequence[Sequence[Sample]]) -> AsyncIterator[None]:
    """The specification's recipe, in a thread and through a connection of its own."""
    begun, end = Event(), Event()

    def write() -> None:
        index = Specification(str(path))
        for n, each in enumerate(cycle(samples)):
            add(index, f"{FOLDER}/{n}", [each])
            begun.set()
            if end.is_set():
                break
        index.forget(FOLDER)

    writing = asyncio.create_task(asyncio.to_thread(write))
    await asyncio.to_thread(begun.wait)
    yield
    end.set()
    await writing
