"""Indexes of generated chunks, filled a file at a time, with how long each took."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.corpus import FILE, Generator, Sample
from bench.specification import Specification
from bench.systems import NOW
from bench.timings import Timings
from indexer.database import Database
from indexer.documents import Chunk, chunk_id
from indexer.scopes import Scope
from indexer.writer import NewDocument, Writer


def fill_specification(path: Path, generator: Generator, size: int) -> None:
    index = Specification(str(path))
    took = Timings("specification")
    for n, samples in enumerate(files(generator, size)):
        rows = [
            (f"doc:{n}-{m}", f"/data/{n}.txt", each.name, each.text, "[]", each.scope)
            for m, each in enumerate(samples)
        ]
        with took.measured():
            index.add(rows)
    _print_filled("specification", took, size)


async def fill(database: Database, generator: Generator, size: int) -> None:
    writer, took = Writer(database), Timings("ours")
    for n, samples in enumerate(files(generator, size)):
        document, scope, chunks = a_document(n, samples)
        with took.measured():
            await writer.put(scope, document, chunks, NOW)
    _print_filled("ours", took, size)


def _print_filled(name: str, took: Timings, size: int) -> None:
    rate = size / sum(took.seconds)
    print(
        f"  {name}: {rate:,.0f} chunks/s, a file of {FILE} {took.told()}, at worst"
        f" {took.at(1):.0f} ms",
        flush=True,
    )


def a_document(n: int, samples: Sequence[Sample]) -> tuple[NewDocument, Scope, list[Chunk]]:
    scope, file = Scope(samples[0].scope), f"/data/{n}.txt"
    chunks = [
        Chunk(chunk_id(scope, file, each.name, each.text), each.name, each.text, (each.name,))
        for each in samples
    ]
    return NewDocument(file, f"{n}.txt", "txt"), scope, chunks


def files(generator: Generator, size: int, seed: int = 1) -> Iterator[list[Sample]]:
    samples: list[Sample] = []
    for sample in generator.chunks(size, seed):
        samples.append(sample)
        if len(samples) == FILE:
            yield samples
            samples = []
    if samples:
        yield samples
