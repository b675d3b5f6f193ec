"""Fills indexes with generated chunks, a file at a time, and times each file."""

import asyncio
import gc
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct, field

from bench.retrieval.specification import SpecificationIndex
from bench.retrieval.systems import NOW
from bench.search.corpus import FILE, Generator, Sample
from bench.search.timings import Timings
from indexer.documents import Chunk, build_chunk_id
from indexer.ingest.pipeline import AT_ONCE
from indexer.scopes import Scope
from indexer.store.analysis.client import open_analysis_client
from indexer.store.analysis.worker import Passages
from indexer.store.chunks import analyze_chunks
from indexer.store.database import Database
from indexer.store.terms import Terms
from indexer.store.writer import MANY, NewDocument, Writer

EXTRA_FOLDER = "/extra"  # of files that are added and deleted again


class FillResult(Struct, frozen=True):
    """The time of each file, chunks per second, and CPU time per chunk."""

    files: Timings
    rate: str


def measure_cpu() -> float:
    """Return the seconds of CPU time of this process and of those that have ended."""
    return sum(os.times()[:4])


PreparedDocument = tuple[NewDocument, Scope, list[Chunk]]


def set_aside_heap() -> None:
    """Keep the garbage collector from walking the texts that a bench holds, again and again."""
    gc.collect()
    gc.freeze()


def fill_specification(path: Path, generator: Generator, size: int, each: int = FILE) -> FillResult:
    """Fill an index as specified with files of `each` chunks."""
    documents = list(group_into_files(generator, size, each=each))
    set_aside_heap()
    before = measure_cpu()
    took = add_files(SpecificationIndex(str(path)), "/data", documents)
    spent = measure_cpu() - before
    return FillResult(took, _format_rate(size, sum(took.seconds), took, spent))


def add_files(
    index: SpecificationIndex, folder: str, documents: Iterable[Sequence[Sample]]
) -> Timings:
    """Add files and return their times."""
    took = Timings("specification")
    for n, samples in enumerate(documents):
        rows = [
            (f"{folder}:{n}-{m}", f"{folder}/{n}.txt", each.name, each.text, "[]", each.scope)
            for m, each in enumerate(samples)
        ]
        with took.measure():
            index.add(rows)
    return took


class CachedAnalysis(Struct):
    """Analyzes a document once and keeps the result."""

    terms: list[Terms] = field(default_factory=list)

    async def analyze(self, passages: Passages) -> list[Terms]:
        self.terms = self.terms or list(passages.analyze())
        return self.terms


async def put_documents(database: Database, documents: Sequence[PreparedDocument]) -> Timings:
    """Put files, with words that are analyzed in advance, and return their times."""
    took = Timings("ours")
    for document, scope, chunks in documents:
        known = CachedAnalysis()
        await analyze_chunks(scope, document.file, document.name, chunks, known.analyze)
        with took.measure():
            await Writer(database, known.analyze).put_document(scope, document, chunks, NOW)
    return took


async def fill(
    database: Database, generator: Generator, size: int, name: str = "ours", each: int = FILE
) -> FillResult:
    """Fill our index with files of `each` chunks."""
    took = Timings(name)
    documents = [
        build_document(f"/data/{n}.txt", samples)
        for n, samples in enumerate(group_into_files(generator, size, each=each))
    ]
    waiting = iter(documents)
    set_aside_heap()
    async with open_analysis_client() as analysis:  # as the daemon does
        if each > MANY:
            await analysis.start()  # as while the first file is parsed
        started, before = time.perf_counter(), measure_cpu()
        writer = Writer(database, analysis.analyze)

        async def work() -> None:
            for document, scope, chunks in waiting:
                with took.measure():
                    await writer.put_document(scope, document, chunks, NOW)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    spent = measure_cpu() - before
    return FillResult(took, _format_rate(size, time.perf_counter() - started, took, spent))


async def fill_vectors(database: Database, model: str, dimensions: int) -> None:
    """Store a random vector for each chunk: only their number and size matter for time."""
    chance = np.random.default_rng(1)
    async with database.transaction() as db:
        rows = list(await db.execute_fetchall("SELECT id FROM chunks"))
        vectors = chance.standard_normal((len(rows), dimensions), dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        await db.executemany(
            "INSERT INTO vectors (corpus, row, model, vector) VALUES ('chunks', ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [(row["id"], model, each.tobytes()) for row, each in zip(rows, vectors, strict=True)],
        )


def _format_rate(size: int, seconds: float, took: Timings, spent: float) -> str:
    rate, cpu = size / seconds, 1000 * spent / size
    return f"{rate:,.0f} chunks/s, {cpu:.3f} CPU-ms a chunk, at worst {took.quantile(1):.0f} ms"


def build_document(file: str, samples: Sequence[Sample]) -> PreparedDocument:
    scope = Scope(samples[0].scope)
    chunks = [
        Chunk(build_chunk_id(scope, file, each.name, each.text), each.name, each.text, (each.name,))
        for each in samples
    ]
    return NewDocument(file, Path(file).name, "txt"), scope, chunks


def build_documents(samples: Iterable[Sequence[Sample]]) -> list[PreparedDocument]:
    """Build the extra documents, which `delete_extra` deletes again."""
    return [build_document(f"{EXTRA_FOLDER}/{n}.txt", each) for n, each in enumerate(samples)]


async def delete_extra(database: Database) -> None:
    """Delete the extra documents from the index."""
    async with database.transaction(large=True) as db:
        await db.execute("DELETE FROM files WHERE path LIKE ? || '/%'", (EXTRA_FOLDER,))


def group_into_files(
    generator: Generator, size: int, seed: int = 1, each: int = FILE
) -> Iterator[list[Sample]]:
    """Group samples into files; all of a file get the scope of its first."""
    samples: list[Sample] = []
    for sample in generator.generate_chunks(size, seed):
        samples.append(sample)
        if len(samples) == each:
            yield samples
            samples = []
    if samples:
        yield samples
