"""How fast the search is: `python -m bench.search [--sizes N...] [--keep DIR] [--json] [--write]`.

Generated chunks of 150 to 250 words go through the product's own writer, as many files at once as
in its pipeline; questions are asked with a stranger's scopes, all of them by one engine after the
other: the specification's SQL, a bare FTS5 query, ours on FTS5 alone, ours in memory, ours by
meaning too (the model in the folder MULTIS_MODEL embeds the question, the chunks have random
vectors), and tantivy where it is installed.
"""

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import FILE, Generator, Sample
from bench.engines import Ask, Serving, bare, ours, specification, tantivy
from bench.filling import (
    Prepared,
    a_document,
    add,
    files,
    fill,
    fill_specification,
    fill_vectors,
    put,
)
from bench.record import record, table
from bench.specification import Specification
from bench.systems import NOW, PATIENCE, missing
from bench.timings import Timings
from indexer.analysing import open_analyst
from indexer.corpus import PASSAGES
from indexer.database import Database, open_database
from indexer.live import LiveIndex, open_live
from indexer.minilm.local import open_local
from indexer.ranking import RankingSettings
from indexer.schema import INDEX
from indexer.semantic import open_semantic
from indexer.store import Store
from indexer.writer import Writer

SECOND, THIRD = 2, 3  # seeds of chunks that are written beside those that are searched
COMMITS = 100  # files
WRITTEN = 200  # files of them


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result."""

    chunks: int
    what: str
    timings: Timings
    note: str = ""


async def main() -> None:
    options = _options()
    rows: list[Row] = []
    for size in options.sizes:
        with _folder(options.keep) as folder:
            async for row in _measured(size, folder, options):
                rows.append(row)
                _print(row, options.json)
    if options.write:
        head = ("chunks", "what", "engine", "p50 ms", "p95 ms", "")
        lines = table(head, [_cells(row) for row in rows])
        record("Speed of search", "python -m bench.search --write", lines)


async def _measured(size: int, folder: Path, options: argparse.Namespace) -> AsyncIterator[Row]:
    generator = Generator(options.data)
    path, reference = folder / f"{size}.db", folder / f"{size}-specification.db"
    if not path.exists():
        filled = fill_specification(reference, generator, size)
        yield Row(size, f"index {FILE} chunks", filled.files, filled.rate)
        async with open_database(path, INDEX) as database:
            filled = await fill(database, generator, size)
        yield Row(size, f"index {FILE} chunks", filled.files, filled.rate)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(path, INDEX))
        live = await stack.enter_async_context(open_live(path, PASSAGES))
        yield await _loaded(size, live)
        memory = ours(Store(database, RankingSettings(), live))
        engines: dict[str, Ask] = {
            "specification": specification(reference),
            "bare FTS5": bare(database),
            "ours, FTS5": ours(Store(database, RankingSettings())),
            "ours, memory": memory,
        }
        if options.model:
            embedder = Serving(await stack.enter_async_context(open_local(options.model, PATIENCE)))
            await fill_vectors(database, embedder.name, embedder.dimensions)
            meaning = await stack.enter_async_context(open_semantic(path, embedder, PATIENCE))
            await meaning.loaded()
            hybrid = Store(database, RankingSettings(), live, meaning=meaning)
            engines["ours, hybrid"] = ours(hybrid)
        if not missing("tantivy"):
            engines["tantivy"] = tantivy(generator, size)
        for terms in options.terms:
            for timings in await _race(engines, generator.questions(terms, options.questions)):
                yield Row(size, f"{terms} terms", timings)
        for timings in await _commits(database, reference, generator):
            yield Row(size, f"commit {FILE} chunks", timings, f"at worst {timings.at(1):.0f} ms")
        questions = generator.questions(5, options.questions)
        for timings in await _while_writing(database, memory, generator, questions):
            yield Row(size, "5 terms", timings)


async def _loaded(size: int, live: LiveIndex) -> Row:
    loading = Timings("ours, memory")
    with loading.measured():
        await live.loaded()
    return Row(size, "start", loading, f"{live.memory / 1e6:.0f} MB")


async def _race(engines: dict[str, Ask], questions: Sequence[str]) -> list[Timings]:
    timings = [Timings(name) for name in engines]
    for measured, ask in zip(timings, engines.values(), strict=True):
        for question in questions:
            with measured.measured():
                await ask(question)
    return timings


async def _commits(database: Database, reference: Path, generator: Generator) -> list[Timings]:
    """One file after the other, whose words are known already."""
    samples = list(files(generator, COMMITS * FILE, THIRD))
    index = Specification(str(reference))
    theirs = add(index, "/beside", samples)
    index.forget("/beside")
    ours = await put(database, _documents(samples))
    await _forget(database)
    return [theirs, ours]


def _documents(samples: Iterable[Sequence[Sample]]) -> list[Prepared]:
    return [a_document(f"/beside/{n}.txt", each) for n, each in enumerate(samples)]


async def _forget(database: Database) -> None:
    async with database.transaction(large=True) as db:
        await db.execute("DELETE FROM files WHERE path LIKE '/beside/%'")


async def _while_writing(
    database: Database, ask: Ask, generator: Generator, questions: Sequence[str]
) -> list[Timings]:
    """Searches alone, and the same searches while one writer indexes."""
    alone, beside = Timings("ours, alone"), Timings("ours, while one writer indexes")
    for question in questions:
        with alone.measured():
            await ask(question)
    # Made before the clock runs: what makes them computes as much as what indexes them.
    documents = _documents(files(generator, WRITTEN * FILE, SECOND))
    async with open_analyst() as analyst:
        writer = Writer(database, analyst.analyse)
        await _write(writer, documents[:1])  # the process has started
        writing = asyncio.create_task(_write(writer, documents[1:]))
        for question in questions:
            with beside.measured():
                await ask(question)
        writing.cancel()
        await asyncio.wait({writing})
    await _forget(database)
    return [alone, beside]


async def _write(writer: Writer, documents: Sequence[Prepared]) -> None:
    for document, scope, chunks in documents:
        await writer.put(scope, document, chunks, NOW)


def _print(row: Row, as_json: bool) -> None:
    if not as_json:
        chunks, what, engine, median, slow, note = _cells(row)
        print(f"{chunks:>9}  {what:<16} {engine:<32} {median:>9} {slow:>9}  {note}", flush=True)
        return
    told: dict[str, object] = {"chunks": row.chunks, "what": row.what, "engine": row.timings.name}
    told |= {"p50": row.timings.at(0.5), "p95": row.timings.at(0.95), "note": row.note}
    print(json.dumps(told), flush=True)


def _cells(row: Row) -> tuple[str, ...]:
    times = (f"{row.timings.at(share):.2f}" for share in (0.5, 0.95))
    return (f"{row.chunks:,}", row.what, row.timings.name, *times, row.note)


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    home = Path(os.environ.get("MULTIS_DATA", "../shared/data"))
    parser.add_argument("--data", type=Path, default=home / "retrieval")
    named = os.environ.get("MULTIS_MODEL")
    parser.add_argument("--model", type=Path, default=Path(named) if named else None)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--terms", type=int, nargs="*", default=[2, 5, 10])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--keep", type=Path, help="where the indexes are kept for the next run")
    parser.add_argument("--json", action="store_true", help="one line per engine")
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
